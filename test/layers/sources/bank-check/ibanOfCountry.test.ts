import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { bankCheck } from "../../../../layers/sources/bank-check/source.ts"
import { at, call } from "../call.ts"
import { only } from "../only.ts"
import { official } from "./official.ts"

layer(only(bankCheck))("bank.iban_of_country", (it) => {
  it.effect("bank.iban_of_country has the lengths and bank codes of the registry's examples, and none for countries without IBANs", () =>
    Effect.gen(function* () {
      const describe = (country: string) => call("bank-check", "bank.iban_of_country", { country })
      for (const iban of official) {
        const document = yield* describe(iban.slice(0, 2))
        assert.deepEqual([at(document, "bank.uses_iban"), at(document, "bank.iban_length")], [true, iban.length], iban)
      }
      const parts = (document: unknown) => {
        const value = at(document, "bank.iban_parts")
        return Array.isArray(value) ? value.map(({ first, last, name }) => `${name} ${first}-${last}`) : []
      }
      assert.deepEqual(parts(yield* describe("ES")), [
        "country code 1-2",
        "check digits 3-4",
        "bank code 5-8",
        "branch code 9-12",
        "national check digits 13-14",
        "account number 15-24",
      ])
      for (const country of ["US", "CA", "AU", "IN", "JP"]) {
        const document = yield* describe(country)
        assert.deepEqual([at(document, "bank.uses_iban"), at(document, "bank.sepa"), parts(document)], [false, false, []], country)
      }
      // In SEPA since 2025, in it and outside of the Union, and outside of it.
      for (const [country, isIn] of [
        ["RS", true],
        ["CH", true],
        ["GB", true],
        ["TR", false],
        ["UA", false],
      ] as const)
        assert.strictEqual(at(yield* describe(country), "bank.sepa"), isIn, country)
    }),
  )
})
