import { Effect } from "effect"
import type { CallId } from "../../domain/money/ids.ts"
import type { Call, PaymentOption, SettlementTiming } from "../../domain/ledger/state.ts"
import { microUsd, type MicroUsd, zero } from "../../domain/money/Money.ts"
import { type Buyer, Declined, Gap, type Pending, type Quote, type Rail, type Settled, Unavailable } from "../../domain/rail/Rail.ts"

/** The outcome of a payment outside, and whether its answer reaches the gateway. */
export type Fate = "pays" | "refuses" | "pays unanswered" | "refuses unanswered"

export interface FakeRailOptions {
  readonly settles: SettlementTiming
  readonly id?: string
  readonly feeBasisPoints?: number
  /** What the buyer pays on top of the price. */
  readonly fee?: MicroUsd
  /** Settling brings the maximum in; what was not earned goes to this account. */
  readonly remainderTo?: string
  readonly dailyCap?: MicroUsd
  /** The account is opened with this limit by the first call that it pays. */
  readonly opens?: MicroUsd
  /** The caller presents a payment (`signed:<nonce>`), and each nonce pays once. Keyless buyers pay like this. */
  readonly signed?: boolean
}

/** The rail's record of a requested payment. */
interface Payment {
  paid: boolean
  /** As much as has really moved. */
  moved: MicroUsd
  heard: boolean
}

/**
 * A rail whose outside world is a map in this process: it follows a script and records the money it moved, so
 * that a test can compare the ledger with it. Money moves at most once for a call. A payment that was never requested
 * when `lookup` came is refused from then on, as an expired authorisation is.
 */
export class FakeRail {
  readonly rail: Rail
  /** What the next payments meet, in order; after them everything pays. */
  readonly fates: Array<Fate> = []
  /** Nothing answers. */
  outage = false
  /** The answers of `lookup` from now on, whatever the outcome of the payment. */
  readonly lookupAnswers = new Map<CallId, Settled | Pending | Declined>()
  /** Runs when a payment is requested, and again once its outcome is decided and before the answer. */
  onSettle: (call: Call, moment: "requested" | "decided") => Effect.Effect<void> = () => Effect.void
  readonly settleRequests: Array<{ readonly call: CallId; readonly amount: MicroUsd }> = []
  offers = 0
  lookups = 0

  readonly #payments = new Map<CallId, Payment>()
  readonly #nonces = new Map<string, CallId>()
  readonly #options: FakeRailOptions

  constructor(options: FakeRailOptions) {
    this.#options = options
    this.rail = {
      id: options.id ?? "fake",
      description: "A rail of the tests.",
      offer: (buyer, quote, presented) => this.#offer(buyer, quote, presented),
      settle: (call, amount) => this.#settle(call, amount),
      lookup: (call) => this.#lookup(call),
    }
  }

  /** What has moved outside for this call. */
  moved(call: CallId): MicroUsd {
    return this.#payments.get(call)?.moved ?? zero
  }

  /** From now on `lookup` reports the outcome of the payments whose answer was lost. */
  reveal(): void {
    for (const payment of this.#payments.values()) payment.heard = true
  }

  /** Collects what settles later, or fails to. */
  collect(call: Call, pays: boolean): void {
    this.#payments.set(call.id, { paid: pays, moved: pays ? call.amount : zero, heard: true })
  }

  /** The money goes back after it was proven to have come. */
  reverse(call: CallId): void {
    this.#payments.set(call, { paid: false, moved: zero, heard: true })
  }

  #offer(buyer: Buyer, quote: Quote, proof: string | undefined): Effect.Effect<PaymentOption, Gap | Unavailable> {
    return Effect.gen({ self: this }, function* () {
      this.offers++
      const { dailyCap, fee, feeBasisPoints = 200, opens, remainderTo, settles, signed } = this.#options
      const { id } = this.rail
      if (this.outage) return yield* new Unavailable({ message: `${id} does not answer` })
      const nonce = /^signed:(\w+)$/.exec(proof ?? "")?.[1]
      if (signed === true && proof === undefined) return yield* new Gap({ code: "payment_required", message: "present a payment" })
      if (signed === true && nonce === undefined) return yield* new Gap({ code: "invalid_payment", message: "the signature does not fit" })
      if (buyer.key === null && signed !== true) return yield* new Gap({ code: "key_required", message: "use a key" })
      return {
        rail: id,
        account: id,
        settles,
        feeBasisPoints,
        cost: microUsd(quote.max + (fee ?? 0n)),
        ...(opens === undefined ? {} : { opens: { creditLimit: opens } }),
        ...(dailyCap === undefined ? {} : { dailyCap }),
        ...(remainderTo === undefined ? {} : { deposits: { remainderTo } }),
        ...(signed === true ? { claim: `${id} ${nonce}`, evidence: JSON.stringify({ nonce }) } : {}),
      }
    })
  }

  #settle(call: Call, amount: MicroUsd): Effect.Effect<Settled | Pending, Declined> {
    return Effect.gen({ self: this }, function* () {
      this.settleRequests.push({ call: call.id, amount })
      if (this.outage) return unheard
      yield* this.onSettle(call, "requested")
      const payment = this.#payments.get(call.id) ?? this.#pay(call, amount)
      this.#payments.set(call.id, payment)
      yield* this.onSettle(call, "decided")
      return yield* answerOf(call, payment)
    })
  }

  #pay(call: Call, amount: MicroUsd): Payment {
    const fate = this.fates.shift() ?? "pays"
    const nonce = call.evidence === null ? call.id : String((JSON.parse(call.evidence) as { nonce: string }).nonce)
    const spent = (this.#nonces.get(nonce) ?? call.id) !== call.id
    const pays = fate.startsWith("pays") && !spent
    if (pays) this.#nonces.set(nonce, call.id)
    return { paid: pays, moved: pays ? amount : zero, heard: !fate.endsWith("unanswered") }
  }

  #lookup(call: Call): Effect.Effect<Settled | Pending, Declined> {
    return Effect.suspend(() => {
      this.lookups++
      if (this.outage) return Effect.succeed(unheard)
      const answer = this.lookupAnswers.get(call.id)
      if (answer !== undefined) return answer._tag === "Declined" ? Effect.fail(answer) : Effect.succeed(answer)
      const payment = this.#payments.get(call.id)
      if (payment !== undefined) return answerOf(call, payment)
      if (this.#options.settles === "at_capture") return Effect.succeed(proofOf(call, call.amount))
      if (this.#options.settles === "later") return Effect.succeed({ _tag: "Pending", reason: "not collected yet" } as const)
      this.#payments.set(call.id, { paid: false, moved: zero, heard: true })
      return Effect.fail(new Declined({ message: "the payment was never requested and has expired" }))
    })
  }
}

const unheard: Pending = { _tag: "Pending", reason: "the rail did not answer" }

const answerOf = (call: Call, { heard, moved, paid }: Payment): Effect.Effect<Settled | Pending, Declined> => {
  if (!heard) return Effect.succeed(unheard)
  return paid ? Effect.succeed(proofOf(call, moved)) : Effect.fail(new Declined({ message: "the payment was refused" }))
}

const proofOf = (call: Call, amount: MicroUsd): Settled => ({
  _tag: "Settled",
  final: true,
  proof: JSON.stringify({ call: call.id, amount: amount.toString() }),
})
