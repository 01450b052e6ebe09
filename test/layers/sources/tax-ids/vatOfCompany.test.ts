import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { taxIds } from "../../../../layers/sources/tax-ids/source.ts"
import { at, call } from "../call.ts"
import { only } from "../only.ts"

layer(only(taxIds))("tax.vat_of_company", (it) => {
  const vatOf = (country: string, number: string) =>
    Effect.map(
      call("tax-ids", "tax.vat_of_company", { country, "company.number": number }),
      (data) => Object(at(data, "company")).vat_number,
    )
  const isValid = (vat: string) =>
    Effect.map(call("tax-ids", "tax.validate_vat", { "tax.vat_number": vat }), (data) => Object(at(data, "tax")).valid)

  it.effect("the VAT number of a company's number is the one that the company prints, and passes the check", () =>
    Effect.gen(function* () {
      for (const [country, number, expected] of [
        ["FR", "732829320", "FR44732829320"],
        ["FR", "732 829 320 00074", "FR44732829320"],
        ["FR", "303265045", "FR40303265045"],
        ["BE", "0403.053.212", "BE0403053212"],
        ["CH", "CHE-116.281.710", "CHE116281710"],
        ["FI", "0112038-9", "FI01120389"],
        ["NO", "923 609 016", "NO923609016MVA"],
        ["SE", "556703-7485", "SE556703748501"],
        ["ES", "A28015865", "ESA28015865"],
        ["PT", "501964843", "PT501964843"],
        ["CZ", "45274649", "CZ45274649"],
      ] as const) {
        const vat = yield* vatOf(country, number)
        assert.strictEqual(vat, expected)
        assert.isTrue(yield* isValid(vat), vat)
      }
    }),
  )

  it.effect("a number that is not valid, and a country whose VAT numbers stand by themselves, are refused before any money", () =>
    Effect.gen(function* () {
      assert.match(JSON.stringify(yield* Effect.flip(vatOf("FR", "732829321"))), /no valid SIREN or SIRET/u)
      assert.match(JSON.stringify(yield* Effect.flip(vatOf("DE", "12345"))), /country/u)
    }),
  )
})
