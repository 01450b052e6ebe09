import type { Stripe } from "stripe"
import type { World } from "./World.ts"

type BalanceTransaction = Stripe.BalanceTransaction

/** What Stripe keeps of a payment, in cents: 35 of a direct debit; 1.5 % and 25 of a card payment. */
export const paymentFee = (amount: number, type: "sepa_debit" | "card"): number =>
  type === "sepa_debit" ? 35 : Math.round((amount * 15) / 1000) + 25

/** Fee of a lost dispute, in cents: 7.50 of a direct debit, 20 of a card payment. */
export const disputeFee = (type: "sepa_debit" | "card"): number => (type === "sepa_debit" ? 750 : 2000)

/** A line of our balance at Stripe. `amount` is signed, `fee` is what is kept besides. */
export const bookBalance = (
  world: World,
  line: {
    readonly amount: number
    readonly fee: number
    readonly currency: string
    readonly source: string
    readonly type: BalanceTransaction["type"]
    readonly category: string
    readonly description: string | null
  },
): BalanceTransaction =>
  world.state.put("balance_transaction", {
    id: world.id("txn"),
    object: "balance_transaction",
    amount: line.amount,
    available_on: world.seconds,
    balance_type: "payments",
    created: world.seconds,
    currency: line.currency,
    description: line.description,
    exchange_rate: null,
    fee: line.fee,
    fee_details:
      line.fee === 0
        ? []
        : [{ amount: line.fee, application: null, currency: line.currency, description: "Stripe processing fees", type: "stripe_fee" }],
    net: line.amount - line.fee,
    reporting_category: line.category,
    source: line.source,
    status: "available",
    type: line.type,
  })
