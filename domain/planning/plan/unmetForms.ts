import type { Search } from "../match/candidates.ts"
import { callChain, mentionsUsedBy, type OperationCall } from "../match/OperationCall.ts"
import { comparativesIn } from "../read/comparatives.ts"
import { kindOf, type Mention, overlaps, overlapsAny } from "../read/Mention.ts"
import { mentionWeight } from "../read/thresholds.ts"
import { furtherQuestions } from "../read/furtherQuestions.ts"
import { isFunctionWord } from "../read/functionWords.ts"
import { isDistinctive, isEmpty, type Word } from "../read/words.ts"
import { requestsValidation, verifying } from "../match/relevance.ts"
import { isFiller } from "./wordReading.ts"
import { comparisonIn } from "./comparison.ts"
import { refersToAnswer } from "./coveredGoals.ts"
import type { Goal } from "./Goal.ts"
import { requestedFacts } from "./requestedFacts.ts"

interface Stretch {
  readonly start: number
  readonly end: number
}

/** A form of request that says more than its words, and the stretches of the question where the goals do not meet it. */
type Form = (search: Search, goals: ReadonlyArray<Goal>) => ReadonlyArray<Stretch>

/** The stretches of a question whose form of request the goals do not meet, though their operations know each word. */
export const unmetForms: Form = (search, goals) => forms.flatMap((form) => form(search, goals))

const matchesOf = ({ parsed: { question } }: Search, pattern: RegExp): ReadonlyArray<Stretch> =>
  [...question.matchAll(pattern)].map(({ 0: { length }, index }) => ({ start: index, end: index + length }))

/** The mentions of the question that a call takes itself, by the kind of the input. */
const directInputs = (call: OperationCall): ReadonlyArray<{ readonly kind: string; readonly mention: Mention }> =>
  [...call.input].flatMap(([{ slot }, origin]) =>
    origin._tag === "Literal" && origin.mention !== null && origin.mention.start >= 0
      ? [{ kind: kindOf(slot), mention: origin.mention }]
      : [],
  )

const hasFact = ({ candidate: { operation } }: Goal, form: RegExp): boolean => [...operation.facts.keys()].some((fact) => form.test(fact))

/** `8:30 to 17:00 each day for three days`, `how many people live in each`: several results of one goal. */
const distribution: Form = (search, goals) => {
  // `3 pallets at 1,150 lb each` is a product, which is read as one amount.
  const isAmount = goals.every(({ candidate }) => candidate.operation.kinds.has("unit.value"))
  return isAmount || (goals.length > 1 && !hasSeveralOperations(goals)) ? [] : matchesOf(search, distributive)
}
const distributive =
  /\b(?:each(?!\s+other)|every\s+(?:day|week|month|year)|daily|per\s+(?:day|week)|(?<=\b(?:days|hours|times)\s)a\s+(?:day|week))\b/giu
const hasSeveralOperations = (goals: ReadonlyArray<Goal>): boolean =>
  goals.every(({ candidate }, at) => goals.every((other, place) => place === at || other.candidate.operation !== candidate.operation))

/** `How far is Jersey from London?`, where no operation knows distances. */
const distance: Form = (search, goals) =>
  goals.some((goal) => hasFact(goal, /distance|(?:^|[._])(?:km|miles)$/u))
    ? []
    : matchesOf(search, /\bhow\s+far\b(?!\s+(?:ahead|behind|apart|off))/giu)

/** `Which country borders both France and Spain?`: the countries are taken, and another one is requested. */
const otherOfKind: Form = (search, goals) => {
  const isOfCountry = ({ bound, candidate }: Goal) =>
    candidate.operation.id.startsWith("country.") && directInputs(bound.call).some(({ kind }) => kind === "country.code")
  const isOne = goals.length === 1 && goals.some((goal) => hasFact(goal, /neighbours|countries|places|matches/u))
  if (goals.length === 0 || isOne || comparisonIn(search.parsed, goals) !== undefined) return []
  return goals.every(isOfCountry) ? matchesOf(search, /\b(?:which|what)\s+(?:other\s+)?countr(?:y|ies)\b/giu) : []
}

/** `bigger than Australia but smaller than Brazil`: one comparison is made at a time. */
const secondComparison: Form = ({ parsed }) => {
  const compared = comparativesIn(parsed.words).filter(({ relation }) => relation !== "same")
  const relations = new Set(compared.map(({ relation }) => relation))
  return relations.size > 1 && /\bthan\b[^.?!]*\b(?:but|and)\b[^.?!]*\bthan\b/iu.test(parsed.question)
    ? compared.slice(1).map(({ word }) => word)
    : []
}

/** `How do I call 020 7946 0958 from the USA?`: the country that the call is made from is not that of the number. */
const origin: Form = (search, goals) => {
  const ofPhones = goals.filter(({ candidate }) => candidate.operation.id.startsWith("phone."))
  const taken = ofPhones.flatMap(({ bound }) =>
    callChain(bound.call).flatMap((call) => directInputs(call).filter(({ kind }) => kind.startsWith("country."))),
  )
  return matchesOf(
    search,
    /\b(?:how|wants?|needs?|trying|tries)\b[^.?!]*?\b(?:call|dial|ring|phone|reach)\b[^.?!]*?\bfrom\s+(?:the\s+)?(?=\p{Lu})/giu,
  ).flatMap(({ end }) => (taken.some(({ mention }) => mention.start === end) ? [{ start: end - 5, end }] : []))
}

/** `Is May Day a holiday?`, `Easter Friday`: a named day of which a word is in no value, where the operation takes another day, or today. */
const namedDay: Form = (search, goals) => {
  const calls = goals.flatMap(({ bound }) => callChain(bound.call))
  const isDated = calls.some((call) => [...call.input.keys()].some(({ slot }) => /^(?:date|holiday|feast)/u.test(kindOf(slot))))
  const isValue = overlapsAny(
    goals.flatMap(({ bound }) => [...mentionsUsedBy(bound.call), ...bound.used]).filter(({ start }) => start >= 0),
  )
  return isDated
    ? matchesOf(search, dayName).filter((day) => search.parsed.words.some((word) => overlaps(word, day) && !isValue(word)))
    : []
}
const dayName =
  /\b(?!(?:Next|Last|This|That|On|Is|Was|Every|Each|Any|What|Which|Working|Business|Bank|Public|Late|Early|Until|By|From|And|Or|Good|Same|The|Per|First|Second|Third|Fourth|Fifth)\b)\p{Lu}[\p{L}’']+\s(?:Day|Eve|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b/gu

/** `Which holidays are there after 1 September?`: more than the next one. */
const laterOnes: Form = (search, goals) => {
  const isNext =
    goals.some((goal) => hasFact(goal, /[._]next_/u)) &&
    !goals.some(({ bound }) => [...bound.call.input.keys()].some(({ slot }) => kindOf(slot) === "date.end"))
  if (!isNext || !/\bholidays\b/iu.test(search.parsed.question)) return []
  const days = goals.flatMap(({ bound }) =>
    directInputs(bound.call)
      .filter(({ kind }) => kind === "date")
      .map(({ mention }) => mention),
  )
  return matchesOf(search, /\b(?:after|from|since|starting|as\s+of)\s+(?:the\s+)?/giu).filter(({ end }) =>
    days.some(({ start }) => start >= end && start <= end + 4),
  )
}

/** `What time in LA equals 10:00 in Cape Town, and what time in Chicago?`: the second request is about that clock time too, not about now. */
const otherClock: Form = (search, goals) => {
  const isOfClock = ({ bound }: Goal) => directInputs(bound.call).some(({ kind }) => kind === "date.reading")
  if (!goals.some(isOfClock)) return []
  return goals
    .filter(
      (goal) =>
        !isOfClock(goal) &&
        goal.candidate.operation.id.startsWith("time.") &&
        !/\b(?:now|currently?|difference|offset|zone|clocks?)\b/iu.test(goal.clause.text),
    )
    .flatMap(({ clause }) => search.parsed.words.filter((word) => overlaps(word, clause) && /^(?:what|which|when)$/iu.test(word.text)))
}

/** `When does summer time start?`, `When does BST begin?`: a change of clocks, where the operation knows seasons. */
const clockChange: Form = (search, goals) =>
  goals.some(({ candidate }) => candidate.operation.id === "sky.seasons")
    ? matchesOf(
        search,
        /\b(?:summer|winter|standard|daylight)\s+(?:saving\s+)?time\b|\b(?:CES?T|BST|E[DS]T|P[DS]T|M[DS]T|C[DS]T|AE[DS]T)\b/giu,
      )
    : []

/** `45 days from today. Does it fall on a weekend?`: the day that another goal answers, where this one takes the day that it begins with. */
const answerOfOther: Form = (search, goals) =>
  goals.flatMap((goal, place) => {
    const asks = goal.clause.asks ?? goal.clause
    const isPronoun = (word: Word) => overlaps(word, asks) && /^(?:it|that|this)$/iu.test(word.text)
    return goals.slice(0, place).some((other) => refersToAnswer(other, goal)) ? search.parsed.words.filter(isPronoun) : []
  })

/** `When is the next full moon, and is it a holiday that day?`: a day that another step answers, where this one takes today. */
const referredDay: Form = (search, goals) => {
  const takesToday = goals.some(({ bound }) =>
    callChain(bound.call).some((call) =>
      [...call.input].some(([{ slot }, origin]) => kindOf(slot) === "date" && origin._tag === "Literal" && origin.mention === null),
    ),
  )
  return takesToday && goals.length > 1 ? matchesOf(search, /\bthat\s+(?:day|date|evening|morning|night)\b/giu) : []
}

/** `Is the day after Easter a holiday?`, where no step adds days. */
const dayBeside: Form = (search, goals) => {
  const addsDays = goals.some(({ bound }) => [...bound.call.input.keys()].some(({ slot }) => /(?:day_count|period)$/u.test(slot)))
  const used = goals.flatMap(({ bound }) => bound.used)
  return addsDays
    ? []
    : matchesOf(search, /\bthe\s+day\s+(?:after|before)\b(?!\s+(?:tomorrow|yesterday)\b)/giu).filter(
        (day) => !used.some((value) => overlaps(value, day)),
      )
}

/** `the day 28 days after 27 November`, `day after 24 December`: another day than the one that is taken, where no step adds days. */
const countedDay: Form = (search, goals) => {
  const addsTime = goals.some(({ bound }) =>
    [...bound.call.input.keys()].some(({ slot }) => /(?:day_count|period|duration|passing|ordinal)$/u.test(slot)),
  )
  const used = goals.flatMap(({ bound }) => bound.used)
  const isTaken = (stretch: Stretch) =>
    used.some(({ kind, start }) => kind.startsWith("date") && start > stretch.start && start <= stretch.end + 5)
  const isWithin = ({ start }: Stretch) => used.some((value) => value.start <= start && value.end > start)
  // `When is it 10,000 days since …`: the number is what is searched for.
  const since = matchesOf(search, /\b\d[\d,.]*\s+(?:days?|weeks?|months?)\s+since\b/giu)
  return addsTime ? [] : [...since, ...matchesOf(search, countedFrom).filter((stretch) => isTaken(stretch) && !isWithin(stretch))]
}
const countedFrom =
  /\b(?:(?:\d[\d,.]{0,6}(?:st|nd|rd|th)?|an?|one|two|three|four|five|six|seven|ten)\s+(?:calendar\s+|working\s+|business\s+)?(?:days?|weeks?|months?)|days?)\s+(?:after|before|later\s+than|following)\b/giu

/** `due 45 days after 27 November - a working day in France?`: calendar days, where the operation counts business days. */
const calendarDays: Form = (search, goals) => {
  const counted = goals.flatMap(({ bound, candidate }) =>
    candidate.operation.id.includes("business") ? directInputs(bound.call).filter(({ kind }) => kind === "calendar.day_count") : [],
  )
  return counted.length === 0 || businessDays.test(search.parsed.question) ? [] : counted.map(({ mention }) => mention)
}
const businessDays = /\b(?:work(?:ing)?|business|bank(?:ing)?|trading|week|open|office)[\s-]?days\b|\bBDs?\b/iu

/** `10 working days back from 24 December`, where the days after it are counted. */
const backwards: Form = (search, goals) => {
  const isAhead = goals.some(({ bound }) => {
    const inputs = [...bound.call.input]
    const isBefore = inputs.some(
      ([{ field }, origin]) => field === "calendar.direction" && origin._tag === "Literal" && origin.value === "before",
    )
    return inputs.some(([{ slot }]) => kindOf(slot) === "calendar.day_count") && !isBefore
  })
  return isAhead ? matchesOf(search, /\b(?:back(?:wards?)?(?!\s+to\s+back)|rewind|earlier)\b/giu) : []
}

/** `capital of Texas, USA`, `languages of Inner Mongolia`: a part of the country whose own facts are requested, where the operation takes the country alone. */
const partOfCountry: Form = ({ parsed }, goals) => {
  const countries = parsed.allMentions.filter(({ kind, weight }) => kind === "country.code" && weight >= mentionWeight.clear)
  const isOfWhole = ({ candidate: { operation }, clause }: Goal) =>
    operation.id.startsWith("country.") && requestedFacts(operation, clause.asks ?? clause).some((fact) => ownFact.test(fact))
  return goals.filter(isOfWhole).flatMap(({ bound }) =>
    directInputs(bound.call).flatMap(({ kind, mention }) =>
      // `Ecuador, El Salvador`: another country.
      kind === "country.code"
        ? parsed.allMentions
            .filter(isPartOf(mention, parsed.question))
            .filter((part) => countries.filter((other) => overlaps(other, part)).length <= 1)
        : [],
    ),
  )
}
const ownFact = /\.(?:capitals?|area_km2|languages|neighbours|landlocked|population)$/u

const isPartOf =
  (country: Mention, question: string) =>
  ({ end, kind, start, text, value }: Mention): boolean => {
    if (kind !== "region.code" && kind !== "place.name") return false
    if (start <= country.start && end >= country.end)
      return text.length > country.text.length && !isArticle(text.slice(0, country.start - start))
    if (kind === "region.code" && !String(value).startsWith(`${String(country.value)}-`)) return false
    return end <= country.start && /^(?:,|\s*\(|,?\s+in)\s*(?:the\s+)?$/iu.test(question.slice(end, country.start))
  }
const isArticle = (text: string): boolean => /^(?:the\s+)?$/iu.test(text)

/** `Was the UK a member of the EU?`: the operation knows what is, and not what was. */
const past: Form = (search, goals) =>
  goals.some(({ candidate }) => candidate.operation.id === "country.profile") && !/\bagain\b/iu.test(search.parsed.question)
    ? matchesOf(
        search,
        /(?:^|[.?!;,]\s+|\b(?:and|but)\s)(?:was|were|did|has)\s(?=[^.?!]*\?)|\b(?:used?\s+to\s+be|formerly|(?<=\b(?:has|have|was)\b[^.?!]*)\bever)\b/giu,
      )
    : []

/** `IBAN … valid, and the time in its country`: a further question with a word that no fact of the checked value has. */
const furtherQuestion: Form = ({ index, parsed }, goals) => {
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
const ofCheck = /^(?:wrong|right|fine|ok|okay|good|itself|chars?|belongs?|belonging)$/iu

/** `the next total eclipse`: the operation answers the next one of any kind. */
const kindOfEclipse: Form = (search, goals) =>
  goals.some(({ candidate }) => candidate.operation.id === "sky.next_eclipse")
    ? matchesOf(search, /\b(?:total|annular|partial|hybrid|penumbral)\b(?=[^.?!]{0,30}\beclipses?\b)/giu)
    : []

const forms: ReadonlyArray<Form> = [
  distribution,
  distance,
  otherOfKind,
  secondComparison,
  origin,
  namedDay,
  laterOnes,
  otherClock,
  clockChange,
  answerOfOther,
  referredDay,
  dayBeside,
  countedDay,
  calendarDays,
  backwards,
  partOfCountry,
  past,
  furtherQuestion,
  kindOfEclipse,
]
