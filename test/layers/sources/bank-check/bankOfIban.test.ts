import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { bankCheck } from "../../../../layers/sources/bank-check/source.ts"
import { only } from "../only.ts"
import { at, call } from "../call.ts"

/** ISO 7064 MOD 97-10 of a German bank code with the account 0. */
const ibanOf = (code: string) => {
  const rest = BigInt(`${code}0000000000131400`) % 97n
  return `DE${String(98n - rest).padStart(2, "0")}${code}0000000000`
}

layer(only(bankCheck))("bank.of_iban", (it) => {
  const bank = (iban: string) => Effect.map(call("bank-check", "bank.of_iban", { iban }), (data) => Object(at(data, "bank")))

  it.effect("bank.of_iban gives the name and the BIC that the banks print themselves", () =>
    Effect.gen(function* () {
      const expected = [
        ["37040044", "Commerzbank", "COBADEFFXXX"],
        ["50010517", "ING", "INGDDEFFXXX"],
        ["12030000", "Deutsche Kreditbank", "BYLADEM1001"],
        ["10011001", "N26", "NTSBDEB1XXX"],
        ["70150000", "Stadtsparkasse München", "SSKMDEMMXXX"],
        ["20050550", "Hamburger Sparkasse", "HASPDEHHXXX"],
        ["43060967", "GLS", "GENODEM1GLS"],
        ["10000000", "Bundesbank", "MARKDEF1100"],
      ] as const
      for (const [code, name, bic] of expected) {
        const read = yield* bank(ibanOf(code))
        assert.include(String(read.name), name, code)
        assert.deepInclude(read, { bank_identifier: code, found: true, bic })
      }
      assert.strictEqual((yield* bank("de89 3704 0044 0532 0130 00")).iban, "DE89370400440532013000")
    }),
  )

  it.effect("bank.of_iban has no bank for a code that the Bundesbank does not list", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* bank(ibanOf("99999999")), { found: false, name: null, bic: null })
    }),
  )

  it.effect("bank.of_iban refuses invalid IBANs and those of other countries, and says why", () =>
    Effect.gen(function* () {
      for (const [iban, reason] of [
        ["FR1420041010050500013M02606", /German IBANs alone/u],
        ["DE88370400440532013000", /check digits do not match/u],
        ["DE8937040044", /12 characters/u],
      ] as const)
        assert.match(JSON.stringify(yield* Effect.flip(bank(iban))), reason, iban)
    }),
  )
})
