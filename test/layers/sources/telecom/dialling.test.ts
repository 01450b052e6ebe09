import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { telecom } from "../../../../layers/sources/telecom/source.ts"
import { ask, refusedField } from "../gazetteer/answer.ts"
import { textOf } from "../textOf.ts"

it.effect("phone.dialling has the international and the trunk prefix of a country", () =>
  Effect.gen(function* () {
    // After ITU-T's list of dialling procedures.
    const expected = [
      ["US", "011", "1", "+1"],
      ["CA", "011", "1", "+1"],
      ["DE", "00", "0", "+49"],
      ["GB", "00", "0", "+44"],
      ["ES", "00", null, "+34"],
      ["IT", "00", null, "+39"],
      ["JP", "010", "0", "+81"],
      ["AU", "0011", "0", "+61"],
      ["RU", "8~10", "8", "+7"],
      ["KE", "000", "0", "+254"],
      ["NG", "009", "0", "+234"],
      ["CU", "119", "0", "+53"],
      ["MX", "00", null, "+52"],
      ["UA", "00", "0", "+380"],
      ["HU", "00", "06", "+36"],
      ["BR", null, "0", "+55"],
    ] as const
    for (const [country, prefix, trunk, calling] of expected) {
      const { phone } = (yield* ask(telecom, "phone.dialling", { country })).data
      assert.deepEqual([phone.international_prefix, phone.trunk_prefix, phone.calling_code], [prefix, trunk, calling], country)
    }
    const { phone: brazil } = (yield* ask(telecom, "phone.dialling", { country: "BR" })).data
    assert.includeMembers(brazil.international_prefixes, ["0014", "0015", "0021", "0031", "0041"])
  }),
)

it.effect("the sentences about dialling name both directions, whichever code was requested", () =>
  Effect.gen(function* () {
    for (const fact of ["phone.international_prefix", "phone.calling_code"]) {
      const japan = textOf("phone.dialling", (yield* ask(telecom, "phone.dialling", { country: "JP" })).data, [fact])
      assert.include(japan, "From Japan to another country one dials 010, then the calling code of that country")
      assert.include(
        japan,
        "From another country to Japan one dials the exit code of that country, then +81 and the number without a leading 0.",
      )
      const italy = textOf("phone.dialling", (yield* ask(telecom, "phone.dialling", { country: "IT" })).data, [fact])
      assert.include(italy, "then +39 and the whole number.")
      const canada = textOf("phone.dialling", (yield* ask(telecom, "phone.dialling", { country: "CA" })).data, [fact])
      assert.include(canada, "Countries that share +1 with it are called without that prefix")
    }
  }),
)

it("phone.dialling refuses what is no country with a numbering plan", () => {
  for (const country of ["AQ", "ZZ", "USA", ""]) assert.strictEqual(refusedField(telecom, "phone.dialling", { country }), "country.code")
})
