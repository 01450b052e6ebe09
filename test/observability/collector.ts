import { Effect } from "effect"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"

export interface SpanSeen {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status: { readonly code: number }
  readonly attributes: ReadonlyArray<{
    readonly key: string
    readonly value: { readonly stringValue?: string; readonly intValue?: number }
  }>
}

interface TraceData {
  readonly resourceSpans: ReadonlyArray<{ readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<SpanSeen> }> }>
}

/** Accepts traces by OTLP over HTTP in JSON and keeps them. A test can set another answer. */
export const collector = Effect.gen(function* () {
  const spans: Array<SpanSeen> = []
  const bodies: Array<string> = []
  const requests: Array<Pick<IncomingMessage, "url" | "headers">> = []
  const mood = { status: 200 }
  const server = yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const made = createServer((request, response) => {
        let text = ""
        request.setEncoding("utf8").on("data", (part: string) => (text += part))
        request.on("end", () => {
          requests.push(request)
          bodies.push(text)
          const data: TraceData = JSON.parse(text)
          spans.push(...data.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
          response.writeHead(mood.status, { "content-type": "application/json" }).end("{}")
        })
      }).listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
    }),
    (made) => Effect.callback<void>((resume) => (made.closeAllConnections(), void made.close(() => resume(Effect.void)))),
  )
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, spans, bodies, requests, mood }
})

/** The attributes of a span by name. */
export const attributesOf = ({ attributes }: SpanSeen): Readonly<Record<string, string | number | undefined>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
