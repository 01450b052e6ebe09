import { Effect, Schema } from "effect"
import { defineOperation, defineVariant } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { currenciesOf } from "../currencies/legalTender.ts"
import { countryName } from "../country.ts"
import { countries, type Country } from "./countries.ts"
import { drivingSideOf } from "./drivingSide.ts"
import { besideNames } from "./besideNames.ts"
import { groups } from "./groups.ts"
import { membershipsOf } from "./memberships.ts"
import { UsedCurrency } from "./usedCurrency.ts"

/** The independent states of ISO 3166-1 and Kosovo: territories are no countries here. */
const states: ReadonlyArray<Country> = [...countries.values()].filter(({ code, independent }) => independent === true || code === "XK")

const namesOf = (facts: (country: Country) => ReadonlyArray<string | null>): ReadonlyArray<string> =>
  [...new Set(states.flatMap(facts))].filter((name): name is string => name !== null && name !== "").toSorted()

/** `Africa`, `South America`, `Benelux`: the regions and subregions of the data, and groups. */
export const regionNames = [...namesOf(({ region, subregion }) => [region, subregion]), ...groups.keys()]
export const languageNames = namesOf(({ languages }) => languages)

const one = (names: ReadonlyArray<string>, description: string, example: string) =>
  Schema.String.annotate({ description, examples: [example] }).check(
    Schema.makeFilter((text: string) => names.includes(text) || `is not one of: ${names.join(", ")}`),
  )

const yesOrNo = (description: string) => Schema.Boolean.annotate({ description, examples: [true] })

export const conditions = {
  "condition.region": one(
    regionNames,
    "Region or subregion of the world by the names of the United Nations, or a group: ASEAN, Baltic states, Benelux, EFTA, Gulf Cooperation Council, Maghreb, Nordic countries, Visegrád Group.",
    "South America",
  ),
  "condition.european_union": yesOrNo("Whether it is a member of the European Union."),
  "condition.euro_area": yesOrNo("Whether it is in the euro area."),
  "condition.schengen": yesOrNo("Whether it is in the Schengen area."),
  "condition.landlocked": yesOrNo("Whether it has no sea coast."),
  "condition.driving_side": Schema.Literals(["left", "right"]).annotate({ description: "Side of the road.", examples: ["left"] }),
  "condition.language": one(languageNames, "A language that is one of its languages by law or in fact, in English.", "Portuguese"),
  "condition.without_language": one(languageNames, "A language that it does not have, in English.", "French"),
} as const

const optional = {
  "condition.region": Schema.optionalKey(conditions["condition.region"]),
  "condition.european_union": Schema.optionalKey(conditions["condition.european_union"]),
  "condition.euro_area": Schema.optionalKey(conditions["condition.euro_area"]),
  "condition.schengen": Schema.optionalKey(conditions["condition.schengen"]),
  "condition.landlocked": Schema.optionalKey(conditions["condition.landlocked"]),
  "condition.driving_side": Schema.optionalKey(conditions["condition.driving_side"]),
  "condition.language": Schema.optionalKey(conditions["condition.language"]),
  "condition.without_language": Schema.optionalKey(conditions["condition.without_language"]),
  "currency.code": Schema.optionalKey(UsedCurrency),
} as const

type Conditions = Schema.Struct.Type<typeof optional>

const fits = (country: Country, input: Conditions): boolean => {
  const { code, landlocked, languages, region, subregion } = country
  const { euro_area, european_union, schengen } = membershipsOf(code)
  const isMet = <A>(wanted: A | undefined, ...actual: ReadonlyArray<A | null>) => wanted === undefined || actual.includes(wanted)
  return (
    (isMet(input["condition.region"], region, subregion) || groups.get(input["condition.region"] ?? "")?.has(code) === true) &&
    isMet(input["condition.european_union"], european_union) &&
    isMet(input["condition.euro_area"], euro_area) &&
    isMet(input["condition.schengen"], schengen) &&
    isMet(input["condition.landlocked"], landlocked) &&
    isMet(input["condition.driving_side"], drivingSideOf(code)) &&
    isMet(input["condition.language"], ...languages) &&
    !languages.some((language) => language === input["condition.without_language"]) &&
    isMet(input["currency.code"], ...currenciesOf(code))
  )
}

/** The codes of the independent countries that meet conditions. */
export const statesWith = (input: Conditions): ReadonlyArray<string> =>
  states.filter((country) => fits(country, input)).map(({ code }) => code)

const pricing = { model: "per_call", price: microUsd(1_500n) } as const

const run = (input: Conditions) =>
  Effect.sync(() => {
    const list = states
      .filter((country) => fits(country, input))
      .map(({ capitals, code }) => ({
        code,
        name: countryName(code) ?? code,
        capital: capitals[0] ?? null,
        currency: currenciesOf(code)[0] ?? null,
      }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    return {
      data: {
        condition: {
          region: input["condition.region"] ?? null,
          european_union: input["condition.european_union"] ?? null,
          euro_area: input["condition.euro_area"] ?? null,
          schengen: input["condition.schengen"] ?? null,
          landlocked: input["condition.landlocked"] ?? null,
          driving_side: input["condition.driving_side"] ?? null,
          language: input["condition.language"] ?? null,
          without_language: input["condition.without_language"] ?? null,
        },
        currency: { code: input["currency.code"] ?? null },
        country: {
          count: list.length,
          list,
          capitals: besideNames(list, ({ capital }) => capital),
          currencies: besideNames(list, ({ currency }) => currency),
        },
      },
      documents: 1,
    }
  })

/** Each variant requires one condition and takes the others. */
export const findCountries = defineOperation({
  id: "country.find",
  name: "Find the countries that meet conditions",
  description:
    "The independent countries of a region, of the European Union, the euro area or the Schengen area or outside it, without a sea coast or with one, that drive on one side of the road or have a language, lack one, or have a currency: " +
    "how many they are, and their names. Conditions may be combined; at least one is required.",
  fields: { ...optional, "condition.region": conditions["condition.region"] },
  output: [
    "condition.region",
    "condition.european_union",
    "condition.euro_area",
    "condition.schengen",
    "condition.landlocked",
    "condition.driving_side",
    "condition.language",
    "condition.without_language",
    "currency.code",
    "country.count",
    "country.list",
    "country.capitals",
    "country.currencies",
  ],
  pricing,
  freshnessSeconds: 30 * 86_400,
  examples: [
    "which countries of South America are landlocked",
    "how many countries are in the EU",
    "list the EU countries that are not in the euro area",
    "in which countries of Asia do they drive on the left",
    "countries with Portuguese as a language",
    "which countries of Africa speak French",
    "Schengen countries that are not in the EU",
    "EU members outside Schengen",
    "is there a landlocked country in Southeast Asia",
    "all countries of Central America",
    "which are the Nordic countries",
    "list of euro countries",
    "how many independent states are there in Oceania",
    "how many landlocked countries are there in Europe",
    "EU countries without the euro",
    "which countries outside the EU use the euro",
    "EU countries outside the euro area and their currencies",
    "the countries of Central America with their capitals",
  ],
  hints: {
    requestedByName: true,
    vocabulary:
      "all every each any there is are number independent sovereign name part belong members member states outside inside without speak speaks spoken drive drives coast",
    keywords: {
      "country.list": "countries states nations members list",
      "country.count": "many number count",
    },
  },
  run,
  variants: [
    defineVariant({ fields: { ...optional, "condition.european_union": conditions["condition.european_union"] }, pricing, run }),
    defineVariant({ fields: { ...optional, "condition.euro_area": conditions["condition.euro_area"] }, pricing, run }),
    defineVariant({ fields: { ...optional, "condition.schengen": conditions["condition.schengen"] }, pricing, run }),
    defineVariant({ fields: { ...optional, "condition.landlocked": conditions["condition.landlocked"] }, pricing, run }),
    defineVariant({ fields: { ...optional, "condition.driving_side": conditions["condition.driving_side"] }, pricing, run }),
    defineVariant({ fields: { ...optional, "condition.language": conditions["condition.language"] }, pricing, run }),
    defineVariant({ fields: { ...optional, "condition.without_language": conditions["condition.without_language"] }, pricing, run }),
  ],
})
