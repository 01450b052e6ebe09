import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Result, Schedule, Schema } from "effect"
import { catalogueEntries } from "../../../domain/catalogue/Catalogue.ts"
import { findOperation, findSource } from "../../../domain/catalogue/find.ts"
import { inputSchema, resolveInput } from "../../../domain/catalogue/resolveInput.ts"
import { type Operation, Sources, type Variant, variantsOf } from "../../../domain/catalogue/Source.ts"
import { SourceList, sourceList, SourceView, sourceView } from "../../../domain/catalogue/views.ts"
import { comparativeOf, comparativesIn } from "../../../domain/planning/read/comparatives.ts"
import { wordsOf } from "../../../domain/planning/read/words.ts"
import { toDecimal } from "../../../domain/money/Money.ts"
import { layer as builtin } from "../../../layers/sources/builtin.ts"
import { dataDatabase } from "../../support/database.ts"
import { at } from "./call.ts"

const operations = Effect.map(Sources, (sources) =>
  sources.flatMap((source) => source.operations.map((operation) => ({ source, operation }))),
)

/** The price list: source, operation, USD, and the prices of its other variants. */
const priceList = `
almanac sun.times 0.0005
almanac sun.position 0.0005
almanac sun.year 0.0015
almanac moon.phase 0.0005
almanac moon.phases 0.0005
atlas country.profile 0.001 0.001
atlas country.neighbours 0.001
atlas country.by_currency 0.0015
atlas country.find 0.0015 0.0015 0.0015 0.0015 0.0015 0.0015 0.0015 0.0015
atlas country.of_code 0.0005 0.0005 0.0005
bank-check bank.validate_iban 0.002
bank-check bank.of_iban 0.002
bank-check bank.of_code 0.002
bank-check bank.iban_format 0.001
bank-check bank.iban_of_account 0.002
bank-check bank.validate_bic 0.001
clockwork time.zone_at 0.0005 0.0005
clockwork time.now 0.0005 0.0005
clockwork time.convert 0.0005
clockwork time.check_local 0.0005
clockwork time.elapsed 0.0005
clockwork time.difference 0.0005
clockwork time.clock_changes 0.0005 0.0005
clockwork time.offset 0.0005 0.0005 0.0005 0.0005
clockwork time.from_unix 0.0005
clockwork time.to_unix 0.0005 0.0005
clockwork time.hours_between 0.0005
clockwork time.add 0.0005
currencies currency.amount_check 0.0005
currencies currency.info 0.0005 0.0005
currencies currency.of_country 0.0005
ephemeris sun.times 0.002
ephemeris moon.times 0.001
ephemeris moon.position 0.0005
ephemeris sky.next_eclipse 0.003
ephemeris sky.next_eclipses 0.002
ephemeris sky.seasons 0.002
ephemeris sky.eclipses 0.002
ephemeris sun.solstice_day 0.002
ephemeris sky.apsides 0.001
ephemeris sky.kilometres 0.0005
ip2loc-lite ip.country 0.0008
netnames domain.parse 0.0005
netnames email.check 0.0005
netnames email.domain 0.0005
tax-ids tax.validate_vat 0.0025
tax-ids company.validate_number 0.001
tax-ids tax.vat_of_company 0.001
tax-ids tax.vat_format 0.0005 0.0005
tax-ids id.validate_number 0.001
tax-ids id.number_format 0.0005
tax-ids tax.vat_rate 0.001
tax-ids tax.vat_rates 0.002 0.002 0.002
tax-ids tax.reduced_vat_rates 0.001
tax-ids tax.goods_vat_rate 0.001
tax-ids tax.region_rate 0.001
tax-ids tax.region_amount 0.001
tax-ids tax.eu_area 0.001
tax-ids tax.vat_of_amount 0.001
tax-ids tax.at_rate 0.0005
bank-check bank.iban_of_country 0.001
telecom phone.lookup 0.0015
telecom phone.dialling 0.0005
units unit.convert 0.0002
units unit.convert_rate 0.0002
vat-lite tax.validate_vat 0.001
holidays calendar.public_holidays 0.002
holidays calendar.is_holiday 0.001
holidays calendar.named_holiday 0.001
holidays calendar.feast_date 0.0005
holidays calendar.holiday_dates 0.001
holidays calendar.business_days 0.003
holidays calendar.holidays_between 0.002
holidays calendar.long_weekends 0.002
holidays calendar.add_business_days 0.003
holidays calendar.weekday 0.0005
holidays calendar.week 0.0005
holidays calendar.of_year 0.0005
holidays calendar.days_between 0.0005
holidays calendar.add_days 0.0005
holidays calendar.count_weekdays 0.0005
holidays calendar.to_hijri 0.0005
holidays calendar.from_hijri 0.0005
airports airport.lookup 0.002 0.002
airports airport.distance 0.002 0.002
airports airport.nearby 0.003 0.003
airports airport.search 0.002
gazetteer place.search 0.001
gazetteer place.nearest 0.0015
gazetteer place.distance 0.0015 0.0015 0.0015 0.0015
gazetteer place.around 0.002
gazetteer phone.area_code 0.001
ip-registry ip.country 0.001
ip-registry ip.range 0.001
ip-registry ip.network 0.001 0.001
ip-registry ip.autonomous_system 0.001
ip-registry ip.registry_of_country 0.0005
ip-registry ip.subnet 0.0005
ip-registry ip.in_network 0.0005
ip-registry ip.notation 0.0005
ip-registry ip.compare_networks 0.0005
ip-registry ip.purpose 0.0005 0.0005`

const decodeExamples = Schema.decodeUnknownEffect(Schema.NonEmptyArray(Schema.Json))

/** What a buyer may send: the first example of every required input. */
const exampleOf = (variant: Variant) =>
  Effect.map(
    Effect.forEach(
      variant.input.filter((field) => field.required),
      ({ field, jsonSchema }) => Effect.map(decodeExamples(jsonSchema.examples), ([example]) => [field, example] as const),
    ),
    (inputs) => Object.fromEntries(inputs),
  )

/** Waits while the data of a source is still being loaded. */
const answerTo = (operation: Operation, body: Record<string, Schema.Json>) =>
  Effect.gen(function* () {
    const { values, variant } = yield* Effect.fromResult(resolveInput(operation, body))
    return yield* variant.run(values, 10)
  }).pipe(
    Effect.retry({
      while: (error) => error._tag === "SourceFailure" && error.code === "source_unavailable",
      schedule: Schedule.upTo(Schedule.spaced("100 millis"), { duration: "500 seconds" }),
    }),
  )

layer(builtin.pipe(Layer.provide(dataDatabase)), { excludeTestServices: true, timeout: "600 seconds" })("built-in sources", (it) => {
  it.effect("the built-in sources have the ids and prices of the price list", () =>
    Effect.gen(function* () {
      const prices = (yield* operations).map(({ source, operation }) =>
        [source.id, operation.id, ...variantsOf(operation).map(({ pricing }) => toDecimal(pricing.price))].join(" "),
      )
      assert.sameMembers(prices, priceList.trim().split("\n"))
      const perResult = (yield* operations).filter(({ operation }) => operation.pricing.model === "per_result")
      assert.deepEqual(
        perResult.map(({ operation }) => operation.id),
        ["place.search"],
      )
    }),
  )

  it.effect("the adjectives of a measure begin with the one for less of it", () =>
    Effect.gen(function* () {
      const relationOf = (adjective: string) => comparativesIn(wordsOf(comparativeOf(adjective))).at(-1)?.relation
      for (const { operation } of yield* operations)
        for (const [fact, { adjectives }] of Object.entries(operation.hints?.measures ?? {})) {
          const [less = "", more = ""] = adjectives.split(" ")
          assert.deepEqual([relationOf(less), relationOf(more)], ["less", "more"], `${operation.id} ${fact}`)
        }
    }),
  )

  it.effect("the built-in sources describe every input, with examples that are valid for their own schema", () =>
    Effect.gen(function* () {
      for (const { operation } of yield* operations) {
        assert.isAtLeast(operation.examples.length, 5, operation.id)
        for (const field of variantsOf(operation).flatMap(({ input }) => input)) {
          assert.isString(field.jsonSchema.description, field.field)
          assert.match(field.slot, /^[a-z0-9_]+(\.[a-z0-9_]+)+$/, field.field)
          const examples = yield* decodeExamples(field.jsonSchema.examples)
          for (const example of examples) assert.isTrue(Result.isSuccess(Schema.decodeResult(field.schema)(example)), field.field)
        }
      }
    }),
  )

  it.effect(
    "every variant answers its examples with JSON in which each output is at its own path",
    () =>
      Effect.gen(function* () {
        for (const { operation } of yield* operations) {
          for (const variant of variantsOf(operation)) {
            const answer = yield* answerTo(operation, yield* exampleOf(variant))
            assert.isAtLeast(answer.documents, 1, operation.id)
            assert.deepEqual(JSON.parse(JSON.stringify(answer.data)), answer.data)
            for (const output of operation.output) assert.notStrictEqual(at(answer.data, output), undefined, `${operation.id}: ${output}`)
            assert.sameMembers([...operation.output], [...pathsOf(answer.data)], operation.id)
          }
        }
      }),
    150_000,
  )

  it.effect("the built-in sources form three groups, in each of which two members offer one operation", () =>
    Effect.gen(function* () {
      const entries = catalogueEntries(yield* Sources)
      const groups = [
        ["sun", "sun.times", ["almanac", "ephemeris"]],
        ["ip", "ip.country", ["ip-registry", "ip2loc-lite"]],
        ["vat", "tax.validate_vat", ["tax-ids", "vat-lite"]],
      ] as const
      for (const [group, operation, members] of groups) {
        const entry = yield* Effect.fromResult(findSource(entries, group))
        const refusal = yield* Effect.flip(Effect.fromResult(findOperation(entry, operation)))
        assert.strictEqual(refusal._tag, "ambiguous_operation")
        assert.sameMembers([...Object(refusal).sources], [...members])
      }
    }),
  )

  it.effect("every built-in source names its origin, and two are only listed and not sold", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      for (const source of sources) {
        assert.match(source.logoUrl, /^data:image\/svg\+xml,/)
        assert.isTrue(URL.canParse(source.logoUrl) && URL.canParse(source.sourceUrl))
        assert.isAbove(source.description.length, 60, source.id)
        if (source.operations.length > 0) assert.match(source.attribution, /MIT|BSD|ISC|CC|ODbL/, source.id)
      }
      assert.lengthOf(
        sources.filter(({ operations }) => operations.length === 0),
        2,
      )
    }),
  )

  it.effect("the built-in sources are shown in the catalogue as JSON with self-contained schemas", () =>
    Effect.gen(function* () {
      const entries = catalogueEntries(yield* Sources)
      yield* Schema.encodeEffect(Schema.toCodecJson(SourceList))(sourceList(entries, null, {}, { offset: 0, limit: 50 }))
      for (const entry of entries) yield* Schema.encodeEffect(Schema.toCodecJson(SourceView))(sourceView(entry))
      for (const { operation } of yield* operations) assert.notInclude(JSON.stringify(inputSchema(operation)), "$ref")
    }),
  )
})

/** `a.b` of every member of a document's two upper levels. */
const pathsOf = (document: unknown): ReadonlyArray<string> =>
  Object.entries(Object(document)).flatMap(([domain, facts]) => Object.keys(Object(facts)).map((fact) => `${domain}.${fact}`))
