import { Clock, Context, Effect, Layer, Option, Redacted, Result } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { IncomingMessage } from "node:http"
import { SourceUnavailable } from "../../../domain/catalogue/Source.ts"
import { type ListedEndpoint, endpointId, type Listing } from "../../../domain/listing/Listing.ts"
import { Components, type ComponentUnavailable } from "../../../domain/sandbox/Component.ts"
import { readBaseUrl } from "../../../layers/origin/baseUrl.ts"
import { forwardableHeaders } from "../../../layers/origin/headers.ts"
import type { OriginRequest, RawHeaders } from "../../../layers/origin/OriginRequest.ts"
import { signatureHeaders } from "../../../layers/origin/signing.ts"
import { CurrentCaller, RequestBody, RequestContext } from "../../../rails/http/RequestContext.ts"
import { CallTimeouts } from "../paid/order.ts"

/** The parts of a relayed request line: the slug, and what goes to the origin exactly as it came. */
export interface Target {
  readonly slug: string
  /** `/notifications/42` */
  readonly path: string
  /** `?limit=3`, or "". */
  readonly query: string
}

/** The parts of `/<slug>/<path>?<query>`; undefined without a slug. */
export const targetOf = (url: string): Target | undefined => {
  const parts = /^\/([^/?]+)([^?]*)(\?.*)?$/s.exec(url)
  return parts === null ? undefined : { slug: parts[1]!, path: parts[2]!, query: parts[3] ?? "" }
}

/** The request as the listing's origin gets it: path, query and body as they came, without the caller's credentials. */
export const outbound = Effect.fnUntraced(function* (
  listing: Listing,
  endpoint: ListedEndpoint,
  target: Target,
  request: HttpServerRequest,
) {
  const context = yield* Effect.context<RequestBody | OriginLocator | CallTimeouts | CurrentCaller>()
  const { requestId } = Context.get(context, RequestContext)
  const { bytes } = Context.get(context, RequestBody)
  const { locate } = Context.get(context, OriginLocator)
  const { dispatchTimeoutMs } = Context.get(context, CallTimeouts)
  const { allowed, basePath, origin } = yield* locate(listing.origin, listing.allowPrivate)
  const path = `${basePath}${target.path}${target.query}`
  const own = forwarding(request, requestId)
  const signed = listing.signing === null ? [] : yield* sign(listing.signing, { method: request.method, path, body: bytes }, requestId)
  return {
    origin,
    allowed,
    method: request.method,
    path,
    headers: [...forwardableHeaders(rawHeaders(request.source as IncomingMessage)), ...own, ...signed],
    body: bytes.length === 0 ? undefined : bytes,
    deadlineMs: dispatchTimeoutMs,
    maxBytes: listing.maxAnswerBytes,
    caller: Context.get(context, CurrentCaller).organisation,
    endpoint: endpointId(endpoint),
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

/** The headers in which proxies name the client. */
const forwarding = ({ headers, remoteAddress, source }: HttpServerRequest, requestId: string): RawHeaders => [
  ["X-Request-Id", requestId],
  ["X-Forwarded-For", Option.getOrElse(remoteAddress, () => "unknown")],
  ["X-Forwarded-Proto", "encrypted" in (source as IncomingMessage).socket ? "https" : "http"],
  ...(headers["host"] === undefined ? [] : [["X-Forwarded-Host", headers["host"]] as const]),
]

interface OriginLocation {
  readonly origin: string
  /** The path before the listed paths: "", or it begins with a slash. */
  readonly basePath: string
  readonly allowed: boolean
}

/** Resolves a listing's `origin`: a base URL, or a component that the sandbox runs. */
export class OriginLocator extends Context.Service<
  OriginLocator,
  { readonly locate: (origin: string, allowPrivate: boolean) => Effect.Effect<OriginLocation, SourceUnavailable> }
>()("farthing/src/http/relay/OriginLocator") {}

export const originLocator = Layer.effect(
  OriginLocator,
  Effect.gen(function* () {
    const components = yield* Effect.serviceOption(Components)
    return OriginLocator.of({
      locate: (origin, allowPrivate) => {
        const component = /^component:(.+)$/.exec(origin)?.[1]
        if (component !== undefined && Option.isSome(components)) return componentLocation(components.value.url(component))
        return Result.match(readBaseUrl(origin, allowPrivate), {
          onFailure: () => new SourceUnavailable({ message: "This API has no usable origin. Nothing was charged. Contact support." }),
          onSuccess: ({ origin, path }) => Effect.succeed({ origin, basePath: path, allowed: allowPrivate }),
        })
      },
    })
  }),
)

/** A component listens on loopback. Its address is resolved for each request, because a restarted component has another port. */
const componentLocation = (url: Effect.Effect<string, ComponentUnavailable>) =>
  url.pipe(
    Effect.map((origin) => ({ origin, basePath: "", allowed: true })),
    Effect.mapError(() => new SourceUnavailable({ message: "This API of the sandbox is not up. Nothing was charged. Try again." })),
  )
