import type { AnswerTemplate } from "../template.ts"

const countryOfAddress: AnswerTemplate = {
  sentences: [
    {
      text: "The address {ip.address} belongs to {country.name|country} ({country.code}).",
      facts: ["country.code", "country.name", "ip.found", "ip.address"],
      when: { "ip.found": true },
    },
    {
      text: "No country is known for the address {ip.address}.",
      facts: ["country.code", "country.name", "ip.found", "ip.address"],
      when: { "ip.found": false },
    },
    { text: "It is an address of IP version {ip.version}.", facts: ["ip.version"], detail: true },
  ],
  limits: [{ text: "The country is the one an address range is registered in or declared for; its user may be elsewhere." }],
}

/** How many people live in a town. */
const populationSentences = [
  {
    text: "{place.name} has about {place.population} inhabitants (an estimate of GeoNames, which may be some years old).",
    facts: ["place.population"],
  },
  {
    text: "GeoNames has no population of {place.name}.",
    facts: ["place.population"],
    when: { "place.population": null },
    detail: true,
  },
]

const distanceFacts = ["route.distance_km", "route.distance_miles", "route.distance_nautical_miles", "route.from", "route.to"]

/** Countries, towns and addresses. */
export const places: Readonly<Record<string, AnswerTemplate>> = {
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
      { text: "{country.name|country} lies in {country.subregion}.", facts: ["country.region", "country.subregion"] },
      { text: "In {country.name|country} traffic drives on the {country.driving_side}.", facts: ["country.driving_side"], detail: true },
      {
        text: "The codes of {country.name|country} are {country.code} and {country.alpha3}, and {country.numeric} in figures.",
        facts: ["country.code", "country.alpha3", "country.numeric"],
        detail: true,
      },
      { text: "Officially it is the {country.official_name}.", facts: ["country.official_name"], detail: true },
      { text: "Its neighbours have the codes {country.neighbours|names}.", facts: ["country.neighbours"], detail: true },
      { text: "Its top-level domains: {country.top_level_domains|names}.", facts: ["country.top_level_domains"], detail: true },
      { text: "Its people are called {country.demonym}.", facts: ["country.demonym"], detail: true },
      { text: "{country.name|country} is landlocked.", facts: ["country.landlocked"], when: { "country.landlocked": true } },
      {
        text: "{country.name|country} is not landlocked.",
        facts: ["country.landlocked"],
        when: { "country.landlocked": false },
        detail: true,
      },
      {
        text: "{country.name|country} is a member of the United Nations.",
        facts: ["country.un_member"],
        when: { "country.un_member": true },
        detail: true,
      },
      {
        text: "{country.name|country} is not a member of the United Nations.",
        facts: ["country.un_member"],
        when: { "country.un_member": false },
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
        text: "{country.name|country} has no land borders.",
        facts: ["country.neighbours", "country.neighbour_count"],
        when: { "country.neighbour_count": 0 },
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
  "country.by_currency": {
    sentences: [
      {
        text: "The {currency.name} ({currency.code}) is used in {country.count} countries and territories: {country.list|names}.",
        facts: ["country.list", "country.count", "currency.name", "currency.code"],
      },
    ],
  },
  "place.search": {
    sentences: [
      {
        text: "{place.name} in {country.name|country} lies at latitude {geo.latitude} and longitude {geo.longitude}, in the time zone {time.zone}.",
        facts: ["place.name", "geo.latitude", "geo.longitude", "time.zone", "country.code", "country.name"],
      },
      { text: "Its region is {place.region}.", facts: ["place.region"] },
      ...populationSentences,
      { text: "Its district is {place.district}.", facts: ["place.district"], detail: true },
      {
        text: "{place.matches|count} places match, the best first: {place.matches|regions}.",
        facts: ["place.matches", "place.name", "geo.latitude", "time.zone"],
        when: { "place.matches": { atLeast: 2 } },
      },
      {
        text: "No place of this name was found.",
        facts: ["place.name", "place.population", "place.matches", "geo.latitude", "geo.longitude", "time.zone"],
        when: { "place.name": null },
      },
    ],
    limits: [{ text: "More places match than were delivered.", when: { "place.more": true } }],
  },
  "place.nearest": {
    sentences: [
      {
        text: "The nearest town is {place.name} in {country.name|country}, {place.distance_km} km away at a bearing of {place.bearing} degrees.",
        facts: ["place.name", "place.distance_km", "place.bearing", "country.code", "country.name"],
      },
      { text: "It lies in {place.region}.", facts: ["place.region", "place.district"] },
      ...populationSentences,
      {
        text: "The city that it belongs to or lies near is {place.city}, whose centre is {place.city_distance_km} km away.",
        facts: ["place.city", "place.city_distance_km"],
      },
      {
        text: "{place.city} has about {place.city_population} inhabitants (an estimate of GeoNames, which may be some years old).",
        facts: ["place.city_population"],
        detail: true,
      },
      {
        text: "No large city of the country is near {place.name}.",
        facts: ["place.city", "place.city_distance_km", "place.city_population"],
        when: { "place.city": null },
        detail: true,
      },
      { text: "After it come {place.next|names}.", facts: ["place.next"] },
      { text: "The time zone there is {time.zone}.", facts: ["time.zone"], detail: true },
    ],
  },
  "place.distance": {
    sentences: [
      {
        text: "From {route.from.name}, {route.from.country_name|country}, to {route.to.name}, {route.to.country_name|country}, it is {route.distance_km} km, {route.distance_miles} miles or {route.distance_nautical_miles} nautical miles as the crow flies.",
        facts: distanceFacts,
      },
      {
        text: "From {route.from.name} to the point {route.to.latitude}, {route.to.longitude} it is {route.distance_km} km, {route.distance_miles} miles or {route.distance_nautical_miles} nautical miles as the crow flies.",
        facts: distanceFacts,
        when: { "route.to.name": null },
      },
      {
        text: "From the point {route.from.latitude}, {route.from.longitude} to {route.to.name} it is {route.distance_km} km, {route.distance_miles} miles or {route.distance_nautical_miles} nautical miles as the crow flies.",
        facts: distanceFacts,
        when: { "route.from.name": null },
      },
      {
        text: "From the point {route.from.latitude}, {route.from.longitude} to the point {route.to.latitude}, {route.to.longitude} it is {route.distance_km} km, {route.distance_miles} miles or {route.distance_nautical_miles} nautical miles as the crow flies.",
        facts: distanceFacts,
        when: { "route.from.name": null, "route.to.name": null },
      },
      { text: "The way begins at a bearing of {route.initial_bearing} degrees.", facts: ["route.initial_bearing"], detail: true },
    ],
    limits: [
      { text: "{route.notes|names}" },
      { text: "Distances are those of a sphere, within half a percent of the true ones. Roads are longer." },
    ],
  },
  "ip.network": {
    sentences: [
      {
        text: "The address {ip.address} is announced by {network.organisation} ({network.asn}).",
        facts: ["network.asn", "network.number", "network.organisation", "ip.found", "ip.address"],
        when: { "ip.found": true },
      },
      {
        text: "No network that announces the address {ip.address} is known.",
        facts: ["network.asn", "network.number", "network.organisation", "ip.found", "ip.address"],
        when: { "ip.found": false },
      },
      {
        text: "Its range goes from {network.range_start} to {network.range_end}.",
        facts: ["network.range_start", "network.range_end"],
        detail: true,
      },
    ],
    limits: [{ text: "The organisation operates the network; its customer may use the address." }],
  },
  "ip.country": countryOfAddress,
  "ip.range": {
    sentences: [
      ...countryOfAddress.sentences,
      {
        text: "Its range goes from {ip.range_start} to {ip.range_end} and has {ip.range_size} addresses.",
        facts: ["ip.range_start", "ip.range_end", "ip.range_size"],
      },
      { text: "As networks: {ip.cidrs|names}.", facts: ["ip.cidrs"] },
    ],
    limits: countryOfAddress.limits ?? [],
  },
}
