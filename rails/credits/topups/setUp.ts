import { Context, Effect } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { Deployment } from "../../../domain/rail/Deployment.ts"
import { serviceUnavailable } from "../../RailUnavailable.ts"
import { RaiseAlert } from "../../../domain/alerts/Alerts.ts"
import { type Rail, Unavailable } from "../../../domain/rail/Rail.ts"
import { type AutoTopupServices, AutoTopups, autoTopupSubscriber, makeAutoTopups, runAutoTopups } from "../autoTopup/AutoTopups.ts"
import { AutoTopupStore, makePgAutoTopupStore } from "../autoTopup/AutoTopupStore.ts"
import { openTopup, switchOff } from "../autoTopup/card.ts"
import { credits } from "../rail.ts"
import { provideSubscriber } from "../../stripe/events.ts"
import { repeatJobs } from "../../stripe/setUp.ts"
import { StripeApi } from "../../stripe/StripeApi.ts"
import type { StripeConnectionShape } from "../../stripe/StripeConnection.ts"
import { StripeStore } from "../../stripe/store.ts"
import { openPage, refreshTopup } from "./checkout.ts"
import { runTopupJobs, type TopupServices, topupSubscriber } from "./jobs.ts"
import { topupPayments } from "./payments.ts"
import { type Topup, unpaid } from "./Topup.ts"
import { type NewTopup, TooManyOpen, TopupConflict, Topups, type TopupsShape } from "./Topups.ts"
import { makePgTopupStore, maxOpen, TopupStore } from "./TopupStore.ts"

/** What the rail `credits` brings for top-ups, over the gateway's connection to Stripe. */
export const setUpTopups = Effect.fnUntraced(function* (stripe: StripeConnectionShape) {
  const { mode } = yield* Deployment
  const context = Context.make(TopupStore, yield* makePgTopupStore).pipe(
    Context.add(StripeApi, stripe.api),
    Context.add(StripeStore, stripe.store),
    Context.add(Ledger, yield* Ledger),
    Context.add(LedgerQueries, yield* LedgerQueries),
    Context.add(AutoTopupStore, yield* makePgAutoTopupStore),
    Context.add(RaiseAlert, yield* RaiseAlert),
  )
  stripe.subscribe(provideSubscriber(topupSubscriber, context))
  stripe.subscribe(provideSubscriber(autoTopupSubscriber, context))
  const orUnavailable = <A, E extends { readonly message: string }>(effect: Effect.Effect<A, E, AutoTopupServices>) =>
    Effect.mapError(Effect.provide(effect, context), ({ message }) => new Unavailable({ message }))
  return {
    rail: {
      ...credits,
      forget: (organisation) => orUnavailable(switchOff(organisation)),
      commitment: (organisation) => orUnavailable(openTopup(organisation)),
    } satisfies Rail,
    services: Context.make(Topups, makeTopups(context)).pipe(Context.add(AutoTopups, makeAutoTopups(context))),
    otherPayments: [topupPayments(context)],
    jobs: repeatJobs(
      "credits",
      { top_ups: Effect.provide(runTopupJobs, context), auto_top_ups: Effect.provide(runAutoTopups, context) },
      mode,
    ),
  }
})

/** A reader does not wait longer than this for Stripe. */
const refreshTimeout = "3 seconds"

export const makeTopups = (context: Context.Context<TopupServices>): TopupsShape => ({
  open: (request) =>
    Effect.gen(function* () {
      const store = yield* TopupStore
      const draft = draftOf(request, yield* store.now)
      const topup = yield* store.add(draft)
      if (topup === undefined) return new TooManyOpen({ maxOpen })
      if (topup.idempotency?.hash !== request.idempotency?.hash) return new TopupConflict({ topup: topup.id })
      return { topup: yield* openPage(topup), isReplay: topup.id !== draft.id }
    }).pipe(
      Effect.provide(context),
      serviceUnavailable("credits", "The payment page could not be opened now. Nothing was charged; retry with the same Idempotency-Key."),
      Effect.flatMap((opened) => (opened instanceof TooManyOpen ? Effect.fail(opened) : Effect.succeed(opened))),
      Effect.flatMap((opened) => (opened instanceof TopupConflict ? opened : Effect.succeed(opened))),
    ),

  find: (organisation, id) =>
    Effect.gen(function* () {
      const store = yield* TopupStore
      const topup = yield* store.find(id)
      if (topup === undefined || topup.organisation !== organisation) return undefined
      return yield* Effect.orElseSucceed(
        Effect.timeout(topup.auto === null ? refreshTopup(topup) : Effect.succeed(topup), refreshTimeout),
        () => topup,
      )
    }).pipe(Effect.provide(context), serviceUnavailable("credits", "The top-up could not be read. Nothing changed; retry.")),
})

const draftOf = ({ cancelUrl, cents, idempotency, key, organisation, successUrl }: NewTopup, now: number): Topup => ({
  id: uuidV7Unsafe(),
  organisation,
  key,
  idempotency,
  cents,
  successUrl,
  cancelUrl,
  ...unpaid,
  createdAt: now,
})
