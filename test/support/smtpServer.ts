import { Effect } from "effect"
import { createServer, type Socket } from "node:net"
import type { AddressInfo } from "node:net"

/** A mail server of this machine that takes every mail, or refuses the recipient while `refusal` is set. */
export const smtpServer = Effect.acquireRelease(
  Effect.promise(async () => {
    const state = { mails: [] as Array<{ readonly to: string; readonly text: string }>, refusal: undefined as string | undefined }
    const server = createServer((socket) => serve(socket, state))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return Object.assign(state, { server, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` })
  }),
  ({ server }) => Effect.promise(() => new Promise<void>((resolve) => server.close(() => resolve()))),
)

const serve = (socket: Socket, state: { mails: Array<{ to: string; text: string }>; refusal: string | undefined }) => {
  let to = ""
  let data: Array<string> | undefined
  let rest = ""
  const answer = (line: string) => socket.write(`${line}\r\n`)
  answer("220 test")
  socket.on("data", (bytes) => {
    const lines = (rest + bytes.toString("utf8")).split("\r\n")
    rest = lines.pop() ?? ""
    for (const line of lines) {
      if (data !== undefined) {
        if (line !== ".") data.push(line)
        else {
          state.mails.push({ to, text: data.join("\n") })
          data = undefined
          answer("250 taken")
        }
      } else if (line.startsWith("RCPT TO:")) {
        to = line.slice("RCPT TO:<".length, -1)
        answer(state.refusal ?? "250 ok")
      } else if (line === "DATA") {
        data = []
        answer("354 send the mail")
      } else if (line === "QUIT") {
        answer("221 bye")
        socket.end()
      } else answer("250 ok")
    }
  })
  socket.on("error", () => socket.destroy())
}
