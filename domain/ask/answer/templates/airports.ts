import type { AnswerTemplate } from "../template.ts"

/** Airports and the ways between them. */
export const airports: Readonly<Record<string, AnswerTemplate>> = {
  "airport.lookup": {
    sentences: [
      {
        text: "{airport.iata} ({airport.icao}) is {airport.name}, {country.name|country}.",
        facts: ["airport.iata", "airport.icao", "airport.name", "country.code", "country.name"],
      },
      { text: "{airport.name} is the airport of {airport.city}.", facts: ["airport.city"] },
      {
        text: "{airport.icao} is {airport.name}, {country.name|country}, which has no IATA code.",
        facts: ["airport.iata", "airport.icao", "airport.name", "country.name"],
        when: { "airport.iata": null },
      },
      {
        text: "{airport.iata} is {airport.name}, {country.name|country}, which has no ICAO code.",
        facts: ["airport.iata", "airport.icao", "airport.name", "country.name"],
        when: { "airport.icao": null },
      },
      {
        text: "It lies at latitude {geo.latitude} and longitude {geo.longitude}, in the time zone {time.zone}.",
        facts: ["geo.latitude", "geo.longitude", "time.zone"],
      },
      {
        text: "{airport.name} is {airport.elevation_ft} feet ({airport.elevation_m} m) above sea level.",
        facts: ["airport.elevation_ft", "airport.elevation_m"],
        detail: true,
      },
      {
        text: "The height of {airport.name} above sea level is not known.",
        facts: ["airport.elevation_ft", "airport.elevation_m"],
        when: { "airport.elevation_ft": null },
        detail: true,
      },
      { text: "It has scheduled flights.", facts: ["airport.scheduled"], when: { "airport.scheduled": true } },
      { text: "It has no scheduled flights.", facts: ["airport.scheduled"], when: { "airport.scheduled": false } },
    ],
  },
  "airport.search": {
    sentences: [
      {
        text: "{airport.matches|count} airports match: {airport.matches|airports}.",
        facts: ["airport.iata", "airport.icao", "airport.name", "airport.matches"],
        when: { "airport.matches": { atLeast: 2 } },
      },
      {
        text: "{airport.name}, {country.name|country}, has the IATA code {airport.iata} and the ICAO code {airport.icao}.",
        facts: ["airport.iata", "airport.icao", "airport.name", "country.code", "country.name"],
      },
      {
        text: "{airport.name}, {country.name|country}, has the ICAO code {airport.icao} and no IATA code.",
        facts: ["airport.iata", "airport.icao", "airport.name", "country.code", "country.name"],
        when: { "airport.iata": null },
      },
      {
        text: "{airport.name}, {country.name|country}, has the IATA code {airport.iata} and no ICAO code.",
        facts: ["airport.iata", "airport.icao", "airport.name", "country.code", "country.name"],
        when: { "airport.icao": null },
      },
      {
        text: "{airport.name} lies at latitude {geo.latitude} and longitude {geo.longitude}, in the time zone {time.zone}.",
        facts: ["geo.latitude", "geo.longitude", "time.zone"],
        detail: true,
      },
      { text: "{airport.name} is the airport of {airport.city}.", facts: ["airport.city"], detail: true },
      {
        text: "No airport of this name is known.",
        facts: ["airport.iata", "airport.icao", "airport.name", "airport.matches"],
        when: { "airport.name": null },
      },
    ],
  },
  "airport.distance": {
    sentences: [
      {
        text: "From {route.from.name} to {route.to.name} it is {route.distance_km} km, {route.distance_miles} miles or {route.distance_nautical_miles} nautical miles on the great circle.",
        facts: ["route.distance_km", "route.distance_miles", "route.distance_nautical_miles", "route.from", "route.to"],
      },
      { text: "The way begins at a bearing of {route.initial_bearing} degrees.", facts: ["route.initial_bearing"], detail: true },
      {
        text: "Its middle is at latitude {route.midpoint.latitude} and longitude {route.midpoint.longitude}.",
        facts: ["route.midpoint"],
        detail: true,
      },
    ],
    limits: [{ text: "Distances are those of a sphere, within half a percent of the true ones." }],
  },
  "airport.nearby": {
    sentences: [
      {
        text: "The nearest airport is {airport.name} ({airport.iata}), {airport.distance_km} km away.",
        facts: ["airport.name", "airport.iata", "airport.distance_km"],
      },
      {
        text: "The nearest airport is {airport.name} ({airport.icao}), {airport.distance_km} km away.",
        facts: ["airport.name", "airport.icao", "airport.iata", "airport.distance_km"],
        when: { "airport.iata": null },
      },
      {
        text: "Within {airport.radius_km} km there are {airport.count}: {airport.nearby|airports}.",
        facts: ["airport.nearby", "airport.count", "airport.radius_km"],
        when: { "airport.count": { atLeast: 1 }, "airport.complete": true },
      },
      {
        text: "The nearest {airport.count} within {airport.radius_km} km: {airport.nearby|airports}.",
        facts: ["airport.nearby", "airport.count", "airport.radius_km"],
        when: { "airport.complete": false },
      },
      {
        text: "There is no airport within {airport.radius_km} km.",
        facts: ["airport.nearby", "airport.count", "airport.name", "airport.iata"],
        when: { "airport.count": 0 },
      },
    ],
    limits: [
      { text: "There may be more airports within that distance: only the nearest were delivered.", when: { "airport.complete": false } },
    ],
  },
}
