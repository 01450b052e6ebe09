import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { taxIds } from "../../../../layers/sources/tax-ids/source.ts"
import { countryTaxes } from "../../../../layers/sources/tax-ids/taxRates.ts"
import { at, call } from "../call.ts"
import { only } from "../only.ts"

const rateOf = (country: string, when: Readonly<Record<string, string | number>> = {}) =>
  Effect.map(call("tax-ids", "tax.vat_rate", { country, ...when }), (data) => Object(at(data, "vat")))

layer(only(taxIds))("tax.vat_rate", (it) => {
  it.effect("has the reduced rates of today where the data have them", () =>
    Effect.gen(function* () {
      assert.deepEqual((yield* rateOf("IE")).lower_percents, [4.8, 9, 13.5])
      assert.deepEqual((yield* rateOf("DK")).lower_percents, [])
      assert.isNull((yield* rateOf("KE")).lower_percents)
      assert.isNull((yield* rateOf("IE", { day: "2020-01-15" })).lower_percents)
    }),
  )

  it.effect("the standard rates of 2026 are those of the laws, to the decimal", () =>
    Effect.gen(function* () {
      for (const [country, percent] of Object.entries({
        PL: "23",
        CZ: "21",
        HU: "27",
        LT: "21",
        SK: "23",
        SI: "22",
        DE: "19",
        AT: "20",
        FI: "25.5",
        EE: "24",
        RO: "21",
        CH: "8.1",
        NO: "25",
        IE: "23",
        GB: "20",
        FR: "20",
        ES: "21",
        PT: "23",
        IT: "22",
        LU: "17",
        LV: "21",
        GR: "24",
        SE: "25",
        DK: "25",
        NL: "21",
        BE: "21",
        AE: "5",
        SA: "15",
        BH: "10",
        OM: "5",
        SG: "9",
        KE: "16",
        UG: "18",
        TZ: "18",
        LI: "8.1",
        RU: "22",
        KZ: "16",
        EC: "15",
        CA: "5",
        AD: "4.5",
      }))
        assert.strictEqual((yield* rateOf(country)).percent, percent, country)
    }),
  )

  it.effect("a rate changes on a day of the country's own calendar", () =>
    Effect.gen(function* () {
      for (const [country, first, before, after] of [
        ["EE", "2025-07-01", "22", "24"],
        ["EE", "2024-01-01", "20", "22"],
        ["RO", "2025-08-01", "19", "21"],
        ["SK", "2025-01-01", "20", "23"],
        ["FI", "2024-09-01", "24", "25.5"],
        ["DE", "2020-07-01", "19", "16"],
        ["DE", "2021-01-01", "16", "19"],
        ["IE", "2021-03-01", "21", "23"],
        ["CH", "2024-01-01", "7.7", "8.1"],
        ["SG", "2023-01-01", "7", "8"],
        ["IL", "2025-01-01", "17", "18"],
      ] as const) {
        const last = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10)
        assert.strictEqual((yield* rateOf(country, { "date.day": last })).percent, before, `${country} ${last}`)
        const tax = yield* rateOf(country, { "date.day": first })
        assert.deepStrictEqual([tax.percent, tax.since, tax.former_percent], [after, first, before], `${country} ${first}`)
      }
      // Laws change rates on the first day of a month, except those of these days.
      const days = [...countryTaxes.values()].flatMap(({ rates }) => rates.flatMap(({ from }) => from ?? []))
      assert.deepStrictEqual([...new Set(days.filter((day) => !day.endsWith("-01")))].sort(), [
        "2011-01-04",
        "2014-01-13",
        "2021-04-16",
        "2023-07-10",
      ])
    }),
  )

  it.effect("the rates of a country become older in their order, and no two that follow each other are the same", () =>
    Effect.sync(() => {
      for (const [code, { rates }] of countryTaxes)
        for (const [place, { from, percent }] of rates.slice(0, -1).entries()) {
          const former = rates[place + 1]!
          assert.isTrue(from !== null && (former.from === null || former.from < from), code)
          assert.notStrictEqual(former.percent, percent, code)
        }
    }),
  )

  it.effect("a day of which the rate is not known, and a year with two rates, are refused before any money", () =>
    Effect.gen(function* () {
      const refusal = (country: string, when: Readonly<Record<string, string | number>>) =>
        Effect.map(Effect.flip(rateOf(country, when)), (refused) => JSON.stringify(refused))
      assert.match(yield* refusal("PL", { "date.day": "2005-05-01" }), /not known before 2011-01-01/u)
      assert.match(yield* refusal("PL", { "calendar.year": 2005 }), /not known before 2011-01-01/u)
      assert.match(yield* refusal("KE", { "date.day": "2025-12-31" }), /for today alone/u)
      assert.match(yield* refusal("DE", { "date.day": "2027-01-01" }), /after 2026-12-31/u)
      assert.match(yield* refusal("EE", { "calendar.year": 2025 }), /changed on 2025-07-01/u)
      assert.strictEqual((yield* rateOf("EE", { "calendar.year": 2026 })).percent, "24")
      assert.strictEqual((yield* rateOf("PL", { "calendar.year": 2020 })).percent, "23")
    }),
  )

  it.effect("a country whose rate is not certain is refused, and one without the tax has none", () =>
    Effect.gen(function* () {
      for (const country of ["TH", "BR", "MY", "VN", "SM", "GI", "IC"])
        assert.match(JSON.stringify(yield* Effect.flip(rateOf(country))), /not known for certain|malformed/u, country)
      const american = yield* rateOf("US")
      assert.deepStrictEqual([american.percent, american.kind], [null, "none"])
      for (const country of ["HK", "GF", "YT", "SJ"]) assert.strictEqual((yield* rateOf(country)).kind, "none", country)
    }),
  )

  it.effect("territories with a code of their own have the rate that applies in them", () =>
    Effect.gen(function* () {
      for (const [country, percent] of Object.entries({
        AX: "25.5",
        FO: "25",
        GP: "8.5",
        MQ: "8.5",
        RE: "8.5",
        IM: "20",
        JE: "5",
        LI: "8.1",
        MC: "20",
      }))
        assert.strictEqual((yield* rateOf(country)).percent, percent, country)
      assert.strictEqual((yield* rateOf("AX", { day: "2024-08-31" })).percent, (yield* rateOf("FI", { day: "2024-08-31" })).percent)
    }),
  )

  it.effect("the parts of a country that have other rates are named, and no rate of a part is stated", () =>
    Effect.gen(function* () {
      for (const [country, region] of [
        ["PT", "Madeira"],
        ["ES", "the Canary Islands"],
        ["CA", "Ontario"],
        ["FR", "Martinique"],
      ] as const) {
        const tax = yield* rateOf(country)
        assert.isTrue(tax.regions_differ)
        assert.include(tax.other_regions, region)
      }
      assert.isFalse((yield* rateOf("PL")).regions_differ)
      assert.strictEqual((yield* rateOf("CA")).kind, "gst")
      assert.strictEqual((yield* rateOf("JP")).kind, "consumption tax")
    }),
  )
})

layer(only(taxIds))("tax.at_rate", (it) => {
  const split = (amount: string, percent: string, basis: string, more: Readonly<Record<string, string>> = {}) =>
    Effect.map(call("tax-ids", "tax.at_rate", { "currency.amount": amount, percent, "amount.basis": basis, ...more }), (data) => {
      const { gross, net, tax } = Object(at(data, "vat"))
      return [net, tax, gross]
    })

  it.effect("net, tax and gross at the rate that is given, to two decimals without a currency", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* split("4,200", "15", "gross"), ["3652.17", "547.83", "4200.00"])
      assert.deepStrictEqual(yield* split("250", "7.5", "net", { currency: "USD" }), ["250.00", "18.75", "268.75"])
      assert.deepStrictEqual(yield* split("105", "8", "net", { currency: "JPY" }), ["105", "8", "113"])
      assert.deepStrictEqual(yield* split("100", "0", "gross"), ["100.00", "0.00", "100.00"])
    }),
  )

  it.effect("an amount with too many decimals and a rate of 100 % and more are refused before any money", () =>
    Effect.gen(function* () {
      assert.match(JSON.stringify(yield* Effect.flip(split("1.2345", "15", "net"))), /2 decimals at most/u)
      assert.match(JSON.stringify(yield* Effect.flip(split("100", "100", "net"))), /below 100/u)
    }),
  )
})

layer(only(taxIds))("tax.vat_of_amount", (it) => {
  const split = (country: string, amount: string, basis: string, more: Readonly<Record<string, string>> = {}) =>
    Effect.map(call("tax-ids", "tax.vat_of_amount", { country, "currency.amount": amount, "amount.basis": basis, ...more }), (data) => {
      const { gross, net, tax } = Object(at(data, "vat"))
      return [net, tax, gross, Object(at(data, "currency")).code]
    })

  it.effect("net, tax and gross are exact decimals of the currency, rounded half up, and always add up", () =>
    Effect.gen(function* () {
      for (const [country, amount, basis, expected, more] of [
        ["AT", "1,188.00", "gross", ["990.00", "198.00", "1188.00", "EUR"]],
        ["DE", "1190", "gross", ["1000.00", "190.00", "1190.00", "EUR"]],
        ["RO", "1 000", "net", ["1000.00", "210.00", "1210.00", "EUR"], { currency: "EUR" }],
        ["BE", "1.250,00", "net", ["1250.00", "262.50", "1512.50", "EUR"]],
        ["CH", "0.05", "net", ["0.05", "0.00", "0.05", "CHF"]],
        ["FI", "0.02", "net", ["0.02", "0.01", "0.03", "EUR"]],
        ["GB", "0.01", "gross", ["0.01", "0.00", "0.01", "GBP"]],
        ["JP", "105", "net", ["105", "11", "116", "JPY"]],
        ["BH", "1.005", "net", ["1.005", "0.101", "1.106", "BHD"]],
        ["HU", "90071992547409931.27", "net", ["90071992547409931.27", "24319437987800681.44", "114391430535210612.71", "HUF"]],
      ] as const)
        assert.deepStrictEqual(yield* split(country, amount, basis, more), [...expected], `${country} ${amount}`)
    }),
  )

  it.effect("the rate is that of the day", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* split("RO", "100", "net", { "date.day": "2025-07-31" }), ["100.00", "19.00", "119.00", "RON"])
    }),
  )

  it.effect(
    "an amount that can be read in two ways, one with too many decimals, and a country without VAT are refused before any money",
    () =>
      Effect.gen(function* () {
        const refused = (country: string, amount: string) =>
          Effect.map(Effect.flip(split(country, amount, "net")), (error) => JSON.stringify(error))
        assert.match(yield* refused("BE", "1.250"), /can be 1.250 or 1250/u)
        assert.match(yield* refused("BE", "1.2345"), /2 decimals at most/u)
        assert.match(yield* refused("US", "100"), /no VAT/u)
      }),
  )
})
