import { Effect } from "effect"
import type Stripe from "stripe"
import type { Call } from "../../domain/ledger/state.ts"
import { sum, toDecimal, microUsd } from "../../domain/money/Money.ts"
import { type PaymentCheck, Unavailable } from "../../domain/rail/Rail.ts"
import type { RailUnavailable } from "../RailUnavailable.ts"
import { StripeApi } from "../stripe/StripeApi.ts"
import type { StripeFailure } from "../stripe/StripeFailure.ts"
import { observationOf } from "./debits/observation.ts"
import { microOf } from "./rates.ts"
import { maxCents } from "./settings.ts"
import { type Collection, takenCents } from "./store/Collection.ts"
import { SepaReports } from "./store/reports.ts"
import { SepaStore } from "./store/SepaStore.ts"

/** Compares a call with the debit that collects it, as Stripe has it now. */
export const checkCall = (call: Call) =>
  unreadable(
    Effect.gen(function* () {
      const store = yield* SepaStore
      const [debit] = yield* store.collectionsOfCall(call.organisation, call.id)
      if (debit === undefined && (yield* store.bound(call.organisation, [call.id])).has(call.id)) {
        const isLost = (yield* store.debtor(call.organisation))?.remainder?.lost != null
        const name = "what was written off of a mandate that ended is settled, or failed where it was given up"
        return [
          check(name, call.settlement === "settled" || (isLost && call.settlement === "failed"), `settlement ${call.settlement}, no debit`),
        ]
      }
      if (debit === undefined) {
        const unpaid = call.settlement !== "settled" || call.amount === 0n
        return [check("what no debit collects is not called settled", unpaid, `settlement ${call.settlement}, no debit`)]
      }
      const settled = check(
        "the call is settled as its debit is",
        isAsDebited(call, debit),
        `settlement ${call.settlement}, debit ${debit.status}`,
      )
      return [settled, ...(yield* checkDebit(debit))]
    }),
  )

/** Compares a debit with its lines, with the ledger, and with Stripe as it is now. */
export const checkCollection = (debit: Collection) =>
  unreadable(
    Effect.gen(function* () {
      const { cents, claim, id, micro, organisation, rate } = debit
      const reports = yield* SepaReports
      const [first = debit] = yield* Effect.flatMap(SepaStore, (store) => store.claimOf(claim))
      const carriedIn = carriedInOf(debit, first)
      const total = sum((yield* reports.linesOf(organisation, claim)).map(({ amount }) => amount))
      const carriedOut = (carriedIn ?? 0n) + total - micro
      const booked = yield* reports.bookedFor(organisation, id)
      return [
        ...(carriedIn === undefined
          ? partCheck(debit, first)
          : [
              check(
                "its lines add up to what it pays",
                carriedOut >= 0n && (carriedOut <= microOf(1n, rate) || cents === maxCents),
                `${usd(total)} in lines and ${usd(carriedIn)} carried in, ${usd(carriedOut)} carried out`,
              ),
            ]),
        check("the ledger has booked it as its status says", bookedOf(debit) === booked, `${usd(booked)} booked, debit ${debit.status}`),
        ...(yield* checkDebit(debit)),
      ]
    }),
  )

/**
 * What a debit took over of earlier lines: that of the first debit of its claim, unless it claims a part of that one again. Undefined then, and for
 * claims of the first release.
 */
export const carriedInOf = (debit: Collection, first: Collection): bigint | undefined =>
  debit.carriedIn ?? (debit.micro === first.micro ? first.carriedIn : undefined)

/** A debit claims a part of another one again if the payer took back that part. */
const partCheck = (debit: Collection, first: Collection) =>
  debit.id === first.id || debit.micro === first.micro
    ? []
    : [
        check(
          "it claims a part of the first debit again",
          debit.micro < first.micro,
          `${usd(debit.micro)} of ${usd(first.micro)} of ${first.id}`,
        ),
      ]

/** A failure of the tables or of Stripe, as the rail states it. */
export const unreadable = <A, R>(checks: Effect.Effect<A, RailUnavailable | StripeFailure, R>): Effect.Effect<A, Unavailable, R> =>
  checks.pipe(
    Effect.catchTag("RailUnavailable", ({ message }) => new Unavailable({ message })),
    Effect.catchTag(["StripeRefused", "StripeBusy", "StripeUncertain", "StripeMisuse"], ({ message }) =>
      Effect.fail(new Unavailable({ message: `Stripe cannot be read now: ${message}` })),
    ),
  )

/** What a debit has paid into its payer's account: its amount once it is paid or booked as a loss, less what went back to the payer. */
export const bookedOf = (debit: Collection): bigint => {
  const { booked, cents, micro, moves, rate, refundedCents, voidedAt, writtenOffAt } = debit
  if (writtenOffAt !== null && voidedAt === null) return micro
  if (booked !== "succeeded" && booked !== "disputed") return 0n
  const back = isGivenBack(debit) ? refundedCents : takenCents(moves)
  if (back <= 0n) return micro
  return back >= cents ? 0n : micro - microOf(back, rate)
}

/** What another debit was paid for goes back into the account it came from. A refund of before is the operator's gift to the payer. */
const isGivenBack = ({ refundedAt, refundedCents, voidedAt }: Collection): boolean =>
  voidedAt !== null && refundedCents > 0n && refundedAt !== null && refundedAt + secondMs > voidedAt

/** Stripe's times are whole seconds. */
const secondMs = 1_000

/** What a debit leaves owed: all of it, or what the payer took back of one that was paid. Below zero: it was paid although another one was. */
export const owedOf = (debit: Collection): bigint => {
  const { cents, micro, moves, rate, status, voidedAt } = debit
  if (voidedAt !== null) return -bookedOf(debit)
  const taken = takenCents(moves)
  return status === "disputed" && taken < cents ? microOf(taken, rate) : micro
}

export const usd = (amount: bigint) => `${toDecimal(microUsd(amount))} USD`

const check = (name: string, ok: boolean, actual: string): PaymentCheck => ({ name, ok, found: actual })

const checkDebit = Effect.fnUntraced(function* ({ cents, charge, id: debit, moves, paymentIntent: id, status }: Collection) {
  if (id === null) {
    const collected = status === "succeeded" || status === "disputed"
    return [check("a debit that Stripe does not know has collected nothing", !collected, `debit ${debit}`)]
  }
  const stripe = yield* StripeApi
  const intent = yield* stripe.paymentIntent(id)
  const seen = yield* observationOf(intent)
  const now = takenCents(seen.moves) > 0n ? "disputed" : seen.status
  return [
    check(
      "the debit is of the amount in the books",
      BigInt(intent.amount) === cents,
      `${intent.amount} ${intent.currency} cents, ${id}${balanceOf(intent)}`,
    ),
    check("Stripe says of it what the books say", now === (status === "new" ? "processing" : status), `${now} at Stripe, ${status} here`),
    check("its charge is the one in the books", charge === null || seen.charge === charge, seen.charge ?? "no charge"),
    check(
      "its disputes moved the money that the books say",
      takenCents(seen.moves) === takenCents(moves),
      `${takenCents(seen.moves)} cents taken back`,
    ),
  ]
})

/** What the debit brought into our balance at Stripe, from which payouts are made. */
const balanceOf = ({ latest_charge: charge }: Stripe.PaymentIntent): string => {
  const line = typeof charge === "object" ? charge?.balance_transaction : null
  return typeof line === "object" && line !== null
    ? `; ${line.amount} gross - ${line.fee} fee = ${line.net} ${line.currency} cents in the balance`
    : ""
}

/** A failed debit is claimed again, until it is written off. */
const isAsDebited = ({ settlement }: Call, { status, writtenOffAt }: Collection): boolean =>
  settlement === (status === "succeeded" ? "settled" : writtenOffAt === null ? "pending" : "failed")
