import type { Search } from "../match/candidates.ts"
import { callChain, mentionsUsedBy } from "../match/OperationCall.ts"
import { isBesideUsed, isComparedWith, isProposal } from "../match/proposals.ts"
import { comparisonIn } from "./comparison.ts"
import type { Goal } from "./Goal.ts"
import { announcementsOf, asksWhetherTrue, clausesBesideQuestion, framesOf, statementsOf, wishesOfOthers } from "../read/frames.ts"
import { beneficiaries, isFunctionWord } from "../read/functionWords.ts"
import { type Mention, overlaps, overlapsAny, withoutOverlapped, type Span } from "../read/Mention.ts"
import { listedBeside, readingsOf } from "../read/lists.ts"
import { type Clause, clauseOf, type ParsedQuestion } from "../read/ParsedQuestion.ts"
import { persons } from "../read/persons.ts"
import { isGreeting } from "../read/segments.ts"
import { partsOf } from "../read/parts.ts"
import { qualifiers } from "../read/qualifiers.ts"
import { isDistinctive, type Word, wordsOf } from "../read/words.ts"
import { daysOfBuyer } from "./daysOfBuyer.ts"
import { proposedNumbers } from "./proposedNumbers.ts"
import { isTownOfCountry } from "./townsOfCountries.ts"
import { predicateOf } from "../read/statements.ts"
import { mentionWeight } from "../read/thresholds.ts"

/**
 * The parts of a question that the plan does not use: none of their values is an input of a step, and the planned operations do not know
 * their words. Of a part that is used, the mentions that are no input of any step.
 */
export const unservedParts = (search: Search, goals: ReadonlyArray<Goal>): ReadonlyArray<string> => {
  const { parsed } = search
  const used = goals.flatMap(({ bound }) => [...mentionsUsedBy(bound.call), ...bound.used, ...bound.spans])
  const calls = goals.flatMap(({ bound }) => callChain(bound.call))
  const operations = [...new Set(calls.map(({ operation }) => operation))]
  // The search for a place that only supplies an input answers no country: `what is that in Singapore and in Frankfurt?`.
  const answering = calls.filter((call) => call.operation.id !== "place.search" || goals.some(({ bound }) => bound.call === call))
  const isProposed = (mention: Mention) =>
    mention.weight >= mentionWeight.probable &&
    isProposal(parsed.question, mention) &&
    !isBesideUsed(parsed.question, mention, used) &&
    answering.some((call) => isComparedWith(call, mention.kind, parsed.question))
  const compared = new Set(comparisonIn(parsed, goals)?.words.map(({ stem }) => stem))
  const isKnown = ({ stem }: Word) => compared.has(stem) || operations.some(({ terms }) => terms.has(stem))
  const frames = [...framesOf(parsed.question), ...announcementsOf(parsed)]
  const isAside = overlapsAny([...frames, ...statementsOf(parsed), ...beneficiaries(parsed.question)])
  const inFrame = overlapsAny(frames)
  // `Our customer in Chicago says …`: where the buyer or another person is, unless a step uses it, or `what time is it there` refers to it.
  const isReferredTo = placeWord.test(parsed.question)
  const isPlace = ({ kind }: Mention) => /^(?:country|place|region|time\.zone)/u.test(kind)
  // `I live in Graz, my sister in Lisbon. What time is it at her place?`: any of the places may be meant.
  const isOfContext = used.some((value) => "kind" in value && isPlace(value) && isAside(value) && !isImplied(value, used))
  const isOfBuyer = (mention: Mention) =>
    !isReferredTo &&
    !isOfContext &&
    isPlace(mention) &&
    (inFrame(mention) || isOfPerson.test(parsed.question.slice(0, mention.start)) || isOfGiver(parsed.question, mention))
  // `What is it called today` of an operation whose answer is about no day.
  const isTimeless = operations.every(({ kinds }) => ![...kinds].some((kind) => kind.startsWith("date")))
  const isNow = ({ kind, text }: Mention) => isTimeless && kind.startsWith("date") && /^(?:today|nowadays)$/iu.test(text)
  // `which weekday`, of an operation that answers it.
  const isAnswered = ({ kind, text }: Mention) => kind === "calendar.counted_weekdays" && wordsOf(text).every(isKnown)
  // `is Kenya 3 hours ahead?`
  const isProposedNumber = proposedNumbers(parsed, goals, () => true)
  const isProposedAmount = ({ kind, start }: Mention) =>
    /^(?:unit|rate)\.value$/u.test(kind) && parsed.words.some((word) => word.start === start && isProposedNumber(word))
  const isDayOfBuyer = overlapsAny(daysOfBuyer(search, operations))
  const isServed = (mention: Mention) =>
    isUsed(mention, used) || isName(parsed, mention, used) || isImplied(mention, used) || isTownOfCountry(parsed, mention, used, goals)
  const left = parsed.allMentions.flatMap((mention) => {
    if ((!isFirm(mention) && !isCity(parsed, mention)) || isOfBuyer(mention) || isNow(mention) || isAnswered(mention)) return []
    if (isProposedAmount(mention) || (mention.kind.startsWith("date") && isDayOfBuyer(mention))) return []
    const rest = besideCity(mention, used)
    return rest ? [rest] : isServed(mention) ? [] : [mention]
  })
  const isListed = leftOfLists(parsed, used)
  // A second country or region is no word of an operation, though an example question of it names the country.
  const isSecondCountry = ({ kind }: Mention) =>
    /^(?:country|region)\.code$/u.test(kind) && used.some((value) => "kind" in value && value.kind === kind)
  // `towns called Newport in Wales`, `Wadi Rum village, Jordan`
  const isOuter = ({ start }: Mention) =>
    used.some(
      (value) =>
        "kind" in value &&
        value.kind === "place.name" &&
        value.end <= start &&
        /^(?:\s\p{L}+)?(?:,|\sin)\s(?:the\s)?$/u.test(parsed.question.slice(value.end, start)),
    )
  // `in Singapore and in Frankfurt`: a country or a region beside a place that a step takes, though an example question names it.
  const isSecondPlace = (mention: Mention) =>
    !isOuter(mention) &&
    /^(?:country|region)\.code$/u.test(mention.kind) &&
    mention.weight >= mentionWeight.clear &&
    /^\p{Lu}\p{Ll}/u.test(mention.text) &&
    used.some(
      (value) => "kind" in value && value.start >= 0 && /^(?:place\.name|time\.zone)$/u.test(value.kind) && !overlaps(value, mention),
    )
  // In a used part, a value may be what the answer is compared with, and the words of a mention may be the operation's own.
  // A region may have another VAT rate than its country.
  const isWholeCountry = operations.some(({ definition }) => definition.hints?.statedOnly?.includes("country.code") === true)
  const isBeside = (mention: Mention) =>
    !isListed(mention) &&
    !(isWholeCountry && mention.kind === "region.code") &&
    !(mention.kind === "region.code" && isSecondPlace(mention)) &&
    (helping.test(mention.kind) ||
      (/^(?:country|region)\.code$/u.test(mention.kind) && isOuter(mention)) ||
      isProposed(mention) ||
      (!isCity(parsed, mention) &&
        !isSecondCountry(mention) &&
        !isSecondPlace(mention) &&
        !/\d/u.test(mention.text) &&
        wordsOf(mention.text).every(isKnown)))
  const isNamed = ({ stem }: Word) => operations.some(({ named }) => named.has(stem))
  const isIdle = idleParts(search)
  const proposals = parsed.allMentions.filter(isProposed)
  return partsOf(parsed, used).flatMap((part): ReadonlyArray<string> => {
    if (asksWhetherTrue(part)) return []
    const inside = left.filter((mention) => overlaps(mention, part))
    const isOfUse = used.some((value) => value.start >= 0 && overlaps(value, part))
    if (isOfUse) return distinct(inside.filter((mention) => !isBeside(mention))).map(({ text }) => text)
    const proposed = proposals.filter((mention) => overlaps(mention, part))
    const isInProposal = overlapsAny(proposed)
    const telling = wordsOf(part.text).filter((word) => {
      const at = { start: part.start + word.start, end: part.start + word.end }
      return isDistinctive(word.stem) && !isFunctionWord(word) && !isAside(at) && !isInProposal(at)
    })
    // `still lev?`, `is the euro the currency there?`: an answer is proposed. `the symbol of the euro` is another request.
    // `Foo, Bahrain, Oman`: countries alone, beside one that a step takes, propose nothing.
    const areCountries = telling.length === 0 && !deictic.test(part.text) && proposed.some(isSecondCountry)
    const isProposing =
      proposed.length > 0 &&
      !further.test(part.text) &&
      !areCountries &&
      !inside.some(isListed) &&
      inside.every((mention) => isInProposal(mention)) &&
      telling.every(isKnown) &&
      (deictic.test(part.text) || !telling.some(isNamed))
    if (isProposing) return []
    const isOther = telling.length > 0 && !telling.some(isKnown) && !isBackground(parsed, part) && !isIdle(part)
    return inside.length > 0 || isOther ? [part.text.replace(edges, "")] : []
  })
}

/**
 * `Luxembourg und Swiss`: the values of a list of which another one is an input. They are requested like that one, whatever else they may mean. Alternatives
 * (`+7 701 234 56 78 russia or kazakhstan?`) may be two answers.
 */
const leftOfLists = (parsed: ParsedQuestion, used: ReadonlyArray<Stretch>): ((mention: Mention) => boolean) => {
  const whole = clauseOf(parsed.question, 0, parsed.question.length)
  const isInput = overlapsAny(used)
  const alternatives = [...parsed.question.matchAll(alternative)].map(({ index }) => index)
  const areAlternatives = (start: number, end: number) => alternatives.some((at) => start <= at && at < end)
  // Of many values, those in the list of another one are not compared with all again.
  const covered = new Set<Stretch>()
  const left = new Set(
    used.flatMap((value) => {
      if (!("kind" in value) || value.start < 0 || covered.has(value)) return []
      const listed = readingsOf(value, parsed).flatMap((reading) => listedBeside(reading, parsed, whole))
      if (used.length > maxCompared) for (const mention of listed) covered.add(mention)
      return listed.filter((mention) => {
        return !isInput(mention) && !areAlternatives(Math.min(value.end, mention.end), Math.max(value.start, mention.start))
      })
    }),
  )
  return (mention) => left.has(mention)
}

/** `TVA number of my supplier in Lyon`: where a person of the question is. */
const isOfPerson = new RegExp(String.raw`\b(?:my|our|the|an?|his|her|their|new)\s(?:${persons})s?\s(?:in|from|of|near)\s(?:the\s)?$`, "iu")

/** `New florist in Antwerp gave me BE0428759497`: where the one is who gave the value. */
const isOfGiver = (question: string, { end, start }: Mention): boolean =>
  /^\W*(?:\p{L}+\s){1,4}(?:in|from|of|near)\s$/u.test(question.slice(0, start)) &&
  /^\s(?:(?:has|have|just)\s)?(?:gave|given|sent|wrote|e-?mailed|supplied|provided|quoted|stated)\s(?:me|us|this|these|the|an?|[A-Z]{2,})(?!\p{Ll})/iu.test(
    question.slice(end),
  )

const maxCompared = 60

const alternative = /(?<!\p{L})(?:or|oder|ou|o|eller|lub|tai|vs\.?|versus)(?!\p{L})/giu

/**
 * Whether a part beside a question is a statement, in brackets or begins with a gerund, and about nothing that the catalogue knows: `guest is arguing with me`,
 * `(consent rules segment)`. It has no value, no number, no word that changes what is meant and none that an operation is named by. A noun alone
 * (`inflation there`) may be a request.
 */
const idleParts = ({ index, parsed }: Search): ((part: Clause) => boolean) => {
  // Computed for the first part that may be idle.
  let isBesideQuestion: ((part: Clause) => boolean) | undefined
  const isValue = overlapsAny(parsed.allMentions.filter(({ weight }) => weight >= mentionWeight.possible))
  const changes = ({ stem, text }: Word) => /\p{N}/u.test(text) || qualifiers.has(stem)
  const isTelling = (word: Word) => changes(word) || index.operations.some(({ named }) => named.has(word.stem))
  const isStated = ({ end, start, text }: Clause) =>
    /^\s*\(.*\)\W*$/su.test(text) || predicateOf(parsed.tagged().filter((word) => word.start >= start && word.end <= end)) !== undefined
  const isBeside = (part: Clause) => (isBesideQuestion ??= overlapsAny(clausesBesideQuestion(parsed)))(part)
  return (part) => {
    const words = wordsOf(part.text)
    if (isValue(part)) return false
    if (ofBuyer.test(part.text) || wishesOfOthers.test(part.text)) return true
    if (gerund.test(part.text)) return !words.some(changes)
    return !words.some(isTelling) && (intention.test(part.text) || purpose.test(part.text) || (isBeside(part) && isStated(part)))
  }
}

/** `asking for a work contract`: what the buyer does meanwhile. */
const gerund =
  /^\W*(?:(?:and|just|currently|still|am|i['’]m|we['’]re)\s+)*(?!(?:converting|comparing|calculating|counting|checking|looking|needing|wanting|wondering|including|excluding|meaning|starting|ending|beginning|during|nothing|something|anything|everything|morning|evening|spring|string|meeting|building|booking\s+(?:number|code))\b)(?:\p{L}{3,}|do|go)ing\s/iu

/** `need to plan the photos`: what the buyer is going to do with the answer, and no wish to know something. */
const intention =
  /^\W*(?:(?:and|so|but|i|we)\s+)*(?:need\s+to\s+(?:know|decide)\s+(?:whether|if)\s+(?:i|we|to)\b|(?:need|have|want|going|trying|hoping)\s+to\s+(?!(?:know|find|get|see|check|verify|validate|convert|have|learn|understand|be|compare|list|calculate|compute|determine|confirm|ask)\b)\p{L})/iu

/** `, for iftar booking`: what the answer is for. */
const purpose = /^\W*(?:it['’]?s\s+)?for\s+\p{L}/iu

/** `, for my year 8 geography class`, `need it for route planning` */
const ofBuyer = /^\W*(?:for\s+(?:my|our)|(?:(?:i|we)\s+)?need(?:ed)?\s+(?:it|this|that|them|these)\s+for)\s+\p{L}/iu

/** `there` for a place, not that of `is there a holiday`. */
const placeWord = /(?<!\b(?:is|are|was|were|be|been|has|have|had|will|if|that|do|does|how many|how much)\s)(?<!^|[.?!;]\s)\bthere\b/iu

/** `and do they have it in Uganda too`: another request, and no answer that is proposed. */
const further = /\b(?:too|also|as well|either)\W*$/iu

/** Words that refer to what another part names. */
const deictic = /\b(?:there|it|its|they|their|that|this)\b/iu

type Stretch = Mention | Span

const isFirm = ({ kind, needs, weight }: Mention): boolean => weight >= mentionWeight.clear && needs === undefined && kind !== "unit.to"

/** Kinds that specify another mention. */
const helping = /^(?:unit\.from|region|time\.zone)/u

/** `Keflavik airport (KEF)`, `Singapore (SIN)`, `Girona (Spain)`: the name or the location of a used mention. */
export const isName = ({ question }: ParsedQuestion, mention: Mention, used: ReadonlyArray<Stretch>): boolean =>
  /^(?:place|country|region)/u.test(mention.kind) &&
  used.some((value) => {
    if (!("kind" in value)) return false
    const between = question.slice(Math.min(value.end, mention.end), Math.max(value.start, mention.start))
    return mention.kind === "place.name"
      ? /^(?:airport|geo)/u.test(value.kind) && /^\s*(?:airport\s*)?[(,]?\s*$/iu.test(between)
      : (/^(?:place\.name|time\.zone)$/u.test(value.kind) && /^\s*[(,]\s*$/u.test(between)) ||
          (value.kind.startsWith("airport") && /^\s*\(\s*$/u.test(between))
  })

/**
 * `Dutch employee, BSN 111222333`, `Saudi supplier: SA03 8000 …`: the country that the used identifier is of. `24 December is a working day. Is he right for
 * 2026?`: the year of the used day.
 */
export const isImplied = ({ kind, value }: Mention, used: ReadonlyArray<Stretch>): boolean =>
  used.some(
    (other) =>
      "kind" in other &&
      (kind === "country.code"
        ? countryOf(other) === value
        : kind === "date.year" && other.kind.startsWith("date") && String(other.value).startsWith(String(value))),
  )

const countryOf = ({ kind, value }: Mention): string | undefined => {
  if (typeof value !== "string") return undefined
  if (kind === "bank.iban" || kind === "tax.vat_number" || kind === "id.kind")
    return /^EL/iu.test(value) ? "GR" : /^[A-Za-z]{2}/u.exec(value)?.[0].toUpperCase()
  return kind === "bank.bic" ? value.slice(4, 6).toUpperCase() : undefined
}

/** Whether a mention, or another one with the same value, is used. */
const isUsed = (mention: Mention, used: ReadonlyArray<Stretch>): boolean =>
  used.some(
    (value) =>
      overlaps(value, mention) ||
      ("kind" in value && value.kind === mention.kind && JSON.stringify(value.value) === JSON.stringify(mention.value)) ||
      // `a witness in Zagreb … What time is that in Zagreb?`: a zone and a town of one name.
      ("kind" in value && mention.kind === "place.name" && value.kind === "time.zone" && value.text === mention.text),
  )

/** A place with a low weight that a time zone is named after, or a larger city in lower case: certain enough to be a city. */
const isCity = ({ allMentions: heard }: ParsedQuestion, { end, kind, start, text, weight }: Mention): boolean =>
  kind === "place.name" &&
  ((weight >= mentionWeight.probable && /^\p{Ll}/u.test(text)) ||
    heard.some((other) => other.kind === "time.zone" && other.assumed !== undefined && other.start === start && other.end === end))

/** `Boston` of `Boston, New York`, where New York is used as a city of its own. */
const besideCity = (mention: Mention, used: ReadonlyArray<Stretch>): Mention | undefined => {
  const [first = "", second] = mention.text.split(/,\s+/u)
  if (mention.kind !== "place.name" || second === undefined) return undefined
  const part = { ...mention, text: first, end: mention.start + first.length }
  const isOther = (value: Stretch) => "kind" in value && value.assumed !== undefined && value.text === second && overlaps(value, mention)
  return used.some(isOther) && !used.some((value) => overlaps(value, part)) ? part : undefined
}

const distinct = (mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> =>
  withoutOverlapped(mentions, (_other, _mention, isBefore) => isBefore)

/** Whether a part states something about the buyer, or is a heading: `new supplier: …`. It requests nothing. */
export const isBackground = (parsed: ParsedQuestion, part: Clause): boolean =>
  isGreeting(part) || states.test(part.text) || isHeading(parsed, part)

/** Statements about the buyer, or requests to check the preceding value: they request nothing new. */
const states = new RegExp(
  String.raw`^\W*(?:(?:and|so|because|since|but|as)\s+)?(?:i|i'm|i've|we|we're|we've|my|our|he|she|they|it|it's|this|that|these|those|there)\b` +
    String.raw`|\b(?:check|verify|validate|confirm)\s+(?:it|this|that|them|these|those|both|all)\b` +
    String.raw`|^\W*(?:and\s+)?(?:can|could|would|will)\s+(?:you|u)\s+(?:please\s+|pls\s+|kindly\s+)?(?:check|verify|validate|confirm)(?:\s+(?:please|pls|for\s+(?:me|us)))?\W*$` +
    String.raw`|^\W*(?:is|are)?\W*(?:it|this|that|they|these|those|both|all|the\s+\p{L}+)\W+(?:valid|correct|ok|okay|right|fine|genuine|real|good)\b` +
    String.raw`|^\W*(?:is|are)\s+there\s+(?:an?|any)\s+(?:errors?|mistakes?|typos?)\s+(?:in|with)\s+(?:it|this|that|them)\b` +
    String.raw`|^\W*does\s+(?:the\s+)?(?:\p{L}+\s+){0,3}(?:match|fit|add\s+up|work|check\s+out|pass)\b`,
  "iu",
)

/** `new supplier: …`. */
const isHeading = ({ question }: ParsedQuestion, { end }: Clause): boolean => question[end] === ":"

const edges = /^[\s,;:.?!–-]+|[\s,;:.?!–-]+$/gu
