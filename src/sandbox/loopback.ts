import { Effect } from "effect"
import { createServer, type Server } from "node:net"

/** A free port of loopback. If another program takes it first, the component ends, and its next run gets another port. */
export const freePort = Effect.callback<number>((resume) => {
  const server = createServer()
  server.on("error", (error) => resume(Effect.die(error)))
  server.listen(0, "127.0.0.1", () => {
    const port = portOf(server)
    server.close(() => resume(Effect.succeed(port)))
  })
})

/** The port that a server listens on. */
export const portOf = (server: Server): number => {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server listens on no port")
  return address.port
}
