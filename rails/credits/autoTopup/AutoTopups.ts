import { Context, Effect } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { type KeyId, OrganisationId } from "../../../domain/money/ids.ts"
import type { ServiceUnavailable } from "../../../domain/Refusal.ts"
import { serviceUnavailable } from "../../RailUnavailable.ts"
import type { StripeSubscriber } from "../../stripe/events.ts"
import { runEvery } from "../../stripe/jobs.ts"
import { eachItem } from "../../stripe/retries.ts"
import type { TopupServices } from "../topups/jobs.ts"
import { type Topup, unpaid } from "../topups/Topup.ts"
import { TopupStore } from "../topups/TopupStore.ts"
import type { AutoTopup } from "./AutoTopup.ts"
import { AutoTopupStore } from "./AutoTopupStore.ts"
import { openCardPage, refreshCard, switchOff } from "./card.ts"
import { advanceAuto, raiseDisabled } from "./pay.ts"

export interface AutoTopupTerms {
  readonly organisation: OrganisationId
  readonly key: KeyId
  readonly thresholdMicro: bigint
  readonly cents: bigint
  readonly monthlyCents: bigint
  /** Another card takes the place of the saved one. */
  readonly newCard: boolean
  readonly successUrl: string
  readonly cancelUrl: string
}

export interface AutoTopupState {
  readonly auto: AutoTopup
  /** What automatic top-ups of this month took or may still take. */
  readonly monthCents: bigint
}

export interface AutoTopupsShape {
  /** Undefined: the organisation never switched them on. */
  readonly read: (organisation: OrganisationId) => Effect.Effect<AutoTopupState | undefined, ServiceUnavailable>
  readonly switchOn: (terms: AutoTopupTerms) => Effect.Effect<AutoTopupState, ServiceUnavailable>
  readonly switchOff: (organisation: OrganisationId) => Effect.Effect<void, ServiceUnavailable>
}

/** Automatic top-ups, for the routes. Undefined on a gateway without Stripe. */
export const AutoTopups = Context.Reference<AutoTopupsShape | undefined>("farthing/rails/credits/AutoTopups", {
  defaultValue: () => undefined,
})

export type AutoTopupServices = TopupServices | AutoTopupStore

const stateOf = Effect.fnUntraced(function* (auto: AutoTopup) {
  const store = yield* AutoTopupStore
  return { auto, monthCents: yield* store.monthCents(auto.organisation) } satisfies AutoTopupState
})

export const makeAutoTopups = (context: Context.Context<AutoTopupServices>): AutoTopupsShape => ({
  read: (organisation) =>
    Effect.gen(function* () {
      const store = yield* AutoTopupStore
      const stored = yield* store.find(organisation)
      if (stored === undefined) return undefined
      const auto = yield* Effect.orElseSucceed(Effect.timeout(refreshCard(organisation), "3 seconds"), () => stored)
      return yield* stateOf(auto ?? stored)
    }).pipe(Effect.provide(context), serviceUnavailable("credits", "The automatic top-ups could not be read. Nothing changed; retry.")),
  switchOn: (terms) =>
    Effect.gen(function* () {
      const store = yield* AutoTopupStore
      const auto = yield* store.put(terms.organisation, (current) => switchedOn(current, terms))
      return yield* stateOf(yield* openCardPage(auto))
    }).pipe(
      Effect.provide(context),
      serviceUnavailable("credits", "The page for the card could not be opened now. Nothing was charged; send the request again."),
    ),
  switchOff: (organisation) =>
    switchOff(organisation).pipe(
      Effect.provide(context),
      serviceUnavailable("credits", "No further automatic top-up begins, but the card could not be removed yet. Send the request again."),
    ),
})

const switchedOn = (current: AutoTopup | undefined, terms: AutoTopupTerms): AutoTopup => {
  const { cancelUrl, newCard, successUrl, ...wanted } = terms
  const before = current ?? { customer: null, page: null, pages: 0, card: null, topup: null }
  const card = before.card
  const kept = { ...before, ...wanted, failures: 0, retryAt: null, lastError: null, alertFor: current?.alertFor ?? null }
  if (card !== null && !newCard) return { ...kept, status: "active", page: null }
  const pages = before.pages + 1
  const page = { number: pages, session: null, url: null, expiresAt: null, successUrl, cancelUrl }
  const same = before.page !== null && before.page.successUrl === successUrl && before.page.cancelUrl === cancelUrl
  const open = same ? { page: before.page, pages: before.pages } : { page, pages }
  return { ...kept, ...open, status: card === null ? "setup" : "active" }
}

/** A saved card, and a payment by one, are taken as soon as Stripe announces them. */
export const autoTopupSubscriber: StripeSubscriber<AutoTopupServices> = {
  session: Effect.fnUntraced(function* ({ metadata }) {
    const organisation = metadata?.["auto_topup_org"]
    if (organisation !== undefined) yield* refreshCard(OrganisationId.make(organisation))
  }),
  paymentIntent: Effect.fnUntraced(function* ({ metadata }) {
    const topup = yield* Effect.flatMap(TopupStore, ({ find }) => find(metadata["auto_topup_id"] ?? ""))
    if (topup !== undefined && topup.auto !== null) yield* advanceAuto(topup, topup.auto)
  }),
}

const batch = 500

/** One organisation: its card, the alert that is still to be raised, the top-up that is open, or else the next one. */
export const advanceAutoTopup = Effect.fnUntraced(function* ({ organisation }: Pick<AutoTopup, "organisation">) {
  const store = yield* AutoTopupStore
  const topups = yield* TopupStore
  const auto = yield* refreshCard(organisation)
  if (auto === undefined) return
  yield* raiseDisabled(auto)
  const topup = auto.topup === null ? yield* store.begin(organisation, draftOf) : yield* topups.find(auto.topup)
  if (topup !== undefined && topup.auto !== null) yield* advanceAuto(topup, topup.auto)
})

const draftOf = ({ card, cents, customer, key, organisation }: AutoTopup, now: number): Topup | undefined =>
  card === null || customer === null
    ? undefined
    : {
        id: uuidV7Unsafe(),
        organisation,
        key,
        idempotency: null,
        cents,
        successUrl: "",
        cancelUrl: "",
        ...unpaid,
        auto: { customer, paymentMethod: card.paymentMethod },
        createdAt: now,
      }

/** Every ten seconds on one of all nodes. */
export const runAutoTopups = runEvery(
  "auto-topups",
  10_000,
  Effect.fnUntraced(function* () {
    const store = yield* AutoTopupStore
    let after: string | null = null
    for (;;) {
      const rows: ReadonlyArray<AutoTopup> = yield* store.watched(after, batch)
      yield* eachItem("topup", rows, ({ organisation }) => `auto:${organisation}`, advanceAutoTopup)
      after = rows.at(-1)?.organisation ?? null
      if (rows.length < batch) return
    }
  }),
)
