import { gstNames } from "../../sources/tax-ids/kinds/companyKinds.ts"
import { allKinds, personalKinds } from "../../sources/tax-ids/kinds/allKinds.ts"
import type { NumberKind } from "../../sources/tax-ids/kinds/NumberKind.ts"
import { vatWords } from "./labels.ts"

const escaped = (name: string) =>
  name
    .replace(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`)
    .replace(/[ -]/gu, "[ -]?")
    .replace(/number$/u, String.raw`(?:number|no\.?|nr\.?)`)

/**
 * Names that are words and codes of airports too: they are read in capitals, beside a number that can be one of theirs, and in small letters beside one that is
 * (`nip 526-02-50-995`).
 */
const words: ReadonlySet<string> = new Set([
  "lei",
  "ice",
  "epic",
  "tin",
  "mst",
  "rif",
  "pan",
  "sin",
  "run",
  "ni",
  "cf",
  "pps",
  "fn",
  "uid",
  "bn",
  "inn",
  "nit",
  "rut",
  "ric",
  "rfc",
  "cif",
  "cui",
  "ruc",
  "nip",
  "btw",
  "container",
])

/** Names that are used in many countries: the question names the country too. */
const shared = new Set(
  [
    "company number",
    "company registration number",
    "business number",
    "business id",
    "corporate number",
    "enterprise number",
    "organisation number",
    "organization number",
    "org number",
    "org.number",
    ...gstNames,
  ].map((name) => keyOf(name)),
)

/** Names of each country's numbers of taxpayers: the question names the country, and the number has their form. */
const taxNames = [
  "tax ID",
  "tax identification number",
  "tax number",
  "taxpayer number",
  "taxpayer ID",
  "taxpayer identification number",
  "tax code",
]
const taxKeys = new Set(taxNames.map((name) => keyOf(name)))

/** Names of each country's numbers of persons, in the same way: `Israeli ID 123456782`. */
const identityNames = [
  "ID",
  "ID number",
  "ID card",
  "ID card number",
  "national ID",
  "national ID number",
  "identity number",
  "identity card number",
  "national identity number",
  "personal number",
]
const identityKeys = new Set(identityNames.map((name) => keyOf(name)))
const ofPerson =
  /\b(?:identity|national number|personal (?:number|code|numeric code)|birth number|citizen number|resident registration|population register)\b/iu

/** Countries of whose taxpayers' numbers there is a kind of their own; elsewhere the number of a company is meant. */
const taxedPersons: ReadonlySet<string | null> = new Set(
  personalKinds.flatMap(({ country, name }) => (/\btax/iu.test(name) ? [country] : [])),
)

const namesOf = (kind: NumberKind): ReadonlyArray<string> => {
  if (!personalKinds.includes(kind))
    return taxedPersons.has(kind.country) || kind.isValid === undefined ? kind.names : [...kind.names, ...taxNames]
  const gst = kind.code === "NZ.IRD" || kind.code === "IN.GSTIN" ? gstNames : []
  return [...kind.names, ...gst, ...(/\btax/iu.test(kind.name) ? taxNames : []), ...(ofPerson.test(kind.name) ? identityNames : [])]
}

/** `our user ID`, `VAT id`: other numbers are called so too, and a person's is it beside the adjective of the country. */
const isBareId = (text: string, start: number, name: string): boolean =>
  /^id$/iu.test(name) && !/(?<![\p{L}])\p{Lu}[\p{L}]+\s$/u.test(text.slice(0, start))

/** `where is container MSKU9070323`: what is requested is the container, and not its number. */
const isTracked = (text: string, name: string): boolean =>
  /^(?:shipping |freight )?container/iu.test(name) &&
  /\b(?:track\w*|trac(?:e|ing)|where|whereabouts|locat\w*|status|eta|arriv\w*|ship(?:ped|s)?|vessel|port)\b/iu.test(text)

/** Names of sections of a register that are codes of airports too. */
const sections = new Set(["hra", "hrb"])
const registerWords = /\b(?:regist\p{L}*|handelsregister|german|germany|gmbh|compan(?:y|ies)|firms?|courts?|entry|numbers?|party)\b/iu

/** `national insurance no.` is a national insurance number. */
function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/(?<=[\s.-])(?:no|nr)\.?$/u, "number")
    .replace(/[ -]/gu, "")
}

const byName = Map.groupBy(
  allKinds.flatMap((kind) => namesOf(kind).map((name) => ({ name, kind }))),
  ({ name }) => keyOf(name),
)

/** All names in one expression, the longest first: example questions are read with it when the gateway starts. */
const anyName = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?<name>${[...new Set(allKinds.flatMap((kind) => namesOf(kind)))]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join("|")})(?:s|en)?(?![\p{L}\p{N}])`,
  "giu",
)

/** Each name is compared with each number: a question has a few of both. */
const maxNames = 6

/** `USt-IdNr` is no IdNr: a name inside a longer word for VAT numbers. */
const isInsideVatWord = (text: string, start: number, end: number): boolean =>
  [...text.matchAll(new RegExp(vatWords, "giu"))].some(({ 0: word, index }) => index < start && index + word.length >= end)

export interface NamedKinds {
  readonly start: number
  readonly end: number
  readonly kinds: ReadonlyArray<NumberKind>
  /** Whether the name is a word or the code of an airport too. */
  readonly isWord: boolean
  /** Whether the name is used in many countries. */
  readonly isShared: boolean
  /** Whether the name is a common one of each country's numbers of taxpayers or persons. */
  readonly isTypical: boolean
}

/** The names of kinds of numbers in a text, each with the kinds that are called so. */
export const kindsNamed = (text: string): ReadonlyArray<NamedKinds> =>
  [...text.matchAll(anyName)].slice(0, maxNames).flatMap(({ 0: whole, groups, index }) => {
    const end = index + whole.length
    if (isInsideVatWord(text, index, end)) return []
    const name = groups?.["name"] ?? ""
    const isSection = sections.has(name.toLowerCase()) && !registerWords.test(text)
    if (isBareId(text, index, name) || isSection || isTracked(text, name)) return []
    const key = keyOf(whole)
    return [
      {
        start: index,
        end,
        kinds: byName.get(keyOf(name))?.map(({ kind }) => kind) ?? [],
        isWord: words.has(name.toLowerCase()),
        isShared: shared.has(key),
        isTypical: taxKeys.has(key) || identityKeys.has(key),
      },
    ]
  })
