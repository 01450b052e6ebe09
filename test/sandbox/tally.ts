/**
 * A component for tests: `node tally.ts STATE [PORT]`. It counts POST requests in a file, answers the count and its environment's `MARK`, and
 * prints its address only without a PORT.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { portOf } from "../../src/sandbox/loopback.ts"

const [, , state = "", port = "0"] = process.argv
const file = `${state}/count`
const count = () => (existsSync(file) ? Number(readFileSync(file, "utf8")) : 0)

const server = createServer((request, response) => {
  if (request.method === "POST") {
    writeFileSync(`${file}.new`, String(count() + 1))
    renameSync(`${file}.new`, file)
  }
  response.end(JSON.stringify({ count: count(), pid: process.pid, mark: process.env["MARK"] ?? null, names: Object.keys(process.env) }))
})
server.listen(Number(port), "127.0.0.1", () => {
  if (port === "0") process.stdout.write(`ready http://127.0.0.1:${portOf(server)}\n`)
})
