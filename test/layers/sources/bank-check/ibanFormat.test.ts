import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { bankCheck } from "../../../../layers/sources/bank-check/source.ts"
import { at, call } from "../call.ts"
import { only } from "../only.ts"

layer(only(bankCheck))("bank.iban_format", (it) => {
  it.effect("bank.iban_format gives the electronic, the printed and the masked form", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* call("bank-check", "iban_format", { iban: "nl91abna0417164300" }), {
        bank: {
          iban: "NL91ABNA0417164300",
          iban_formatted: "NL91 ABNA 0417 1643 00",
          iban_masked: "NL91 **** **** **43 00",
          valid: true,
        },
      })
    }),
  )

  it.effect("bank.iban_format never shows a short text unmasked", () =>
    Effect.gen(function* () {
      const document = yield* call("bank-check", "iban_format", { iban: "NL91ABNA" })
      assert.deepEqual([at(document, "bank.iban_masked"), at(document, "bank.valid")], ["**** ****", false])
    }),
  )
})
