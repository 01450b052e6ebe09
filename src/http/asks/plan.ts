import { Context, Effect } from "effect"
import type { Ask } from "../../../domain/ask/Ask.ts"
import type { Draft, Plan } from "../../../domain/ask/Plan.ts"
import { Planner } from "../../../domain/ask/Planner.ts"
import { PlanNotReady, Unsupported } from "../../../domain/ask/refusals.ts"
import { type PaymentMeans, planMaximum } from "../../../domain/ask/spending.ts"
import { Catalogue } from "../../../domain/catalogue/Catalogue.ts"
import { keyScope, railScope } from "../../../domain/ledger/admit.ts"
import type { RunId } from "../../../domain/money/ids.ts"
import { type MicroUsd, zero } from "../../../domain/money/Money.ts"
import { isRefused } from "../../../domain/Refusal.ts"
import { Rails } from "../../../domain/rail/Rail.ts"
import { RailsUnavailable, selectPaymentOptions } from "../../../domain/rail/select.ts"
import { CurrentCaller } from "../../../rails/http/RequestContext.ts"
import { refusalWith } from "../../../rails/http/respond.ts"
import { PlanningShare } from "./planningShare.ts"
import { buildOrder, neverDispatched } from "../paid/order.ts"
import { dryRun } from "../paid/preflight.ts"

export class AskSettings extends Context.Service<
  AskSettings,
  {
    /** How long a quote holds its prices, and a question to the buyer waits for its answer. */
    readonly quoteTtlMs: number
  }
>()("farthing/src/http/asks/AskSettings") {}

export interface PlanningInput extends Pick<Ask, "wish" | "given" | "limit" | "maxSpend"> {
  readonly withoutFallbacks: boolean
}

/** The planner's draft for a wish. A draft without steps is no plan. */
const planFor = Effect.fnUntraced(function* ({ given, limit, maxSpend, wish, withoutFallbacks }: PlanningInput) {
  const { now } = yield* CurrentCaller
  const planner = yield* Planner
  const catalogue = yield* Effect.flatMap(Catalogue, ({ current }) => current)
  const draft = yield* planner.plan({
    wish,
    given,
    limit,
    withoutFallbacks,
    catalogue,
    now,
    ...(maxSpend === null ? {} : { cap: maxSpend }),
  })
  if (draft._tag !== "Planned" || draft.plan.steps.length > 0) return draft
  return { _tag: "Unsupported", message: "No source answers this question." } satisfies Draft
})

/** The plan within `maxSpend`: without its fallbacks if they make it too dear. */
export const draftWithin = Effect.fnUntraced(function* (request: Omit<PlanningInput, "withoutFallbacks">) {
  const { wish } = request
  if (wish._tag === "Question") yield* Effect.flatMap(PlanningShare, ({ take }) => take(wish.question))
  const draft = yield* planFor({ ...request, withoutFallbacks: false })
  const over = request.maxSpend !== null && hasFallbacks(draft) && planMaximum(draft.plan) > request.maxSpend
  return over ? yield* planFor({ ...request, withoutFallbacks: true }) : draft
})

/** Begins the draft, or, if no rail that can be used now covers it, the plan without its fallbacks. */
export const orWithoutFallbacks = Effect.fnUntraced(function* <A, E, R>(
  request: Omit<PlanningInput, "withoutFallbacks">,
  draft: Draft,
  begin: (draft: Draft) => Effect.Effect<A, E, R>,
) {
  const first = yield* Effect.result(begin(draft))
  const tooDear =
    first._tag === "Failure" && isRefused(first.failure) && (first.failure.status === 402 || first.failure instanceof RailsUnavailable)
  if (!tooDear || !hasFallbacks(draft)) return yield* Effect.fromResult(first)
  return yield* begin(yield* planFor({ ...request, withoutFallbacks: true }))
})

const hasFallbacks = (draft: Draft): draft is Draft & { readonly _tag: "Planned" } =>
  draft._tag === "Planned" && draft.plan.steps.some(({ conditional }) => conditional)

export const maximumOfDraft = (draft: Draft): MicroUsd => (draft._tag === "Planned" ? planMaximum(draft.plan) : zero)

/** How the maximum of a plan would be paid for. Nothing moves. */
export const meansFor = Effect.fnUntraced(function* (max: MicroUsd, rail: string | null, maxSpend: MicroUsd | null) {
  const { key, organisation, preference } = yield* CurrentCaller
  const selection = { buyer: { organisation, key }, quote: quoteOf(max), pinned: rail, preference, presented: undefined }
  return { ...(yield* selectPaymentOptions(selection)), maxSpend } satisfies PaymentMeans
})

const quoteOf = (max: MicroUsd) => ({ max, payee: "the sources of the plan", priceId: null })

/** The scopes whose spending must be read before a plan is approved. */
export const spendScopes = Effect.fnUntraced(function* () {
  const { key } = yield* CurrentCaller
  return [keyScope(key), ...[...(yield* Rails).keys()].map(railScope)]
})

interface DryRunOptions {
  readonly rail: string | null
  readonly maxSpend: MicroUsd | null
  /** Documents, if they are fewer than were quoted. */
  readonly limit?: number
}

/** What would become of these steps, simulated as one order. Nothing is dispatched, reserved or charged. */
export const dryRunSteps = Effect.fnUntraced(function* (steps: Plan["steps"], { limit, maxSpend, rail }: DryRunOptions) {
  const order = yield* buildOrder({
    begins: null,
    source: "ask",
    operation: [...new Set(steps.map(({ operation }) => operation))].join(", "),
    name: "A plan",
    quote: quoteOf(planMaximum({ steps }, limit)),
    maxSpend,
    pinned: rail,
    dispatch: neverDispatched,
  })
  return yield* dryRun(order, "POST")
})

/** The same for a draft; 409 if it is not a plan yet. */
export const dryRunDraft = Effect.fnUntraced(function* (draft: Draft, options: DryRunOptions) {
  if (draft._tag === "Planned") return yield* dryRunSteps(draft.plan.steps, options)
  return yield* new PlanNotReady({ message: `There is no priced plan to look at: ${draft.message} Nothing was charged.` })
})

/** 422 with the id and the address of the run that keeps the question. */
export const unsupported = (message: string, run: RunId) =>
  Effect.fail(
    refusalWith(new Unsupported({ message: `${message} Nothing was charged.` }), {
      headers: { location: `/v2/runs/${run}` },
      members: { id: run },
    }),
  )
