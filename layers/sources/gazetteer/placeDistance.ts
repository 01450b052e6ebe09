import { Effect, Schema } from "effect"
import { defineOperation, defineVariant } from "../../../domain/catalogue/defineOperation.ts"
import { type InputProblem, SourceFailure } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import { Latitude, Longitude } from "../inputs.ts"
import { assumptionOf, maxMeanings, meaningsOf } from "./meanings.ts"
import { parsePlaceQuery, placeView, regionProblem, searchPlaces } from "./places.ts"
import { distanceKm, initialBearing, kmPerMile, kmPerNauticalMile, type Point, rounded } from "./sphere.ts"

const pricing = { model: "per_call", price: microUsd(1_500n) } as const

const PlaceName = (end: string, example: string) =>
  Schema.String.annotate({
    description: `Name of the place where the distance ${end}; after a comma the region, district or country it lies in.`,
    examples: [example],
  }).check(
    Schema.isMaxLength(100),
    Schema.makeFilter((text: string) => parsePlaceQuery(text) !== undefined || "must have at least 2 letters or digits before any comma"),
  )

/** An end of the distance: a place of the gazetteer, or a point that the buyer sent. */
interface End extends Point {
  readonly view: ReturnType<typeof placeView> | { readonly name: null; readonly latitude: number; readonly longitude: number }
  /** Why this place is taken, if several have the name. */
  readonly note: string | null
}

const pointEnd = (latitude: number, longitude: number): End => ({
  latitude,
  longitude,
  view: { name: null, latitude, longitude },
  note: null,
})

/** The best known place of a name. A name that no place has fails the call, so that nothing is paid. */
const namedEnd = Effect.fnUntraced(function* (data: ReadDataset, name: string) {
  const query = parsePlaceQuery(name)
  const options = { beginning: false, country: undefined, limit: maxMeanings + 1 }
  const places = query === undefined ? [] : yield* data((sql) => searchPlaces(sql, query, options))
  const [first] = places
  if (first === undefined) return yield* new SourceFailure({ code: "source_error", message: `There is no place with the name ${name}.` })
  const several = places.length === 1 ? null : `Several places are called ${first.name}: the best known is taken.`
  const end: End = { latitude: first.latitude, longitude: first.longitude, view: placeView(first), note: assumptionOf(places) ?? several }
  return end
})

const answer = (from: End, to: End) => {
  const km = distanceKm(from, to)
  return {
    data: {
      route: {
        from: from.view,
        to: to.view,
        distance_km: rounded(km),
        distance_miles: rounded(km / kmPerMile),
        distance_nautical_miles: rounded(km / kmPerNauticalMile),
        initial_bearing: rounded(initialBearing(from, to), 1),
        notes: [from.note, to.note].filter((note) => note !== null),
      },
    },
    documents: 1,
  }
}

const samePlace = (field: string, from: string, to: string): InputProblem | undefined =>
  from.trim().toLowerCase() === to.trim().toLowerCase() ? { field, reason: "both ends are the same place. Send another one." } : undefined

/** A region or an island has no one centre to measure from. */
const noTown = (field: string, name: string): InputProblem | undefined => {
  const reason = regionProblem(name)
  return reason === undefined ? undefined : { field, reason }
}

export const placeDistance = (data: ReadDataset) =>
  defineOperation({
    id: "place.distance",
    name: "Measure the distance between two places",
    description:
      "Length of the great circle between two towns, or between a town and a point, as the crow flies, in kilometres, miles and nautical miles, with its " +
      "first bearing. On a sphere: within half a percent of the ellipsoid. A name that several places have means the best known of them, and a note says so.",
    fields: {
      "route.from_place": PlaceName("begins", "Vienna"),
      "route.to_place": PlaceName("ends", "Bratislava"),
    },
    slots: { "route.from_place": "place.name", "route.to_place": "place.name" },
    output: [
      "route.from",
      "route.to",
      "route.distance_km",
      "route.distance_miles",
      "route.distance_nautical_miles",
      "route.initial_bearing",
      "route.notes",
    ],
    pricing,
    freshnessSeconds: 30 * 86_400,
    examples: [
      "flight distance Recife to Lisbon",
      "How far is Graz from Ljubljana?",
      "distance Porto to Salamanca in km",
      "How many miles are there between Chicago and Denver as the crow flies?",
      "straight line distance from Kyoto to Sapporo",
      "How far apart are Quito and Bogotá?",
      "Great circle distance between Nairobi and Kampala",
      "how many kilometres from Bergen to Stavanger by air",
      "Distance in nautical miles from Palermo to Tunis",
      "what is the distance between Split and Ancona",
      "how long is the way from Gdynia to Karlskrona as the crow flies",
      "How far is it from 47.07, 15.44 to 46.05, 14.51?",
      "How far is Turin from 45.46, 9.19?",
      "Is Basel closer to Milan or to Lyon?",
      "which is nearer to Prague, Dresden or Nuremberg",
      "which is further from Zagreb, Trieste or Budapest",
      "is Lille farther from Paris than Lyon",
    ],
    hints: {
      vocabulary: "closer nearer closest nearest further farther away apart kilometres miles straight air beeline between",
      keywords: {
        "route.distance_km": "far distance long kilometres kilometers km length apart crow flies straight line air way",
        "route.distance_miles": "miles",
        "route.distance_nautical_miles": "nautical nm nmi",
        "route.initial_bearing": "bearing direction heading course",
      },
      measures: { "route.distance_km": { name: "distance", unit: "km", adjectives: "short long near far close" } },
    },
    check: (input) =>
      samePlace("route.to_place", input["route.from_place"], input["route.to_place"]) ??
      noTown("route.from_place", input["route.from_place"]) ??
      noTown("route.to_place", input["route.to_place"]),
    meaningsOf: (input) =>
      Effect.forEach(["route.from_place", "route.to_place"], (field) => meaningsOf(data, field, input[field], undefined)).pipe(
        Effect.map((read) => read.flat()),
      ),
    run: (input) =>
      Effect.map(Effect.all([namedEnd(data, input["route.from_place"]), namedEnd(data, input["route.to_place"])]), ([from, to]) =>
        answer(from, to),
      ),
    variants: [
      defineVariant({
        fields: {
          "route.from_place": PlaceName("begins", "Vienna"),
          "route.to_latitude": Latitude,
          "route.to_longitude": Longitude,
        },
        slots: { "route.from_place": "place.name", "route.to_latitude": "geo.latitude", "route.to_longitude": "geo.longitude" },
        pricing,
        check: (input) => noTown("route.from_place", input["route.from_place"]),
        run: (input) =>
          Effect.map(namedEnd(data, input["route.from_place"]), (from) =>
            answer(from, pointEnd(input["route.to_latitude"], input["route.to_longitude"])),
          ),
      }),
      defineVariant({
        fields: {
          "route.from_latitude": Latitude,
          "route.from_longitude": Longitude,
          "route.to_place": PlaceName("ends", "Bratislava"),
        },
        slots: { "route.from_latitude": "geo.latitude", "route.from_longitude": "geo.longitude", "route.to_place": "place.name" },
        pricing,
        check: (input) => noTown("route.to_place", input["route.to_place"]),
        run: (input) =>
          Effect.map(namedEnd(data, input["route.to_place"]), (to) =>
            answer(pointEnd(input["route.from_latitude"], input["route.from_longitude"]), to),
          ),
      }),
      defineVariant({
        fields: {
          "route.from_latitude": Latitude,
          "route.from_longitude": Longitude,
          "route.to_latitude": Latitude,
          "route.to_longitude": Longitude,
        },
        slots: {
          "route.from_latitude": "geo.latitude",
          "route.from_longitude": "geo.longitude",
          "route.to_latitude": "geo.latitude",
          "route.to_longitude": "geo.longitude",
        },
        pricing,
        run: (input) =>
          Effect.sync(() =>
            answer(
              pointEnd(input["route.from_latitude"], input["route.from_longitude"]),
              pointEnd(input["route.to_latitude"], input["route.to_longitude"]),
            ),
          ),
      }),
    ],
  })
