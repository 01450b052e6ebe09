import { foldName, usualName } from "../gazetteer/placeNames.ts"
import { usualNames } from "./usualNames.ts"
import servedCities from "./servedCities.json" with { type: "json" }

/** The town or island that an airport serves, after OurAirports, by its IATA code or, without one, by its ICAO code. */
const cities: Readonly<Record<string, string>> = servedCities

export const cityOf = (iata: string | null, icao: string | null): string | null => cities[iata ?? icao ?? ""] ?? null

/** `ad dammam` and `dammam`: texts leave the article of an Arabic name out. */
const withoutArticle = (folded: string): ReadonlyArray<string> => {
  const [article] = /^(?:ad|al|an|ar|as|ash|at|az|el)\s(?=\p{L}{4})/u.exec(folded) ?? []
  return article === undefined ? [folded] : [folded, folded.slice(article.length)]
}

/** Names of airports that are in use, such as Heathrow, count as the city. */
const named: ReadonlyArray<readonly [code: string, name: string]> = [
  ...Object.entries(cities),
  ...Object.entries(usualNames).flatMap(([code, names]) =>
    names
      .split("|")
      .slice(1)
      .filter((name) => name !== "")
      .map((name) => [code, name.replace("~", "")] as const),
  ),
].flatMap(([code, name]) => withoutArticle(foldName(name)).map((folded) => [code, folded] as const))

const byName: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  [...Map.groupBy(named, ([, name]) => name)].map(([name, entries]) => [name, [...new Set(entries.map(([code]) => code))]]),
)

/** The codes of the airports that serve a city, by any of its names, or by the beginning of it (`Figari` of Figari Sud-Corse); empty for other names. */
export const airportsServing = (name: string): ReadonlyArray<string> => {
  const folded = foldName(name)
  const exact = byName.get(folded) ?? byName.get(usualName(folded) ?? folded)
  if (exact !== undefined || folded === "") return exact ?? []
  return [...new Set(named.flatMap(([code, own]) => (own.startsWith(`${folded} `) ? [code] : [])))]
}
