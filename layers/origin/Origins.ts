import { Clock, Context, Duration, Effect, Exit, Layer, Result, type Scope, Stream } from "effect"
import { CircuitBreaker } from "effect/persistence"
import type { SourceFailure } from "../../domain/catalogue/Source.ts"
import { openStream, readBody } from "./dispatch.ts"
import { type Destination, destinationOf, type OriginAnswer, type OriginRequest, type StreamedAnswer } from "./OriginRequest.ts"
import { makePools, type PoolSettings } from "./pools.ts"
import { Resolver } from "./Resolver.ts"
import { circuitOpen, type OriginError, originErrorOf, timedOut, toSourceFailure } from "./OriginError.ts"

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
  const breaker = yield* CircuitBreaker.make({
    // A share, not a row: one failure among good answers must not close the circuit.
    tripPolicy: CircuitBreaker.rate({ threshold: 0.5, minimumCalls: 5, size: 20 }),
    openDuration: settings.circuitOpenMs,
  })

  /**
   * Runs `use` within the deadline, while two circuits let it: that of the origin, which connection faults open for everybody, and that of
   * one endpoint for one caller, so that the time-outs of one buyer's slow requests refuse no other buyer.
   */
  const guarded = <A, R>(destination: Destination, deadlineMs: number, use: Effect.Effect<A, OriginError, R>) => {
    const { allowed, baseUrl, caller = "", displayName, endpoint } = destination
    const inTime = Effect.timeoutOrElse(use, { duration: deadlineMs, orElse: () => Effect.fail(timedOut(displayName, deadlineMs)) })
    if (!settings.hasCircuit) return Effect.mapError(inTime, toSourceFailure)
    const origin = `${allowed ? "allowed" : "public"} ${baseUrl.origin}`
    return breaker
      .execute(breaker.execute(inTime, { key: `${origin} ${endpoint} ${caller}`, classify: outcomeFor("path") }), {
        key: origin,
        classify: outcomeFor("origin"),
      })
      .pipe(
        Effect.catchTag("CircuitBreakerError", ({ reason }) => {
          const leftMs = reason._tag === "CircuitOpen" ? Duration.toMillis(reason.retryAfter) : settings.circuitOpenMs
          return Effect.fail(circuitOpen(displayName, leftMs))
        }),
        Effect.mapError(toSourceFailure),
      )
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

/** An origin that answers is up, whatever its status: a 500 is its answer to this request and may be right for the next. */
const outcomeFor =
  (part: "origin" | "path") =>
  (exit: Exit.Exit<unknown, OriginError | CircuitBreaker.CircuitBreakerError>): CircuitBreaker.Outcome => {
    if (Exit.isSuccess(exit)) return CircuitBreaker.success
    const error = exit.cause.reasons.find((reason) => reason._tag === "Fail")?.error
    return error?._tag === "OriginError" && error.broken === part ? CircuitBreaker.failure() : CircuitBreaker.ignored
  }
