import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { bankCheck } from "../../../../layers/sources/bank-check/source.ts"
import { at, call } from "../call.ts"
import { only } from "../only.ts"

layer(only(bankCheck))("bank.iban_of_account", (it) => {
  const iban = (country: string, code: string, account: string) =>
    Effect.map(
      call("bank-check", "bank.iban_of_account", { country, "bank.national_code": code, "bank.national_account": account }),
      (data) => Object(at(data, "bank")),
    )

  it.effect("bank.iban_of_account makes the IBANs that the registry and the banks print as examples", () =>
    Effect.gen(function* () {
      for (const [country, code, account, expected] of [
        ["DE", "37040044", "532013000", "DE89370400440532013000"],
        ["DE", "500 105 17", "0648489890", "DE12500105170648489890"],
        ["AT", "19043", "234573201", "AT611904300234573201"],
        ["CH", "762", "011623852957", "CH9300762011623852957"],
        ["NL", "abna", "417164300", "NL91ABNA0417164300"],
        ["CZ", "0800", "19-2000145399", "CZ6508000000192000145399"],
        ["DK", "0040", "0440116243", "DK5000400440116243"],
        ["PL", "10901014", "0000071219812874", "PL61109010140000071219812874"],
        ["GB", "NWBK 60-16-13", "31926819", "GB29NWBK60161331926819"],
      ] as const)
        assert.strictEqual((yield* iban(country, code, account)).iban, expected)
    }),
  )

  it.effect("bank.iban_of_account gives the bank of a German code, and says where the Bundesbank lists none", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* iban("DE", "37040044", "532013000"), { found: true, bic: "COBADEFFXXX" })
      assert.deepInclude(yield* iban("DE", "99999999", "532013000"), { found: false, name: null, bic: null })
      assert.deepInclude(yield* iban("AT", "19043", "234573201"), { found: null, name: null })
    }),
  )

  it.effect(
    "bank.iban_of_account refuses codes and accounts of another length, and countries with check digits inside, before any money",
    () =>
      Effect.gen(function* () {
        for (const [country, code, account, reason] of [
          ["DE", "3704004", "532013000", /8 characters/u],
          ["DE", "37040044", "12345678901", /at most 10 characters/u],
          ["GB", "601613", "31926819", /four letters of the bank/u],
          ["LU", "002", "12345", /has 13 characters/u],
          ["FR", "20041", "0500013", /country/u],
        ] as const)
          assert.match(JSON.stringify(yield* Effect.flip(iban(country, code, account))), reason, country)
      }),
  )
})
