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

it.effect("phone.dialling states what is dialled from one country to another", () =>
  Effect.gen(function* () {
    // After ITU-T's list of dialling procedures: the exit code of the caller, the code of the called country, its trunk prefix left out.
    for (const [from, country, first, sentence] of [
      ["JP", "DE", "010 49", "To call Germany from Japan, dial 010, then 49 and the number without its leading 0."],
      ["US", "KE", "011 254", "To call Kenya from the United States, dial 011, then 254 and the number without its leading 0."],
      ["FR", "IT", "00 39", "To call Italy from France, dial 00, then 39 and the whole number."],
      ["AU", "HU", "0011 36", "To call Hungary from Australia, dial 0011, then 36 and the number without its leading 06."],
      ["RU", "ES", "8~10 34", "The tilde in 8~10 stands for waiting for the tone."],
      ["BR", "PT", null, "dial the prefix of a carrier (0012, 0014,"],
      // Countries of one numbering plan.
      ["US", "CA", null, "Canada is called without an exit code, like another area, with a leading 1."],
      ["RU", "KZ", null, "Kazakhstan is called without an exit code, like another area, with a leading 8."],
      ["NO", "SJ", null, "is called without an exit code, like another area."],
    ] as const) {
      const { data } = yield* ask(telecom, "phone.dialling", { country, from })
      assert.strictEqual(data.call.first_dialled, first, `${from} ${country}`)
      const text = textOf("phone.dialling", data)
      assert.include(text, sentence)
      assert.notInclude(text, "another country one dials")
    }
  }),
)

it("phone.dialling refuses a call within one country", () =>
  assert.strictEqual(refusedField(telecom, "phone.dialling", { country: "DE", from: "de" }), "call.from"))

it("phone.dialling refuses what is no country with a numbering plan", () => {
  for (const country of ["AQ", "ZZ", "USA", ""]) assert.strictEqual(refusedField(telecom, "phone.dialling", { country }), "country.code")
})

it.effect("phone.lookup states what is dialled for a number in another country", () =>
  Effect.gen(function* () {
    for (const [number, country, from, whole] of [
      ["020 7946 0018", "GB", "PH", "00 44 20 7946 0018"],
      ["+33 1 42 68 53 00", undefined, "JP", "010 33 1 42 68 53 00"],
      ["02 2345 6789", "AU", "US", "011 61 2 2345 6789"],
      // One calling code: like another area of the caller's country.
      ["+1 416 967 1111", undefined, "US", "1 416 967 1111"],
      // In the number's own country nothing is dialled from abroad, and Brazilians choose a carrier.
      ["+1 212 736 5000", undefined, "US", null],
      ["+33 1 42 68 53 00", undefined, "BR", null],
    ] as const) {
      const { call } = (yield* ask(telecom, "phone.lookup", { number, ...(country && { country }), from })).data
      assert.strictEqual(call.sequence, whole, `${number} from ${from}`)
    }
    const answer = (yield* ask(telecom, "phone.lookup", { number: "+33 1 42 68 53 00", from: "BR" })).data
    assert.include(textOf("phone.lookup", answer, ["call.sequence"]), "is dialled behind the prefix of a carrier (00")
    assert.strictEqual(
      textOf("phone.lookup", (yield* ask(telecom, "phone.lookup", { number: "+33 1 42 68 53 00", from: "JP" })).data, ["call.sequence"]),
      "From Japan, +33 1 42 68 53 00 is dialled as 010 33 1 42 68 53 00.",
    )
  }),
)
