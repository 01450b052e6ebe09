import { expect } from "@effect/vitest"
import { Effect } from "effect"
import { writeOff } from "../../../../rails/sepa/debits/book.ts"
import { microOf } from "../../../../rails/sepa/rates.ts"
import type { Collection } from "../../../../rails/sepa/store/Collection.ts"
import { StripeApi } from "../../../../rails/stripe/StripeApi.ts"
import { World } from "../simulation/World.ts"

const dayMs = 86_400_000
const iban = "DE89370400440532013000"

/** An organisation whose first debit is on its way since today, and fails with `code` if there is one. */
export const beginning = Effect.fnUntraced(function* (seed: number, code?: string, prepare: (world: World) => void = () => undefined) {
  const world = new World(seed)
  prepare(world)
  world.advance(Date.UTC(2029, 0, 8, 9) - world.now)
  yield* world.open
  yield* world.registerWebhooks
  yield* world.giveMandate(iban)
  yield* world.deliverWebhooks
  if (code !== undefined) world.emulator.failNextDebit(world.sepa.debtors.get(world.organisation)!.mandate!.id, code)
  yield* world.buy(10, 4_000_000)
  const pass = Effect.fnUntraced(function* (days: number) {
    for (let day = 0; day < days; day++) {
      world.advance(dayMs)
      yield* world.deliverWebhooks
      yield* world.work
    }
  })
  yield* pass(8)
  const debits = () => [...world.sepa.collections.values()]
  const [first] = debits()
  const claimed = () => debits().filter(({ claim }) => claim === first!.id)
  const { emulator } = world
  const charge = () => emulator.state.all("charge")[0]!.id
  const mandate = () => world.sepa.debtors.get(world.organisation)!.mandate!.id
  const newMandate = Effect.suspend(() => Effect.andThen(world.giveMandate(iban), pass(1)))
  const giveUp = Effect.suspend(() => world.as(writeOff(claimed().at(-1)!.id, { by: "ada", reason: "the buyer is bankrupt" })))
  const cancel = Effect.flatMap(StripeApi, (stripe) => stripe.cancelPaymentIntent(first!.paymentIntent!, { idempotencyKey: "operator" }))
  return { cancel: world.as(cancel), charge, claimed, emulator, first: first!, giveUp, mandate, newMandate, pass, world }
})
export type Life = Effect.Success<ReturnType<typeof beginning>>

/** What Stripe's balance has of a debit, in cents, and what the ledger has of it, must be the same to the micro-USD. */
export const bankIsLedger = ({ world }: Life) => {
  for (const debit of world.sepa.collections.values()) {
    const prefix = `collection:${debit.id}:`
    const booked = world.books.transfers
      .filter(({ ref }) => ref?.startsWith(prefix) === true)
      .reduce(
        (sum, { amount, credit, debit: from }) => sum + (from === "outside:sepa" ? amount : 0n) - (credit === "outside:sepa" ? amount : 0n),
        0n,
      )
    const lines = linesOf(world, debit)
    const ofLine = (cents: number) => {
      const size = BigInt(Math.abs(cents))
      return BigInt(Math.sign(cents)) * (size === debit.cents ? debit.micro : microOf(size, debit.rate))
    }
    const atStripe = lines.reduce((sum, { amount, fee }) => sum + ofLine(amount) - ofLine(fee), 0n)
    expect(booked, `what the ledger and Stripe have of debit ${debit.id}`).toBe(atStripe)
  }
}

const linesOf = ({ emulator }: World, { charge }: Pick<Collection, "charge">) => {
  const ids = new Set<string | null>([charge])
  for (const refund of emulator.state.all("refund")) if (refund.charge === charge) ids.add(refund.id)
  for (const dispute of emulator.state.all("dispute")) if (dispute.charge === charge) ids.add(dispute.id)
  return emulator.state.all("balance_transaction").filter(({ source }) => ids.has(source as string))
}

/** What the payer has paid for the first claim, in hundredths of its amount. */
export const paidPercent = ({ claimed, first, world }: Life): number =>
  Number(
    claimed()
      .flatMap((debit) => linesOf(world, debit))
      .reduce((sum, { amount }) => sum + BigInt(amount), 0n) * 100n,
  ) / Number(first.cents)
