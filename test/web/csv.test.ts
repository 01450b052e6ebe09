import { expect, it } from "vitest"
import { csvOf } from "../../src/web/pages/payments/csv.ts"
import type { PaymentJson } from "../../src/web/pages/payments/queries.ts"

const payment = (members: object): PaymentJson =>
  ({
    id: "1",
    kind: "call",
    status: "settled",
    rail: "sepa",
    amount: { amount: 0.002, amount_micro_usd: "2000", currency: "USD" },
    split: null,
    stripe: {},
    ...members,
  }) as unknown as PaymentJson

const rowsOf = (payments: ReadonlyArray<PaymentJson>) => {
  const [header, ...lines] = csvOf(payments)
    .trim()
    .split("\r\n")
    .map((line) => line.split(","))
  return lines.map((line) => Object.fromEntries(header!.map((name, at) => [name, line[at]])))
}

it("a debited call names its collection, and a collection the reference on the bank statement", () => {
  const [call, collection, open] = rowsOf([
    payment({ rail_details: { collection: { id: "01a2", status: "settled" } } }),
    payment({ kind: "collection", rail_details: { reference: "FARTHING BBDFDD4E96E7" } }),
    payment({ rail_details: { collection: null } }),
  ])
  expect([call!["collection_id"], call!["bank_reference"]]).toEqual(["01a2", ""])
  expect([collection!["collection_id"], collection!["bank_reference"]]).toEqual(["", "FARTHING BBDFDD4E96E7"])
  expect(open!["collection_id"]).toBe("")
})

it("a cell that begins like a formula stays a text", () => expect(csvOf([payment({ tag: "=1+1" })])).toContain(",'=1+1,"))
