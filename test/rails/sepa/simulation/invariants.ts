import { expect } from "@effect/vitest"
import { outside, platformFees } from "../../../../domain/ledger/postings.ts"
import { accountKey } from "../../../../domain/ledger/state.ts"
import { type Collection, inFlight, isCollecting, isUnresolved, suspends } from "../../../../rails/sepa/store/Collection.ts"
import { isBarred } from "../../../../rails/sepa/mandates/exposure.ts"
import { microOf } from "../../../../rails/sepa/rates.ts"
import { dayMs } from "../../../../domain/time.ts"
import { idOf } from "../../../../rails/stripe/StripeApi.ts"
import { isFee } from "../../../../rails/sepa/store/SepaStore.ts"
import type { World } from "./World.ts"

const sumOf = (amounts: Iterable<bigint>) => [...amounts].reduce((total, amount) => total + amount, 0n)
const collectionsOf = ({ sepa }: World) => [...sepa.collections.values()]

/** A dispute may be won and lost again: what is paid is disputed or not, in any order. */
const rank = { new: 0, processing: 1, failed: 2, succeeded: 3, disputed: 3 } as const

/** What must be true at every moment, whatever was lost or died. */
export const holdsAlways = (world: World): void => {
  const perCollection = new Map<string, number>()
  for (const { metadata } of world.emulator.state.all("payment_intent")) {
    const id = metadata["collection_id"] ?? "none"
    perCollection.set(id, (perCollection.get(id) ?? 0) + 1)
  }
  for (const [id, count] of perCollection) expect(count, `PaymentIntents of collection ${id}`).toBe(1)

  const collections = collectionsOf(world)
  for (const { id, status } of collections) {
    const before = world.reached.get(id) ?? 0
    expect(rank[status], `collection ${id} went back to ${status}`).toBeGreaterThanOrEqual(before)
    world.reached.set(id, rank[status])
  }
  expect(collections.filter(inFlight).length, "debits in flight at once").toBeLessThanOrEqual(1)
  for (const { cents, claim, micro, rate } of collections) {
    const fees = [...world.sepa.lines.values()].filter((line) => line.claim === claim && isFee(line))
    const fixed = { cents: sumOf(fees.map((fee) => fee.cents ?? 0n)), micro: sumOf(fees.map(({ amount }) => amount)) }
    expect(micro, "what the cents are worth").toBe(microOf(cents - fixed.cents, rate) + fixed.micro)
  }
  const debtor = world.sepa.debtors.get(world.organisation)
  expect(debtor?.carry ?? 0n).toBeGreaterThanOrEqual(0n)
}

/** What must be true, to the micro-USD, once all events have been received and booked. */
const addsUp = (world: World): void => {
  const collections = collectionsOf(world)
  const account = world.books.accounts.get(accountKey(world.organisation, "sepa"))
  if (account === undefined) return
  for (const { booked, id, status } of collections) expect(booked, `the ledger has the outcome of collection ${id}`).toBe(status)
  const lines = [...world.sepa.lines.values()]
  const calls = world.calls.filter(({ state }) => state === "captured")
  const accrued =
    sumOf(calls.map(({ amount }) => amount)) + sumOf(lines.filter((line) => isFee(line) && line.booked).map(({ amount }) => amount))

  const claimedBy = new Set(lines.filter(({ claim }) => claim !== null).map(({ id }) => id))
  const free =
    sumOf(calls.filter(({ id }) => !claimedBy.has(id)).map(({ amount }) => amount)) +
    sumOf(lines.filter(({ booked, claim }) => claim === null && booked).map(({ amount }) => amount))
  const of = (which: (collection: Collection) => boolean) => sumOf(collections.filter(which).map(({ micro }) => micro))
  const outstanding = free + (world.sepa.debtors.get(world.organisation)?.carry ?? 0n) + of(isUnresolved)
  const collecting = of(isCollecting)
  const settled = of(({ status, voidedAt }) => status === "succeeded" && voidedAt === null)
  const writtenOff = of(({ status, voidedAt, writtenOffAt }) => writtenOffAt !== null && voidedAt === null && status !== "succeeded")
  expect(accrued, "accrued = outstanding + in flight + settled + written off").toBe(outstanding + collecting + settled + writtenOff)
  expect(-account.posted, "the ledger's balance").toBe(outstanding + collecting)
  expect(account.held).toBe(0n)

  for (const call of calls) {
    const claim = lines.find(({ id }) => id === call.id)?.claim
    const debits = collections.filter((collection) => collection.claim === claim)
    const isPaid = debits.some(({ status, voidedAt }) => status === "succeeded" && voidedAt === null)
    const isLost = debits.some(({ writtenOffAt }) => writtenOffAt !== null)
    expect(call.settlement, `call ${call.id}`).toBe(isPaid ? "settled" : isLost ? "failed" : "pending")
  }
}

/** Our debits are Stripe's, one by one, and so are the disputes. */
const agrees = (world: World): void => {
  const collections = collectionsOf(world)
  for (const intent of world.emulator.state.all("payment_intent")) {
    const ours = world.sepa.collections.get(intent.metadata["collection_id"] ?? "")
    expect(ours, `PaymentIntent ${intent.id} is one of ours`).toBeDefined()
    const charge = world.emulator.state.get("charge", typeof intent.latest_charge === "string" ? intent.latest_charge : "")
    const disputes = world.emulator.state.all("dispute").filter((dispute) => dispute.charge === charge?.id)
    const moved = sumOf(disputes.flatMap((dispute) => dispute.balance_transactions.map(({ amount }) => BigInt(amount))))
    const theirs =
      moved < 0n ? "disputed" : intent.status === "succeeded" ? "succeeded" : intent.status === "processing" ? "processing" : "failed"
    expect(ours).toMatchObject({ status: theirs, paymentIntent: intent.id })
    expect(BigInt(intent.amount)).toBe(ours?.cents)
    const { at = 0, debitOn = "" } = ours?.notice ?? {}
    const made = Date.parse(charge?.payment_method_details?.sepa_debit?.expected_debit_date ?? "")
    expect(made, `debit ${ours?.id} is not made before its day`).toBeGreaterThanOrEqual(Date.parse(debitOn))
    expect(made, `debit ${ours?.id} was announced two days before`).toBeGreaterThanOrEqual(Math.max(at, intent.created * 1000) + 2 * dayMs)
    expect(ours?.refundedCents, `what was refunded of ${ours?.id}`).toBe(BigInt(charge?.amount_refunded ?? 0))
  }
  const paymentIntents = new Set(world.emulator.state.all("payment_intent").map(({ id }) => id))
  for (const { id, paymentIntent, status } of collections) {
    if (status !== "failed") expect(paymentIntents.has(paymentIntent ?? ""), `collection ${id} (${status}) is at Stripe`).toBe(true)
  }
  const suspended = world.books.accounts.get(accountKey(world.organisation, "sepa"))?.status === "suspended"
  const debtor = world.sepa.debtors.get(world.organisation)
  const gone = debtor?.mandate?.status !== "active" || debtor.subscription !== "active"
  if (world.books.accounts.size > 0)
    expect(suspended, "what is owed again suspends the rail, and nothing else but a mandate that is gone").toBe(
      gone || collections.some(suspends) || isBarred(debtor, collections),
    )
}

/** To the micro-USD: the ledger has of each debit what the lines of our balance at Stripe have: the charge, refunds, disputes and fees. */
const equalsBalance = (world: World): void => {
  const { books, emulator } = world
  const intentOf = new Map(emulator.state.all("charge").map(({ id, payment_intent }) => [id, idOf(payment_intent)]))
  const chargeOf = new Map([...emulator.state.all("refund"), ...emulator.state.all("dispute")].map(({ charge, id }) => [id, idOf(charge)]))
  const expected = new Map<string, { money: bigint; fees: bigint }>()
  for (const { amount, currency, fee, id, source } of emulator.state.all("balance_transaction")) {
    const of = idOf(source) ?? "nothing"
    const intent = emulator.state.get("payment_intent", intentOf.get(chargeOf.get(of) ?? of) ?? "none")
    const collection = world.sepa.collections.get(intent?.metadata["collection_id"] ?? "")
    if (collection === undefined) throw new Error(`the balance line ${id} of ${of} belongs to no debit`)
    expect(currency).toBe("eur")
    const { cents, micro, rate } = collection
    const worth = (part: bigint): bigint => (part < 0n ? -worth(-part) : part === cents ? micro : microOf(part, rate))
    const { fees, money } = expected.get(collection.id) ?? { money: 0n, fees: 0n }
    const kept = fee < 0 ? -microOf(BigInt(-fee), rate) : microOf(BigInt(fee), rate)
    expected.set(collection.id, { money: money + worth(BigInt(amount)) - kept, fees: fees - kept })
  }
  const posted = (side: string, id: string) =>
    sumOf(
      books.transfers
        .filter(({ ref }) => ref?.startsWith(`collection:${id}:`))
        .map(({ amount, credit, debit }) => (debit === side ? BigInt(amount) : credit === side ? -amount : 0n)),
    )
  for (const { id } of collectionsOf(world)) {
    const { fees, money } = expected.get(id) ?? { money: 0n, fees: 0n }
    expect(posted(outside("sepa"), id), `what the lines of our balance at Stripe moved for debit ${id}`).toBe(money)
    expect(-posted(platformFees, id), `what Stripe kept of debit ${id}`).toBe(fees)
  }
}

/** Everything has been received and booked. */
export const holdsInTheEnd = (world: World): void => {
  holdsAlways(world)
  agrees(world)
  addsUp(world)
  equalsBalance(world)
}
