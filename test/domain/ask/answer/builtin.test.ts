import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Result, Schedule, type Schema } from "effect"
import { builtinTemplates, templatedOperations } from "../../../../domain/ask/answer/templates/builtin.ts"
import { templateMistake } from "../../../../domain/ask/answer/template.ts"
import { pointerOf } from "../../../../domain/ask/answer/documentValues.ts"
import { sentencesFor } from "../../../../domain/ask/answer/describe.ts"
import { ungrounded } from "./grounding.ts"
import { resolveInput } from "../../../../domain/catalogue/resolveInput.ts"
import { type Operation, Sources, variantsOf } from "../../../../domain/catalogue/Source.ts"
import { layer as builtin } from "../../../../layers/sources/builtin.ts"
import { dataDatabase } from "../../../support/database.ts"

const answerTo = (operation: Operation, input: Readonly<Record<string, unknown>>) =>
  Effect.gen(function* () {
    const { values, variant } = yield* Effect.fromResult(resolveInput(operation, input))
    return (yield* variant.run(values, 10)).data
  }).pipe(
    Effect.retry({
      while: (error) => error._tag === "SourceFailure" && error.code === "source_unavailable",
      schedule: Schedule.upTo(Schedule.spaced("100 millis"), { duration: "500 seconds" }),
    }),
  )

/** The first example of each required input, by the operation's own and by its other variants. */
const examplesOf = (operation: Operation): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  variantsOf(operation).map(({ input }) =>
    Object.fromEntries(input.filter((field) => field.required).map(({ field, jsonSchema }) => [field, Object(jsonSchema.examples)[0]])),
  )

/** Documents of another kind than the examples give. */
const unusual: ReadonlyArray<readonly [operation: string, input: Readonly<Record<string, unknown>>]> = [
  ["bank.validate_iban", { iban: "DE88370400440532013000" }],
  ["bank.validate_iban", { iban: "XX" }],
  ["bank.validate_iban", { iban: "DE89370400440532013000" }],
  ["bank.validate_iban", { iban: "AT611904300234573201" }],
  ["bank.of_iban", { iban: "DE33999999990000000000" }],
  ["bank.validate_bic", { bic: "NOPE" }],
  ["bank.validate_bic", { bic: "OKOYF1HH" }],
  ["bank.validate_bic", { bic: "GENODEF1M04" }],
  ["tax.validate_vat", { vat_number: "PT501964842" }],
  ["company.validate_number", { country: "DK", number: "24256791" }],
  ["tax.validate_vat", { vat_number: "ESA28015865" }],
  ["tax.validate_vat", { vat_number: "FR83404833048" }],
  ["company.validate_number", { country: "GB", number: "SC123456" }],
  ["company.validate_number", { country: "FR", number: "73282932000074" }],
  ["id.validate_number", { kind: "IN.GSTIN", number: "27AAPFU0939F1ZV" }],
  ["id.validate_number", { kind: "IN.PAN", number: "AAPFU0939F" }],
  ["phone.lookup", { number: "12" }],
  ["phone.lookup", { number: "+1-868-555-0123" }],
  ["phone.dialling", { country: "BR" }],
  ["phone.dialling", { country: "CA" }],
  ["phone.dialling", { country: "DE", from: "JP" }],
  ["phone.dialling", { country: "PT", from: "BR" }],
  ["phone.dialling", { country: "IT", from: "RU" }],
  ["phone.dialling", { country: "CA", from: "US" }],
  ["phone.lookup", { number: "+80012345678" }],
  ["phone.lookup", { number: "+256772418273" }],
  ["phone.lookup", { number: "+33142685300" }],
  ["tax.vat_rate", { country: "US" }],
  ["tax.vat_rate", { country: "HK" }],
  ["tax.vat_rate", { country: "JP" }],
  ["tax.vat_rate", { country: "KE" }],
  ["tax.vat_rates", { "condition.european_union": true }],
  ["tax.reduced_vat_rates", { country: "DE" }],
  ["tax.reduced_vat_rates", { country: "DK" }],
  ["tax.goods_vat_rate", { country: "PT", kind: "restaurant meals" }],
  ["tax.region_rate", { region: "Nova Scotia" }],
  ["tax.region_rate", { region: "Alberta" }],
  ["tax.region_rate", { region: "Quebec" }],
  ["tax.region_rate", { region: "Texas" }],
  ["tax.region_rate", { region: "California" }],
  ["tax.region_rate", { region: "Oregon" }],
  ["tax.region_rate", { region: "Madeira" }],
  ["tax.region_rate", { region: "Büsingen" }],
  ["tax.region_rate", { region: "Canary Islands" }],
  ["tax.region_rate", { region: "Ceuta" }],
  ["tax.region_rate", { region: "Livigno" }],
  ["tax.region_amount", { region: "Ontario", "currency.amount": "250", "amount.basis": "net" }],
  ["tax.region_amount", { region: "Quebec", "currency.amount": "100", "amount.basis": "gross" }],
  ["tax.eu_area", { country: "FR", area: "VAT area" }],
  ["tax.eu_area", { country: "MC", area: "VAT area" }],
  ["tax.eu_area", { country: "GB", region: "Northern Ireland", area: "VAT area" }],
  ["tax.eu_area", { country: "GB", region: "Northern Ireland", area: "customs union" }],
  ["tax.eu_area", { country: "GB", region: "Northern Ireland", area: "customs territory" }],
  ["tax.eu_area", { country: "TR", area: "customs union" }],
  ["tax.eu_area", { country: "AD", area: "customs territory" }],
  ["tax.eu_area", { country: "NO", area: "customs union" }],
  ["tax.vat_rates", { "condition.region": "Antarctic" }],
  ["tax.at_rate", { "tax.percent": "15", "currency.amount": "18 400", "amount.basis": "gross", currency: "ZAR" }],
  ["tax.at_rate", { "tax.percent": "15", "currency.amount": "4,200", "amount.basis": "gross" }],
  ["tax.vat_of_amount", { country: "CA", "currency.amount": "100", "amount.basis": "net" }],
  ["email.check", { address: "john..doe@example.com" }],
  ["email.check", { address: "info@bbc.co.uk" }],
  ["domain.parse", { name: "münchen.de" }],
  ["domain.parse", { name: "user.github.io" }],
  ["domain.parse", { name: "no name" }],
  ["domain.parse", { name: "github.io" }],
  ["domain.parse", { name: "company.con" }],
  ["domain.parse", { name: "printer.local" }],
  ["email.domain", { name: "company.con" }],
  ["email.check", { address: "john@company.con" }],
  ["place.search", { query: "Springfield" }],
  ["place.search", { query: "Xyzzyx" }],
  ["place.around", { latitude: 45.75, longitude: 4.85, radius_km: 40, population_from: 50_000_000 }],
  ["place.around", { latitude: 45.75, longitude: 4.85, radius_km: 10 }],
  ["place.around", { latitude: 45.75, longitude: 4.85, radius_km: 40, population_from: 50_000 }],
  ["airport.nearby", { iata: "MUC", radius_km: 500 }],
  ["airport.nearby", { latitude: -48, longitude: -123, radius_km: 10 }],
  ["airport.lookup", { icao: "EDMD" }],
  ["phone.area_code", { town: "Chicago" }],
  ["phone.area_code", { town: "Springfield, Illinois" }],
  ["phone.area_code", { town: "Istanbul" }],
  ["country.of_code", { calling_code: "+33 1" }],
  ["country.of_code", { calling_code: "+44 191" }],
  ["country.of_code", { calling_code: "+46 90" }],
  ["country.neighbours", { code: "JP" }],
  ["country.profile", { code: "AQ" }],
  ["country.profile", { code: "NO" }],
  ["country.by_currency", { code: "USD" }],
  ["currency.info", { code: "DEM" }],
  ["currency.of_country", { country: "LS" }],
  ["sun.times", { latitude: 78.22, longitude: 15.63, day: "2026-07-01" }],
  ["sun.times", { latitude: 78.22, longitude: 15.63, day: "2026-12-21" }],
  ["time.convert", { date_time: "2026-03-29T02:30", from: "Europe/Berlin", to: "UTC" }],
  ["time.now", { latitude: 27.7172, longitude: 85.324 }],
  ["calendar.is_holiday", { country: "DE", region: "DE-BY", date: "2026-01-06" }],
  ["calendar.is_holiday", { country: "DE", date: "2026-01-10" }],
  ["calendar.public_holidays", { country: "JP", year: 2026 }],
  ["calendar.public_holidays", { country: "GB", region: "GB-SCT", year: 2025, types: ["school"] }],
  ["calendar.business_days", { country: "GB", region: "GB-SCT", start: "2026-12-21", end: "2027-01-06" }],
  ["ip.network", { cidr: "17.0.0.0/8" }],
  ["ip.network", { cidr: "91.198.174.0/28" }],
  ["ip.network", { address: "91.198.174.192" }],
  ["ip.autonomous_system", { asn: "64512" }],
  ["ip.autonomous_system", { asn: "AS1.10" }],
  ["ip.autonomous_system", { asn: "AS5511" }],
  ["ip.autonomous_system", { asn: "AS399999" }],
  ["ip.purpose", { address: "192.168.0.1" }],
  ["ip.purpose", { address: "172.32.0.1" }],
  ["ip.purpose", { address: "192.31.196.1" }],
  ["ip.purpose", { address: "4000::1" }],
  ["ip.purpose", { cidr: "172.0.0.0/8" }],
  ["ip.purpose", { cidr: "41.0.0.0/8" }],
  ["ip.in_network", { address: "10.20.30.40", cidr: "10.20.0.0/16" }],
  ["ip.notation", { address: "2001:db8::42:8329" }],
  ["ip.notation", { address: "193.0.6.139" }],
  ["ip.notation", { address: "::ffff:192.0.2.1" }],
  ["ip.in_network", { address: "2001:db8::1", cidr: "10.20.0.0/16" }],
  ["ip.compare_networks", { first: "10.0.0.0/24", second: "10.0.1.0/24" }],
  ["ip.compare_networks", { first: "10.0.1.0/24", second: "10.0.2.0/24" }],
  ["ip.compare_networks", { first: "10.0.0.0/8", second: "10.1.0.0/16" }],
  ["ip.compare_networks", { first: "10.0.0.0/24", second: "10.0.0.0/24" }],
  ["ip.compare_networks", { first: "10.0.0.0/24", second: "2001:db8::/32" }],
  ["ip.compare_networks", { first: "/27", second: "/22" }],
  ["ip.subnet", { cidr: "/22" }],
  ["ip.subnet", { cidr: "10.20.3.77/31" }],
  ["ip.subnet", { cidr: "2001:db8::1/44" }],
  ["ip.subnet", { cidr: "/64" }],
  ["unit.convert", { value: 451, from: "fahrenheit", to: "celsius" }],
  ["unit.convert", { value: 500, from: "kJ", to: "calories" }],
  ["unit.convert", { value: -40, from: "celsius", to: "fahrenheit" }],
]

/** The mistakes in all sentences about a document, for the whole document and for each requested fact. */
const examine = (operation: Operation, data: Schema.Json): ReadonlyArray<string> =>
  [[], ...operation.output.map((fact) => [fact])].flatMap((facts) => {
    const sentences = sentencesFor(data, facts, builtinTemplates(operation.id))
    const results = [{ result_ref: "r", data }]
    const wrong = sentences.flatMap(({ paths, text }) =>
      ungrounded(
        text,
        paths.map((path) => ({ result_ref: "r", pointer: pointerOf(["data", ...path]) })),
        results,
      ).map((number) => `${text} [${number}]`),
    )
    return sentences.length === 0 ? [`${operation.id} ${facts.join()}: no sentence`] : wrong
  })

layer(builtin.pipe(Layer.provide(dataDatabase)), { excludeTestServices: true, timeout: "600 seconds" })(
  "answers about built-in sources",
  (it) => {
    it.effect(
      "every fact of every built-in document has a sentence, and every number in it comes from the document",
      () =>
        Effect.gen(function* () {
          const operations = (yield* Sources).flatMap((source) => source.operations)
          assert.sameMembers([...new Set(operations.map(({ id }) => id))], [...templatedOperations])
          for (const operation of operations) {
            const more = unusual.filter(([id]) => id === operation.id).map(([, input]) => input)
            for (const input of [...examplesOf(operation), ...more]) {
              if (Result.isFailure(resolveInput(operation, input))) continue
              const data = yield* answerTo(operation, input)
              assert.deepEqual(examine(operation, data), [], `${operation.id} ${JSON.stringify(input)}`)
            }
          }
        }),
      150_000,
    )

    it("the templates of the built-in sources contain no digits", () => {
      for (const operation of templatedOperations) {
        const telling = builtinTemplates(operation)
        for (const sentence of [...(telling?.sentences ?? []), ...(telling?.limits ?? [])]) assert.isUndefined(templateMistake(sentence))
      }
    })
  },
)
