import { Effect, type Scope } from "effect"
import { connect, type Socket } from "node:net"
import { parseAnswers } from "./hostileWire.ts"

/** A client in its own hands: what it says and hears, and when, is the test's choice. Gone with the scope. */
export interface Client {
  readonly socket: Socket
  readonly say: (text: string | Buffer) => void
  /** Says this byte by byte, one every so many milliseconds, as long as there is somebody to listen. */
  readonly drip: (text: string, everyMs: number) => void
  readonly statuses: () => ReadonlyArray<number>
  readonly bytesHeard: () => number
  readonly isClosed: () => boolean
}

export const openClient = (port: number): Effect.Effect<Client, never, Scope.Scope> =>
  Effect.gen(function* () {
    const socket = yield* Effect.acquireRelease(
      Effect.callback<Socket>((resume) => {
        const opening = connect({ port, host: "127.0.0.1", noDelay: true, allowHalfOpen: true }, () => resume(Effect.succeed(opening)))
      }),
      (opened) => Effect.sync(() => opened.destroy()),
    )
    let heard = ""
    let closed = false
    socket.on("error", () => {}).on("data", (data) => (heard += data.toString("latin1")))
    // The gateway ended it, or broke it off.
    for (const event of ["end", "close"] as const) socket.on(event, () => (closed = true))
    const drip = (text: string, everyMs: number) => {
      let next = 0
      const timer = setInterval(() => {
        if (closed || next >= text.length) clearInterval(timer)
        else socket.write(text[next++]!)
      }, everyMs)
      socket.once("close", () => clearInterval(timer))
    }
    return {
      socket,
      say: (text) => void socket.write(text),
      drip,
      statuses: () => parseAnswers(heard).answers.map((answer) => answer.status),
      bytesHeard: () => heard.length,
      isClosed: () => closed,
    }
  })

/** Connections of this process that are open, on either end. */
export const openSockets = () => process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length
