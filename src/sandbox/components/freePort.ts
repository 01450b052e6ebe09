import { Effect } from "effect"
import { createServer } from "node:net"
import { portOf } from "./portOf.ts"

/** A port of loopback that nobody listens on. Should another program take it first, its component ends and gets another. */
export const freePort = Effect.callback<number>((resume) => {
  const server = createServer()
  server.on("error", (error) => resume(Effect.die(error)))
  server.listen(0, "127.0.0.1", () => {
    const port = portOf(server)
    server.close(() => resume(Effect.succeed(port)))
  })
})
