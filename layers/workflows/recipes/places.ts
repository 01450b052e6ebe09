import type { Recipe } from "../../../domain/workflow/Recipe.ts"

const sun = (latitude: string, longitude: string) =>
  ({
    stepId: "sun",
    description: "sunrise and sunset there",
    operationId: "$sourceDescriptions.almanac.sun.times",
    parameters: [
      { name: "geo.latitude", value: latitude },
      { name: "geo.longitude", value: longitude },
      { name: "date.day", value: "$inputs.date.day" },
    ],
    outputs: { sunrise: "$response.body#/sun/sunrise", sunset: "$response.body#/sun/sunset" },
    "x-fallback": ["$sourceDescriptions.ephemeris.sun.times"],
  }) as const

const day = { description: "The day; today in UTC if not given.", default: "$today" } as const

const now = (stepId: string, description: string, zone: string) =>
  ({
    stepId,
    description,
    operationId: "$sourceDescriptions.clockwork.time.now",
    parameters: [{ name: "time.zone", value: zone }],
    outputs: { local: "$response.body#/time/local", offset: "$response.body#/time/utc_offset" },
  }) as const

const airport = (stepId: string, description: string, input: string) =>
  ({
    stepId,
    description,
    operationId: "$sourceDescriptions.airports.airport.lookup",
    parameters: [{ name: "airport.iata", value: input }],
    outputs: {
      name: "$response.body#/airport/name",
      latitude: "$response.body#/geo/latitude",
      longitude: "$response.body#/geo/longitude",
      zone: "$response.body#/time/zone",
    },
  }) as const

const place = {
  stepId: "place",
  description: "where the place is",
  operationId: "$sourceDescriptions.gazetteer.place.search",
  parameters: [
    { name: "place.name", value: "$inputs.place.name" },
    { name: "country.code", value: "$inputs.country.code" },
  ],
  outputs: {
    latitude: "$response.body#/place/matches/*/latitude",
    longitude: "$response.body#/place/matches/*/longitude",
    zone: "$response.body#/place/matches/*/zone",
  },
} as const

const placeInputs = { "place.name": {}, "country.code": { description: "Country that the place lies in (ISO 3166-1 alpha-2)." } } as const
const manyPlaces = "Where several places have the name, the run stops and asks which one is meant."

/** Airports and places: clocks, the sky, and how far it is. */
export const places: ReadonlyArray<Recipe> = [
  {
    workflowId: "airport-sun",
    summary: "Local time and sunset at an airport",
    description: "What an airport's code stands for, the time there now, and when the sun rises and sets there.",
    inputs: { type: "object", properties: { "airport.iata": {}, "date.day": day }, required: ["airport.iata"] },
    steps: [
      airport("airport", "the airport", "$inputs.airport.iata"),
      now("clock", "the local time there", "$steps.airport.outputs.zone"),
      sun("$steps.airport.outputs.latitude", "$steps.airport.outputs.longitude"),
    ],
    outputs: {
      airport: "$steps.airport.outputs.name",
      local_time: "$steps.clock.outputs.local",
      sunrise: "$steps.sun.outputs.sunrise",
      sunset: "$steps.sun.outputs.sunset",
    },
  },
  {
    workflowId: "flight-distance",
    summary: "Distance and time difference between two airports",
    description:
      "How far it is between two airports on the great circle, and what clocks show at the one when it is a certain time at the other.",
    inputs: {
      type: "object",
      properties: {
        "route.from": { description: "IATA code of the airport where the flight begins." },
        "route.to": { description: "IATA code of the airport where it ends." },
        "time.date_time": {
          description: "Clock time at the first airport, written YYYY-MM-DDTHH:MM; if not given, what clocks show in UTC now.",
          default: "$now",
        },
      },
      required: ["route.from", "route.to"],
    },
    steps: [
      {
        stepId: "distance",
        description: "the distance",
        operationId: "$sourceDescriptions.airports.airport.distance",
        parameters: [
          { name: "route.from", value: "$inputs.route.from" },
          { name: "route.to", value: "$inputs.route.to" },
        ],
        outputs: { km: "$response.body#/route/distance_km" },
      },
      airport("from", "the first airport", "$inputs.route.from"),
      airport("to", "the second airport", "$inputs.route.to"),
      {
        stepId: "clocks",
        description: "the time difference",
        operationId: "$sourceDescriptions.clockwork.time.convert",
        parameters: [
          { name: "time.date_time", value: "$inputs.time.date_time" },
          { name: "time.from", value: "$steps.from.outputs.zone" },
          { name: "time.to", value: "$steps.to.outputs.zone" },
        ],
        outputs: { there: "$response.body#/time/to", difference: "$response.body#/time/difference_minutes" },
      },
    ],
    outputs: {
      distance_km: "$steps.distance.outputs.km",
      local_time: "$steps.clocks.outputs.there",
      difference_minutes: "$steps.clocks.outputs.difference",
    },
  },
  {
    workflowId: "place-sky",
    summary: "Time, sun and moon at a place",
    description:
      "Finds a town by its name, and says what time it is there, when the sun rises and sets on a day, and the phase of the moon.",
    inputs: { type: "object", properties: { ...placeInputs, "date.day": day }, required: ["place.name"] },
    steps: [
      place,
      now("clock", "the local time there", "$steps.place.outputs.zone"),
      sun("$steps.place.outputs.latitude", "$steps.place.outputs.longitude"),
      {
        stepId: "moon",
        description: "the phase of the moon",
        operationId: "$sourceDescriptions.almanac.moon.phase",
        parameters: [
          { name: "date.day", value: "$inputs.date.day" },
          { name: "time.zone", value: "$steps.place.outputs.zone" },
        ],
        outputs: { phase: "$response.body#/moon/phase", full: "$response.body#/moon/next_full_moon" },
      },
    ],
    outputs: {
      local_time: "$steps.clock.outputs.local",
      sunrise: "$steps.sun.outputs.sunrise",
      sunset: "$steps.sun.outputs.sunset",
      moon: "$steps.moon.outputs.phase",
      next_full_moon: "$steps.moon.outputs.full",
    },
    "x-limitations": [manyPlaces],
  },
  {
    workflowId: "airports-near-place",
    summary: "Airports near a place",
    description: "Finds a town by its name, and the airports around it, nearest first.",
    inputs: {
      type: "object",
      properties: { ...placeInputs, "airport.radius_km": {}, "airport.scheduled_only": {} },
      required: ["place.name"],
    },
    steps: [
      place,
      {
        stepId: "airports",
        description: "the airports around it",
        operationId: "$sourceDescriptions.airports.airport.nearby",
        parameters: [
          { name: "geo.latitude", value: "$steps.place.outputs.latitude" },
          { name: "geo.longitude", value: "$steps.place.outputs.longitude" },
          { name: "airport.radius_km", value: "$inputs.airport.radius_km" },
          { name: "airport.scheduled_only", value: "$inputs.airport.scheduled_only" },
        ],
        outputs: { nearest: "$response.body#/airport/name", all: "$response.body#/airport/nearby" },
      },
    ],
    outputs: { nearest: "$steps.airports.outputs.nearest", airports: "$steps.airports.outputs.all" },
    "x-limitations": [manyPlaces],
  },
]
