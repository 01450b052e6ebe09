import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { telecom } from "../../../../layers/sources/telecom/source.ts"
import { only } from "../only.ts"
import { at, call } from "../call.ts"
import { textOf } from "../textOf.ts"

layer(only(telecom))("phone.lookup", (it) => {
  const lookup = (number: string, country?: string) => call("telecom", "phone.lookup", { number, ...(country && { country }) })
  const facts = (document: unknown, ...paths: ReadonlyArray<string>) => paths.map((path) => at(document, path))

  it.effect("phone.lookup reads the country, kind and format of well-known numbers", () =>
    Effect.gen(function* () {
      // number, country → E.164, country, kind, national writing
      const cases: ReadonlyArray<readonly [string, string | undefined, ...ReadonlyArray<unknown>]> = [
        ["+44 20 7946 0018", undefined, "+442079460018", "GB", "fixed_line", "020 7946 0018"],
        ["020 7946 0018", "GB", "+442079460018", "GB", "fixed_line", "020 7946 0018"],
        ["044 668 18 00", "CH", "+41446681800", "CH", "fixed_line", "044 668 18 00"],
        ["(650) 253-2222", "US", "+16502532222", "US", "fixed_line_or_mobile", "(650) 253-2222"],
        ["+1 242 365 1234", undefined, "+12423651234", "BS", "fixed_line", "(242) 365-1234"],
        ["+49 151 23456789", undefined, "+4915123456789", "DE", "mobile", "01512 3456789"],
        ["0041 (0)79 123 45 67", undefined, "+41791234567", "CH", "mobile", "079 123 45 67"],
        ["+39 (0)2 36618300", undefined, "+390236618300", "IT", "fixed_line", "02 3661 8300"],
        ["+39 02 36618300", undefined, "+390236618300", "IT", "fixed_line", "02 3661 8300"],
        ["+33 6 12 34 56 78", undefined, "+33612345678", "FR", "mobile", "06 12 34 56 78"],
        ["+1 800 555 0199", undefined, "+18005550199", "US", "toll_free", "(800) 555-0199"],
        ["03-1234-5678", "jp", "+81312345678", "JP", "fixed_line", "03-1234-5678"],
      ]
      for (const [number, country, ...expected] of cases) {
        const document = yield* lookup(number, country)
        assert.deepEqual(
          [number, ...facts(document, "phone.number", "country.code", "phone.type", "phone.national")],
          [number, ...expected],
        )
        assert.deepEqual(facts(document, "phone.valid", "phone.possible", "phone.reasons"), [true, true, []])
      }
    }),
  )

  it.effect("phone.lookup gives every format of a number, and its extension", () =>
    Effect.gen(function* () {
      const document = yield* lookup("+44 (0)20 7946-0018 ext. 123")
      assert.deepEqual(
        facts(document, "phone.international", "phone.uri", "phone.calling_code", "phone.national_number", "phone.extension"),
        ["+44 20 7946 0018 x123", "tel:+442079460018;ext=123", "44", "2079460018", "123"],
      )
      assert.strictEqual(at(yield* lookup("tel:+442079460018"), "phone.number"), "+442079460018")
      assert.strictEqual(at(yield* lookup("٠٢٠٧٩٤٦٠٠١٨", "GB"), "phone.number"), "+442079460018")
    }),
  )

  it.effect("phone.lookup reads numbers that belong to no country, such as universal freephone (ITU-T E.169.1)", () =>
    Effect.gen(function* () {
      const document = yield* lookup("+800 1234 5678")
      assert.deepEqual(facts(document, "phone.valid", "phone.type", "country.code", "phone.non_geographic"), [
        true,
        "toll_free",
        null,
        true,
      ])
    }),
  )

  it.effect("phone.lookup delivers an invalid number together with its reason", () =>
    Effect.gen(function* () {
      const invalid: ReadonlyArray<readonly [string, string | undefined, string]> = [
        ["+44 20", undefined, "too_short"],
        ["+44 20 7946 0018 0018 0018", undefined, "too_long"],
        ["020 7946 0018", undefined, "invalid_country"],
        ["+999 123456", undefined, "invalid_country"],
        ["call me", "GB", "not_a_number"],
        ["please ring +442079460018", undefined, "not_a_number"],
        // Ofcom keeps it for films.
        ["+44 7700 900123", undefined, "not_assigned"],
        ["911", "US", "too_short"],
        // libphonenumber counts it as a mobile number.
        ["083 123 456", "ZA", "too_short"],
      ]
      for (const [number, country, code] of invalid) {
        const document = yield* lookup(number, country)
        assert.isFalse(at(document, "phone.valid"), number)
        const reasons = at(document, "phone.reasons")
        assert.deepEqual([number, Array.isArray(reasons) && reasons.map((reason) => reason.code)], [number, [code]])
      }
    }),
  )

  it.effect("phone.lookup refuses a nonexistent country and overlong text before the call", () =>
    Effect.gen(function* () {
      for (const [number, country] of [
        ["1", "ZZ"],
        ["1", "GBR"],
        ["1".repeat(65), "GB"],
        ["", "GB"],
      ] as const) {
        assert.strictEqual((yield* Effect.flip(lookup(number, country)))._tag, "invalid_source_input")
      }
    }),
  )

  it.effect("a national number without its country means a number of each country in which it is valid; the one country is assumed", () =>
    Effect.gen(function* () {
      const meanings = (input: Readonly<Record<string, string>>) => telecom.operations[0]!.meaningsOf!(input)
      const [several] = yield* meanings({ "phone.number": "0176 12345678" })
      assert.isNull(several!.assumption)
      assert.deepEqual(
        several!.meanings.map(({ label, value }) => [label, value]),
        [
          ["Austria (+43)", "+4317612345678"],
          ["China (+86)", "+8617612345678"],
          ["Germany (+49)", "+4917612345678"],
          ["Serbia (+381)", "+38117612345678"],
        ],
      )
      assert.strictEqual(several!.meanings[2]!.description, "Mobile +49 176 12345678")
      const [one] = yield* meanings({ "phone.number": "7847 73353594" })
      assert.deepEqual(
        one!.meanings.map(({ value }) => value),
        ["+49784773353594"],
      )
      assert.strictEqual(one!.assumption, "Germany (+49) is assumed, the one country in which this number is valid.")
      for (const input of [
        { "phone.number": "+49 176 12345678" },
        { "phone.number": "0049 176 12345678" },
        { "phone.number": "tel:+4917612345678" },
        { "phone.number": "0176 12345678", "country.code": "DE" },
      ]) {
        assert.deepEqual(yield* meanings(input), [])
      }
    }),
  )

  it.effect("phone.lookup knows the numbers that regulators keep for films and examples", () =>
    Effect.gen(function* () {
      const kept = [
        "+1 212 555 0123",
        "+44 20 7946 0018",
        "+44 113 496 0999",
        "+44 1632 960 983",
        "+44 7700 900123",
        "+44 28 9649 6001",
        "+33 6 39 98 12 34",
        "+49 30 23125 123",
        "+61 2 5550 1234",
      ]
      for (const number of kept) assert.isTrue(at(yield* lookup(number), "phone.fictitious"), number)
      // Neighbours of these ranges, and numbers of subscribers.
      const others = ["+1 212 555 1234", "+44 20 7946 1018", "+44 7700 901123", "+44 20 7219 3000", "+49 30 901820", "+33 1 42 68 53 00"]
      for (const number of others) assert.isFalse(at(yield* lookup(number), "phone.fictitious"), number)
      assert.isNull(at(yield* lookup("no number"), "phone.fictitious"))
      // Trinidad & Tobago has the calling code +1, a plan of its own, and no area 868 555.
      const elsewhere = yield* lookup("+1-868-555-0123")
      assert.isFalse(at(elsewhere, "phone.fictitious"))
      for (const number of [...kept, "+1-868-555-0123"]) {
        const document = yield* lookup(number)
        const text = textOf("phone.lookup", document, ["phone.valid", "phone.fictitious"])
        assert.strictEqual(text.includes("has the form of a number"), at(document, "phone.valid") === true, text)
        assert.strictEqual(text.includes("is not a valid phone number"), at(document, "phone.valid") === false, text)
      }
    }),
  )
})
