import type { Stripe } from "stripe"
import { bookBalance } from "./charges.ts"
import type { World } from "./World.ts"

/** Pays out every line of our balance that is in no payout yet: one payout for each currency of which there is money. */
export const payOut = (world: World): ReadonlyArray<Stripe.Payout> => {
  const paid = new Set(world.state.all("paid_out").flatMap(({ lines }) => lines))
  const lines = world.state.all("balance_transaction").filter(({ id }) => !paid.has(id))
  return [...new Set(lines.map(({ currency }) => currency))].flatMap((currency) => {
    const ofCurrency = lines.filter((line) => line.currency === currency)
    const amount = ofCurrency.reduce((sum, { net }) => sum + net, 0)
    return amount > 0 ? [openPayout(world, amount, currency, ofCurrency)] : []
  })
}

/** Its own line is among its lines, as in Stripe's list. */
const openPayout = (world: World, amount: number, currency: string, lines: ReadonlyArray<Stripe.BalanceTransaction>): Stripe.Payout => {
  const id = world.id("po")
  const own = bookBalance(world, {
    amount: -amount,
    fee: 0,
    currency,
    source: id,
    type: "payout",
    category: "payout",
    description: "STRIPE PAYOUT",
  })
  world.state.put("paid_out", { id, lines: [...lines.map((line) => line.id), own.id] })
  return world.state.put("payout", {
    id,
    object: "payout",
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: world.seconds,
    automatic: true,
    balance_transaction: own.id,
    created: world.seconds,
    currency,
    description: "STRIPE PAYOUT",
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: "completed",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: "paid",
    trace_id: null,
    type: "bank_account",
  })
}
