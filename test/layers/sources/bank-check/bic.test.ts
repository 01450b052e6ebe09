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

  it.effect("bank.validate_bic has the name and the city of a listed bank, also by its head office, and states why it has no other", () =>
    Effect.gen(function* () {
      for (const [bic, name, listed] of [
        ["GENODEF1M04", "Hausbank München", true],
        ["DEUTDEFF500", "Deutsche Bank", true],
        ["ZZZZDEFF", null, true],
        ["BPKOPLPW", "PKO BANK POLSKI S.A.", true],
        ["BCITITMM123", "INTESA SANPAOLO SPA", true],
        ["KCBLKENX", "KCB BANK KENYA LIMITED", true],
        ["ZZZZTDND", null, false],
        ["DEUTZZFF", null, null],
      ] as const) {
        const document = yield* validate(bic)
        assert.deepEqual([at(document, "bank.name"), at(document, "bank.names_listed")], [name, listed], bic)
      }
      const facts = ["bank.name", "bank.city"]
      assert.include(
        textOf("bank.validate_bic", yield* validate("KCBLKENX"), facts),
        "The bank of this code is KCB BANK KENYA LIMITED. It is in NAIROBI.",
      )
      const unlisted = yield* validate("ZZZZTDND")
      const limits = (builtinTemplates("bank.validate_bic")?.limits ?? []).map((limit) => fill(limit, unlisted)?.text)
      assert.include(limits, "The name of the bank is unknown: no source has a list of the banks of Chad.")
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
