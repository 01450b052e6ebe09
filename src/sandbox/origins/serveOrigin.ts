import { Effect } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { verifySignature } from "../../../layers/origin/signing.ts"
import type { Database } from "../../../layers/postgres/Database.ts"
import { portOf } from "../components/portOf.ts"
import { type Answer, Refused, type Route } from "./Origin.ts"
import { parseJson, readBytes } from "./readBody.ts"
import { routing } from "./routing.ts"

/**
 * Serves routes on a free port of loopback, for the scope, and answers its base URL. With a secret, only requests that the
 * gateway signed with it are let in.
 */
export const serveOrigin = Effect.fnUntraced(function* (routes: ReadonlyArray<Route>, secret: string | undefined) {
  const context = yield* Effect.context<Database>()
  const answer = answering(routes, secret)
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    Effect.runForkWith(context)(Effect.map(answer(request), (said) => send(request, response, said)))
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () => Effect.callback<void>((resume) => (server.close(() => resume(Effect.void)), server.closeIdleConnections())),
  )
  return `http://127.0.0.1:${portOf(server)}`
})

interface Said extends Answer {
  readonly headers?: Readonly<Record<string, string>>
}

const answering = (routes: ReadonlyArray<Route>, secret: string | undefined) => {
  const route = routing(routes)
  return (request: IncomingMessage): Effect.Effect<Said, never, Database> =>
    Effect.gen(function* () {
      const bytes = yield* readBytes(request)
      if (secret !== undefined) yield* signed(request, bytes, secret)
      const { method = "", url = "/" } = request
      const found = yield* route(method, url)
      if ("allow" in found) {
        return {
          ...refusal(new Refused({ status: 405, code: "method_not_allowed", message: `${method} is not for this path.` })),
          headers: found,
        }
      }
      const reads = found.route.method === "GET" || found.route.method === "DELETE"
      const body = reads ? undefined : yield* parseJson(bytes, request.headers["content-type"])
      return yield* found.route.run({ parameters: found.parameters, query: found.query, body })
    }).pipe(
      Effect.catch((error) => (error._tag === "Refused" ? Effect.succeed(refusal(error)) : Effect.die(error))),
      Effect.catchCause((cause) => Effect.as(Effect.logError("a request failed", cause), fault)),
    )
}

const refusal = ({ code, field, message, status }: Refused): Said => ({
  status,
  body: { error: { code, message, ...(field === undefined ? {} : { field }) } },
})

const fault: Said = { status: 500, body: { error: { code: "internal_error", message: "The request failed here. Try again." } } }

const signed = Effect.fnUntraced(function* (request: IncomingMessage, body: Buffer, secret: string) {
  const header = request.headers["x-gateway-signature"]
  const message = { method: request.method ?? "", path: request.url ?? "", body }
  if (typeof header === "string" && verifySignature(header, message, { secret, nowSeconds: Math.floor(Date.now() / 1000) })) return
  return yield* new Refused({
    status: 401,
    code: "invalid_signature",
    message: "X-Gateway-Signature does not prove that the gateway sent this.",
  })
})

const send = (request: IncomingMessage, response: ServerResponse, { body, headers, status }: Said) => {
  const text = Buffer.from(JSON.stringify(body))
  response.writeHead(status, { "content-type": "application/json", "content-length": text.length, "cache-control": "no-store", ...headers })
  response.end(request.method === "HEAD" ? undefined : text)
}
