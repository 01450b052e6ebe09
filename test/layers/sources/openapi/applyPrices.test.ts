import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { applyPrices } from "../../../../layers/sources/openapi/applyPrices.ts"
import { documentText, readDocument } from "../../../../layers/sources/openapi/readDocument.ts"
import { fixture, imported } from "./imported.ts"

const { document } = Result.getOrThrow(readDocument(fixture("petshop-2.0.json")))
const priced = (prices: unknown) => Result.map(applyPrices(document, prices), (priced) => imported(Result.getOrThrow(documentText(priced))))
const why = (prices: unknown) => Result.match(priced(prices), { onFailure: ({ message }) => message, onSuccess: () => "priced" })

describe("a price list", () => {
  it("a price list prices operations by id or endpoint, overrides the document and survives storage", () => {
    const source = Result.getOrThrow(
      priced({ "pet.GETPET": 7, "get /pets": { price_micro_usd: 9, model: "per_result" }, "order.placeOrder": { model: "free" } }),
    )
    assert.deepEqual(
      source.source.operations.map(({ id, pricing }) => `${id} ${pricing.model} ${pricing.price}`),
      ["pet.getPet per_call 7", "pet.renamePet per_call 1000", "pet.findPets per_result 9", "order.placeOrder free 0"],
    )
  })

  it("an operation is named by the id that its document gives it, too", () =>
    assert.strictEqual(Result.getOrThrow(priced({ getPet: 7 })).source.operations[0]?.pricing.price, 7n))

  it("a price list that names unknown operations is refused with their names", () => {
    assert.match(
      why({ "pet.getPet": 1, "pet.none": 1, "GET /nowhere": 2 }),
      /does not have: pet\.none, GET \/nowhere\. It has (?:.*, )?pet\.getPet/,
    )
  })

  it("a price list with an invalid price is refused", () => {
    for (const price of [-1, 1.5, "1", null, { price: 1 }, { model: "per_year" }, Number.MAX_VALUE])
      assert.match(why({ "pet.getPet": price }), /price list is wrong/, JSON.stringify(price))
    assert.match(why([]), /price list is wrong/)
  })
})
