import type { AnswerTemplate } from "../template.ts"

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

/** Towns. */
export const places: Readonly<Record<string, AnswerTemplate>> = {
  "place.search": {
    sentences: [
      {
        text: "{place.other_name} is another name, or a former one, of {place.name} in {country.name|country}.",
        facts: ["place.other_name", "place.name", "country.code", "country.name"],
      },
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
  "place.around": {
    sentences: [
      {
        text: "Towns and cities there with at least {place.threshold} people by these estimates: {place.total}.",
        facts: ["place.total", "place.threshold"],
      },
      { text: "Towns and cities there: {place.total}.", facts: ["place.total", "place.threshold"], when: { "place.threshold": null } },
      {
        text: "The largest is {place.name} ({country.name|country}), with about {place.population} inhabitants.",
        facts: ["place.name", "place.population", "country.code", "country.name"],
      },
      { text: "{place.name} is in {place.region}.", facts: ["place.region"], detail: true },
      {
        text: "{place.name} lies at latitude {geo.latitude} and longitude {geo.longitude}, in the time zone {time.zone}.",
        facts: ["geo.latitude", "geo.longitude", "time.zone"],
        detail: true,
      },
      { text: "The largest first: {place.around|towns}.", facts: ["place.around"], when: { "place.around": { atLeast: 1 } } },
      {
        text: "Below it by these estimates, and perhaps larger today: {place.near_threshold|towns}.",
        facts: ["place.around", "place.total", "place.threshold", "place.near_threshold"],
        when: { "place.near_threshold": { atLeast: 1 } },
      },
      {
        text: "No town there meets the conditions.",
        facts: ["place.name", "place.population", "place.around", "place.total"],
        when: { "place.name": null },
      },
    ],
    limits: [
      {
        text: "Populations are estimates of GeoNames, of years that differ from place to place. Small places may be missing, and a borough that it lists as a place is one.",
      },
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
}
