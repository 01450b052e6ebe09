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

/** Pairs of decimal degrees, with signs or points of the compass. */
export const coordinates = (text: string): ReadonlyArray<Mention> =>
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
