import { callChain, mentionsUsedBy } from "../match/OperationCall.ts"
import { kindOf, overlaps, overlapsAny } from "../read/Mention.ts"
import type { Word } from "../read/words.ts"
import { isReference } from "../match/references.ts"
import { refersToAnswer } from "./coveredGoals.ts"
import type { Goal } from "./Goal.ts"
import { mentionWeight } from "../read/thresholds.ts"
import { directInputs, hasFact, matchesOf, type Stretch, type UnmetForm } from "./unmetForm.ts"

/** `Is May Day a holiday?`, `Easter Friday`: a named day of which a word is in no value, where the operation takes another day, or today. */
const namedDay: UnmetForm = (search, goals) => {
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

/**
 * `Jamhuri Day falls on a Saturday, do we get the Monday off?`, `1 August 2027 is a Sunday. Is the Monday free instead?`: the weekday is one beside the holiday
 * or the day before it, and not the next one from today.
 */
const weekdayBesideDay: UnmetForm = ({ parsed: { question } }, goals) => {
  const inputs = goals.flatMap(({ bound }) => directInputs(bound.call))
  const isHoliday = inputs.some(({ kind }) => /^(?:holiday|feast)\.name$/u.test(kind))
  const days = inputs.filter(({ kind }) => kind === "date").map(({ mention }) => mention)
  return days.filter(
    (day) =>
      bareWeekday.test(day.text) &&
      (isHoliday || (/\bthe\s$/iu.test(question.slice(0, day.start)) && days.some(({ end, text }) => end < day.start && /\d/u.test(text)))),
  )
}
const bareWeekday = /^(?:on\s+|the\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b\W*$/iu

/** `If it's noon in Madrid, what's the time in Dublin?`, where no step takes the clock time. */
const statedNoon: UnmetForm = (search, goals) =>
  goals.some(({ bound }) => directInputs(bound.call).some(({ kind }) => kind === "date.reading"))
    ? []
    : matchesOf(search, /(?<=\b(?:if|when)\s+it(?:['’]?s|\s+is)\s+)(?:noon|midday|midnight)\b/giu)

/** `terms 45 days end of month`, `three months to the end of a quarter`: an end that no step takes for its date, where the operation counts the period alone. */
const endOfMonth: UnmetForm = (search, goals) => {
  const isCounted = goals.some(({ bound }) => directInputs(bound.call).some(({ kind }) => /^calendar\.(?:period|day_count)$/u.test(kind)))
  const isTaken = overlapsAny(goals.flatMap(({ bound }) => directInputs(bound.call).map(({ mention }) => mention)))
  // `45 days end of month`: the answer has the end of the month in which the days end.
  const hasMonthEnd = goals.some((goal) => hasFact(goal, /\.month_end$/u))
  const isAnswered = ({ end, start }: Stretch) =>
    hasMonthEnd && /month|EOM/iu.test(search.parsed.question.slice(start, end)) && behindDays.test(search.parsed.question.slice(0, start))
  return isCounted ? matchesOf(search, endOfPeriod).filter((end) => !isTaken(end) && !isAnswered(end)) : []
}
const behindDays = /\b(?:days?|weeks?|months?|d)\s?,?\s?(?:net,?\s)?(?:(?:to|until|at|then|and\sthen)\s)?(?:the\s)?$/iu
const endOfPeriod =
  /\b(?:end\sof\s(?:(?:the|an?|each|every|that|next)\s)?(?:calendar\s)?(?:month|quarter|half-?year|year)|(?:month|quarter|year)[\s-]?end|EOM)\b/giu

/** `Which holidays are there after 1 September?`: more than the next one. */
const laterOnes: UnmetForm = (search, goals) => {
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
const otherClock: UnmetForm = (search, goals) => {
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

const others =
  /\b(?:partner|customer|client|supplier|vendor|buyer|colleague|team|guy|friend|contact|agent|candidate|user|boss|lawyer|investor|branch|office)s?\s+(?:(?:is|are|based|sitting|located)\s+)?(?:in|from|at|near)\s+(?:the\s+)?$/iu

/**
 * `our partner in Mumbai wants a call at 17:00 our time`, where the clock time is read as that of the others' place, and `7 pm my time in Lisbon`, where it
 * is read as that of another place.
 */
const ownTime: UnmetForm = (search, goals) => {
  const { question } = search.parsed
  const origins = goals.flatMap(({ bound }) => {
    const from = [...bound.call.input].find(([{ field }]) => field === "time.from")?.[1]
    return from === undefined ? [] : from._tag === "CallOutput" ? mentionsUsedBy(from.call) : from.mention ? [from.mention] : []
  })
  const isOfOthers = origins.some(({ start }) => start >= 0 && others.test(question.slice(Math.max(0, start - 60), start)))
  const isOfPlaceBehind = ({ end }: { readonly end: number }) => {
    const [place] = /^\s+(?:here\s+)?(?:in|at)\s+/iu.exec(question.slice(end)) ?? []
    return place === undefined ? undefined : origins.some(({ start }) => start === end + place.length)
  }
  const words = matchesOf(search, /\b(?:our|my)\s+(?:own\s+|local\s+)?time\b/giu)
  const isElsewhere = origins.length > 0 && words.some((phrase) => isOfPlaceBehind(phrase) === false)
  return isOfOthers || isElsewhere ? words : []
}

/** `When does summer time start?`, `When does BST begin?`: a change of clocks, where the operation knows seasons. */
const clockChange: UnmetForm = (search, goals) =>
  goals.some(({ candidate }) => candidate.operation.id === "sky.seasons")
    ? matchesOf(
        search,
        /\b(?:summer|winter|standard|daylight)\s+(?:saving\s+)?time\b|\b(?:CES?T|BST|E[DS]T|P[DS]T|M[DS]T|C[DS]T|AE[DS]T)\b/giu,
      )
    : []

/** `45 days from today. Does it fall on a weekend?`: the day that another goal answers, where this one takes the day that it begins with. */
const answerOfOther: UnmetForm = (search, goals) =>
  goals.flatMap((goal, place) => {
    const asks = goal.clause.asks ?? goal.clause
    const isPronoun = (word: Word) => overlaps(word, asks) && /^(?:it|that|this)$/iu.test(word.text)
    const takesAnswer = goal.bound.used.some((value) => isReference(value))
    return !takesAnswer && goals.slice(0, place).some((other) => refersToAnswer(other, goal)) ? search.parsed.words.filter(isPronoun) : []
  })

/** `When is the next full moon, and is it a holiday that day?`: a day that another step answers, where this one takes today. */
const referredDay: UnmetForm = (search, goals) => {
  const takesToday = goals.some(({ bound }) =>
    callChain(bound.call).some((call) =>
      [...call.input].some(([{ slot }, origin]) => kindOf(slot) === "date" && origin._tag === "Literal" && origin.mention === null),
    ),
  )
  return takesToday && goals.length > 1 ? matchesOf(search, /\bthat\s+(?:day|date|evening|morning|night)\b/giu) : []
}

/** `New Year's Eve midnight`: the end of the evening, where midnight is read as the beginning of the day. */
const endOfEve: UnmetForm = (search, goals) =>
  goals.some(({ bound }) => directInputs(bound.call).some(({ kind }) => kind === "date.reading")) &&
  /\bEve\b/iu.test(search.parsed.question)
    ? matchesOf(search, /\bmidnight\b/giu)
    : []

/** `Is the day after Easter a holiday?`, where no step adds days. */
const dayBeside: UnmetForm = (search, goals) => {
  const addsDays = goals.some(({ bound }) => [...bound.call.input.keys()].some(({ slot }) => /(?:day_count|period)$/u.test(slot)))
  const used = goals.flatMap(({ bound }) => bound.used)
  return addsDays
    ? []
    : matchesOf(search, /\bthe\s+day\s+(?:after|before)\b(?!\s+(?:tomorrow|yesterday)\b)/giu).filter(
        (day) => !used.some((value) => overlaps(value, day)),
      )
}

/** `the day 28 days after 27 November`, `day after 24 December`: another day than the one that is taken, where no step adds days. */
const countedDay: UnmetForm = (search, goals) => {
  const addsTime = goals.some(({ bound }) =>
    [...bound.call.input.keys()].some(({ slot }) => /(?:day_count|period|duration|passing|ordinal)$/u.test(slot)),
  )
  const used = goals.flatMap(({ bound }) => bound.used)
  const isTaken = (stretch: Stretch) =>
    used.some(({ kind, start }) => kind.startsWith("date") && start > stretch.start && start <= stretch.end + 5)
  const isWithin = ({ start }: Stretch) => used.some((value) => value.start <= start && value.end > start)
  // `the next business day after Christmas`, which the operation answers.
  const isNextOfKind = ({ start }: Stretch) =>
    goals.some((goal) => hasFact(goal, /next_business_day$/u)) &&
    nextOfKind.test(search.parsed.question.slice(Math.max(0, start - 30), start))
  // `When is it 10,000 days since …`: the number is what is searched for.
  const since = matchesOf(search, /\b\d[\d,.]*\s+(?:days?|weeks?|months?)\s+since\b/giu)
  return addsTime
    ? []
    : [...since, ...matchesOf(search, countedFrom).filter((stretch) => isTaken(stretch) && !isWithin(stretch) && !isNextOfKind(stretch))]
}
const nextOfKind = /\b(?:next|first|following)\s+(?:business|work(?:ing)?|bank(?:ing)?)\s+$/iu
const countedFrom =
  /\b(?:(?:\d[\d,.]{0,6}(?:st|nd|rd|th)?|an?|one|two|three|four|five|six|seven|ten)\s+(?:calendar\s+|working\s+|business\s+)?(?:days?|weeks?|months?)|days?)\s+(?:after|before|later\s+than|following)\b/giu

/** `how many days between the full moon in March and Easter`, where no step counts days. */
const daysBetween: UnmetForm = (search, goals) =>
  goals.some((goal) => hasFact(goal, /(?:^|[._])(?:days?_(?:count|until|off|inclusive)|days|business_day_count|holiday_count|elapsed)$/u))
    ? []
    : matchesOf(
        search,
        /\bhow\s+many\s+(?:calendar\s+|working\s+|business\s+)?(?:days|weeks)\s+(?:(?:are|is|lie|has)\s+)?(?:there\s+)?(?:between|from|until|till)\b/giu,
      )

/** `due 45 days after 27 November - a working day in France?`: calendar days, where the operation counts business days. */
const calendarDays: UnmetForm = (search, goals) => {
  const counted = goals.flatMap(({ bound, candidate }) =>
    candidate.operation.id.includes("business") ? directInputs(bound.call).filter(({ kind }) => kind === "calendar.day_count") : [],
  )
  return counted.length === 0 || businessDays.test(search.parsed.question) ? [] : counted.map(({ mention }) => mention)
}
const businessDays =
  /\b(?:work(?:ing)?|business|bank(?:ing)?|trading|week|open|office)[\s-]?days\b|\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th))\s(?:work(?:ing)?|business|bank(?:ing)?|trading)[\s-]?day\b|\bBDs?\b|\bT\s?\+\s?\d/iu

/** `10 working days back from 24 December`, `3 working days before pay day`, where the days after it are counted. */
const backwards: UnmetForm = (search, goals) => {
  const isAhead = goals.some(({ bound }) => {
    const inputs = [...bound.call.input]
    const isBefore = inputs.some(
      ([{ field }, origin]) => field === "calendar.direction" && origin._tag === "Literal" && origin.value === "before",
    )
    return inputs.some(([{ slot }]) => kindOf(slot) === "calendar.day_count") && !isBefore
  })
  return isAhead
    ? matchesOf(search, /\b(?:back(?:wards?)?(?!\s+to\s+back)|rewind|earlier|(?<=\bdays?\s)(?:before|prior\s+to|ahead\s+of))\b/giu)
    : []
}

/** `he turned 65 on 3 May, when was he born`: the day that a period ends with is stated, and the step counts on from it. */
const startOfPeriod: UnmetForm = (search, goals) => {
  const isAhead = goals.some(({ bound }) =>
    [...bound.call.input].some(
      ([{ slot }, origin]) => kindOf(slot) === "calendar.period" && origin._tag === "Literal" && String(origin.value).startsWith("P"),
    ),
  )
  return isAhead
    ? matchesOf(
        search,
        /\bwhen\s(?:was|were|did)\b[^.?!]*\b(?:born|started?|begin|began|issued|signed|bought)\b|\bdate\sof\sbirth\b(?=\s*[?.]|\s*$)/giu,
      )
    : []
}

/** `next full moon, Tromso time`: a zone by the name of its town, which no step takes. */
const townTime: UnmetForm = (search, goals) => {
  const isUsed = overlapsAny(goals.flatMap(({ bound }) => [...mentionsUsedBy(bound.call), ...bound.used]).filter(({ start }) => start >= 0))
  return matchesOf(
    search,
    /(?<=[\p{L}\p{N}),]\s)(?!(?:GMT|UTC|Local|Daylight|Summer|Winter|Standard|Universal|Real|Full|Part|Unix)\b)\p{Lu}[\p{L}’'-]{2,}(?=\s+time\b(?!\s+zone))/gu,
  ).filter((name) => !isUsed(name))
}

/** `Do we have any holiday on a Saturday in 2026`, of an operation that takes a day and assumes today. */
const periodBesideToday: UnmetForm = (search, goals) => {
  const assumesDay = goals.some(({ bound }) =>
    [...bound.call.input].some(([{ slot }, origin]) => kindOf(slot) === "date" && origin._tag === "Literal" && origin.mention === null),
  )
  const isUsed = overlapsAny(goals.flatMap(({ bound }) => bound.used).filter(({ start }) => start >= 0))
  return assumesDay
    ? search.parsed.allMentions.filter(
        (mention) => /^date\.(?:year|month|start)$/u.test(mention.kind) && mention.weight >= mentionWeight.possible && !isUsed(mention),
      )
    : []
}

/** `the equinox in peninsular time`: a clock that is read as no zone. */
const unknownClock: UnmetForm = (search, goals) => {
  const isTimed = goals.some(({ candidate }) => candidate.operation.kinds.has("time.zone") || candidate.operation.kinds.has("zone.stated"))
  const isZone = overlapsAny(goals.flatMap(({ bound }) => [...mentionsUsedBy(bound.call), ...bound.used]).filter(({ start }) => start >= 0))
  return isTimed ? matchesOf(search, clockWord).filter((word) => !isZone(word)) : []
}
const clockWord =
  /(?<=\bin\s)(?!(?:local|the|that|this|which|what|no|any|same|real|good|summer|winter|standard|daylight|their|our|my|your|his|her|its|due|clock|unix|epoch|official|half|double|less)\b)\p{L}{4,}(?=\stime\b)/giu

/** `starts 18 January with a 3 month probation, what is the last day?`: months that begin on their first day end the day before the counted one. */
const lastDay: UnmetForm = (search, goals) => {
  const { question } = search.parsed
  const begins = goals.some(({ bound }) => {
    const inputs = directInputs(bound.call)
    return (
      inputs.some(({ kind, mention }) => kind === "calendar.period" && !/\d+D$/u.test(String(mention.value))) &&
      inputs.some(({ kind, mention }) => kind === "date" && beginning.test(question.slice(Math.max(0, mention.start - 40), mention.start)))
    )
  })
  return begins ? matchesOf(search, /\b(?:last|final)\s(?:working\s)?day\b/giu) : []
}
const beginning =
  /\b(?:starts?|starting|started|begins?|beginning|began|commenc(?:es?|ing|ed)|joins?|joined|joining|valid\sfrom|runs?\sfrom)\s(?:work\s)?(?:on\s|from\s)?(?:the\s)?$/iu

/** `What time zone do the Azores keep in summer`: the clocks of a season, where the steps have those of now. */
const clocksOfSeason: UnmetForm = (search, goals) =>
  goals.some(({ candidate }) => /^time\.(?:now|zone_at)$/u.test(candidate.operation.id))
    ? matchesOf(search, /\b(?:in|during|for)\s(?:the\s)?(?:summer|winter|spring|autumn)\b(?!\s(?:time|20\d\d))/giu)
    : []

/** Forms of requests for days, clock times and stretches of time. */
export const unmetDays: ReadonlyArray<UnmetForm> = [
  endOfMonth,
  namedDay,
  weekdayBesideDay,
  statedNoon,
  laterOnes,
  otherClock,
  ownTime,
  clockChange,
  townTime,
  endOfEve,
  answerOfOther,
  referredDay,
  dayBeside,
  countedDay,
  daysBetween,
  calendarDays,
  backwards,
  startOfPeriod,
  periodBesideToday,
  unknownClock,
  lastDay,
  clocksOfSeason,
]
