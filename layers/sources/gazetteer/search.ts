import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { CountryCode } from "../atlas/countries.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import { meaningsOf } from "./meanings.ts"
import { otherNameOf, parsePlaceQuery, placeFacts, placeView, populationKeywords, regionProblem, searchPlaces } from "./places.ts"

/** A region has no meaning as a town: its check refuses it with the reason. */
const isRegion = (name: unknown, country: unknown): boolean =>
  typeof name === "string" && regionProblem(name, typeof country === "string" ? country : undefined) !== undefined

export const searchPlace = (data: ReadDataset) =>
  defineOperation({
    id: "place.search",
    name: "Search for a place",
    description:
      "Towns and cities of the world by name, or where that is wanted by its beginning, accents left out or not, the largest first: coordinates, country, region, time zone and population " +
      "(an estimate of GeoNames, of a year that differs from place to place; null where GeoNames has none). " +
      'A country or region behind the name narrows the search ("Springfield, Illinois", "Portland OR", "Tripoli (Libya)"), as a country does. Charged per place that is delivered.',
    fields: {
      "place.name": Schema.String.annotate({
        description:
          "Name of the place, or its beginning where place.beginning is true, at least 2 letters; after a comma the region, district or country it lies in, by name, code or abbreviation.",
        examples: ["Zürich"],
      }).check(
        Schema.isMaxLength(100),
        Schema.makeFilter(
          (text: string) => parsePlaceQuery(text) !== undefined || "must have at least 2 letters or digits before any comma",
        ),
      ),
      "country.code": Schema.optionalKey(CountryCode),
      "place.beginning": Schema.optionalKey(
        Schema.Boolean.annotate({ description: "Also places whose names only begin with this one.", examples: [true] }),
      ),
    },
    native: { "place.name": "query", "country.code": "country" },
    output: [
      "place.name",
      "place.other_name",
      "place.region",
      "place.district",
      "place.population",
      "place.matches",
      "place.more",
      "country.code",
      "country.name",
      "region.code",
      "geo.latitude",
      "geo.longitude",
      "time.zone",
    ],
    pricing: { model: "per_result", price: microUsd(1_000n) },
    freshnessSeconds: 30 * 86_400,
    examples: [
      "lat and lon of Tromsø",
      "in which country and region is Omsk",
      "coordinates for Trondheim Norway",
      "which state is Boise in",
      "where on the map is Agadez",
      "Where is Zürich?",
      "What are the coordinates of Reykjavik?",
      "Find places called Springfield in the United States",
      "Which towns in France begin with Saint-Jean?",
      "In which region and time zone is Springfield, Illinois?",
      "Where is Timbuktu?",
      "Is Bergen bigger than Trondheim?",
      "What are the latitude and longitude of Quito?",
      "In which country is Ouagadougou?",
      "Find the town Hay-on-Wye",
      "How many places are called Paris?",
      "Which country is Samarkand in?",
      "Coordinates of Perth, Australia",
      "population of Lagos",
      "How many people live in Valparaíso?",
      "How many inhabitants does the town of Hay-on-Wye have?",
      "which county is Springfield, Illinois in",
      "population of Al Ain, UAE",
      "coordinates of Portland OR",
      "Where is Birmingham UK?",
      "which German federal state does Jena belong to",
      "in which Swiss canton is Zug",
      "Which province is Curitiba in?",
      "which prefecture does Nagoya belong to",
      "which is further north, Turin or Venice?",
      "is Madrid farther south than Naples",
      "old map says Breslau, what is it called today",
      "today's name of the city of Lemberg",
      "is Bombay the former name of another city",
      "which town is meant by Monaco di Baviera, and its name in English",
      "lat long of Alice Springs",
      "coordinates of Gdańsk in decimal degrees",
      "Timișoara: which country, and how many people live there",
      "delivery address ends with Port Louis, which country is that",
      "which countries are Tartu, Graz and Braga in",
      "country and time zone of Antofagasta",
    ],
    hints: {
      vocabulary:
        "lat long lon lng gps pin map located lies lie situated belong belongs state county province region country part coordinates inhabitants residents federal autonomous administrative division subdivision decimal degrees approximately roughly about address assign town city village island real exist " +
        "name called today nowadays now old new former formerly present modern historic historical renamed known english meant",
      keywords: {
        "geo.latitude": "coordinates latitude where located position lat latlong geocode",
        "geo.longitude": "coordinates longitude where located position long lng geocode",
        "place.other_name": "called today nowadays former formerly renamed old",
        "country.name": "country",
        // The categories of ISO 3166-2. A category that is the first level in one country and the second in another belongs to both facts.
        "place.region":
          "region state canton land bundesland prefecture oblast krai okrug voivodeship governorate emirate territory republic federal autonomous community province department county",
        "place.district": "district parish arrondissement province department county",
        "place.population": populationKeywords,
      },
      measures: {
        "place.population": { name: "estimated population", unit: "", adjectives: "small large big", isEstimate: true },
        "geo.latitude": { name: "latitude", unit: "degrees", adjectives: "south north" },
      },
      list: {
        pointer: "/place/matches",
        facts: {
          "place.name": "/name",
          "geo.latitude": "/latitude",
          "geo.longitude": "/longitude",
          "time.zone": "/zone",
          "country.code": "/country_code",
          "region.code": "/region_code",
        },
      },
    },
    check: (input) => {
      const reason = input["place.beginning"] === true ? undefined : regionProblem(input["place.name"], input["country.code"])
      return reason === undefined ? undefined : { field: "place.name", reason }
    },
    meaningsOf: (input) =>
      input["place.beginning"] === true || isRegion(input["place.name"], input["country.code"])
        ? Effect.succeed([])
        : meaningsOf(data, "place.name", input["place.name"], input["country.code"]),
    run: (input, limit) =>
      Effect.gen(function* () {
        const query = parsePlaceQuery(input["place.name"])
        const places =
          query === undefined
            ? []
            : yield* data((sql) =>
                searchPlaces(sql, query, {
                  beginning: input["place.beginning"] ?? false,
                  country: input["country.code"],
                  limit: limit + 1,
                }),
              )
        const matches = places.slice(0, limit)
        const [best] = matches
        const { country, geo, region: division, time } = placeFacts(best)
        const { district = null, name = null, population = null, region = null } = best ?? {}
        const other_name = best === undefined ? null : otherNameOf(best, input["place.name"])
        const place = { name, other_name, region, district, population, matches: matches.map(placeView), more: places.length > limit }
        return {
          data: { place, country, region: division, geo, time },
          documents: matches.length,
        }
      }),
  })
