import { Effect } from "effect"
import type { Call } from "../../domain/ledger/state.ts"
import { type PaymentCheck, Unavailable } from "../../domain/rail/Rail.ts"
import type { Collection } from "./debits/Collection.ts"
import { observationOf } from "./debits/observe.ts"
import { SepaStore } from "./store/SepaStore.ts"
import { StripeApi } from "../stripe/StripeApi.ts"

/** Holds a call against the debit that collects it, as Stripe has it now. */
export const checkPayment = Effect.fnUntraced(
  function* (call: Call) {
    const store = yield* SepaStore
    const [debit] = yield* store.collectionsOfCall(call.organisation, call.id)
    if (debit === undefined) {
      const unpaid = call.settlement !== "settled" || call.amount === 0n
      return [check("what no debit collects is not called settled", unpaid, `settlement ${call.settlement}, no debit`)]
    }
    const stands = check("the call stands as its debit", isAsDebited(call, debit), `settlement ${call.settlement}, debit ${debit.status}`)
    if (debit.paymentIntent === null) {
      const collected = debit.status === "succeeded" || debit.status === "disputed"
      return [stands, check("a debit that Stripe does not know has collected nothing", !collected, `debit ${debit.id}`)]
    }
    return [stands, ...(yield* checkDebit(debit, debit.paymentIntent))]
  },
  Effect.catchTag("RailUnavailable", ({ message }) => new Unavailable({ message })),
  Effect.catchTag(["StripeRefused", "StripeBusy", "StripeUncertain", "StripeMisuse"], ({ message }) =>
    Effect.fail(new Unavailable({ message: `Stripe cannot be read now: ${message}` })),
  ),
)

const check = (name: string, ok: boolean, found: string): PaymentCheck => ({ name, ok, found })

const checkDebit = Effect.fnUntraced(function* ({ cents, charge, dispute, status }: Collection, id: string) {
  const stripe = yield* StripeApi
  const intent = yield* stripe.paymentIntent(id)
  const seen = yield* observationOf(intent)
  const now = seen.dispute === null ? seen.status : "disputed"
  return [
    check("the debit is of the amount in the books", BigInt(intent.amount) === cents, `${intent.amount} ${intent.currency} cents, ${id}`),
    check("Stripe says of it what the books say", now === (status === "new" ? "processing" : status), `${now} at Stripe, ${status} here`),
    check("its charge is the one in the books", charge === null || seen.charge === charge, seen.charge ?? "no charge"),
    check("its dispute is the one in the books", (seen.dispute?.id ?? null) === dispute, seen.dispute?.id ?? "no dispute"),
  ]
})

/** A debit that failed is claimed again, until it is given up. */
const isAsDebited = ({ settlement }: Call, { status, writtenOffAt }: Collection): boolean =>
  settlement === (status === "succeeded" ? "settled" : writtenOffAt === null ? "pending" : "failed")
