import { createServer, type AddressInfo, type Socket } from "node:net"
import { Effect } from "effect"

/** A TCP server that answers 200 to whatever looks like the end of headers, and keeps every byte it was ever sent. */
export const recordingOrigin = Effect.acquireRelease(
  Effect.promise(async () => {
    const heard: Array<string> = []
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.setEncoding("latin1")
      socket.on("error", () => undefined)
      socket.on("data", (piece) => {
        heard.push(String(piece))
        if (String(piece).includes("\r\n\r\n")) socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    return { origin: `http://127.0.0.1:${port}`, bytes: () => heard.join(""), server, sockets }
  }),
  ({ server, sockets }) =>
    Effect.promise(() => {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => void server.close(() => resolve()))
    }),
)
