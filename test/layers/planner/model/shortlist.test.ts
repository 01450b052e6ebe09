import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { catalogueEntries } from "../../../../domain/catalogue/Catalogue.ts"
import { layer as shortlist, Shortlist } from "../../../../layers/planner/model/Shortlist.ts"
import { promptFor } from "../../../../layers/planner/model/prompt.ts"
import { selfContained } from "../../../../layers/sources/builtin.ts"

const catalogue = catalogueEntries(selfContained)
const now = Date.UTC(2026, 10, 21)

layer(shortlist)("the shortlist for a model", (it) => {
  it.effect("the shortlist has the operations for each part of a question, and the operations that supply their inputs", () =>
    Effect.gen(function* () {
      const { of } = yield* Shortlist
      const shortlisted = (question: string) => of({ question, catalogue, now })
      const ids = (question: string) => shortlisted(question).operations.map(([{ operation }]) => operation.id)
      assert.includeMembers(ids("Which money is used where the IP address 133.1.1.1 is?"), ["ip.country", "currency.of_country"])
      assert.includeMembers(ids("Check the IBAN GB29NWBK60161331926819. Also convert 5 miles to km"), [
        "bank.validate_iban",
        "unit.convert",
      ])
      assert.includeMembers(
        shortlisted("Is GB29 NWBK 6016 1331 9268 19 fine?").entities.map(({ kind }) => kind),
        ["bank.iban"],
      )
      for (const question of ["", "?", "what", "x".repeat(4_000), "Is this VAT number right: DE136695976, and when is sunset?"])
        assert.isAtMost(ids(question).length, 12, question.slice(0, 20))
    }),
  )

  it.effect("the members of a group are offered together, the one that answers all facts first, in a prompt of bounded size", () =>
    Effect.gen(function* () {
      const { of } = yield* Shortlist
      const { entities, operations } = of({ question: "Is DE136695976 a valid VAT number?", catalogue, now })
      const vat = operations.find(([{ operation }]) => operation.id === "tax.validate_vat")
      assert.deepEqual(
        vat?.map(({ source }) => source.id),
        ["tax-ids", "vat-lite"],
      )
      const text = JSON.stringify(promptFor("Is DE136695976 a valid VAT number?", operations, entities, now))
      assert.isBelow(text.length, 40_000)
      assert.include(text, "tax-ids/tax.validate_vat")
    }),
  )
})
