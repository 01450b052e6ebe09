import { Effect } from "effect"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export interface ReceivedEvent {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly at: number
}

/** The server of a marketplace on a port of its own. It keeps every event and answers as `answer` does: 204 without it. */
export const receiver = (
  answer: (response: ServerResponse, received: ReceivedEvent) => void = (response) => void response.writeHead(204).end(),
) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly received: Array<ReceivedEvent>; readonly close: () => void }>((resume) => {
      const received: Array<ReceivedEvent> = []
      const server = createServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () => {
          const event = { path: request.url!, headers: request.headers, body: Buffer.concat(chunks), at: Date.now() }
          received.push(event)
          answer(response, event)
        })
      })
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        const close = () => {
          server.closeAllConnections()
          server.close()
        }
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}/hook`, received, close }))
      })
    }),
    ({ close }) => Effect.sync(close),
  )
