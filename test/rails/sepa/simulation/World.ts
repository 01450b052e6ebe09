import { Context, Effect, Redacted, Result } from "effect"
import { CallId, KeyId, NodeId, OrganisationId, RunId } from "../../../../domain/money/ids.ts"
import { accountKey, type Call } from "../../../../domain/ledger/state.ts"
import { Mailer } from "../../../../domain/Mailer.ts"
import { WebhookSender } from "../../../../domain/WebhookSender.ts"
import { type NoticeReceiver, NoticeReceivers } from "../../../../rails/sepa/debits/noticeWebhook.ts"
import { Ledger } from "../../../../domain/ledger/Ledger.ts"
import { LedgerQueries } from "../../../../domain/ledger/LedgerQueries.ts"
import { microUsd } from "../../../../domain/money/Money.ts"
import { emptyLedgerState, type MemoryLedgerState } from "../../../support/ledger/MemoryLedger.ts"
import { ObservationRule } from "../../../../rails/sepa/debits/observation.ts"
import { openSetUp } from "../../../../rails/sepa/mandates/setUpPage.ts"
import { type Rate, Rates } from "../../../../rails/sepa/rates.ts"
import { Emulator } from "../../../../rails/stripe/sandbox/Emulator.ts"
import { emulatorFetch } from "../../stripe/support/emulatorFetch.ts"
import { SepaTerms } from "../../../../rails/sepa/settings.ts"
import { SepaStore, type SepaStoreShape } from "../../../../rails/sepa/store/SepaStore.ts"
import { idOf, StripeApi, type StripeApiShape } from "../../../../rails/stripe/StripeApi.ts"
import { verifiedEvent } from "../../../../rails/stripe/webhook.ts"
import { handleEvent, provideSubscriber, StripeSubscribers } from "../../../../rails/stripe/events.ts"
import { sepaSubscriber } from "../../../../rails/sepa/stripeEvents.ts"
import type { SepaServices } from "../../../../rails/sepa/jobs.ts"
import { topupSubscriber } from "../../../../rails/credits/topups/jobs.ts"
import { TopupStore } from "../../../../rails/credits/topups/TopupStore.ts"
import { StripeStore } from "../../../../rails/stripe/store.ts"
import { runAllJobs } from "../support/runAllJobs.ts"
import { Dice } from "../../../domain/ledger/model/Dice.ts"
import { emptySepa, type SepaRows } from "../support/memoryStore.ts"
import { openWebhooks } from "../support/openWebhooks.ts"
import { sepaTerms } from "../support/sepaTerms.ts"
import { Life, mortal, type Outage, slowReads, withOutages } from "./ports.ts"
import { inMemory, type Stage } from "./stage.ts"

/** A defence that a simulation leaves out, to show that it is needed. */
export interface Without {
  readonly store?: (store: SepaStoreShape) => SepaStoreShape
  readonly stripe?: (stripe: StripeApiShape) => StripeApiShape
  readonly applying?: typeof ObservationRule.Service
}

type Sepa = SepaServices | TopupStore | StripeSubscribers

const secretKey = Redacted.make("sk_test_simulation")
const returns = { successUrl: "https://shop.example/done", cancelUrl: "https://shop.example/back" }

/** One organisation, the rail, and Stripe, in one process and one thread; everything that happens follows from the seed. */
export class World {
  readonly dice: Dice
  readonly books: MemoryLedgerState = emptyLedgerState()
  readonly sepa: SepaRows = emptySepa()
  readonly emulator: Emulator
  readonly organisation: OrganisationId
  readonly life = new Life()
  readonly log: Array<string> = []
  late = 0
  #outage: { readonly kind: Outage; readonly until: number } | undefined
  /** What a test may set before the first step. */
  terms = sepaTerms
  mailer: typeof Mailer.Service = { send: undefined }
  /** Where the organisation takes notices, and what sends them there. */
  receiver: NoticeReceiver | undefined
  webhooks: typeof WebhookSender.Service = { urlProblem: () => undefined, send: () => Effect.die("the organisation has no URL") }
  /** How far each debit had got when it was last looked at. */
  readonly reached = new Map<string, number>()
  #calls = 0
  #storedTime: number | undefined
  #isCopied = false
  #context: Context.Context<Sepa> | undefined
  #webhookSecret = Redacted.make("")
  readonly key: KeyId
  readonly #node: NodeId
  readonly #without: Without
  readonly #stage: Stage

  constructor(seed: number, without: Without = {}, stage: (world: World) => Stage = inMemory) {
    this.dice = new Dice(seed)
    this.#without = without
    this.organisation = OrganisationId.make(this.dice.uuid())
    this.key = KeyId.make(this.dice.uuid())
    this.#node = NodeId.make(this.dice.uuid())
    const starts = [Date.UTC(2026, 9, 20, 8), Date.UTC(2027, 2, 25, 22), Date.UTC(2028, 1, 25, 3), Date.UTC(2026, 11, 28, 12)]
    this.books.now = this.dice.pick(starts) + this.dice.below(86_400_000)
    this.emulator = new Emulator({ seed: String(seed), now: this.books.now })
    this.#stage = stage(this)
  }

  get now(): number {
    return this.books.now
  }

  /** Moves every clock. */
  advance(ms: number): void {
    this.books.now += ms
    this.emulator.setNow(this.books.now)
  }

  get outage(): Outage | undefined {
    return this.#outage !== undefined && this.now < this.#outage.until ? this.#outage.kind : undefined
  }

  beginOutage(kind: Outage, ms: number): void {
    this.#outage = { kind, until: this.now + ms }
  }

  endOutage(): void {
    this.#outage = undefined
  }

  readonly #rate = (): Rate => {
    // It moves from day to day, by sixteen steps.
    const step = BigInt(Math.floor(this.now / 86_400_000) % 16)
    return { num: 10_000n, den: 10_870n + step * 13n, source: "simulation", at: this.now }
  }

  #build() {
    return Effect.gen({ self: this }, function* () {
      const { applying, store = (it) => it, stripe = (it) => it } = this.#without
      const fetch = withOutages(emulatorFetch(this.emulator), () => this.outage)
      const api = slowReads(yield* StripeApi.make({ secretKey, fetch }), () => this.dice.chance(this.late))
      const sepa = Context.make(SepaStore, mortal(this.life, store(this.#stage.store))).pipe(
        Context.add(StripeApi, mortal(this.life, stripe(api))),
        Context.add(Ledger, mortal(this.life, this.#stage.ledger)),
        Context.add(LedgerQueries, this.#stage.reading),
        Context.add(Rates, { usdToEur: Effect.sync(this.#rate) }),
        Context.add(SepaTerms, this.terms),
        Context.add(Mailer, this.mailer),
        Context.add(WebhookSender, { ...this.webhooks, send: (webhook) => this.webhooks.send(webhook) }),
        Context.add(NoticeReceivers, {
          receiversOf: () => Effect.sync(() => new Map(this.receiver === undefined ? [] : [[this.organisation, this.receiver]])),
        }),
        Context.add(TopupStore, mortal(this.life, this.#stage.topups)),
        Context.add(StripeStore, mortal(this.life, this.#stage.stripeStore)),
      )
      const services = applying === undefined ? sepa : Context.add(sepa, ObservationRule, applying)
      return Context.add(services, StripeSubscribers, [
        provideSubscriber(sepaSubscriber, services),
        provideSubscriber(topupSubscriber, services),
      ])
    })
  }

  /** Runs as the gateway does. */
  as<A, E>(effect: Effect.Effect<A, E, Sepa>): Effect.Effect<A, E | unknown> {
    return Effect.scoped(
      Effect.gen({ self: this }, function* () {
        this.#context ??= yield* this.#build()
        yield* this.setClock
        this.#isCopied = false
        return yield* Effect.provide(effect, this.#context)
      }),
    )
  }

  readonly setClock = Effect.suspend(() =>
    this.#storedTime === this.now
      ? Effect.void
      : Effect.tap(this.#stage.setTime(this.now), () => Effect.sync(() => void (this.#storedTime = this.now))),
  )

  /** Brings `books` and `sepa` up to what is stored, where that is elsewhere. While the gateway does not run, nothing stored changes. */
  readonly refresh = (what: "debits" | "everything") =>
    Effect.gen({ self: this }, function* () {
      if (what === "debits" && this.#isCopied) return
      yield* this.setClock
      yield* this.#stage.load(this, what)
      this.#isCopied = true
    })

  /** What the rail's audit of the tables finds. */
  readonly audit = Effect.suspend(() => this.#stage.audit(this))

  /** The organisation and its key, in the books. */
  readonly open = Effect.suspend(() => this.#stage.open(this))

  /** Runs it as a process that may die after some steps. What it had not done is not done. */
  mortally<A, E>(effect: Effect.Effect<A, E, Sepa>, steps: number) {
    return Effect.gen({ self: this }, function* () {
      this.life.left = steps
      yield* Effect.exit(this.as(effect))
      this.life.left = Number.POSITIVE_INFINITY
    })
  }

  readonly registerWebhooks = Effect.sync(() => void (this.#webhookSecret = openWebhooks(this.emulator)))

  readonly deliverWebhooks = Effect.gen({ self: this }, function* () {
    if (this.outage !== undefined) return
    for (const { body, headers, id } of this.emulator.takeDeliveries()) {
      const posted = { body: new TextEncoder().encode(body), signature: headers["stripe-signature"], now: this.now }
      const taken = yield* Effect.result(this.as(Effect.flatMap(verifiedEvent([this.#webhookSecret], posted), handleEvent)))
      this.emulator.delivered(id, Result.isSuccess(taken) ? 200 : 500)
    }
  })

  /** A person gives a mandate on the hosted page. */
  readonly giveMandate = (iban: string) =>
    Effect.gen({ self: this }, function* () {
      yield* this.as(Effect.exit(openSetUp(this.organisation, returns)))
      yield* this.refresh("debits")
      const session = this.sepa.debtors.get(this.organisation)?.setUp?.session
      if (session === undefined || session === null) return
      const page = this.emulator.state.get("session", session)
      // Stripe shows no page of a customer that was deleted.
      if (page?.status !== "open" || this.emulator.state.get("customer", idOf(page.customer) ?? "") === undefined) return
      this.emulator.acceptMandate(session, { iban, name: "Ada Buyer" })
    })

  readonly work = Effect.suspend(() => this.as(runAllJobs))

  /** Buys calls on this rail, as far as it lets us. */
  readonly buy = (count: number, most: number) =>
    this.as(
      Effect.gen({ self: this }, function* () {
        const ledger = yield* Ledger
        const account = this.books.accounts.get(accountKey(this.organisation, "sepa"))
        if (account === undefined || account.status === "suspended") return
        for (let i = 0; i < count; i++) {
          const max = microUsd(BigInt(1 + this.dice.below(most)))
          const call = CallId.make(`00000000-0000-4000-8000-${String(++this.#calls).padStart(12, "0")}`)
          const option = { rail: "sepa", account: "sepa", settles: "later", feeBasisPoints: 0, cost: max } as const
          const reserved = yield* Effect.result(
            ledger.execute({
              _tag: "Reserve",
              organisation: this.organisation,
              key: this.key,
              wallet: false,
              call,
              run: RunId.make(call),
              step: 0,
              begins: { kind: "direct", request: "{}", waitMs: 0, idempotency: null },
              source: "registry",
              operation: "company.read",
              name: "Read a company",
              payee: "Registry Ltd",
              price: null,
              max,
              maxSpend: null,
              options: [option],
              attempts: [],
              node: this.#node,
              deadlineMs: 60_000,
            }),
          )
          if (Result.isFailure(reserved)) return
          const amount = microUsd(max - BigInt(this.dice.below(2)) * (max / 3n))
          yield* ledger.execute({
            _tag: "Capture",
            organisation: this.organisation,
            call,
            node: this.#node,
            amount,
            body: "{}",
            proof: null,
            error: null,
          })
        }
      }),
    )

  get calls(): ReadonlyArray<Call> {
    return [...this.books.calls.values()]
  }
}
