import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { bankCheck } from "../../../../layers/sources/bank-check/source.ts"
import { only } from "../only.ts"
import { at, call } from "../call.ts"
import { textOf } from "../textOf.ts"
import { nationalBank } from "../../../../layers/sources/bank-check/nationalCodes.ts"

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

  it.effect("bank.of_iban has the bank of a code that a central bank lists, or of the letters of its BIC", () =>
    Effect.gen(function* () {
      for (const [iban, name, bic, begins] of [
        ["NL91ABNA0417164300", "ABN AMRO BANK N.V.", "ABNANL2A", null],
        ["FR1420041010050500013M02606", "LA BANQUE POSTALE", "PSSTFRPPXXX", null],
        ["ES9121000418450200051332", "CAIXABANK, S.A.", "CAIXESBB", null],
        ["BE71096123456769", "BELFIUS BANK SA/NV", "GKCCBEBB", null],
        ["GB33BUKB20201555555555", "BARCLAYS BANK UK PLC", "BUKBGB22", null],
        // Its offices have several BICs, and the second bank of its letters is a fund.
        ["GB29NWBK60161331926819", "NATIONAL WESTMINSTER BANK PLC", null, "NWBKGB"],
        ["IE29AIBK93115212345678", "AIB BANK", null, "AIBKIE"],
        ["LV80BANK0000435195001", null, null, null],
        ["PL61109010140000071219812874", "Erste Bank Polska (until 2026 Santander Bank Polska)", "WBKPPLPP", null],
        ["CZ6508000000192000145399", "Česká spořitelna", "GIBACZPX", null],
        ["EE382200221020145685", "Swedbank", "HABAEE2X", null],
        ["AE070331234567890123456", "Mashreq Bank", "BOMLAEAD", null],
      ] as const)
        assert.deepInclude(yield* bank(iban), { name, bic, bic_begins: begins, found: name !== null }, iban)
      const facts = ["bank.name", "bank.bic"]
      const text = (iban: string) => Effect.map(call("bank-check", "bank.of_iban", { iban }), (data) => textOf("bank.of_iban", data, facts))
      assert.strictEqual(yield* text("NL91ABNA0417164300"), "The bank of NL91 ABNA 0417 1643 00 is ABN AMRO BANK N.V. Its BIC is ABNANL2A.")
      assert.strictEqual(
        yield* text("GB29NWBK60161331926819"),
        "The bank of GB29 NWBK 6016 1331 9268 19 is NATIONAL WESTMINSTER BANK PLC. Its BIC begins with NWBKGB: several of its offices have one, and the IBAN does not say which.",
      )
      assert.strictEqual(yield* text("LV80BANK0000435195001"), "The lists have no bank with the code BANK.")
    }),
  )

  it.effect("bank.of_iban refuses invalid IBANs and those of countries whose bank codes are not listed, and says why", () =>
    Effect.gen(function* () {
      for (const [iban, reason] of [
        ["DK5000400440116243", /no source lists the bank code 0040 of Denmark/u],
        // The list of Slovakia has not all its banks: one that is not in it is not sold as a bank that does not exist.
        ["SK3112000000198742637541", /no source lists the bank code 1200 of Slovakia/u],
        ["DE88370400440532013000", /check digits do not match/u],
        ["DE8937040044", /12 characters/u],
      ] as const)
        assert.match(JSON.stringify(yield* Effect.flip(bank(iban))), reason, iban)
    }),
  )

  it("the number of a Polish bank has three digits, and a part of it a longer one", () => {
    assert.strictEqual(nationalBank("PL", "1060007600000000")?.name, "Alior Bank")
    assert.strictEqual(nationalBank("PL", "1060000500000000")?.name, "Bank BPH")
    assert.isUndefined(nationalBank("PL", "8001000500000000"))
    assert.isUndefined(nationalBank("DK", "0040044011624300"))
  })
})
