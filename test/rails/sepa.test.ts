import { Context, Effect, Layer, Redacted, Result } from "effect"
import type { Call } from "../../domain/ledger/state.ts"
import { Mailer } from "../../domain/Mailer.ts"
import { WebhookSender } from "../../domain/WebhookSender.ts"
import { NoticeReceivers } from "../../rails/sepa/debits/noticeWebhook.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { LedgerQueries } from "../../domain/ledger/LedgerQueries.ts"
import { MemoryStore } from "../support/ledger/MemoryLedger.ts"
import { collect } from "../../rails/sepa/debits/collect.ts"
import { advance } from "../../rails/sepa/debits/submit.ts"
import { openSetUp, takeSetUp } from "../../rails/sepa/mandates/setUpPage.ts"
import type { SepaServices } from "../../rails/sepa/jobs.ts"
import { provideSubscriber, StripeSubscribers } from "../../rails/stripe/events.ts"
import { sepaSubscriber } from "../../rails/sepa/stripeEvents.ts"
import { StripeStore } from "../../rails/stripe/store.ts"
import { makeStripeWebhook } from "../../rails/stripe/webhook.ts"
import { Rates } from "../../rails/sepa/rates.ts"
import { Emulator } from "../../rails/stripe/sandbox/Emulator.ts"
import { emulatorFetch } from "./stripe/support/emulatorFetch.ts"
import { sepaRail } from "../../rails/sepa/rail.ts"
import { SepaTerms } from "../../rails/sepa/settings.ts"
import { RailUnavailable } from "../../rails/RailUnavailable.ts"
import { SepaStore, type SepaStoreShape } from "../../rails/sepa/store/SepaStore.ts"
import { StripeApi } from "../../rails/stripe/StripeApi.ts"
import { memoryLedgerFixture } from "../support/ledger/memoryLedgerFixture.ts"
import { noon } from "../support/ledger/LedgerFixture.ts"
import { openBuyer } from "../support/ledger/commands.ts"
import { RailFixture } from "./RailFixture.ts"
import { railLaws } from "./railLaws.ts"
import { emptySepa, memoryStore, memoryStripeStore } from "./sepa/support/memoryStore.ts"
import { openWebhooks } from "./sepa/support/openWebhooks.ts"
import { memoryReading } from "./sepa/support/memoryReading.ts"
import { sepaTerms } from "./sepa/support/sepaTerms.ts"

const dayMs = 86_400_000
const returns = { successUrl: "https://shop.example/done", cancelUrl: "https://shop.example/back" }
/** A call of the laws costs a thousandth of a dollar: at this rate that is a euro, which can be debited. */
const rate = { num: 1_000n, den: 1n, source: "test", at: noon }

const bench = Effect.gen(function* () {
  const books = yield* MemoryStore
  const emulator = new Emulator({ seed: "laws", now: noon + 3_600_000 })
  const rows = emptySepa()
  let outage = false
  const store = failing(
    memoryStore(rows, () => emulator.now),
    () => outage,
  )
  const context: Context.Context<SepaServices> = Context.make(SepaStore, store).pipe(
    Context.add(StripeApi, yield* StripeApi.make({ secretKey: Redacted.make("sk_test_laws"), fetch: emulatorFetch(emulator) })),
    Context.add(Ledger, yield* Ledger),
    Context.add(LedgerQueries, memoryReading(books)),
    Context.add(Mailer, { send: undefined }),
    Context.add(WebhookSender, { urlProblem: () => undefined, send: () => Effect.die("no organisation has a URL") }),
    Context.add(NoticeReceivers, { receiversOf: () => Effect.succeed(new Map()) }),
    Context.add(Rates, { usdToEur: Effect.succeed(rate) }),
    Context.add(SepaTerms, { ...sepaTerms, thresholdCents: 50n, exposureCents: 50_000n }),
    Context.add(
      StripeStore,
      memoryStripeStore(rows, () => emulator.now),
    ),
  )
  const as = <A, E>(effect: Effect.Effect<A, E, SepaServices>) => Effect.orDie(Effect.provide(effect, context))
  const secret = openWebhooks(emulator)
  const subscribed = Context.add(context, StripeSubscribers, [provideSubscriber(sepaSubscriber, context)])
  const webhook = makeStripeWebhook(subscribed, {
    secrets: Effect.succeed([secret]),
    now: Effect.sync(() => emulator.now),
    livemode: false,
  })

  const buyer = Effect.gen(function* () {
    const opened = yield* openBuyer({ credits: 0 })
    yield* as(openSetUp(opened.organisation, returns))
    const session = emulator.acceptMandate(rows.debtors.get(opened.organisation)!.setUp!.session!, {
      iban: "DE89370400440532013000",
      name: "Ada",
    })
    const stripe = Context.get(context, StripeApi)
    yield* as(Effect.flatMap(stripe.session(session.id), (done) => takeSetUp(opened.organisation, done)))
    return opened
  })

  /** The debit of a call, succeeded at Stripe, and the message that says so. */
  const messages = new Map<string, { readonly body: Uint8Array; readonly signature: string | undefined }>()
  const messageOf = Effect.fnUntraced(function* (call: Call) {
    const earlier = messages.get(call.id)
    if (earlier !== undefined) return earlier
    const collection = yield* as(collect(call.organisation))
    const { paymentIntent } = yield* as(advance(collection!))
    for (const { id } of emulator.takeDeliveries()) emulator.delivered(id, 200)
    emulator.advance(14 * dayMs)
    const sent = emulator.takeDeliveries().find(({ body }) => body.includes(`"payment_intent.succeeded"`) && body.includes(paymentIntent!))!
    const message = { body: new TextEncoder().encode(sent.body), signature: sent.headers["stripe-signature"] }
    messages.set(call.id, message)
    return message
  })
  const isAccepted = (posted: { readonly body: Uint8Array; readonly signature: string | undefined }) =>
    Effect.map(Effect.result(webhook.receive(posted)), Result.isSuccess)

  return RailFixture.of({
    rail: sepaRail(context, store.debtor),
    settles: "later",
    buyer,
    payment: () => undefined,
    moved: () => Effect.succeed(0n),
    ripen: Effect.void,
    refuseNext: { exempt: "a debit is made days after its calls were answered: what fails re-opens what is owed, see the simulation" },
    loseAnswer: { exempt: "no request leaves while a call is open; lost answers about debits are tested in the simulation" },
    outage: (on) => Effect.sync(() => void (outage = on)),
    badPayment: { exempt: "the mandate is the consent: a caller presents no payment" },
    claims: { exempt: "the mandate is the consent: a caller presents no payment" },
    webhook: {
      genuine: (call) => Effect.flatMap(messageOf(call), isAccepted),
      tampered: (call) =>
        Effect.flatMap(messageOf(call), ({ body, signature }) => isAccepted({ body: Uint8Array.from([...body, 32]), signature })),
    },
  })
})

/** The same store, whose database does not answer while it is out. */
const failing = (store: SepaStoreShape, isOut: () => boolean): SepaStoreShape => ({
  ...store,
  debtor: (organisation) =>
    Effect.suspend(() =>
      isOut() ? Effect.fail(new RailUnavailable({ message: "the database does not answer" })) : store.debtor(organisation),
    ),
})

railLaws("sepa", Layer.effect(RailFixture, Effect.orDie(bench)).pipe(Layer.provideMerge(memoryLedgerFixture)))
