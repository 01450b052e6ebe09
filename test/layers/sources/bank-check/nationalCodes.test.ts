import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import nationalBanks from "../../../../layers/sources/bank-check/nationalBanks.json" with { type: "json" }
import { isListedBic } from "../../../../layers/sources/bank-check/banks.ts"
import { nationalBank } from "../../../../layers/sources/bank-check/nationalCodes.ts"
import { bankCheck } from "../../../../layers/sources/bank-check/source.ts"
import { at, call } from "../call.ts"
import { only } from "../only.ts"

/** Modulo 97 of a number of any length. */
const mod97 = (digits: string): number => [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0)

/** The IBAN of a country and an account: check digits after ISO 7064 (MOD 97-10), without a library. */
const ibanOf = (country: string, bban: string): string => {
  const number = [...(bban + country + "00")].map((character) => String(Number.parseInt(character, 36))).join("")
  return `${country}${String(98 - mod97(number)).padStart(2, "0")}${bban}`
}

/** The check digit of a Finnish account (modulo 10, from the right 2 1 2 …). */
const finnish = (thirteen: string): string => {
  const sum = [...thirteen].toReversed().reduce((total, digit, index) => {
    const product = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (product > 9 ? product - 9 : product)
  }, 0)
  return thirteen + String((10 - (sum % 10)) % 10)
}

/** The check digit of a Norwegian account (modulo 11, weights 5 4 3 2 7 6 5 4 3 2). */
const norwegian = (ten: string): string => {
  const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]
  const rest = [...ten].reduce((total, digit, index) => total + Number(digit) * weights[index]!, 0) % 11
  return ten + String((11 - rest) % 11)
}

/** Two check digits after ISO 7064 (MOD 97-10): Serbia, Slovenia. */
const withTwo = (digits: string): string => digits + String(98 - mod97(`${digits}00`)).padStart(2, "0")

/** The check digit of a Croatian bank code, and of an account (ISO 7064, MOD 11-10). */
const croatian = (digits: string): string => {
  const product = [...digits].reduce((carry, digit) => {
    const sum = (carry + Number(digit)) % 10
    return ((sum === 0 ? 10 : sum) * 2) % 11
  }, 10)
  return digits + String((11 - product) % 10)
}

/** Hungary: weights 9 7 3 1, modulo 10, over the code with the branch and over the account. */
const hungarian = (digits: string): string => {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * [9, 7, 3, 1][index % 4]!, 0)
  return digits + String((10 - (sum % 10)) % 10)
}

layer(only(bankCheck))("banks by national codes", (it) => {
  it.effect("bank.of_iban names the bank of the examples of the IBAN registry of SWIFT", () =>
    Effect.gen(function* () {
      for (const [iban, name, bic] of [
        ["SE4550000000058398257466", "SEB (Skandinaviska Enskilda Banken)", "ESSESESS"],
        ["SA0380000000608010167519", "Al Rajhi Bank", "RJHISARI"],
        ["GR1601101250000000012300695", "National Bank of Greece", "ETHNGRAA"],
        ["CY17002001280000001200527600", "Bank of Cyprus", "BCYPCY2N"],
        ["HR1210010051863000160", "Hrvatska narodna banka", "NBHRHR2D"],
        ["HU42117730161111101800000000", "OTP Bank", "OTPVHUHB"],
        ["IL620108000000099999999", "Bank Leumi", "LUMIILIT"],
        ["IS140159260076545510730339", "Landsbankinn", "NBIIISRE"],
        ["BR1800360305000010009795493C1", "Caixa Econômica Federal", "CEFXBRSP"],
      ] as const) {
        const document = yield* call("bank-check", "bank.of_iban", { iban })
        assert.deepInclude(Object(at(document, "bank")), { name, bic, found: true, valid: true }, iban)
      }
    }),
  )

  it.effect("bank.of_iban names the large banks of each country", () =>
    Effect.gen(function* () {
      for (const [iban, name, bic] of [
        [ibanOf("SE", "80000000000012345678"), "Swedbank or a savings bank (sparbank) in its group", "SWEDSESS"],
        [ibanOf("SE", "60000000000012345678"), "Handelsbanken", "HANDSESS"],
        [ibanOf("SE", "30000000000012345678"), "Nordea", "NDEASESS"],
        [ibanOf("SE", "12000000000012345678"), "Danske Bank", "DABASESX"],
        [ibanOf("TR", "0001000000000000000001"), "Ziraat Bankası", "TCZBTR2A"],
        [ibanOf("TR", "0006200000000000000001"), "Garanti BBVA (Türkiye Garanti Bankası)", "TGBATRIS"],
        [ibanOf("TR", "0006400000000000000001"), "Türkiye İş Bankası", "ISBKTRIS"],
        [ibanOf("TR", "0020500000000000000001"), "Kuveyt Türk", "KTEFTRIS"],
        [ibanOf("CH", "00230000000000001"), "UBS Switzerland", "UBSWCHZH80A"],
        [ibanOf("CH", "09000000000000001"), "PostFinance", "POFICHBE"],
        [ibanOf("CH", "00700000000000001"), "Zürcher Kantonalbank", "ZKBKCHZZ80A"],
        [ibanOf("CH", "80808000000000001"), "Raiffeisen", "RAIFCH22"],
        // An IBAN for QR bills has an identifier of its own.
        [ibanOf("CH", "30005000000000001"), "UBS Switzerland", "UBSWCHZH80A"],
        [ibanOf("LI", "08800000000000001"), "Liechtensteinische Landesbank", "LILALI2X"],
        [ibanOf("LI", "08805000000000001"), "VP Bank", "VPBVLI2X"],
        [ibanOf("FI", finnish("1234560000078")), "Nordea Bank", "NDEAFIHH"],
        [ibanOf("FI", finnish("5000010000078")), "OP (Osuuspankki)", "OKOYFIHH"],
        [ibanOf("FI", finnish("3939000000078")), "S-Pankki", "SBANFIHH"],
        [ibanOf("FI", finnish("4050010000078")), "Aktia Pankki", "HELSFIHH"],
        [ibanOf("NO", norwegian("1503000001")), "DNB Bank", "DNBANOKK"],
        [ibanOf("NO", norwegian("6005000001")), "Nordea Bank, Norwegian branch", "NDEANOKK"],
        [ibanOf("NO", norwegian("9049000001")), "Handelsbanken, Norwegian branch", "HANDNOKK"],
        [ibanOf("IT", "X0200801000000000123456"), "UniCredit", "UNCRITMM"],
        [ibanOf("RS", withTwo("1600000000000000")), "Banca Intesa", "DBDBRSBG"],
        [ibanOf("RS", withTwo("2650000000000000")), "Raiffeisen banka", "RZBSRSBG"],
        [ibanOf("SI", withTwo("0201000000000")), "NLB", "LJBASI2X"],
        [ibanOf("SI", withTwo("2900000000000")), "UniCredit Banka Slovenija", "BACXSI22"],
        [ibanOf("HR", croatian("236000") + croatian("110123456")), "Zagrebačka banka", "ZABAHR2X"],
        [ibanOf("HR", croatian("234000") + croatian("110123456")), "Privredna banka Zagreb", "PBZGHR2X"],
        [ibanOf("HU", hungarian("1040000") + hungarian("000000000000001")), "K&H Bank", "OKHBHUHB"],
        [ibanOf("HU", hungarian("1160000") + hungarian("000000000000001")), "Erste Bank Hungary", "GIBAHUHB"],
        [ibanOf("SA", "10000000000000000001"), "Saudi National Bank (SNB)", "NCBKSAJE"],
        [ibanOf("SA", "20000000000000000001"), "Riyad Bank", "RIBLSARI"],
        [ibanOf("GR", "01700000000000000000001"), "Piraeus Bank", "PIRBGRAA"],
        [ibanOf("GR", "02600000000000000000001"), "Eurobank", "ERBKGRAA"],
        [ibanOf("CY", "029000000000000000000001"), "Ancoria Bank", "ANCOCY2N"],
        [ibanOf("IL", "0120000000000000001"), "Bank Hapoalim", "POALILIT"],
        [ibanOf("IL", "0200000000000000001"), "Mizrahi Tefahot Bank", "MIZBILIT"],
        [ibanOf("IS", "0300000000000000000000"), "Arion banki", "ESJAISRE"],
        [ibanOf("BR", "60701190000000000000001P1"), "Itaú Unibanco", "ITAUBRSP"],
        [ibanOf("BR", "60746948000000000000001P1"), "Banco Bradesco", "BBDEBRSP"],
        [ibanOf("UA", "3052990000000000000000001"), "PrivatBank", "PBANUA2X"],
        [ibanOf("UA", "3220010000000000000000001"), "Universal Bank (monobank)", "UNJSUAUK"],
      ] as const) {
        const document = yield* call("bank-check", "bank.validate_iban", { iban })
        assert.deepEqual(at(document, "bank.reasons"), [], iban)
        const bank = yield* call("bank-check", "bank.of_iban", { iban })
        assert.deepInclude(Object(at(bank, "bank")), { name, bic }, iban)
      }
    }),
  )

  it("each BIC of the table is in the list of BICs, or is one of a passive participant", () => {
    // BICs of the registries of Poland, Slovakia and Estonia that the list does not have.
    const registered = new Set(["COBASKBX", "IBKOPLPW", "RCBWPLPW", "UNCREE22"])
    for (const [country, rows] of Object.entries(nationalBanks)) {
      const codes = rows.map(([code]) => code)
      assert.strictEqual(new Set(codes).size, codes.length, country)
      for (const [code, bic, name] of rows) {
        assert.match(String(code), /^\d{1,8}$/u)
        assert.isNotEmpty(name)
        if (typeof bic === "string" && !registered.has(bic)) assert.isTrue(isListedBic(bic) || bic[7] === "1", `${country} ${code} ${bic}`)
      }
    }
  })

  it("the code of an Italian bank is behind a letter", () => {
    assert.strictEqual(nationalBank("IT", "X0306909400000000000000")?.name, "Intesa Sanpaolo")
    assert.strictEqual(nationalBank("IT", "X0760100000000000000000")?.name, "Poste Italiane (BancoPosta)")
    assert.isUndefined(nationalBank("IT", "X0542811101000000123456"))
  })

  it("a bank that has closed, and a code that no source gives for certain, has no name", () => {
    // Forex Bank, Samba, AstroBank, banks of Denmark, a Swiss code that SIX does not list and a Norwegian one of the left out range.
    for (const [country, bban] of [
      ["SE", "9400000000000000"],
      ["SA", "4000000000000000"],
      ["CY", "0080000000000000"],
      ["DK", "3000000000000000"],
      ["CH", "00762011623852957"],
      ["NO", "42000000000"],
    ] as const)
      assert.isUndefined(nationalBank(country, bban), country)
  })
})
