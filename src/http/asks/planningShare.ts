import { Context, Duration, Effect, Layer } from "effect"
import * as RateLimiter from "effect/persistence/RateLimiter"
import { RateLimitExceeded } from "../../../domain/identity/errors.ts"
import { CurrentCaller } from "../../../rails/http/RequestContext.ts"

/** Planning takes about 0.1 ms of processor time for a character, in which the process does nothing else. */
const charactersPerRequest = 200

/**
 * What an organisation may have planned on this node in a minute, in characters of its questions: 200 for each request of its rate, so 12,000 with
 * the usual 60, which come back steadily. One organisation with long questions then delays the calls of the others by a second or two in a minute, and no more.
 */
export class PlanningShare extends Context.Service<
  PlanningShare,
  { readonly take: (question: string) => Effect.Effect<void, RateLimitExceeded, CurrentCaller> }
>()("farthing/src/http/asks/PlanningShare") {
  static readonly layer = Layer.effect(
    PlanningShare,
    Effect.map(RateLimiter.RateLimiter, (limiter) =>
      PlanningShare.of({
        take: Effect.fnUntraced(function* (question) {
          const { organisation, rate } = yield* CurrentCaller
          const limit = rate.limit * charactersPerRequest
          yield* limiter
            .consume({ algorithm: "token-bucket", key: organisation, limit, window: "1 minute", tokens: Math.min(question.length, limit) })
            .pipe(
              Effect.catchTag("RateLimiterError", ({ reason }) => {
                const seconds = reason._tag === "RateLimitExceeded" ? Math.max(1, Math.ceil(Duration.toSeconds(reason.retryAfter))) : 1
                return new RateLimitExceeded({
                  message: `The questions of your organisation may have ${limit} characters together in a minute. Nothing was charged. Retry in ${seconds} s, or ask shorter questions.`,
                  retryAfterSeconds: seconds,
                })
              }),
            )
        }),
      }),
    ),
  ).pipe(Layer.provide(RateLimiter.layer.pipe(Layer.provide(RateLimiter.layerStoreMemory))))
}
