import { Clock, Context, Effect, Layer, Result, type Scope, Stream } from "effect"
import { CircuitBreaker } from "effect/persistence"
import type { SourceFailure } from "../../domain/catalogue/Source.ts"
import { withinTime } from "../../domain/withinTime.ts"
import { makeCircuits } from "./circuits.ts"
import { openStream, readBody } from "./dispatch.ts"
import { type Destination, destinationOf, type OriginAnswer, type OriginRequest, type StreamedAnswer } from "./OriginRequest.ts"
import { makePools, type PoolSettings } from "./pools.ts"
import { Resolver } from "./Resolver.ts"
import { type OriginError, originErrorOf, timedOut, toSourceFailure } from "./OriginError.ts"

export interface OriginSettings extends PoolSettings {
  /** How long a streamed answer may be silent. */
  readonly idleMs: number
  /** How long an origin that keeps failing is left alone before one request tries it again. */
  readonly circuitOpenMs: number
  /** False: every request is tried, however many failed before. */
  readonly hasCircuit: boolean
}

const defaultSettings: OriginSettings = {
  connectTimeoutMs: 5_000,
  keepAliveMs: 4_000,
  connectionsPerOrigin: 64,
  connectionsPerCaller: 16,
  maxWaitingPerOrigin: 256,
  maxOrigins: 256,
  maxHeaderBytes: 32 * 1024,
  idleMs: 10_000,
  circuitOpenMs: 10_000,
  hasCircuit: true,
}

/**
 * The client for other companies' servers. A failure is `source_unavailable` where the origin could not be reached,
 * `source_timeout` where it was not in time, `source_error` where it answered badly; its message is for the buyer.
 */
export class Origins extends Context.Service<
  Origins,
  {
    /** Reads the whole answer. Interrupting it closes the connection. */
    readonly exchange: (request: OriginRequest) => Effect.Effect<OriginAnswer, SourceFailure>
    /** Answers with status and headers first. The connection, and what is not read by then, ends with the scope. */
    readonly stream: (request: OriginRequest) => Effect.Effect<StreamedAnswer, SourceFailure, Scope.Scope>
  }
>()("farthing/layers/origin/Origins") {
  static readonly layerNoDeps = (settings: Partial<OriginSettings> = {}) =>
    Layer.effect(Origins, makeOrigins({ ...defaultSettings, ...settings })).pipe(
      // A breaker lives for 10 minutes after the last request to its origin, so unused origins cost no memory.
      Layer.provide(CircuitBreaker.layerStoreMemory({ idleTimeToLive: "10 minutes" })),
    )

  static readonly layer = (settings: Partial<OriginSettings> = {}) => Origins.layerNoDeps(settings).pipe(Layer.provide(Resolver.layer))
}

const makeOrigins = Effect.fnUntraced(function* (settings: OriginSettings) {
  const lines = yield* makePools(settings, yield* Resolver)
  const throughCircuits = yield* makeCircuits(settings.circuitOpenMs)

  /** Runs `use` within the deadline, while the circuits let it. */
  const guarded = <A, R>(destination: Destination, deadlineMs: number, use: Effect.Effect<A, OriginError, R>) => {
    const inTime = withinTime(use, deadlineMs, () => Effect.fail(timedOut(destination.displayName, deadlineMs)))
    return Effect.mapError(settings.hasCircuit ? throughCircuits(destination, inTime) : inTime, toSourceFailure)
  }

  const exchange = (request: OriginRequest): Effect.Effect<OriginAnswer, SourceFailure> => {
    const destination = destinationOf(request, 0)
    if (Result.isFailure(destination)) return Effect.fail(toSourceFailure(destination.failure))
    const { displayName, dispatchOptions } = destination.success
    const limits = { maxBytes: request.maxBytes, displayName }
    const used = Effect.acquireUseRelease(
      lines.acquire(destination.success),
      ({ permits, pool, share }) => share.withPermit(permits.withPermit(readBody(pool, dispatchOptions, limits))),
      lines.release,
    )
    return guarded(destination.success, request.deadlineMs, used)
  }

  const stream = Effect.fnUntraced(function* (request: OriginRequest) {
    const destination = destinationOf(request, settings.idleMs)
    if (Result.isFailure(destination)) return yield* toSourceFailure(destination.failure)
    const { displayName, dispatchOptions } = destination.success
    const opened = Effect.gen(function* () {
      const { permits, pool, share } = yield* Effect.acquireRelease(lines.acquire(destination.success), lines.release)
      yield* share.takeScoped(1)
      yield* permits.takeScoped(1)
      return yield* openStream(pool, dispatchOptions, { maxBytes: request.maxBytes, displayName })
    })
    const begun = yield* Clock.currentTimeMillis
    const { body, headers, status } = yield* guarded(destination.success, request.deadlineMs, opened)
    const left = begun + request.deadlineMs - (yield* Clock.currentTimeMillis)
    yield* Effect.forkScoped(
      Effect.delay(
        Effect.sync(() => body.destroy(timedOut(displayName, request.deadlineMs))),
        left,
      ),
    )
    const bytes = Stream.fromAsyncIterable<Uint8Array, SourceFailure>(body, (error) =>
      toSourceFailure(originErrorOf(error, displayName, { written: true, answered: true })),
    )
    return { status, headers, body: bytes } satisfies StreamedAnswer
  })

  return Origins.of({ exchange, stream })
})
