import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { vatFormats } from "../../../../layers/sources/tax-ids/vatNumber.ts"
import { taxIds } from "../../../../layers/sources/tax-ids/source.ts"
import { vatLite } from "../../../../layers/sources/vat-lite/source.ts"
import { ask } from "../almanac/ask.ts"
import { at } from "../call.ts"
import { published } from "../tax-ids/published.ts"

const validate = (vat_number: string) => ask(vatLite, "tax.validate_vat", { vat_number })

describe("tax.validate_vat of vat-lite", () => {
  it.effect("vat-lite accepts published VAT numbers of every country", () =>
    Effect.gen(function* () {
      for (const [prefix, numbers] of Object.entries(published))
        for (const national of numbers.split(" ")) {
          const document = yield* validate(prefix + national)
          assert.deepEqual([prefix, national, at(document, "tax.valid")], [prefix, national, true])
        }
    }),
  )

  it.effect("vat-lite reports the check digits as unknown, except for Portugal and Switzerland", () =>
    Effect.gen(function* () {
      assert.deepInclude(at(yield* validate("DE136695977"), "tax"), { valid: true, check_digits_valid: null, reasons: [] })
      for (const wrong of ["PT501964844", "CHE105909037"])
        assert.deepInclude(at(yield* validate(wrong), "tax"), { valid: false, format_valid: true, check_digits_valid: false })
      assert.deepInclude(at(yield* validate("PT501964843"), "tax"), { valid: true, check_digits_valid: true })
    }),
  )

  it.effect("vat-lite and tax-ids accept the same VAT number formats", () =>
    Effect.gen(function* () {
      for (const [prefix, numbers] of Object.entries(published))
        for (const national of numbers.split(" "))
          for (const changed of [national.slice(1), `${national}7`, `A${national}`, national.replace(/\d/u, "Ä"), `${national}B`]) {
            const [lite, full] = [
              yield* validate(prefix + changed),
              yield* ask(taxIds, "tax.validate_vat", { vat_number: prefix + changed }),
            ]
            assert.deepEqual([prefix + changed, at(lite, "tax.format_valid")], [prefix + changed, at(full, "tax.format_valid")])
            assert.deepEqual(Object.keys(Object(at(lite, "tax"))), Object.keys(Object(at(full, "tax"))))
          }
    }),
  )

  it("vat-lite covers the same countries as the list of published numbers", () =>
    assert.strictEqual(vatFormats.length, Object.keys(published).length))
})
