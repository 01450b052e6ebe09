/**
 * A component to try the framework with: `node tally.ts STATE [PORT]`. It counts POST requests in a file, tells the count
 * and its environment's `MARK`, and says where it is only if it was given no port.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { portOf } from "../../src/sandbox/components/portOf.ts"

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
