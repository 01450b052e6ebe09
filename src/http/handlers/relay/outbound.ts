import { Clock, Effect, Redacted } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { IncomingMessage } from "node:http"
import type { Listing } from "../../../../domain/listing/Listing.ts"
import { forwardableHeaders } from "../../../../layers/origin/headers.ts"
import type { OriginRequest, RawHeaders } from "../../../../layers/origin/OriginRequest.ts"
import { signatureHeaders } from "../../../../layers/origin/signing.ts"
import { Exchange, RequestBody } from "../../Exchange.ts"
import { Relaying } from "./Relaying.ts"
import type { Target } from "./target.ts"

/** The request as the listing's origin gets it: path, query and body as they came, nothing of the caller's credentials. */
export const outbound = Effect.fnUntraced(function* (listing: Listing, target: Target, request: HttpServerRequest) {
  const { requestId } = yield* Exchange
  const { bytes } = yield* RequestBody
  const { locate, timeoutMs } = yield* Relaying
  const { allowed, basePath, origin } = yield* locate(listing.origin, listing.allowPrivate)
  const path = `${basePath}${target.path}${target.query}`
  const body = bytes.length === 0 ? undefined : bytes
  const own = forwarding(request.source as IncomingMessage, requestId)
  const signed = listing.signing === null ? [] : yield* sign(listing.signing, { method: request.method, path, body: bytes }, requestId)
  return {
    origin,
    allowed,
    method: request.method,
    path,
    headers: [...forwardableHeaders(rawHeaders(request.source as IncomingMessage)), ...own, ...signed],
    body,
    deadlineMs: timeoutMs,
    maxBytes: listing.maxAnswerBytes,
  } satisfies OriginRequest
})

const sign = (
  { keyId, secret }: NonNullable<Listing["signing"]>,
  message: Parameters<typeof signatureHeaders>[0],
  requestId: string,
): Effect.Effect<RawHeaders> =>
  Effect.map(Clock.currentTimeMillis, (now) =>
    signatureHeaders(message, { keyId, secret: Redacted.value(secret), requestId, nowSeconds: Math.floor(now / 1000) }),
  )

const rawHeaders = ({ rawHeaders: raw }: IncomingMessage): RawHeaders =>
  Array.from({ length: raw.length >> 1 }, (_, i) => [raw[i * 2]!, raw[i * 2 + 1]!] as const)

/** Who asked, as proxies say it. */
const forwarding = ({ headers, socket }: IncomingMessage, requestId: string): RawHeaders => [
  ["X-Request-Id", requestId],
  ["X-Forwarded-For", socket.remoteAddress ?? "unknown"],
  ["X-Forwarded-Proto", "encrypted" in socket ? "https" : "http"],
  ...(headers.host === undefined ? [] : [["X-Forwarded-Host", headers.host] as const]),
]
