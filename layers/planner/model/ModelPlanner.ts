import { Effect, Exit, Layer, Metric, Option, Semaphore } from "effect"
import type { AiError } from "effect/ai"
import { CircuitBreaker } from "effect/persistence"
import type { Draft } from "../../../domain/ask/Plan.ts"
import { Planner, PlannerUnavailable, type PlanRequest } from "../../../domain/ask/Planner.ts"
import { draftOf, needPrefix } from "./draftOf.ts"
import { makeLanguageModel } from "./languageModel.ts"
import { maxConcurrentRequests, type ModelSettings } from "./ModelSettings.ts"
import { promptFor, ModelReply } from "./prompt.ts"
import { Shortlist } from "./Shortlist.ts"

/**
 * A planner that asks a language model if the planner below it is not certain. The model's plan has to pass the same checks as any plan;
 * if it does not, or does not arrive in time, the other planner's draft is used.
 */
export const layer = (settings: ModelSettings) =>
  Layer.effect(
    Planner,
    Effect.gen(function* () {
      const sure = yield* Planner
      const consult = yield* makeConsult(settings)
      return Planner.of({
        plan: Effect.fn("ModelPlanner.plan")(function* (request) {
          const draft = yield* sure.plan(request)
          if (request.wish._tag !== "Question" || !isDoubtful(draft, request, settings.threshold)) return draft
          const reply = yield* consult(request.wish.question, request)
          yield* Metric.update(consulted(outcomes[reply._tag]), 1)
          if (reply._tag === "Drafted") return { ...reply.draft, by: "model" }
          if (reply._tag === "Down" && settings.required)
            return yield* new PlannerUnavailable({
              message: "The question cannot be interpreted now. Retry in a moment.",
              retryAfterSeconds: 10,
            })
          return draft
        }),
      })
    }),
  ).pipe(Layer.provide(CircuitBreaker.layerStoreMemory()))

const consulted = (outcome: string) =>
  Metric.counter("farthing_planner_model_total", {
    description: "Questions that the rules were not certain about: `used` if the language model's plan was used, otherwise why it was not.",
    attributes: { outcome },
    incremental: true,
  })

const outcomes = { Drafted: "used", Useless: "useless", Down: "down", Unasked: "unasked" } as const

/** A draft is doubtful below the threshold. A continued ask stays with the planner that sent the question to the buyer. */
const isDoubtful = (draft: Draft, { given }: PlanRequest, threshold: number): boolean =>
  (draft.confidence ?? 1) < threshold && draft._tag !== "NeedsSelection" && Object.keys(given).every((id) => id.startsWith(needPrefix))

type Consulted =
  | { readonly _tag: "Drafted"; readonly draft: Draft }
  /** The model answered, but not with a valid plan. */
  | { readonly _tag: "Useless" }
  | { readonly _tag: "Down" }
  /** The shortlist was empty, so the model was not called. */
  | { readonly _tag: "Unasked" }

const useless: Consulted = { _tag: "Useless" }
const down: Consulted = { _tag: "Down" }
const unasked: Consulted = { _tag: "Unasked" }

const makeConsult = Effect.fnUntraced(function* (settings: ModelSettings) {
  const shortlist = yield* Shortlist
  const model = yield* makeLanguageModel(settings)
  const places = yield* Semaphore.make(maxConcurrentRequests)
  const breaker = yield* CircuitBreaker.make({
    tripPolicy: CircuitBreaker.rate({ threshold: 0.5, minimumCalls: 4, size: 10 }),
    openDuration: "30 seconds",
  })

  return Effect.fnUntraced(function* (question: string, request: PlanRequest) {
    const { entities, operations } = shortlist.of({ question, catalogue: request.catalogue, now: request.now })
    if (operations.length === 0) return unasked
    const prompt = promptFor(question, operations, entities, request.now)
    const answer = model
      .generateObject({ objectName: "plan", schema: ModelReply, prompt })
      .pipe(
        Effect.timeoutOption(settings.timeoutMs),
        Effect.flatMap(Option.match({ onNone: () => Effect.fail({ _tag: "Late" } as const), onSome: Effect.succeed })),
      )
    const consulted = breaker.execute(answer, { key: settings.url, classify }).pipe(
      Effect.map(({ value }) => value),
      Effect.matchEffect({
        onFailure: (error) =>
          Effect.as(Effect.logWarning(`the planning model gave no plan: ${whyNot(error)}`), isDown(error) ? down : useless),
        onSuccess: (reply) => {
          const draft = draftOf(reply, operations, request)
          return draft._tag === "Success"
            ? Effect.succeed<Consulted>({ _tag: "Drafted", draft: draft.success })
            : Effect.as(Effect.logWarning(`the planning model's plan is not used: ${draft.failure}`), useless)
        },
      }),
    )
    return Option.getOrElse(yield* places.withPermitsIfAvailable(1)(consulted), () => down)
  })
})

type Trouble = AiError.AiError | { readonly _tag: "Late" } | CircuitBreaker.CircuitBreakerError

/** Whether the model is down. A model that answers badly is up. */
const isDown = (error: Trouble): boolean => error._tag !== "AiError" || !badAnswers.has(error.reason._tag)

const badAnswers: ReadonlySet<AiError.AiErrorReason["_tag"]> = new Set([
  "InvalidOutputError",
  "StructuredOutputError",
  "ContentPolicyError",
  "InvalidUserInputError",
  "UnsupportedSchemaError",
])

/** For the operator's log: never the text of the question or the answer. */
const whyNot = (error: Trouble): string => (error._tag === "AiError" ? error.reason._tag : error._tag)

const classify = (exit: Exit.Exit<unknown, Trouble>): CircuitBreaker.Outcome => {
  if (Exit.isSuccess(exit)) return CircuitBreaker.success
  const error = exit.cause.reasons.find((reason) => reason._tag === "Fail")?.error
  return error === undefined ? CircuitBreaker.ignored : isDown(error) ? CircuitBreaker.failure() : CircuitBreaker.success
}
