import { type Mention, overlaps } from "../../../domain/planning/read/Mention.ts"
import { countryName } from "../../sources/country.ts"
import { currenciesOf } from "../../sources/currencies/legalTender.ts"
import type { RegionTax } from "../../sources/tax-ids/regions/RegionTax.ts"
import { percentOfRegion, regionTaxes, regionTaxOf } from "../../sources/tax-ids/regions/regionTaxes.ts"
import { isTownName } from "./cityNames.ts"
import { euAreaForm } from "./euAreas.ts"

const canadian = String.raw`(?:hst|gst|pst|qst|rst|tvq|tps|tvp|provincial\ssales\stax(?:es)?|retail\ssales\stax(?:es)?)`
const sales = String.raw`(?:sales\s(?:and\suse\s)?tax(?:es)?|general\sexcise\stax|gross\sreceipts\stax)`

const ofCanada = new RegExp(String.raw`\b${canadian}\b`, "iu")
const ofEurope = /\b(?:vat|igic|ipsi|ilcci|iva|tva|mwst|mehrwertsteuer|umsatzsteuer|btw|moms|value[\s-]added\stax|consumption\stax)\b/iu

/** Taxes on sales of all regions, by their name, or as the tax that is added to a price. `income tax` is another. */
const ofAll = new RegExp(
  String.raw`\b${sales}\b|\b(?:much|what|which)\stax(?:es)?\s(?:(?:is|are|gets?)\s(?:added|charged)|(?:do|does)\s[\p{L}\s]{1,20}\s(?:add|charge))\b|` +
    String.raw`\d\s?(?:[\p{L}$€£]{1,8}\s)?(?:plus|\+)\s(?:the\s)?tax\b`,
  "iu",
)

/** `is BC on PST`, `PST in BC`: the name of a clock, unless another word requests a tax. */
const otherPst = /\b(?:on|in|use[sd]?|using|observes?|to|from)\spst\b/iu
const taxBesidePst =
  /\b(?:rates?|tax(?:es)?|pay|charged?|collect|add|provincial|have|has|percent|much|exempt|the\s(?:[\p{L}]+\s)?pst|[gh]st\b(?=[^?]*\bpst)|pst\b(?=[^?]*\b[gh]st\b))\b|[%$]|\d/iu
const isClockPst = (text: string): boolean =>
  /\bpst\b/iu.test(text) && !ofAll.test(text) && (otherPst.test(text) || !taxBesidePst.test(text))

/** `HST number`, `VAT registration`: the number of a tax payer, and no rate. */
const aboutNumber = /\b(?:vat|tax|gst|hst|pst|qst)\s?(?:id|no|nr|num|numbers?|registration|accounts?)\b|\d{6}|\bvalid/iu

/** `3 pm PST in British Columbia`, `HST to EST`: a clock, and no tax. */
const aboutClock = /\b(?:time|clocks?|zone|noon|midnight|utc|gmt|[ecm][sd]t|pdt|daylight)\b|\d\s?[ap]\.?m\b|\d:\d\d/iu

/** Names that are those of a city, a district or a country too: only `the state of Georgia`, `New York State` and `state sales tax in Washington` name the state. */
const sharedByStates: ReadonlySet<string> = new Set(["Georgia", "New York", "Washington"])
const stateWord =
  /\bstate\sof\s(?:new\syork|washington|georgia)\b|\b(?:new\syork|washington|georgia)(?:['’]s)?\sstate\b|\bstate(?:['’]s|wide)?\s(?:base\s)?(?:sales\stax|tax\srate|rate)/iu
const otherPlaces = /\b(?:new\syork\scity|nyc|washington,?\sd\.?\s?c\b)/iu

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`).replace(/['’]/gu, "['’]")

interface Named {
  readonly region: RegionTax
  readonly form: RegExp
}

const formOf = (names: ReadonlyArray<string>, flags: string): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\p{N}-])(?:${[...names]
      .sort((a, b) => b.length - a.length)
      .map(escaped)
      .join("|")})(?![\p{L}\p{N}-])`,
    flags,
  )

const named: ReadonlyArray<Named> = regionTaxes.map((region) => ({
  region,
  form: formOf([region.name.replace(/^the\s/u, ""), ...region.otherNames], "giu"),
}))

/** Words that the abbreviation of a state is too, in a text of capitals. */
const words: ReadonlySet<string> = new Set(["HI", "IN", "ME", "OH", "OK", "OR", "ON", "PA", "MA"])

/** The letters of a province beside a Canadian tax, or of a state beside `sales tax` where they are no country's: `GST in SK`, `TX sales tax`. */
const abbreviated: ReadonlyArray<Named> = regionTaxes.flatMap((region) => {
  const letters = region.code?.slice(3)
  if (letters === undefined || sharedByStates.has(region.name)) return []
  const isUsable = region.country === "CA" || (region.country === "US" && countryName(letters) === null && !words.has(letters))
  return isUsable ? [{ region, form: formOf([letters], "gu") }] : []
})

/** Taxes that one region alone has: they name it where no region is named. */
const ofOneRegion: ReadonlyArray<readonly [name: string, form: RegExp]> = [
  ["Quebec", /\b(?:qst|tvq)\b/giu],
  ["the Canary Islands", /\bigic\b/giu],
]

/**
 * `HST rate in Nova Scotia`, `sales tax in Texas`, `VAT in Madeira`: the regions whose taxes on sales are known, in a question for such a tax or for the areas of the EU,
 * each with its country for an operation that takes both. The town of a state may have more tax, so `Houston, Texas` is no state.
 */
const taxRegions = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const isOfArea = euAreaForm.test(text)
  if (
    !(isOfArea || ofAll.test(text) || ofCanada.test(text) || ofEurope.test(text)) ||
    aboutClock.test(text) ||
    isClockPst(text) ||
    (aboutNumber.test(text) && !isOfArea)
  )
    return []
  const isRequested = ({ country }: RegionTax): boolean =>
    isOfArea ||
    ofAll.test(text) ||
    (country === "CA" ? ofCanada.test(text) || ofEurope.test(text) : country !== "US" && ofEurope.test(text))
  // In a text of capitals, and beside VAT, two letters are a word or a country.
  const letters = /\p{Ll}/u.test(text) ? abbreviated.filter(({ region }) => (region.country === "CA" ? ofCanada : ofAll).test(text)) : []
  const all = [...named, ...letters]
    .filter(({ region }) => isRequested(region))
    .flatMap(({ form, region }) =>
      [...text.matchAll(form)].map(({ 0: written, index }) => ({ region, start: index, end: index + written.length, text: written })),
    )
  // `West Virginia`, `Northern Ireland`: the longest name.
  const longest = all.filter(
    (one, place) =>
      !all.some(
        (other, at) =>
          overlaps(other, one) && (other.text.length > one.text.length || (other.text.length === one.text.length && at < place)),
      ),
  )
  const meant = longest.filter((one) => isMeant(text, one, longest, mentions)).map((one) => withOuter(text, one, mentions))
  const implied =
    longest.length > 0
      ? []
      : ofOneRegion.flatMap(([name, form]) =>
          [...text.matchAll(form)].slice(0, 1).map(({ 0: written, index }) => ({
            region: regionTaxes.find((region) => region.name === name)!,
            start: index,
            end: index + written.length,
            text: written,
          })),
        )
  return [...meant, ...implied].flatMap(({ end, region, start, text: written }): ReadonlyArray<Mention> => {
    const at = { start, end, text: written, weight: 0.9 }
    return [
      { ...at, kind: "tax.region", value: region.name, companion: true },
      { ...at, kind: "country.code", value: region.country, needs: "tax.region", weight: 0.85 },
    ]
  })
}

interface Place {
  readonly region: RegionTax
  readonly start: number
  readonly end: number
  readonly text: string
}

const isMeant = (text: string, place: Place, places: ReadonlyArray<Place>, mentions: ReadonlyArray<Mention>): boolean => {
  const { end, region, start } = place
  const [before, after] = [text.slice(0, start), text.slice(end)]
  // `Ontario, California`: the name of a town before its state. `Nevada, Utah and Virginia` is a list.
  const outer = mentions.find(
    ({ kind, start: from }) => /^(?:country|region)\.code$/u.test(kind) && /^,\s(?:the\s)?$/u.test(text.slice(end, from)),
  )
  if (outer !== undefined) {
    const isList = places.some((other) => other.start === outer.start) && /(?:,|\s(?:and|or|&))\s/u.test(text.slice(outer.end))
    const isOfCountry =
      String(outer.value).slice(0, 2) === region.country && (outer.kind === "country.code" ? outer.needs === undefined : isList)
    if (!isOfCountry) return false
  }
  // `Kansas City`, `Virginia Beach`, `Indiana County`
  if (/^\s(?:city|county|beach|falls|park|springs|township|village)\b/iu.test(after) && region.name !== "Quebec") return false
  // `New England`, `New South Wales`, `Baja California`
  if (/\b(?:new|south|north|east|west|(?:south|north|east|west)ern|upper|lower|central|baja)\s$/iu.test(before)) return false
  if (region.country !== "US") return true
  if (sharedByStates.has(region.name) && (!stateWord.test(text) || otherPlaces.test(text))) return false
  if (/\bcounty\b|\bcity\sof\b/iu.test(text) || mentions.some((town) => isTown(town) && !places.some((other) => isWithin(town, other))))
    return false
  const [, town] = /(?<![\p{L}\p{N}])([\p{L}'’.-]+),?\s$/u.exec(before) ?? []
  const isListed = places.some((other) => /^,\s$/u.test(text.slice(other.end, start)))
  return isListed || town === undefined || !(isTownName(town) || (/^\p{Lu}\p{Ll}/u.test(town) && !ofQuestion.test(town)))
}

const isWithin = (inner: { readonly start: number; readonly end: number }, outer: Place): boolean =>
  outer.start <= inner.start && inner.end <= outer.end

/** The region with its own country beside it, and outside the USA with a town before it: `Madeira, Portugal`, `Spain, Canary Islands`, `Toronto, Ontario`. */
const withOuter = (text: string, { end, region, start, ...place }: Place, mentions: ReadonlyArray<Mention>): Place => {
  const ofCountry = mentions.filter(({ kind, needs, value }) => kind === "country.code" && needs === undefined && value === region.country)
  const behind = ofCountry.find((country) => /^(?:,?\s|\s\(|\s(?:in|of)\s)(?:the\s)?$/u.test(text.slice(end, country.start)))
  const before = ofCountry.find((country) => /^,\s(?:the\s)?$/u.test(text.slice(country.end, start)))
  const town = mentions.find((each) => each.kind === "place.name" && each.end === end && each.start < start && each.text.includes(","))
  const from = Math.min(start, before?.start ?? start, region.country === "US" ? start : (town?.start ?? start))
  const to = behind?.end ?? end
  return { ...place, region, start: from, end: to, text: text.slice(from, to) }
}

/** `Sales Tax Texas`: words of a question that are no town. */
const ofQuestion = /^(?:tax(?:es)?|rates?|in|of|for|does|is|has|and|or|the|state|vat|what|which)$/iu

/** `the sales tax of Austin in Texas`: a town beside the state. */
const isTown = ({ kind, text, weight }: Mention): boolean => kind === "place.name" && weight >= 0.6 && isTownName(text.split(",")[0]!)

const percentages = (text: string) =>
  [...text.matchAll(/(?<![\d.,])(?<value>\d{1,2}(?:[.,]\d{1,3})?)\s?(?:%|percent\b|per\scent\b)/giu)].map(
    ({ 0: written, groups, index }) => ({
      kind: "vat.percent",
      start: index,
      end: index + written.length,
      text: written,
      value: groups!["value"]!.replace(",", "."),
      weight: 0.9,
    }),
  )

/** Names of taxes that are the codes of airports and of a time zone too. */
const taxNames = /^(?:hst|gst|pst|qst|iva|tva|vat|ust)$/iu

/**
 * The mentions with the regions whose taxes a text requests. In such a text `PST` is no time zone and `HST` no airport, and dollars are those of the region's
 * country.
 */
export const withTaxRegions = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const regions = taxRegions(text, mentions)
  if (regions.length === 0) return mentions
  const currencies = new Set(regions.flatMap(({ kind, value }) => (kind === "country.code" ? [currenciesOf(String(value))[0] ?? ""] : [])))
  const [currency] = currencies
  const rates = new Set(
    regions.flatMap(({ kind, value }) => {
      const region = kind === "tax.region" ? regionTaxOf(String(value)) : undefined
      return region === undefined ? [] : [percentOfRegion(region), ...region.parts.map(({ percent }) => percent)]
    }),
  )
  // `since when is the HST in Nova Scotia 14 %`: the rate of today, where no amount is taxed with it.
  const stated = mentions.some(({ kind }) => kind === "currency.amount") ? [] : percentages(text).filter(({ value }) => rates.has(value))
  const meant = (mention: Mention): Mention => {
    const { options: _, ...own } = mention
    const isOf =
      currencies.size === 1 && mention.kind === "currency.code" && mention.options?.some(({ value }) => value === currency) === true
    return isOf ? { ...own, value: currency!, weight: 0.9 } : mention
  }
  return [
    ...mentions.filter((mention) => !(taxNames.test(mention.text) && /^(?:airport|time|zone)\./u.test(mention.kind))).map(meant),
    ...stated,
    ...regions,
  ]
}
