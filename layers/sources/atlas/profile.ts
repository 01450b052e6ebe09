import { Effect } from "effect"
import { defineOperation, defineVariant } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryName } from "../country.ts"
import { currencies } from "../currencies/currencies.ts"
import { currenciesOf } from "../currencies/legalTender.ts"
import { areaNotes } from "./corrections.ts"
import { drivingSideOf } from "./drivingSide.ts"
import { membershipsOf } from "./memberships.ts"
import { populations } from "./populations.ts"
import { weekendOf } from "../days.ts"
import { belongsTo } from "./sovereigns.ts"
import { countries, countriesByAlpha3, CountryAlpha3, CountryCode, type Country as CountryFacts } from "./countries.ts"

const pricing = { model: "per_call", price: microUsd(1_000n) } as const

const answer = (country: CountryFacts) => {
  const [currency, ...others] = currenciesOf(country.code)
  return {
    data: {
      country: {
        code: country.code,
        alpha3: country.alpha3,
        numeric: country.numeric,
        name: countryName(country.code),
        official_name: country.officialName,
        capital: country.capitals[0] ?? null,
        other_capitals: country.capitals.slice(1),
        region: country.region,
        subregion: country.subregion,
        languages: country.languages,
        calling_codes: country.callingCodes,
        top_level_domains: country.topLevelDomains,
        demonym: country.demonym,
        area_km2: country.areaKm2,
        area_note: areaNotes[country.code] ?? null,
        population: populations.get(country.code) ?? null,
        landlocked: country.landlocked,
        independent: country.independent,
        sovereign: belongsTo(country.code),
        un_member: country.isUnMember,
        ...membershipsOf(country.code),
        flag: country.flag,
        driving_side: drivingSideOf(country.code),
        weekend: weekendOf(country.code),
        neighbours: country.neighbours,
      },
      currency: { code: currency ?? null, name: currencies.get(currency ?? "")?.name ?? null, others },
      geo: { latitude: country.latitude, longitude: country.longitude },
    },
    documents: 1,
    identifiers: { country: country.code },
  }
}

const answerFor = (country: CountryFacts | undefined) => Effect.map(Effect.orDie(Effect.fromNullishOr(country)), answer)

export const profile = defineOperation({
  id: "country.profile",
  name: "Describe a country",
  description:
    "Capital, currency, languages, calling codes, area, population, region, driving side, weekend, neighbours and codes of a country or territory, the sovereign state of a territory, a point about its middle, whether it has a coast, and its membership of " +
    "the United Nations, the European Union, the European Economic Area, the Schengen area and the euro area. " +
    "Whether it is independent is told as ISO 3166-1 does.",
  fields: { "country.code": CountryCode },
  output: [
    "country.code",
    "country.alpha3",
    "country.numeric",
    "country.name",
    "country.official_name",
    "country.capital",
    "country.other_capitals",
    "country.region",
    "country.subregion",
    "country.languages",
    "country.calling_codes",
    "country.top_level_domains",
    "country.demonym",
    "country.area_km2",
    "country.area_note",
    "country.population",
    "country.landlocked",
    "country.independent",
    "country.sovereign",
    "country.un_member",
    "country.european_union",
    "country.european_economic_area",
    "country.schengen",
    "country.euro_area",
    "country.flag",
    "country.driving_side",
    "country.weekend",
    "country.neighbours",
    "currency.code",
    "currency.name",
    "currency.others",
    "geo.latitude",
    "geo.longitude",
  ],
  pricing,
  freshnessSeconds: 30 * 86_400,
  examples: [
    "calling code for Ireland",
    "does Nepal have a coast",
    "which continent is Suriname on",
    "two letter ISO code of Croatia",
    "three letter code for Namibia",
    "area of Denmark in km2",
    "official languages in Singapore",
    "internet ending used by Estonia",
    "capital and currency of Laos",
    "What is the capital of Switzerland?",
    "Which languages are spoken in Belgium?",
    "What is the calling code of Brazil?",
    "How large is Kenya?",
    "Is Laos landlocked?",
    "Describe the country with the code JPN",
    "what's the capital of Peru",
    "How big is Iceland in square kilometres?",
    "What do they speak in Ethiopia?",
    "Which continent is Ghana on?",
    "What is the dialling code for Portugal?",
    "Is Andorra a member of the United Nations?",
    "What are people from Niger called?",
    "What is the ISO code of Denmark?",
    "Tell me about Uruguay",
    "What is the internet domain of Tuvalu?",
    "On which side of the road do people drive in Japan?",
    "does Thailand drive on the left",
    "driving side in Suriname",
    "is Croatia in the EU",
    "is Norway a member of the European Union",
    "does Liechtenstein belong to the EEA",
    "is Ireland in Schengen",
    "is Denmark in the eurozone",
    "is Romania part of the European Union",
    "capital of the country with the calling code +373",
    "is Paraguay landlocked or has it a sea coast",
    "can ships reach Bolivia, does it have access to the sea",
    "is Greenland an independent country",
    "is Guam part of the United States",
    "is Martinique an overseas territory",
    "EE in the country column of an export, which one is that",
    "country code XK in the import file, what is it",
    "numeric ISO 3166 code of Denmark for the customs form, 3 digits",
    "2-letter codes of Austria, Australia and Slovenia",
    "area of Luxembourg in sq km",
    "which side of the road in Cyprus, left or right",
    "population of Kenya",
    "what is the weekend in Oman",
    "which are the weekend days in Egypt",
    "how many people live in Denmark",
  ],
  hints: {
    vocabulary:
      "state states sea coast coastal inland ocean shore landlocked island nationality adjective native official letters two three abbreviation dial citizens nationals size surface tongue seat sq km sqkm km2 kilometres column field list export import form customs digits numeric figures rental cars drivers ports port ships shipping",
    keywords: {
      "country.capital": "capital seat government",
      "country.area_km2": "large big size area square kilometres kilometers surface",
      "country.population": "population inhabitants populous people live",
      "country.languages": "language speak spoken tongue official",
      "country.calling_codes": "dialling dialing calling phone prefix",
      "country.top_level_domains": "internet domain ending tld cctld suffix",
      "country.region": "continent",
      "country.neighbours": "around surrounding",
      // Neither `people`, which is of the population, nor `right`: tags such as `right?` have it too.
      "country.demonym": "citizens nationals nationality demonym",
      "country.code": "two letter iso country code",
      "country.alpha3": "three letter iso",
      "country.un_member": "united nations un",
      "country.european_union": "eu",
      "country.european_economic_area": "eea",
      "country.euro_area": "eurozone",
      "country.landlocked": "landlocked coast coastline sea seaside ocean shore",
      "country.independent": "independent sovereign dependent territory",
      "country.sovereign": "sovereign territory colony dependency possession overseas",
      "country.weekend": "weekend",
      "country.driving_side": "drivers side road traffic left lane",
      "currency.code": "currency money",
      "currency.name": "currency money euro",
    },
    measures: {
      "country.area_km2": { name: "area", unit: "square kilometres", adjectives: "small large big" },
      "country.population": { name: "estimated population", unit: "", adjectives: "small large big" },
    },
    approximate: ["geo.latitude", "geo.longitude"],
    repeated: ["country.numeric"],
  },
  run: (input) => answerFor(countries.get(input["country.code"])),
  variants: [
    defineVariant({
      fields: { "country.alpha3": CountryAlpha3 },
      pricing,
      run: (input) => answerFor(countriesByAlpha3.get(input["country.alpha3"])),
    }),
  ],
})
