import { callChain } from "../match/OperationCall.ts"
import { isBesideUsed } from "../match/proposals.ts"
import { type Mention, overlaps, overlapsAny } from "../read/Mention.ts"
import { mentionWeight } from "../read/thresholds.ts"
import type { Goal } from "./Goal.ts"
import { requestedFacts } from "./requestedFacts.ts"
import { directInputs, matchesOf, type UnmetForm } from "./unmetForm.ts"

/** `capital of Texas, USA`, `languages of Inner Mongolia`: a part of the country whose own facts are requested, where the operation takes the country alone. */
const partOfCountry: UnmetForm = ({ parsed }, goals) => {
  const countries = parsed.allMentions.filter(({ kind, weight }) => kind === "country.code" && weight >= mentionWeight.clear)
  const isOfWhole = ({ candidate: { operation }, clause }: Goal) =>
    operation.id.startsWith("country.") && requestedFacts(operation, clause.asks ?? clause).some((fact) => ownFact.test(fact))
  return goals.filter(isOfWhole).flatMap(({ bound }) =>
    directInputs(bound.call).flatMap(({ kind, mention }) => {
      if (kind !== "country.code") return []
      // `area of Scotland and Ireland`: the country of a region.
      if (mention.needs !== undefined) return [mention]
      return (
        parsed.allMentions
          .filter(isPartOf(mention, parsed.question))
          // `Ecuador, El Salvador`: another country.
          .filter((part) => countries.filter((other) => overlaps(other, part)).length <= 1)
      )
    }),
  )
}

/** `dial code of Turkish Cyprus`, `money in Russian occupied Luhansk`: a part of a country that is named by another one, or what a country holds: its facts may differ. */
const partOfAnother: UnmetForm = ({ parsed }, goals) => {
  const countries = parsed.allMentions.filter(({ kind, weight }) => kind === "country.code" && weight >= mentionWeight.probable)
  const adjectives = countries.filter(({ text, weight }) => weight < mentionWeight.certain && /^\p{L}{4,}$/u.test(text))
  const taken = goals.flatMap(({ bound }) => directInputs(bound.call).filter(({ kind }) => kind === "country.code"))
  const isTaken = (country: Mention) => taken.some(({ mention }) => mention.value === country.value)
  const named = adjectives.flatMap((adjective) =>
    countries
      .filter(({ start, value }) => value !== adjective.value && /^\s$/u.test(parsed.question.slice(adjective.end, start)))
      .filter((country) => isTaken(country) !== isTaken(adjective))
      .map(({ end }) => ({ start: adjective.start, end })),
  )
  const held = taken.flatMap(({ mention: { end, start } }) => {
    const [behind] = heldBehind.exec(parsed.question.slice(end)) ?? []
    return behind === undefined ? [] : [{ start, end: end + behind.length }]
  })
  return [...named, ...held]
}
const heldBehind = /^(?:[\s-]|['’]s\s)(?:administered|occupied|controlled|held|annexed|claimed)\s\p{L}+/iu

const ownFact = /\.(?:capitals?|area_km2|languages|neighbours|landlocked|population)$/u

const isPartOf =
  (country: Mention, question: string) =>
  ({ end, kind, start, text, value }: Mention): boolean => {
    if (kind !== "region.code" && kind !== "place.name") return false
    if (start <= country.start && end >= country.end) return end > country.end || !isArticle(text.slice(0, country.start - start))
    if (kind === "region.code" && !String(value).startsWith(`${String(country.value)}-`)) return false
    const between = end <= country.start ? question.slice(end, country.start) : "-"
    // `Georgia the US state`
    const isApposed =
      /^,?\s+(?:(?:the|an?)\s+)?$/iu.test(between) && /^\s(?:state|province|region|territory)\b/iu.test(question.slice(country.end))
    return isApposed || /^(?:,|\s*\(|,?\s+in)\s*(?:the\s+)?$/iu.test(between)
  }
const isArticle = (text: string): boolean => /^(?:the\s+)?$/iu.test(text)

/** `Is Lake Turkana in Kenya only, or does it touch Ethiopia?`: the neighbours of a place that is no country. */
const neighboursOfPlace: UnmetForm = (search, goals) =>
  goals.some(({ candidate }) => candidate.operation.id === "country.neighbours") &&
  goals.some(({ bound }) => directInputs(bound.call).some(({ kind }) => kind === "place.name"))
    ? matchesOf(search, /\b(?:does|do|did)\s(?:it|they)\s(?:\p{L}+\s)?(?:touch|border|adjoin|reach|meet|share)\b/giu)
    : []

/** `which countries border Kaliningrad`, `area of Hamburg`: what a country has, requested of a town, where a step has the country of the town. */
const ownFactOfTown: UnmetForm = ({ parsed: { question } }, goals) =>
  goals
    .filter(({ candidate }) => candidate.operation.id.startsWith("country."))
    .flatMap(({ bound, candidate, clause }) => {
      const isOfProfile = requestedFacts(candidate.operation, clause.asks ?? clause).some((fact) => factOfWhole.test(fact))
      const isOwner = ({ end, start }: Mention) => {
        const [before, behind] = [question.slice(0, start), question.slice(end)]
        return candidate.operation.id === "country.neighbours"
          ? bordersBefore.test(before) || neighboursBehind.test(behind)
          : isOfProfile && (ownerBefore.test(before) || ownedBehind.test(behind))
      }
      return callChain(bound.call).flatMap((call) =>
        directInputs(call).flatMap(({ kind, mention }) => (kind === "place.name" && isOwner(mention) ? [mention] : [])),
      )
    })
const factOfWhole = /\.(?:area_km2|landlocked)$/u
const ownerBefore = /\b(?<!\bwhere\s)(?:of|is|in|does|has)\s(?:the\s)?$/iu
const ownedBehind = /^(?:['’]s?)?\s(?:area|size)\b/iu
const bordersBefore =
  /\b(?:border(?:s|ing)?(?:\s(?:on|with|of|to))?|neighbou?r(?:s|ing)?(?:\s(?:of|to))?|touch(?:es|ing)?|surround(?:s|ing)?|next\sto)\s(?:the\s)?$/iu
const neighboursBehind = /^(?:['’]s?)?\sneighbou?rs?\b/iu

/** `how many people live in Kaliningrad oblast`: the region is requested, and the step finds the town that it is named after. */
const regionOfTown: UnmetForm = ({ parsed: { question } }, goals) =>
  goals
    .filter(({ candidate }) => candidate.operation.id === "place.search")
    .flatMap(({ bound }) =>
      directInputs(bound.call).flatMap(({ kind, mention: { end } }) => {
        const [noun] = (kind === "place.name" ? regionBehind.exec(question.slice(end)) : null) ?? []
        return noun === undefined ? [] : [{ start: end, end: end + noun.length }]
      }),
    )
const regionBehind =
  /^\s(?:oblast|krai|provinc(?:e|ia)|region|county|prefecture|governorate|voivodeship|canton|state|district|municipality|department|emirate|metropolitan\sarea|metro\sarea)\b/iu

/** `London airport, the one in Ontario`, `How far is Perth from Edinburgh? The Scottish Perth.`: which of several places of a name is meant, where no step takes it. */
const whichOfName: UnmetForm = (search, goals) => {
  const taken = goals.flatMap(({ bound }) => [
    ...callChain(bound.call).flatMap((call) => directInputs(call).map(({ mention }) => mention)),
    ...bound.used,
  ])
  const isTaken = overlapsAny(taken)
  const meant = matchesOf(search, theOne).flatMap(({ end, start }) => {
    const [before = "", name = ""] =
      /^(.*?\s)(\p{L}[\p{L}'’-]+)(?:\sone)?$/iu.exec(search.parsed.question.slice(start, end))?.slice(1) ?? []
    const at = { start: start + before.length, end: start + before.length + name.length }
    const isPlace = search.parsed.allMentions.some(
      (mention) => /^(?:place\.name|region\.code)$/u.test(mention.kind) && overlaps(mention, at),
    )
    return !isPlace || isTaken(at) ? [] : [at]
  })
  const repeated = taken.filter(
    (mention) =>
      mention.kind === "place.name" && taken.some((other) => other.end < mention.start && mention.text.endsWith(` ${other.text}`)),
  )
  return [...meant, ...repeated]
}
const theOne = /\bthe\sones?\s(?:in|near|from|at)\s(?:the\s)?\p{L}[\p{L}'’-]+|\bthe\s\p{Lu}[\p{L}'’-]+\sone\b/gu

/** `how high above sea level is Swakopmund`: the height of a town, where a step has that of an airport near it. */
const heightOfTown: UnmetForm = (search, goals) =>
  goals.some(
    ({ bound, candidate }) =>
      candidate.operation.id === "airport.lookup" && callChain(bound.call).some(({ operation }) => operation.id === "airport.nearby"),
  )
    ? matchesOf(search, /\b(?:elevation|altitude|how\shigh|height|above\s(?:the\s)?sea)\b/giu)
    : []

/** `does 440 cover Medina, Ohio`: the registry of addresses of a town's country, where the question names neither. */
const registryOfTown: UnmetForm = (search, goals) => {
  const isOfTown = ({ bound, candidate }: Goal) =>
    candidate.operation.id === "ip.registry_of_country" && callChain(bound.call).some(({ operation }) => operation.id === "place.search")
  const { question } = search.parsed
  return /\b(?:rir|registr(?:y|ies|ar)|ripe|arin|apnic|lacnic|afrinic|ip)\b/iu.test(question)
    ? []
    : goals.filter(isOfTown).map(({ clause }) => clause.asks ?? clause)
}

/** `which VAT rate applies to books in Spain`: the rate of some goods, where a step has the standard one. */
const rateOfGoods: UnmetForm = (search, goals) =>
  goals.some(({ candidate }) => /^tax\.(?:vat|region)_rate/u.test(candidate.operation.id))
    ? [goodsTaxed, goodsWithRate, goodsBefore].flatMap((goods) => matchesOf(search, goods))
    : []
const goodsTaxed =
  /(?<=\b(?:[Vv]at|VAT|[Gg]st|GST)(?:\s+rates?)?\s+(?:that\s+)?(?:(?:applies|apply)\s+(?:to|on|for)|is\s+(?:charged|due|payable)\s+on)\s+)(?!(?:us|me|you|them|it|this|an?|the|my|our|all|most)\b)\p{Ll}[\p{L}-]+(?:\s\p{Ll}[\p{L}-]+){0,2}?(?=\s+(?:in|for|from)\b|\s*[?.!,]|$)/gu
/** `which VAT rate do cut flowers have`, `does accommodation carry`. */
const goodsWithRate =
  /(?<=\b(?:[Vv]at|VAT|[Gg]st|GST)\s+(?:rates?|percentage)\s+(?:do|does)\s+)(?!(?:i|we|they|you|it|he|she|this|that)\b)(?:the\s+)?\p{Ll}[\p{L}-]+(?:\s\p{Ll}[\p{L}-]+){0,2}?(?=\s+(?:have(?!\s+to)|get|attract|carry|bear|fall|come)\b)/gu

/** `bike repairs in Belgium, is that 6 or 21% VAT?`: what a sentence begins with, in small letters, with a rate that is proposed behind it. */
const goodsBefore =
  /(?<=^|[.?!]\s)(?!\b(?:what|which|is|are|how|does|do|the|standard|vat|rate)\b)\p{Ll}[\p{L}-]+(?:\s\p{Ll}[\p{L}-]+){0,2}(?=\s(?:in|for)\s\p{Lu}[^?]*\b(?:\d{1,2}\s?%|[Vv]at|VAT|GST|taxed)[^?]*\?)/gu

/** `100 EUR net in Germany with reduced VAT`, `highest reduced VAT rate in Europe`: another rate than the standard one, which the steps have. */
const rateNotStandard: UnmetForm = (search, goals) =>
  goals.every(({ candidate }) => !candidate.operation.id.startsWith("tax.reduced") && !candidate.operation.id.startsWith("tax.goods")) &&
  goals.some(({ candidate }) => /^tax\.vat_(?:of_amount|rate)/u.test(candidate.operation.id))
    ? [
        ...matchesOf(search, otherRate),
        ...(goals.some(({ candidate }) => candidate.operation.id === "tax.vat_of_amount") ? matchesOf(search, otherTaxed) : []),
      ]
    : []
/** What is often sold at another rate, and questions for what the law allows. */
const otherTaxed =
  /\b(?:hotels?|lodging|accommodation|restaurants?|meals?|dinners?|lunch(?:es)?|breakfasts?|groceries|food|books?|newspapers?|medicines?|taxis?|trains?|tickets?)\b|\b(?:can|may|could)\s(?:i|we)\s(?:deduct|reclaim|claim)\b|\b(?:do|must|should)\s(?:i|we)\s(?:have\sto\s)?(?:pay|charge)\b/giu
const otherRate =
  /\b(?:super-?)?reduced\b|\blower\s(?:(?:vat|gst)\s)?rate\b|\bzero[\s-]rated?\b|\bhow\smany\s(?:vat|gst)\srates\b|\ball\s(?:the\s)?(?:vat|gst)\srates(?=\s(?:of|in)\s)(?!\s(?:of|in)\s(?:all|the\s(?:eu|euro)|europe|countries|each|every)\b)|\b(?:hotels?|lodging|accommodation|restaurants?|meals?|dinners?|lunch(?:es)?|groceries|food|books?|newspapers?|medicines?|taxis?|trains?|tickets?)\s(?:bills?|invoices?|receipts?|fares?|prices?|stays?|orders?|rooms?)\b/giu

/** `population of Lyon and the US`: a country beside a town is one more request, and no part of the town's name. */
const countryBesideTown: UnmetForm = ({ parsed: { allMentions, question } }, goals) => {
  const calls = goals.flatMap(({ bound }) => callChain(bound.call).map(directInputs))
  const ofOne = calls.flatMap((inputs) => {
    const towns = inputs.flatMap(({ kind, mention }) => (kind === "place.name" ? [mention] : []))
    return inputs.flatMap(({ kind, mention }) => (kind === "country.code" && isBesideUsed(question, mention, towns) ? [mention] : []))
  })
  const used = [...goals.flatMap(({ bound }) => bound.used), ...calls.flatMap((inputs) => inputs.map(({ mention }) => mention))]
  const isUsed = overlapsAny(used)
  // `US` is read as a word that says nothing.
  const left = allMentions.filter(
    (mention) =>
      mention.text === "US" && mention.weight >= mentionWeight.probable && !isUsed(mention) && isBesideUsed(question, mention, used),
  )
  return [...ofOne, ...left]
}

/** Forms of requests for goods, or for a part of a country or a place that is no country, where the operation takes a country. */
export const unmetParts: ReadonlyArray<UnmetForm> = [
  partOfCountry,
  partOfAnother,
  neighboursOfPlace,
  ownFactOfTown,
  regionOfTown,
  whichOfName,
  heightOfTown,
  registryOfTown,
  rateOfGoods,
  rateNotStandard,
  countryBesideTown,
]
