import { Effect } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { verifySignature } from "../../../layers/origin/signing.ts"
import type { Database } from "../../../layers/postgres/Database.ts"
import { portOf } from "../loopback.ts"
import { makeRouter, malformed, OriginRefusal, type Route, type RouteResponse } from "./Route.ts"

/** Serves routes on a free port of loopback and answers the base URL. With a secret, a request needs the gateway's signature. */
export const serveOrigin = Effect.fnUntraced(function* (routes: ReadonlyArray<Route>, secret: string | undefined) {
  const context = yield* Effect.context<Database>()
  const answer = responder(routes, secret)
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    Effect.runForkWith(context)(Effect.map(answer(request), (reply) => send(request, response, reply)))
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () => Effect.callback<void>((resume) => (server.close(() => resume(Effect.void)), server.closeIdleConnections())),
  )
  return `http://127.0.0.1:${portOf(server)}`
})

interface OriginResponse extends RouteResponse {
  readonly headers?: Readonly<Record<string, string>>
}

const responder = (routes: ReadonlyArray<Route>, secret: string | undefined) => {
  const route = makeRouter(routes)
  return (request: IncomingMessage): Effect.Effect<OriginResponse, never, Database> =>
    Effect.gen(function* () {
      const bytes = yield* readBytes(request)
      if (secret !== undefined) yield* checkSignature(request, bytes, secret)
      const { method = "", url = "/" } = request
      const match = yield* route(method, url)
      if ("allow" in match) {
        return {
          ...refusal(new OriginRefusal({ status: 405, code: "method_not_allowed", message: `${method} is not for this path.` })),
          headers: match,
        }
      }
      const reads = match.route.method === "GET" || match.route.method === "DELETE"
      const body = reads ? undefined : yield* parseJson(bytes, request.headers["content-type"])
      return yield* match.route.run({ parameters: match.parameters, query: match.query, body })
    }).pipe(
      Effect.catch((error) => (error._tag === "OriginRefusal" ? Effect.succeed(refusal(error)) : Effect.die(error))),
      Effect.catchCause((cause) => Effect.as(Effect.logError("a request failed", cause), fault)),
    )
}

const refusal = ({ code, field, message, status }: OriginRefusal): OriginResponse => ({
  status,
  body: { error: { code, message, ...(field === undefined ? {} : { field }) } },
})

const fault: OriginResponse = { status: 500, body: { error: { code: "internal_error", message: "The request failed. Try again." } } }

const checkSignature = Effect.fnUntraced(function* (request: IncomingMessage, body: Buffer, secret: string) {
  const header = request.headers["x-gateway-signature"]
  const message = { method: request.method ?? "", path: request.url ?? "", body }
  if (typeof header === "string" && verifySignature(header, message, { secret, nowSeconds: Math.floor(Date.now() / 1000) })) return
  return yield* new OriginRefusal({
    status: 401,
    code: "invalid_signature",
    message: "X-Gateway-Signature is missing or does not match: the gateway did not send this request.",
  })
})

const send = (request: IncomingMessage, response: ServerResponse, { body, headers, status }: OriginResponse) => {
  const text = Buffer.from(JSON.stringify(body))
  response.writeHead(status, { "content-type": "application/json", "content-length": text.length, "cache-control": "no-store", ...headers })
  response.end(request.method === "HEAD" ? undefined : text)
}

const maxBodyBytes = 65_536
const tooLarge = () => new OriginRefusal({ status: 413, code: "body_too_large", message: "The body is larger than 64 KB." })

/** The whole body. A larger one is read to its end and dropped, so that the client receives the response instead of a reset connection. */
export const readBytes = (request: IncomingMessage): Effect.Effect<Buffer, OriginRefusal> =>
  Effect.callback((resume) => {
    const pieces: Array<Buffer> = []
    let size = 0
    request.on("data", (piece: Buffer) => {
      size += piece.length
      if (size <= maxBodyBytes) pieces.push(piece)
    })
    request.on("end", () => resume(size > maxBodyBytes ? Effect.fail(tooLarge()) : Effect.succeed(Buffer.concat(pieces))))
    request.on("error", () => resume(Effect.fail(malformed("The body was cut off."))))
  })

/** PostgreSQL's JSON cannot hold a NUL or half a surrogate pair. After an escaped backslash, `u0000` is plain text. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/
const maxLevels = 64
const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === "object" && value !== null && (levels === 0 || Object.values(value).some((member) => isDeeperThan(member, levels - 1)))

export const parseJson = Effect.fnUntraced(function* (bytes: Buffer, contentType: string | undefined) {
  if (!/^application\/(.+\+)?json\s*(;|$)/i.test(contentType ?? "")) {
    return yield* new OriginRefusal({
      status: 415,
      code: "unsupported_media_type",
      message: "Send the body as JSON, with Content-Type: application/json.",
    })
  }
  const value = yield* Effect.try({
    try: (): unknown => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)),
    catch: () => malformed("The body is not valid JSON."),
  })
  if (isDeeperThan(value, maxLevels)) return yield* malformed(`The body is nested deeper than ${maxLevels} levels.`)
  if (unstorable.test(JSON.stringify(value))) return yield* malformed("The body contains a NUL character or text that is not Unicode.")
  return value
})
