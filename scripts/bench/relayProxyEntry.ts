import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Pool } from "undici"

/** A process that is the smallest relay: Node's server before undici, bodies read whole. It checks nothing. */
const pool = new Pool(process.env["BENCH_ORIGIN"]!, { connections: 64, pipelining: 1 })
const connection = new Set(["connection", "keep-alive", "transfer-encoding", "host", "authorization"])

const server = createServer((request, response) => {
  const pieces: Array<Buffer> = []
  request.on("data", (piece: Buffer) => pieces.push(piece))
  request.on("end", () => {
    const headers = request.rawHeaders.filter((_, i, all) => !connection.has(all[i - (i % 2)]!.toLowerCase()))
    const body = pieces.length === 0 ? null : Buffer.concat(pieces)
    pool
      .request({ method: request.method!, path: request.url!, headers, body })
      .then(async (answer) => {
        const bytes = Buffer.from(await answer.body.arrayBuffer())
        const { connection: _, "keep-alive": __, "transfer-encoding": ___, ...own } = answer.headers
        response.writeHead(answer.statusCode, own).end(bytes)
      })
      .catch(() => response.writeHead(502).end())
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, "127.0.0.1", () => process.send!({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
