import { type Mention, overlaps } from "../../../domain/planning/read/Mention.ts"
import { languageNames, regionNames } from "../../sources/atlas/findCountries.ts"
import { names } from "./names.ts"

/** A text about several countries, or about one that is sought. */
const group =
  /\b(?:countries|states|nations|rates|(?:which|what|any|another|each|every)\s+(?:\p{L}+\s+){0,3}(?:country|state)|members|everywhere|(?:highest|lowest|average|mean)\s+(?:\p{L}+\s+){0,3}(?:vat|gst|rate)|is\s+there\s+an?\s+(?:\p{L}+\s+){0,2}country)\b/iu

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)

/** What people call a region → its name in the data. */
const regions: ReadonlyArray<readonly [string, string]> = [
  ...regionNames.map((name): readonly [string, string] => [name, name]),
  ["European", "Europe"],
  ["Southeast Asia", "South-Eastern Asia"],
  ["South-East Asia", "South-Eastern Asia"],
  ["South Asia", "Southern Asia"],
  ["East Asia", "Eastern Asia"],
  ["West Africa", "Western Africa"],
  ["East Africa", "Eastern Africa"],
  ["North Africa", "Northern Africa"],
  ["Central Africa", "Middle Africa"],
  ["Baltic", "Baltic states"],
  ["Baltics", "Baltic states"],
  ["Nordic states", "Nordic countries"],
  ["Nordic", "Nordic countries"],
  ["Nordics", "Nordic countries"],
  ["GCC", "Gulf Cooperation Council"],
  ["Visegrad", "Visegrád Group"],
  ["Visegrád", "Visegrád Group"],
]

/** `outside Africa`: the others are sought, which is no condition here. */
const outside = String.raw`\b(?:outside|beyond|except|without|than|not(?:\s+(?:in|of|from|part\s+of))?)\s+(?:of\s+|in\s+|for\s+)?(?:the\s+)?`

const regionForm = new RegExp(
  String.raw`(?<!${outside})(?<![\p{L}-]|\b(?:South|Central)\s)(?<name>${regions
    .map(([name]) => escaped(name))
    .toSorted((a, b) => b.length - a.length)
    .join("|")})(?:n|ern)?(?![\p{L}-]|\s+[Ss]ea\b)`,
  "giu",
)
/** `do not have`, `don't speak`, `without`: what a language is denied by. */
const lacking = String.raw`(?<lacks>\b(?:(?:do|does)\s?(?:n['’]t|not)\s+(?:have\s+|use\s+)?|without\s+|not\s+)(?:an?\s+|the\s+)?)?`
const languageForm = new RegExp(
  String.raw`${lacking}\b(?:speak(?:s|ing)?\s+(?<no>no\s+)?(?<spoken>${languageNames.map(escaped).join("|")})|(?<speaking>${languageNames.map(escaped).join("|")})(?:-|\s)speaking|(?<named>${languageNames
    .map(escaped)
    .join(
      "|",
    )})\s+(?:is\s+(?<denied>not\s+)?(?:an?\s+|the\s+)?(?:official|spoken|language)|as\s+(?:an?\s+|the\s+|their\s+)?(?:official\s+)?language))\b`,
  "giu",
)

/** Between the negation and its condition are only small words: `not in the EU but in Schengen` denies the first. */
const negation = String.raw`(?<not>(?:not|n['’]t|never|non|outside|without)\b(?:\s+(?:in|on|of|a|an|the|be|been|part|members?|belong|to)\b)*[\s-]*)?`
const member = String.raw`(?:(?:in|part\s+of|members?\s+of|belong(?:s|ing)?\s+to|of)\s+)?(?:the\s+)?`

const yesOrNo: ReadonlyArray<readonly [kind: string, pattern: RegExp]> = [
  [
    "condition.euro_area",
    new RegExp(
      String.raw`${negation}\b${member}(?:euro\s?zone|euro\s+area|euro(?=\s+(?:countries|states|members)\b))(?:\s+members?)?(?![\p{L}])`,
      "giu",
    ),
  ],
  ["condition.schengen", new RegExp(String.raw`${negation}\b${member}Schengen(?:\s+(?:area|zone|members?))?(?![\p{L}])`, "giu")],
  [
    "condition.european_union",
    new RegExp(
      String.raw`${negation}\b${member}(?:EU|European\s+Union)(?!-?\s?(?:area|VAT|IBAN))(?:\s+(?:members?|member\s+states))?(?![\p{L}])`,
      "gu",
    ),
  ],
  [
    "condition.landlocked",
    /(?<not>(?:not|n['’]t)\s+)?\b(?:landlocked|(?:without|(?:with|have|has)\s+no)\s+(?:an?\s+)?(?:sea\s+)?(?:coast(?:line)?|access\s+to\s+the\s+sea))\b/giu,
  ],
]

/** `don't use the euro`: beside the European Union, the members outside the euro area. */
const withoutEuro =
  /(?:\b(?:do|does|did)\s?(?:n['’]t|not)\s+(?:use|have|pay\s+(?:in|with))|\bwithout|\bnot\s+(?:using|use|on|have)|\b(?:have|has)\s+not\s+(?:adopted|introduced))\s+(?:the\s+)?euros?\b/giu

const drivingForm = /\bdriv(?:e|es|ing)\s+on\s+(?:the\s+)?(?<side>left|right)(?:-hand)?(?:\s+side)?(?:\s+of\s+the\s+road)?\b/giu

/** The conditions of a question for countries: `which EU countries don't use the euro`, `landlocked countries of South America`. */
export const countryConditions = (text: string): ReadonlyArray<Mention> => {
  if (!group.test(text)) return []
  const at = ({ 0: whole, index }: RegExpExecArray) => {
    const start = index + whole.length - whole.trimStart().length
    return { start, end: index + whole.trimEnd().length, text: whole.trim() }
  }
  const currencies = names(text).filter(({ kind }) => kind === "currency.code")
  const mentions: Array<Mention> = []
  const add = (match: RegExpExecArray, kind: string, value: string | boolean) => {
    const place = at(match)
    if (!mentions.some(({ end, start }) => place.start < end && start < place.end)) mentions.push({ ...place, kind, value, weight: 0.9 })
  }
  for (const match of text.matchAll(withoutEuro)) add(match, "condition.euro_area", false)
  for (const [kind, pattern] of yesOrNo) for (const match of text.matchAll(pattern)) add(match, kind, match.groups?.["not"] === undefined)
  for (const match of text.matchAll(drivingForm)) add(match, "condition.driving_side", (match.groups?.["side"] ?? "").toLowerCase())
  for (const match of text.matchAll(languageForm)) {
    const { denied, lacks, named, no, speaking, spoken } = match.groups ?? {}
    const language = languageNames.find((name) => name.toLowerCase() === (spoken ?? speaking ?? named ?? "").toLowerCase())
    const isLacked = [denied, lacks, no].some((negation) => negation !== undefined)
    if (language !== undefined) add(match, isLacked ? "condition.without_language" : "condition.language", language)
  }
  for (const match of text.matchAll(regionForm)) {
    const region = regions.find(([name]) => name.toLowerCase() === match.groups?.["name"]?.toLowerCase())?.[1]
    // `East Caribbean dollar`
    if (region !== undefined && !currencies.some((currency) => overlaps(currency, at(match)))) add(match, "condition.region", region)
  }
  return mentions
}
