import type { Mention } from "../../../domain/planning/read/Mention.ts"

const number = String.raw`[-+−]?\d{1,3}(?:\.\d{1,10})?`
const pairs: ReadonlyArray<RegExp> = [
  new RegExp(String.raw`(?<![\d.])(?<lat>[-+−]?\d{1,3}\.\d{1,10})\s*[,;/]\s*(?<lon>[-+−]?\d{1,3}\.\d{1,10})(?!\d)`, "gu"),
  new RegExp(
    String.raw`\blat(?:itude)?\.?\s*(?:of|is|=|:)?\s*(?<lat>${number})°?(?:\s*(?<ns>[NS]|north|south)\b)?\s*(?:[,;/]|\band\b)?\s*(?:\band\b)?\s*\blon(?:g(?:itude)?)?\.?\s*(?:of|is|=|:)?\s*(?<lon>${number})°?(?:\s*(?<ew>[EW]|east|west)\b)?`,
    "giu",
  ),
  new RegExp(
    String.raw`(?<![\d.])(?<lat>\d{1,2}(?:\.\d{1,10})?)\s?°?\s?(?<ns>[NS]|north|south)\b\s*(?:[,;/]|\band\b)?\s*(?<lon>\d{1,3}(?:\.\d{1,10})?)\s?°?\s?(?<ew>[EW]|east|west)\b`,
    "giu",
  ),
]

const part = String.raw`\d{1,2}(?:\.\d{1,8})?`
const sexagesimal = (degrees: string, sides: string) =>
  String.raw`(\d{1,${degrees}})\s?(?:[°º]\s?|-)(${part})\s?['′’]?\s?(?:(?<=['′’]\s?)(${part})\s?(?:["″”]|'{2})\s?)?([${sides}])`
const angles = new RegExp(String.raw`(?<![\d.°])(${sexagesimal("2", "NS")})\s*(?:[,;/]\s*)?(${sexagesimal("3", "EW")})(?![\p{L}\d])`, "gu")

/** Degrees with minutes and seconds: `60°45.2'N 004°43.0'E`, `51° 28' 38" N, 0° 0' 5" W`, `60-45.2N 004-43.0E`. */
const sexagesimals = (text: string): ReadonlyArray<Mention> =>
  [...text.matchAll(angles)].flatMap((match): ReadonlyArray<Mention> => {
    const [whole, first = "", degrees, minutes, seconds, ns, second = "", ...others] = match
    const [latitude, longitude] = [decimal(degrees, minutes, seconds, ns), decimal(...others)]
    if (latitude === undefined || longitude === undefined) return []
    const last = match.index + whole.length
    return [
      { kind: "geo.latitude", start: match.index, end: match.index + first.length, text: first, value: latitude, weight: 1 },
      { kind: "geo.longitude", start: last - second.length, end: last, text: second, value: longitude, weight: 1 },
    ]
  })

/** The decimal degrees, rounded to a tenth of a metre. Undefined if minutes or seconds are 60 or more. */
const decimal = (degrees = "", minutes = "0", seconds = "0", side = ""): number | undefined =>
  Number(minutes) >= 60 || Number(seconds) >= 60
    ? undefined
    : (/[SW]/u.test(side) ? -1 : 1) * (Math.round((Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600) * 1e6) / 1e6)

/** Pairs of degrees, with signs or points of the compass. */
export const coordinates = (text: string): ReadonlyArray<Mention> => [...sexagesimals(text), ...decimals(text)]

const decimals = (text: string): ReadonlyArray<Mention> =>
  pairs.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match): ReadonlyArray<Mention> => {
      const { ew = "", lat = "", lon = "", ns = "" } = match.groups ?? {}
      const signed = (digits: string, side: string, negative: RegExp) => Number(digits.replace("−", "-")) * (negative.test(side) ? -1 : 1)
      const latitude = signed(lat, ns, /^s/iu)
      const longitude = signed(lon, ew, /^w/iu)
      if (!Number.isFinite(latitude) || !Number.isFinite(longitude) || Math.abs(longitude) > 360 || Math.abs(latitude) > 180) return []
      const start = match.index + match[0].indexOf(lat)
      const second = match.index + match[0].lastIndexOf(lon)
      const at = (kind: string, place: number, written: string, value: number): Mention => ({
        kind,
        start: place,
        end: place + written.length,
        text: written,
        value,
        weight: 1,
      })
      // `[151.21, -33.87]`, as GeoJSON writes a point: no latitude is over 90.
      if (pattern === pairs[0] && Math.abs(latitude) > 90 && Math.abs(longitude) <= 90) {
        const assumed = `${match[0]} is read as longitude and latitude, because no latitude is over 90.`
        return [
          { ...at("geo.longitude", start, lat, latitude), assumed },
          { ...at("geo.latitude", second, lon, longitude), assumed },
        ]
      }
      return [at("geo.latitude", start, lat, latitude), at("geo.longitude", second, lon, longitude)]
    }),
  )
