import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { SourceFailure } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { CountryCode } from "../atlas/countries.ts"
import { countryName } from "../country.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import { areaCodesOf, countriesWithAreaCodes, mayHaveMore, namesRegions, writtenAreaCode } from "../telecom/areaCodes.ts"
import { maxMeanings, meaningsOf } from "./meanings.ts"
import { parsePlaceQuery, type Place, placeFacts, regionProblem, searchPlaces } from "./places.ts"

/** The times that a town has the people of each other one of its name: a row of the table is then its row. */
const timesLarger = 20

/** Whether the table may mean another town of the name: in the country, or in the region where its rows have one. */
const isAmbiguous = (place: Place, namesakes: ReadonlyArray<Place>): boolean =>
  namesakes.some(
    ({ folded, id, population, region }) =>
      id !== place.id &&
      folded === place.folded &&
      (!namesRegions(place.country) || region === place.region) &&
      (place.population ?? 0) < timesLarger * Math.max(population ?? 0, 1_000),
  )

const failure = (message: string) => new SourceFailure({ code: "source_error", message })

const codesOf = (place: Place, regionCode: string | null) =>
  areaCodesOf({
    name: place.name,
    country: place.country,
    region: place.region,
    regionCode: regionCode?.slice(regionCode.indexOf("-") + 1) ?? null,
  })

export const areaCode = (data: ReadDataset) =>
  defineOperation({
    id: "phone.area_code",
    name: "Find the area code of a town",
    description:
      "The area codes of the telephone numbers of a town (dialling code, STD code), as they are dialled in its country and from another one. " +
      `Of ${countriesWithAreaCodes.length} countries: ${countriesWithAreaCodes.map((code) => countryName(code)).join(", ")}. A town that the tables do not name, or whose code is not certain, is not charged.`,
    fields: {
      "phone.town": Schema.String.annotate({
        description: "Name of the town; after a comma the region or country it lies in, by name, code or abbreviation.",
        examples: ["Munich"],
      }).check(
        Schema.isMaxLength(100),
        Schema.makeFilter(
          (text: string) => parsePlaceQuery(text) !== undefined || "must have at least 2 letters or digits before any comma",
        ),
      ),
      "country.code": Schema.optionalKey(CountryCode),
    },
    native: { "phone.town": "town", "country.code": "country" },
    output: [
      "phone.town_name",
      "phone.area_code",
      "phone.area_codes",
      "phone.area_codes_abroad",
      "phone.area_code_count",
      "phone.further_codes",
    ],
    pricing: { model: "per_call", price: microUsd(1_000n) },
    freshnessSeconds: 30 * 86_400,
    examples: [
      "what is the area code of Munich",
      "dialling code for Manchester UK",
      "which area codes does Chicago have",
      "area code for Gothenburg, Sweden",
      "phone area code of Osaka",
      "what's the area code in Portland, Oregon",
      "telephone area code of Krakow",
      "which area code has Izmir",
      "area codes of Zürich and Geneva",
    ],
    hints: {
      vocabulary: "std ddd dialling dialing phone telephone landline local city town",
      keywords: { "phone.area_code": "std dialling dialing" },
    },
    check: (input) => {
      const reason = regionProblem(input["phone.town"], input["country.code"])
      return reason === undefined ? undefined : { field: "phone.town", reason }
    },
    meaningsOf: (input) => meaningsOf(data, "phone.town", input["phone.town"], input["country.code"]),
    run: (input) =>
      Effect.gen(function* () {
        const name = input["phone.town"]
        const query = parsePlaceQuery(name)
        const options = { beginning: false, country: input["country.code"], limit: maxMeanings + 1 }
        const [place] = query === undefined ? [] : yield* data((sql) => searchPlaces(sql, query, options))
        if (place === undefined) return yield* failure(`There is no place with the name ${name}.`)
        const { country, region } = placeFacts(place)
        if (!countriesWithAreaCodes.includes(place.country))
          return yield* failure(`The tables have no area codes of ${country.name}, or the country has none.`)
        const own = parsePlaceQuery(place.name)
        const namesakes =
          own === undefined
            ? []
            : yield* data((sql) => searchPlaces(sql, own, { beginning: false, country: place.country, limit: maxMeanings + 1 }))
        const isCertain = !isAmbiguous(place, namesakes)
        const codes = isCertain ? yield* codesOf(place, region.code) : []
        if (codes.length === 0)
          return yield* failure(
            isCertain
              ? `The tables name no area code of ${place.name}, ${country.name}.`
              : `Several towns of the country are called ${place.name}: the tables do not state which one they mean.`,
          )
        const written = codes.map((code) => writtenAreaCode(place.country, code))
        return {
          data: {
            phone: {
              town_name: [place.name, mayHaveMore(place.country) ? place.region : null, country.name]
                .filter((each) => each !== null)
                .join(", "),
              area_code: written.length === 1 ? written[0]!.national : null,
              area_codes: written.map(({ national }) => national),
              area_codes_abroad: written.map(({ international }) => international),
              area_code_count: written.length,
              further_codes: mayHaveMore(place.country),
            },
          },
          documents: 1,
        }
      }),
  })
