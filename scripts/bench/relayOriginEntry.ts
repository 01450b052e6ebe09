import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** A process that is an origin which answers at once, so that only the gateway or the proxy before it is measured. */
const body = Buffer.from(JSON.stringify({ parcel: { id: "7", state: "delivered", at: "2026-01-01T00:00:00Z" } }))
const headers = { "content-type": "application/json", "content-length": body.length }

const server = createServer((request, response) => {
  request.resume()
  request.on("end", () => response.writeHead(200, headers).end(body))
})
server.keepAliveTimeout = 60_000
server.listen(0, "127.0.0.1", () => process.send!({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
