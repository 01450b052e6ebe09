import { Effect } from "effect"
import type { Ask } from "../../../../domain/ask/Ask.ts"
import { randomUuid } from "../../../../domain/ask/begin.ts"
import type { Draft, Plan } from "../../../../domain/ask/Plan.ts"
import { Planner } from "../../../../domain/ask/Planner.ts"
import { PlanNotReady, Unsupported } from "../../../../domain/ask/refusals.ts"
import { type PaymentMeans, planMaximum } from "../../../../domain/ask/spending.ts"
import { Catalogue } from "../../../../domain/catalogue/Catalogue.ts"
import { CallId, type RunId, RunId as RunIdOf } from "../../../../domain/money/ids.ts"
import { keyScope, railScope } from "../../../../domain/ledger/admit.ts"
import { type MicroUsd, zero } from "../../../../domain/money/Money.ts"
import type { Order } from "../../../../domain/PaidCall.ts"
import { isRefused } from "../../../../domain/Refusal.ts"
import { selectPaymentOptions } from "../../../../domain/rail/select.ts"
import { Rails } from "../../../../domain/rail/Rail.ts"
import { CurrentCaller, Exchange } from "../../Exchange.ts"
import { preflight } from "../preflight.ts"
import { DirectCallSettings } from "../settings.ts"

export interface Wished extends Pick<Ask, "wish" | "given" | "limit" | "maxSpend"> {
  readonly withoutFallbacks: boolean
}

/** What the planner makes of a wish now. A plan that would do nothing is none. */
export const planFor = Effect.fnUntraced(function* ({ given, limit, maxSpend, wish, withoutFallbacks }: Wished) {
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

/** The plan within what may be spent, where leaving out its fallbacks brings it there. */
export const draftWithin = Effect.fnUntraced(function* (wished: Omit<Wished, "withoutFallbacks">) {
  const draft = yield* planFor({ ...wished, withoutFallbacks: false })
  const over = wished.maxSpend !== null && hasFallbacks(draft) && planMaximum(draft.plan) > wished.maxSpend
  return over ? yield* planFor({ ...wished, withoutFallbacks: true }) : draft
})

/** What goes on at once: where its fallbacks made it too dear, without them. */
export const orWithoutFallbacks = Effect.fnUntraced(function* <A, E, R>(
  wished: Omit<Wished, "withoutFallbacks">,
  draft: Draft,
  begin: (draft: Draft) => Effect.Effect<A, E, R>,
) {
  const first = yield* Effect.result(begin(draft))
  const tooDear = first._tag === "Failure" && isRefused(first.failure) && first.failure.status === 402
  if (!tooDear || !hasFallbacks(draft)) return yield* Effect.fromResult(first)
  return yield* begin(yield* planFor({ ...wished, withoutFallbacks: true }))
})

const hasFallbacks = (draft: Draft): draft is Draft & { readonly _tag: "Planned" } =>
  draft._tag === "Planned" && draft.plan.steps.some(({ conditional }) => conditional)

export const maximumOfDraft = (draft: Draft): MicroUsd => (draft._tag === "Planned" ? planMaximum(draft.plan) : zero)

/** How the most that may be bought would be paid for. Nothing moves. */
export const meansFor = Effect.fnUntraced(function* (max: MicroUsd, rail: string | null, maxSpend: MicroUsd | null) {
  const { options, attempts } = yield* selectPaymentOptions(yield* choiceOf(max, rail))
  return { options: options, attempts: attempts, maxSpend } satisfies PaymentMeans
})

const choiceOf = Effect.fnUntraced(function* (max: MicroUsd, rail: string | null) {
  const { key, organisation, preference } = yield* CurrentCaller
  const quote = { max, payee: "the sources of the plan", price: null }
  return { buyer: { organisation, key }, quote, pinned: rail, preference, proof: undefined }
})

/** Whose spending is to be known before a plan is approved. */
export const spendScopes = Effect.fnUntraced(function* () {
  const { key } = yield* CurrentCaller
  return [keyScope(key), ...[...(yield* Rails).keys()].map(railScope)]
})

interface Foretold {
  readonly rail: string | null
  readonly maxSpend: MicroUsd | null
  /** Documents, where they are fewer than were quoted. */
  readonly limit?: number
}

/** What would become of these steps. Nothing is dispatched, reserved or charged. */
export const foretell = Effect.fnUntraced(function* (steps: Plan["steps"], foretold: Foretold) {
  return yield* preflight(yield* orderOf(steps, foretold), { method: "POST", calls: 1 })
})

/** The same of a draft; 409 where that is no plan yet. */
export const foretellDraft = Effect.fnUntraced(function* (draft: Draft, foretold: Foretold) {
  if (draft._tag === "Planned") return yield* foretell(draft.plan.steps, foretold)
  return yield* new PlanNotReady({ message: `There is no priced plan to look at: ${draft.message} Nothing was charged.` })
})

/** Steps as one order, so that a preflight can judge it. It is never made. */
const orderOf = Effect.fnUntraced(function* (steps: Plan["steps"], { limit, maxSpend, rail }: Foretold) {
  const settings = yield* DirectCallSettings
  const order: Order = {
    ...(yield* choiceOf(planMaximum({ steps }, limit), rail)),
    ...settings,
    wallet: false,
    call: CallId.make(yield* randomUuid),
    run: RunIdOf.make(yield* randomUuid),
    step: 0,
    begins: null,
    source: "ask",
    operation: [...new Set(steps.map(({ operation }) => operation))].join(", "),
    name: "A plan",
    maxSpend,
    dispatch: Effect.die("a preflight dispatches nothing"),
  }
  return order
})

/** 422, and where what was asked is kept. */
export const unsupported = Effect.fnUntraced(function* (message: string, run: RunId) {
  const exchange = yield* Exchange
  exchange.headers = { ...exchange.headers, location: `/v2/runs/${run}` }
  return yield* new Unsupported({ message: `${message} Nothing was charged.` })
})
