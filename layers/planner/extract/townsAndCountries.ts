import { type Mention, overlaps } from "../../../domain/planning/read/Mention.ts"
import { fold } from "../../../domain/planning/read/words.ts"
import { countryName } from "../../sources/country.ts"
import { countries } from "../../sources/atlas/countries.ts"

/** `Phoenix, Arizona`, `Perth, Australia`: the zone of a region, or one of several of a country, is that of most of its towns, and the town has its own. */
export const isZoneBehindTown = ({ end, kind, options, start, text, value }: Mention, mentions: ReadonlyArray<Mention>): boolean =>
  kind === "time.zone" &&
  // `Boston, New York, and London` are three cities.
  !String(value).endsWith(`/${text.replaceAll(" ", "_")}`) &&
  (options !== undefined || mentions.some((region) => region.kind === "region.code" && region.start === start && region.end === end)) &&
  mentions.some((town) => town.kind === "place.name" && town.start < start && town.end === end && town.text.includes(","))

/** `queenstown nz`, `Gore new zealand`: in small letters the country behind a town, where in capitals it is part of the name. */
export const withOuterCodes = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const isOuter = ({ kind, text: written, weight }: Mention) =>
    kind === "country.code" && (/^(?:nz|uk|usa|uae)$/u.test(written) || (weight >= certainCountry && /^[\p{Ll} ]{4,}$/u.test(written)))
  const codes = mentions.filter(isOuter)
  return mentions.map((mention) => {
    const { end, kind, start, value } = mention
    const code =
      kind === "place.name" && !String(value).includes(",") ? codes.find((each) => each.start === end + 1 && text[end] === " ") : undefined
    return code === undefined
      ? mention
      : {
          ...mention,
          end: code.end,
          text: text.slice(start, code.end),
          value: `${String(value)}, ${code.text.length > 3 ? code.text : code.text.toUpperCase()}`,
        }
  })
}

/** `Fiji, Samoa and Tonga`: a list of countries, and no town of the second one. */
export const areTwoCountries = ({ end, start, text }: Mention, mentions: ReadonlyArray<Mention>): boolean =>
  /^[^,]+,[^,]+$/u.test(text) &&
  mentions.filter(
    (other) => other.kind === "country.code" && other.weight >= certainCountry && (other.start === start) !== (other.end === end),
  ).length > 1

const certainCountry = 0.9

/** `Arizona` is the state, not a town of that name somewhere else. A region with a low weight has the name of a city: `Hamburg`, `New York`. */
export const isRegion = ({ end, kind, start }: Mention, mentions: ReadonlyArray<Mention>): boolean =>
  kind === "place.name" &&
  mentions.some((other) => other.kind === "region.code" && other.weight >= 0.8 && other.start === start && other.end === end)

/**
 * The city that has the name of its country (`Singapore`) or of a region (`hamburg`): an operation that takes no country asks for the place. Of a population,
 * the country is meant.
 */
export const citiesNamedAlike = (question: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> =>
  mentions.flatMap((mention): ReadonlyArray<Mention> => {
    const { end, kind, options, start, text, value, weight } = mention
    const isBesideTown = mentions.some((other) => other.kind === "place.name" && other.weight >= 0.6 && !overlaps(other, mention))
    const isOfCountry = inhabited.test(question) && !cities.test(question) && !isBesideTown
    const isCapital = kind === "country.code" && isOwnCapital(String(value), text) && !isOfCountry
    const isCity = isCapital || (kind === "region.code" && weight < 0.8)
    const isPart = (other: Mention) => other.kind === "place.name" || other.end - other.start > end - start
    return isCity && options === undefined && !mentions.some((other) => overlaps(other, mention) && isPart(other))
      ? [{ kind: "place.name", start, end, text, value: text, weight: 0.5 }]
      : []
  })

const inhabited = /\b(?:population|inhabitants|populous|people\s(?:live|living|are\sthere))\b/iu
const cities = /\b(?:city|cities|towns?|capital)\b/iu

/** Whether a name means a country and its capital: `Singapore`, `Luxembourg`. */
const isOwnCapital = (code: string, name: string): boolean =>
  fold(countryName(code) ?? "") === fold(name) && (countries.get(code)?.capitals ?? []).some((capital) => fold(capital) === fold(name))
