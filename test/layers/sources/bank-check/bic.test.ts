import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { fill } from "../../../../domain/ask/answer/template.ts"
import { builtinTemplates } from "../../../../domain/ask/answer/templates/builtin.ts"
import { bankCheck } from "../../../../layers/sources/bank-check/source.ts"
import { at, call } from "../call.ts"
import { only } from "../only.ts"
import { textOf } from "../textOf.ts"

layer(only(bankCheck))("bank.validate_bic", (it) => {
  const validate = (bic: string) => call("bank-check", "bank.validate_bic", { bic })

  it.effect("bank.validate_bic has the name of a German bank, also by its head office, and states why it has no other", () =>
    Effect.gen(function* () {
      for (const [bic, name, listed] of [
        ["GENODEF1M04", "Hausbank München", true],
        ["DEUTDEFF500", "Deutsche Bank", true],
        ["ZZZZDEFF", null, true],
        ["BPKOPLPW", null, false],
        ["DEUTZZFF", null, null],
      ] as const) {
        const document = yield* validate(bic)
        assert.deepEqual([at(document, "bank.name"), at(document, "bank.names_listed")], [name, listed], bic)
      }
      const poland = yield* validate("BPKOPLPW")
      const limits = (builtinTemplates("bank.validate_bic")?.limits ?? []).map((limit) => fill(limit, poland)?.text)
      assert.include(limits, "The name of the bank is unknown: no source has a list of the banks of Poland.")
    }),
  )

  it.effect("bank.validate_bic names the characters that have not the form of a BIC", () =>
    Effect.gen(function* () {
      for (const [bic, sentence] of [
        ["OKOYF1HH", "the fifth and sixth characters are the country's and must be two letters, and F1 has a digit"],
        ["DEU1DEFF", "the first four characters are the bank's and must be letters, and DEU1 has a digit"],
      ] as const)
        assert.strictEqual(textOf("bank.validate_bic", yield* validate(bic), ["bank.valid"]), `${bic} is not a valid BIC: ${sentence}.`)
    }),
  )
})
