import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { bankCheck } from "../../../../layers/sources/bank-check/source.ts"
import { only } from "../only.ts"
import { at, call } from "../call.ts"

layer(only(bankCheck))("bank.of_code", (it) => {
  const bank = (german_code: string) => Effect.map(call("bank-check", "bank.of_code", { german_code }), (data) => Object(at(data, "bank")))

  it.effect("bank.of_code gives the name and the BIC that the banks print themselves", () =>
    Effect.gen(function* () {
      for (const [code, name, bic] of [
        ["37040044", "Commerzbank", "COBADEFFXXX"],
        ["500 105 17", "ING", "INGDDEFFXXX"],
        ["43060967", "GLS", "GENODEM1GLS"],
      ] as const) {
        const read = yield* bank(code)
        assert.include(String(read.name), name, code)
        assert.deepInclude(read, { bank_identifier: code.replaceAll(" ", ""), bic })
      }
    }),
  )

  it.effect("bank.of_code refuses codes that are no German ones or that the Bundesbank does not list", () =>
    Effect.gen(function* () {
      for (const [code, reason] of [
        ["99999999", /no bank with the code 99999999/u],
        ["COBADEFF", /has 8 digits/u],
        ["123456789", /has 8 digits/u],
      ] as const)
        assert.match(JSON.stringify(yield* Effect.flip(bank(code))), reason, code)
    }),
  )
})
