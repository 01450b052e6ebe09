import { Duration, Effect, Layer, Option, Semaphore } from "effect"
import * as RateLimiter from "effect/persistence/RateLimiter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import { createHash } from "node:crypto"
import { RateLimitExceeded } from "../../domain/identity/errors.ts"

interface AnonymousLimits {
  /** Requests on this node in a minute: from one address, and from all of them. */
  readonly perAddress: number
  readonly fromAll: number
  /** Requests that execute at once. */
  readonly atOnce: number
}

/** An address has the default rate of an organisation. */
const usualLimits: AnonymousLimits = { perAddress: 60, fromAll: 600, atOnce: 64 }

/** The store keeps a counter for ever, so addresses share 4,096 of them. */
const counters = 4_096

/** Bounds routes that need no key. Behind a proxy the operator sets how many there are (`FARTHING_PROXIES`). */
export const limitAnonymous = ({ atOnce, fromAll, perAddress }: AnonymousLimits) =>
  Effect.gen(function* () {
    const limiter = yield* RateLimiter.RateLimiter
    const slots = yield* Semaphore.make(atOnce)

    const take = (key: string, limit: number) =>
      limiter
        .consume({ key, limit, window: "1 minute" })
        .pipe(
          Effect.catchTag("RateLimiterError", ({ reason }) =>
            Effect.fail(tooMany(reason._tag === "RateLimitExceeded" ? Duration.toSeconds(reason.retryAfter) : 1)),
          ),
        )

    return <A, E, R>(handler: Effect.Effect<A, E, R>) =>
      Effect.gen(function* () {
        const { remoteAddress } = yield* HttpServerRequest
        yield* take(counterOf(Option.getOrElse(remoteAddress, () => "")), perAddress)
        yield* take("all", fromAll)
        const result = yield* slots.withPermitsIfAvailable(1)(handler)
        return Option.isSome(result) ? result.value : yield* tooMany(1)
      })
  }).pipe(Effect.provide(RateLimiter.layer.pipe(Layer.provide(RateLimiter.layerStoreMemory))))

export const anonymousRateLimit = limitAnonymous(usualLimits)

/** An IPv6 network gives its user 2^64 addresses: they count as one. */
export const counterOf = (address: string) => {
  const one = address.includes(":") && !address.includes(".") ? networkOf(address) : address.replace(/^::ffff:/, "")
  return `address ${createHash("sha256").update(one).digest().readUInt32BE() % counters}`
}

/** The first four groups. */
const networkOf = (address: string) => {
  const [head = "", tail] = address.split("%", 1)[0]!.split("::")
  const groups = (text: string | undefined) => (text === undefined || text === "" ? [] : text.split(":"))
  const [before, after] = [groups(head), groups(tail)]
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0")
  return [...before, ...zeros, ...after].slice(0, 4).join(":")
}

const tooMany = (seconds: number) =>
  new RateLimitExceeded({
    message:
      "Too many requests without an organisation key, from your address or from all. Wait as long as Retry-After says. No money moved.",
    retryAfterSeconds: Math.max(1, Math.ceil(seconds)),
  })
