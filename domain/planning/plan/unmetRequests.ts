import { callChain, mentionsUsedBy } from "../match/OperationCall.ts"
import type { OperationProfile } from "../match/OperationProfile.ts"
import { announcementsOf } from "../read/frames.ts"
import { requestsValidation, verifying } from "../match/relevance.ts"
import { comparativesIn } from "../read/comparatives.ts"
import { furtherQuestions } from "../read/furtherQuestions.ts"
import { isFunctionWord } from "../read/functionWords.ts"
import { kindOf, type Mention, overlaps, overlapsAny } from "../read/Mention.ts"
import { mentionWeight } from "../read/thresholds.ts"
import { isDistinctive, isEmpty, type Word } from "../read/words.ts"
import { comparisonIn } from "./comparison.ts"
import type { Goal } from "./Goal.ts"
import { requestedFacts } from "./requestedFacts.ts"
import type { Search } from "../match/candidates.ts"
import { directInputs, hasFact, matchesOf, type UnmetForm } from "./unmetForm.ts"
import { isFiller } from "./wordReading.ts"

/** `8:30 to 17:00 each day for three days`, `how many people live in each`: several results of one goal. */
const distribution: UnmetForm = (search, goals) => {
  // `3 pallets at 1,150 lb each` is a product, which is read as one amount.
  const isAmount = goals.every(({ candidate }) => candidate.operation.kinds.has("unit.value"))
  if (isAmount) return []
  const isDone = (stretch: { readonly start: number; readonly end: number }) => {
    const requested = goals.filter(({ clause }) => overlaps(clause, stretch))
    // `offices in Porto and Lyon. What time is it in each?`: several calls of another clause are not those of each.
    return (requested.length === 0 ? goals : requested).length > 1 && !hasSeveralOperations(goals)
  }
  return matchesOf(search, distributive).filter((stretch) => !isDone(stretch))
}
const distributive =
  /\b(?:each(?!\s+other)|every\s+(?:day|week|month|year)|daily|per\s+(?:day|week)|(?<=\b(?:days|hours|times)\s)a\s+(?:day|week))\b/giu
const hasSeveralOperations = (goals: ReadonlyArray<Goal>): boolean =>
  goals.every(({ candidate }, at) => goals.every((other, place) => place === at || other.candidate.operation !== candidate.operation))

/** `When does Jupiter rise over Lima?`, where the operation knows the sun and the moon. `Jupiter, Florida` is a town. */
const planet: UnmetForm = (search, goals) =>
  goals.some(({ candidate }) => /^(?:sun|moon|sky)\./u.test(candidate.operation.id)) ? matchesOf(search, planets) : []
const planets =
  /\b(?:[Mm]ercury|[Vv]enus|[Mm]ars|[Jj]upiter|[Ss]aturn|[Uu]ranus|[Nn]eptune|[Pp]luto|MERCURY|VENUS|MARS|JUPITER|SATURN)\b(?!,?\s\(?(?:FL|TX|PA|NV|NJ|USA?|[Ff]lorida|[Tt]exas|[Pp]ennsylvania|[Nn]evada|[Bb]each|[Ii]nlet|[Ii]sland|[Pp]ark|[Aa]irport)\b)/gu

/** `How far is Jersey from London?`, where no operation knows distances. */
const distance: UnmetForm = (search, goals) =>
  goals.some((goal) => hasFact(goal, /distance|(?:^|[._])(?:km|miles)$/u))
    ? []
    : matchesOf(search, /\bhow\s+far\b(?!\s+(?:ahead|behind|apart|off))/giu)

/** `Which country borders both France and Spain?`: the countries are taken, and another one is requested. */
const otherOfKind: UnmetForm = (search, goals) => {
  const isOfCountry = ({ bound, candidate }: Goal) =>
    candidate.operation.id.startsWith("country.") && directInputs(bound.call).some(({ kind }) => kind === "country.code")
  const isOne = goals.length === 1 && goals.some((goal) => hasFact(goal, /neighbours|countries|places|matches/u))
  if (goals.length === 0 || isOne || comparisonIn(search.parsed, goals) !== undefined) return []
  const lists = goals.filter(
    (goal) => hasFact(goal, /neighbours$|countries|places|matches/u) && goal.candidate.operation.id !== "country.profile",
  )
  return goals.every(isOfCountry)
    ? matchesOf(search, /\b(?:which|what)\s+(?:other\s+)?countr(?:y|ies)\b|\bcountr(?:y|ies)\b(?=[^.?!]*\bboth\b)/giu).filter(
        (each) => lists.length !== 1 || !lists.some(({ clause }) => overlaps(each, clause)),
      )
    : []
}

/** `bigger than Australia but smaller than Brazil`: one comparison is made at a time. */
const secondComparison: UnmetForm = ({ parsed }) => {
  const compared = comparativesIn(parsed.words).filter(({ relation }) => relation !== "same")
  const relations = new Set(compared.map(({ relation }) => relation))
  return relations.size > 1 && /\bthan\b[^.?!]*\b(?:but|and)\b[^.?!]*\bthan\b/iu.test(parsed.question)
    ? compared.slice(1).map(({ word }) => word)
    : []
}

/** `Is Heathrow bigger than Gatwick?`, where nothing that the steps answer is compared. */
const uncompared: UnmetForm = ({ parsed }, goals) =>
  goals.length < 2 || comparisonIn(parsed, goals) !== undefined
    ? []
    : comparativesIn(parsed.words).flatMap(({ relation, word }) =>
        relation !== "same" && /^\s+than\b/iu.test(parsed.question.slice(word.end)) ? [word] : [],
      )

/** `capital of CAR`: three capitals that may be an airport are no certain name of its country, unless the airport is requested too. */
const unclearAirport: UnmetForm = (_search, goals) => {
  const requested: ReadonlySet<Mention> = new Set(goals.flatMap(({ bound }) => directInputs(bound.call).map(({ mention }) => mention)))
  return goals.flatMap(({ bound }) => {
    const isOfCountry = callChain(bound.call).some(({ input }) =>
      [...input].some(([{ slot }, origin]) => kindOf(slot) === "country.code" && origin._tag === "CallOutput"),
    )
    const isUnclear = (mention: Mention) =>
      mention.kind.startsWith("airport.") && mention.weight < mentionWeight.clear && !requested.has(mention)
    return isOfCountry ? mentionsUsedBy(bound.call).filter(isUnclear) : []
  })
}

/** `How do I call 020 7946 0958 from the USA?`, `how to write it for callers in France`: the country that the call is made from is not that of the number. */
const origin: UnmetForm = (search, goals) => {
  const ofPhones = goals.filter(({ candidate }) => candidate.operation.id.startsWith("phone."))
  const taken = ofPhones.flatMap(({ bound }) =>
    callChain(bound.call).flatMap((call) => directInputs(call).filter(({ kind }) => kind.startsWith("country."))),
  )
  return matchesOf(
    search,
    /\b(?:how|wants?|needs?|trying|tries)\b[^.?!]*?\b(?:call|dial|ring|phone|reach)(?:s|ing)?\b[^.?!]*?\bfrom\s+(?:the\s+)?(?=\p{Lu})|\bfor\s(?:an?\s|our\s|the\s|my\s)?(?:callers?|(?:people|customers?|clients?|someone|somebody|anyone|staff|colleagues?|guests?)\s(?:who\s)?(?:call|ring|dial)\p{L}*)\s(?:in|from)\s+(?:the\s+)?(?=\p{Lu})/giu,
  ).flatMap(({ end }) => (taken.some(({ mention }) => mention.start === end) ? [{ start: end - 5, end }] : []))
}

/** `Was the UK a member of the EU?`: the operation knows what is, and not what was. */
const past: UnmetForm = (search, goals) =>
  goals.some(({ candidate }) => candidate.operation.id === "country.profile") && !/\bagain\b/iu.test(search.parsed.question)
    ? matchesOf(
        search,
        /(?:^|[.?!;,]\s+|\b(?:and|but)\s)(?:was|were|did|has(?![^.?!]*\bgot\b))\s(?=[^.?!]*\?)|\b(?:used?\s+to\s+be|formerly|(?<=\b(?:has|have|was)\b[^.?!]*)\bever)\b/giu,
      )
    : []

/** `When does the US change its clocks, and when do we?`: the same for who asks, whose place is not known. */
const sameForAsker: UnmetForm = (search) =>
  matchesOf(
    search,
    /(?<=[,;]\s+(?:and|but)\s+)(?:when|what|where|how|which)\s(?:do|does|did|will|is|are|about)\s(?:we|us|ours|mine|I)(?=\s*(?:[?.!]|$))/giu,
  )

/** `falls on a Saturday, which Monday do we get`, where no step has the date of it. */
const weekdayRequested: UnmetForm = (search, goals) =>
  goals.some((goal) => hasFact(goal, /^(?:holiday\.date|feast\.date|time\.changes|calendar\.result_date)/u))
    ? []
    : matchesOf(search, /\b(?:what|which)\s(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/giu)

/** `IBAN … valid, and the time in its country`: a further question with a word that no fact of the checked value has. */
const furtherQuestion: UnmetForm = ({ index, parsed }, goals) => {
  const areChecks =
    goals.length > 0 && goals.every(({ bound, candidate, clause }) => requestsValidation(clause, candidate.operation, bound))
  if (!areChecks) return []
  const facts = goals.flatMap(({ candidate }) => [
    ...candidate.operation.facts.values(),
    candidate.operation.name,
    candidate.operation.inputWords,
  ])
  const isValue = overlapsAny(parsed.allMentions)
  const isTelling = (word: Word) =>
    isDistinctive(word.stem) &&
    !isEmpty(word.stem) &&
    !isFunctionWord(word) &&
    !isValue(word) &&
    !isFiller(word.stem, index) &&
    !verifying.test(word.text) &&
    !ofCheck.test(word.text)
  return furtherQuestions(parsed.question).flatMap((part) =>
    parsed.words.filter((word) => overlaps(word, part) && isTelling(word) && !facts.some((names) => names.has(word.stem))),
  )
}

/** Words of a request to check a value, and of whom or what it is of. */
const ofCheck = /^(?:wrong|right|fine|ok|okay|good|itself|chars?|checksums?|written|typed|spelled|spelt|belongs?|belonging)$/iu

/** `will the total eclipse be seen`: the operation answers the next one of any kind, unless the kind is what it looks for (`the next total eclipse`). */
const kindOfEclipse: UnmetForm = (search, goals) =>
  goals.some(({ bound, candidate }) => candidate.operation.id === "sky.next_eclipse" && !isOfDay(search, bound))
    ? matchesOf(search, /\b(?:total|annular|partial|hybrid|penumbral)\b(?=[^.?!]{0,30}\beclipses?\b)/giu).filter(
        (match) => !goals.some(({ bound }) => bound.used.some((value) => overlaps(value, match))),
      )
    : []

/** `on 2 August 2027 … the total eclipse`: the one of that day is meant, and its kind is answered; `after 1 January 2027` is no such day. */
const isOfDay = ({ parsed }: Search, bound: Goal["bound"]): boolean =>
  bound.used.some(
    (mention) =>
      mention.kind === "date" &&
      parsed.mentions.includes(mention) &&
      /\d/u.test(mention.text) &&
      !/^\d{4}$/u.test(mention.text.trim()) &&
      !/\b(?:after|since|from|following|past)\s*$/iu.test(parsed.question.slice(0, mention.start)),
  )

/** `will the moon be up this evening`, where no step has its times. */
const moonUp: UnmetForm = (search, goals) =>
  goals.some((goal) => hasFact(goal, /phase$/u)) && !goals.some((goal) => hasFact(goal, /moonrise/u))
    ? matchesOf(search, /(?<=\bmoon\b[^.?!]{0,20})\b(?:up|down|above|below)\b/giu)
    : []

/** `How many towns called Springfield are there`, where no step counts them. */
const countOfPlaces: UnmetForm = (search, goals) =>
  goals.some(({ candidate }) => candidate.operation.kinds.has("place.name") && hasMatches(candidate.operation))
    ? matchesOf(search, /\bhow\s+many\s+(?:\p{L}+\s+)?(?:towns?|cit(?:y|ies)|places?|villages?)\b/giu)
    : []
const hasMatches = ({ facts }: OperationProfile): boolean => facts.has("place.matches")

/** `HR in Leeds wants to know the time in Dubai`: the place of who asks, where a step takes it beside another one. */
const placeOfWhoAsks: UnmetForm = ({ parsed }, goals) => {
  const isAnnounced = overlapsAny(announcementsOf(parsed))
  return goals.flatMap(({ bound }) => {
    // `A customer in Chicago wants a call at 10:00 her time`
    if (directInputs(bound.call).some(({ kind }) => kind === "date.reading")) return []
    const places = mentionsUsedBy(bound.call).filter(({ kind, start }) => start >= 0 && /^(?:place|time\.zone|country)/u.test(kind))
    return places.every(isAnnounced) ? [] : places.filter(isAnnounced)
  })
}

/** `10.8.4.0/24 to 10.8.7.0/24`: all networks between two, where the operation compares the two alone. */
const rangeOfNetworks: UnmetForm = (search, goals) =>
  /\b(?:cover\w*|smallest|supernets?|contain\w*|both)\b/iu.test(search.parsed.question)
    ? []
    : goals.flatMap(({ bound }) => {
        const [first, second] = directInputs(bound.call)
          .filter(({ kind }) => kind.startsWith("subnet."))
          .map(({ mention }) => mention)
          .toSorted((a, b) => a.start - b.start)
        const between = first && second && { start: first.end, end: second.start }
        return between && /^\s(?:to|through|thru|until)\s$/iu.test(search.parsed.question.slice(between.start, between.end))
          ? [between]
          : []
      })

/** `Which countries border Guatemala, and how do you call there?`, where no step says how a country is called. */
const dialled: UnmetForm = (search, goals) =>
  goals.some(
    ({ candidate: { operation }, clause }) =>
      operation.id.startsWith("phone.") || requestedFacts(operation, clause).some((fact) => fact.includes("calling")),
  )
    ? []
    : matchesOf(search, /\bhow\s+(?:do|does|can|could|to|would|should)\s+(?:\p{L}+\s+)?(?:call|dial|phone|ring)\b/giu)

/** `Who owns 1.1.1.1 and where?`, where no step has a place. Of an address for a special purpose the purpose is the reason. */
const whereabouts: UnmetForm = (search, goals) =>
  goals.some((goal) => goal.candidate.operation.id === "ip.purpose" || hasFact(goal, /^(?:country|region|place|geo|airport)\./u))
    ? []
    : matchesOf(search, /\band\s+where\b|\bwhere(?:\s+(?:is|are)|[’']s)\b/giu)

/** `which state does +91 98450 12345 belong to`, of an operation that knows whole countries. */
const stateRequested: UnmetForm = (search, goals) => {
  const ofCountries = goals.filter(
    (goal) => !hasFact(goal, /^(?:region|place|places|holiday|calendar)\.|(?<!^country)\.(?:state|area|regions?)$/u),
  )
  const requested = matchesOf(search, /\b(?:which|what)\s+(?:\p{L}+\s+)?(?:state|province|canton|county)\b/giu)
  return requested.filter((each) => ofCountries.some(({ clause }) => overlaps(each, clause)))
}

/** `8 to 5 US Eastern, what time is that in Manila`: the end in the afternoon, which is read as one in the morning. */
const endOfShift: UnmetForm = ({ parsed: { question } }, goals) => {
  const clocks = goals.flatMap(({ bound }) =>
    directInputs(bound.call).flatMap(({ kind, mention }) => (kind === "date.reading" ? [mention] : [])),
  )
  return clocks.filter(({ end, start, value }) =>
    clocks.some(
      (first) =>
        first.start < start &&
        /^\s*(?:to|until|till|[-–])\s*$/iu.test(question.slice(first.end, start)) &&
        !/[ap]\.?m|[:.h]\d\d/iu.test(question.slice(first.start, end)) &&
        String(value) < String(first.value),
    ),
  )
}

/** `Which time zones does Brazil have?`: all of them, where the one of nearly all of its people is taken. */
const allZones: UnmetForm = (search, goals) =>
  goals.some(({ bound }) => directInputs(bound.call).some(({ kind, mention }) => kind === "time.zone" && mention.assumed !== undefined))
    ? matchesOf(search, /\b(?:which|what|many|all|list|the)\s(?:\p{L}+\s){0,2}time\s?zones\b/giu)
    : []

/** `counting the city anniversary as a day off`, where no input takes what the buyer lays down. */
const stipulation: UnmetForm = (search) =>
  matchesOf(
    search,
    /\b(?:counting|treating|regarding|considering|taking)\s(?!(?:it|this|that|them)\s)[^.?!;,]{1,60}?\sas\s(?:an?|the)\s\p{L}+/giu,
  )

/** Forms of requests for facts, places and checks of values. */
export const unmetRequests: ReadonlyArray<UnmetForm> = [
  unclearAirport,
  distribution,
  planet,
  distance,
  otherOfKind,
  secondComparison,
  uncompared,
  origin,
  past,
  sameForAsker,
  weekdayRequested,
  furtherQuestion,
  kindOfEclipse,
  moonUp,
  countOfPlaces,
  placeOfWhoAsks,
  rangeOfNetworks,
  dialled,
  stateRequested,
  whereabouts,
  endOfShift,
  allZones,
  stipulation,
]
