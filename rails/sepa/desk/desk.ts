import { type Context, Effect, type Redacted, Result } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import type { Ledger } from "../../../domain/ledger/Ledger.ts"
import type { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { ServiceUnavailable } from "../../../domain/Refusal.ts"
import { openSetUp, refreshSetUp } from "../debtor/mandate.ts"
import type { Rates } from "../Rates.ts"
import type { SepaTerms } from "../SepaTerms.ts"
import type { SepaUnavailable } from "../SepaUnavailable.ts"
import { SepaStore } from "../store/SepaStore.ts"
import type { StripeApi } from "../../stripe/StripeApi.ts"
import { eventOf } from "../../stripe/webhook.ts"
import { openPage, refreshTopup } from "../topup/refreshTopup.ts"
import { type Topup, unpaid } from "../topup/Topup.ts"
import { follow } from "../work/hint.ts"
import { type NewTopup, NotFromStripe, OtherTopup, type SepaDeskShape } from "./SepaDesk.ts"
import { viewOf } from "./view.ts"

export type SepaServices = SepaStore | StripeApi | Ledger | LedgerQueries | Rates | SepaTerms

/** Reading waits this long for news of Stripe, and goes on without. */
const newsWithin = "3 seconds"

export const makeDesk = (
  context: Context.Context<SepaServices>,
  secrets: Effect.Effect<ReadonlyArray<Redacted.Redacted>, SepaUnavailable>,
): SepaDeskShape => ({
  view: (organisation) =>
    Effect.gen(function* () {
      const store = yield* SepaStore
      const debtor = yield* store.debtor(organisation)
      if (debtor !== undefined && debtor.setUp !== null) yield* refreshSetUp(debtor).pipe(Effect.timeout(newsWithin), Effect.ignore)
      return yield* viewOf(organisation)
    }).pipe(Effect.provide(context), unavailable("Your direct debits could not be read. Nothing changed; retry.")),

  openMandate: (organisation, returns) =>
    openSetUp(organisation, returns).pipe(
      Effect.flatMap((page) => (page === undefined ? Effect.die(new Error("a set-up page was not written down")) : Effect.succeed(page))),
      Effect.provide(context),
      unavailable("The page for the mandate could not be opened now. Nothing was set up or charged; retry."),
    ),

  openTopup: (asked) =>
    Effect.gen(function* () {
      const store = yield* SepaStore
      const wanted = draftOf(asked, yield* store.now)
      const topup = yield* store.addTopup(wanted)
      if (topup.idempotency?.hash !== asked.idempotency?.hash) return new OtherTopup({ topup: topup.id })
      return { topup: yield* openPage(topup), isReplay: topup.id !== wanted.id }
    }).pipe(
      Effect.provide(context),
      unavailable("The payment page could not be opened now. Nothing was charged; retry with the same Idempotency-Key."),
      Effect.flatMap((opened) => (opened instanceof OtherTopup ? opened : Effect.succeed(opened))),
    ),

  topup: (organisation, id) =>
    Effect.gen(function* () {
      const store = yield* SepaStore
      const topup = yield* store.topup(id)
      if (topup === undefined || topup.organisation !== organisation) return undefined
      return yield* Effect.orElseSucceed(Effect.timeout(refreshTopup(topup), newsWithin), () => topup)
    }).pipe(Effect.provide(context), unavailable("The top-up could not be read. Nothing changed; retry.")),

  webhook: ({ body, signature }) =>
    Effect.gen(function* () {
      const store = yield* SepaStore
      const event = yield* Effect.result(eventOf(yield* secrets, { body, signature, now: yield* store.now }))
      return Result.isSuccess(event) ? yield* follow(event.success) : new NotFromStripe({ message: event.failure.message })
    }).pipe(
      Effect.provide(context),
      unavailable("The event could not be worked on now. Deliver it again."),
      Effect.flatMap((taken) => (taken instanceof NotFromStripe ? taken : Effect.succeed(taken))),
    ),
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

/** Whoever asked hears that nothing could be done; the log has the cause. */
const unavailable =
  (message: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, ServiceUnavailable, R> =>
    Effect.catch(effect, (error) =>
      Effect.andThen(Effect.logWarning(`sepa: ${message}`, error), Effect.fail(new ServiceUnavailable({ message, retryAfterSeconds: 5 }))),
    )
