import type { AnswerTemplate, SentenceTemplate } from "../template.ts"
import { cutList } from "./cutList.ts"

/** Whether a country is a member, in the words of a yes or no. */
const memberSentences = (fact: string, area: string): ReadonlyArray<SentenceTemplate> => [
  {
    text: `{country.name|country} is a member of ${area}.`,
    facts: [fact],
    when: { [fact]: true, "country.sovereign": null },
    detail: true,
  },
  {
    text: `{country.name|country} is in ${area} as a part of {country.sovereign|country}.`,
    facts: [fact],
    when: { [fact]: true },
    detail: true,
  },
  { text: `{country.name|country} is not a member of ${area}.`, facts: [fact], when: { [fact]: false }, detail: true },
]

/** Countries and their codes. */
export const countries: Readonly<Record<string, AnswerTemplate>> = {
  "country.profile": {
    sentences: [
      { text: "The capital of {country.name|country} is {country.capital}.", facts: ["country.capital"] },
      {
        text: "{country.name|country} has other capitals: {country.other_capitals|names}.",
        facts: ["country.capital", "country.other_capitals"],
      },
      {
        text: "The currency of {country.name|country} is the {currency.name} ({currency.code}).",
        facts: ["currency.code", "currency.name"],
      },
      { text: "Also in use there: {currency.others|names}.", facts: ["currency.code", "currency.others"] },
      { text: "The languages of {country.name|country} are {country.languages|names}.", facts: ["country.languages"] },
      { text: "The calling codes of {country.name|country}: {country.calling_codes|names}.", facts: ["country.calling_codes"] },
      { text: "The area of {country.name|country} is {country.area_km2} square kilometres.", facts: ["country.area_km2"] },
      {
        text: "{country.name|country} has about {country.population} inhabitants (an estimate of Unicode CLDR, which may be some years old).",
        facts: ["country.population"],
      },
      { text: "This area is {country.area_note}.", facts: ["country.area_km2", "country.area_note"] },
      { text: "{country.name|country} lies in {country.subregion}.", facts: ["country.region", "country.subregion"] },
      { text: "In {country.name|country} traffic drives on the {country.driving_side}.", facts: ["country.driving_side"] },
      {
        text: "The weekend in {country.name|country}: {country.weekend|titles}.",
        facts: ["country.weekend"],
        detail: true,
      },
      {
        text: "The codes of {country.name|country} are {country.code} and {country.alpha3}, and {country.numeric} in figures.",
        facts: ["country.code", "country.alpha3", "country.numeric"],
      },
      {
        text: "ISO has no codes of Kosovo. XK and XKX are in common use.",
        facts: ["country.alpha3"],
        when: { "country.code": "XK" },
      },
      { text: "Officially it is the {country.official_name}.", facts: ["country.official_name"], detail: true },
      { text: "Its neighbours have the codes {country.neighbours|names}.", facts: ["country.neighbours"], detail: true },
      { text: "Its top-level domains: {country.top_level_domains|names}.", facts: ["country.top_level_domains"], detail: true },
      { text: "Its people are called {country.demonym}.", facts: ["country.demonym"] },
      { text: "{country.name|country} is landlocked.", facts: ["country.landlocked"], when: { "country.landlocked": true } },
      {
        text: "{country.name|country} is not landlocked.",
        facts: ["country.landlocked"],
        when: { "country.landlocked": false },
        detail: true,
      },
      { text: "{country.name|country} belongs to {country.sovereign|country}.", facts: ["country.sovereign", "country.independent"] },
      {
        text: "{country.name|country} is no territory of another state.",
        facts: ["country.sovereign"],
        when: { "country.sovereign": null, "country.independent": true },
        detail: true,
      },
      ...memberSentences("country.un_member", "the United Nations"),
      ...memberSentences("country.european_union", "the European Union"),
      ...memberSentences("country.european_economic_area", "the European Economic Area"),
      ...memberSentences("country.schengen", "the Schengen area"),
      ...memberSentences("country.euro_area", "the euro area"),
      {
        text: "{country.name|country} is an independent country.",
        facts: ["country.independent"],
        when: { "country.independent": true },
        detail: true,
      },
      {
        text: "{country.name|country} is not an independent country.",
        facts: ["country.independent"],
        when: { "country.independent": false },
        detail: true,
      },
      {
        text: "A point about its middle: latitude {geo.latitude}, longitude {geo.longitude}.",
        facts: ["geo.latitude", "geo.longitude"],
        detail: true,
      },
    ],
  },
  "country.neighbours": {
    sentences: [
      {
        text: "{country.name|country} borders on {country.neighbour_count} countries and territories: {country.neighbours|names}.",
        facts: ["country.neighbours", "country.neighbour_count"],
        when: { "country.neighbour_count": { atLeast: 1 } },
      },
      {
        text: "Landlocked of these: {country.landlocked_neighbours|names}.",
        facts: ["country.landlocked_neighbours"],
        when: { "country.landlocked_neighbours": { atLeast: 1 } },
      },
      {
        text: "None of its neighbours is landlocked.",
        facts: ["country.landlocked_neighbours"],
        when: { "country.landlocked_neighbours": { atMost: 0 } },
      },
      {
        text: "{country.name|country} has no land borders.",
        facts: ["country.neighbours", "country.neighbour_count"],
        when: { "country.neighbour_count": 0 },
      },
      {
        text: "Their capitals: {country.neighbour_capitals|names}.",
        facts: ["country.neighbour_capitals"],
        when: { "country.neighbour_count": { atLeast: 1 } },
        detail: true,
      },
      {
        text: "Their currencies: {country.neighbour_currencies|names}.",
        facts: ["country.neighbour_currencies"],
        when: { "country.neighbour_count": { atLeast: 1 } },
        detail: true,
      },
      {
        text: "Apart from that, {country.remote_borders}.",
        facts: ["country.neighbours", "country.neighbour_count", "country.remote_borders"],
      },
      { text: "{country.name|country} is landlocked.", facts: ["country.landlocked"], when: { "country.landlocked": true } },
      {
        text: "{country.name|country} is not landlocked.",
        facts: ["country.landlocked"],
        when: { "country.landlocked": false },
        detail: true,
      },
    ],
  },
  "country.of_code": {
    sentences: [
      {
        text: "The tables have no town or area of this area code.",
        facts: ["phone.area", "phone.areas"],
        when: { "phone.has_area_code": true, "phone.area": null, "phone.areas": { atMost: 0 } },
      },
      {
        text: "The code is that of {country.name|country} ({country.code}).",
        facts: ["country.name", "country.code", "country.others"],
      },
      { text: "Its area: {phone.area}.", facts: ["country.name", "country.code", "phone.area", "phone.areas", "phone.has_area_code"] },
      {
        text: "Several towns and areas have it, among them {phone.areas|names}.",
        facts: ["country.name", "country.code", "phone.area", "phone.areas", "phone.has_area_code"],
      },
      { text: "These have it too: {country.others|names}.", facts: ["country.name", "country.code", "country.others"] },
      {
        text: "The codes of {country.name|country} are {country.code} and {country.alpha3}, and {country.numeric} in figures.",
        facts: ["country.alpha3", "country.numeric"],
        detail: true,
      },
      {
        text: "The calling codes of {country.name|country}: {country.calling_codes|names}.",
        facts: ["country.calling_codes"],
        detail: true,
      },
      {
        text: "The top-level domains of {country.name|country}: {country.top_level_domains|names}.",
        facts: ["country.top_level_domains"],
        detail: true,
      },
    ],
    limits: [cutList("country.others"), cutList("phone.areas")],
  },
  "country.find": {
    sentences: [
      {
        text: "These {country.count} countries meet the conditions: {country.list|names}.",
        facts: ["country.list", "country.count"],
        when: { "country.count": { atLeast: 2 } },
      },
      {
        text: "One country meets the conditions: {country.list|names}.",
        facts: ["country.list", "country.count"],
        when: { "country.count": 1 },
      },
      { text: "No country meets the conditions.", facts: ["country.list", "country.count"], when: { "country.count": 0 } },
      {
        text: "Their capitals: {country.capitals|names}.",
        facts: ["country.capitals"],
        when: { "country.count": { atLeast: 1 } },
        detail: true,
      },
      {
        text: "Their currencies: {country.currencies|names}.",
        facts: ["country.currencies"],
        when: { "country.count": { atLeast: 1 } },
        detail: true,
      },
    ],
    limits: [
      { text: "Territories of other states are not counted." },
      cutList("country.list"),
      cutList("country.capitals"),
      cutList("country.currencies"),
    ],
  },
  "country.by_currency": {
    sentences: [
      {
        text: "The {currency.name} ({currency.code}) is used in {country.count} countries and territories: {country.list|names}.",
        facts: ["country.list", "country.count", "currency.name", "currency.code"],
      },
    ],
    limits: [cutList("country.list")],
  },
}
