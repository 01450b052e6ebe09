import type { Search } from "../match/candidates.ts"
import type { OperationProfile } from "../match/OperationProfile.ts"
import { framesOf } from "../read/frames.ts"
import { type Mention, overlapsAny } from "../read/Mention.ts"

/**
 * The year of now, and the days of statements about the buyer, that change no answer, because the planned operations take no day: `capital of Kenya, I travel on Monday`. A day of
 * the past, or one far ahead, may have another answer: rates of VAT and members of the EU change.
 */
export const daysOfBuyer = ({ parsed }: Search, operations: ReadonlyArray<OperationProfile>): ReadonlyArray<Mention> => {
  const takesDay = operations.some(({ kinds }) => [...kinds].some((kind) => /^(?:date|calendar)(?:\.|$)/u.test(kind)))
  if (takesDay) return []
  const inFrame = overlapsAny(framesOf(parsed.question))
  // `which countries use the euro in 2026`, in 2026.
  const isThisYear = ({ kind, text, value }: Mention) =>
    kind === "date.year" && /^\d{4}$/u.test(text) && value === new Date(parsed.now).getUTCFullYear()
  const isAfterSubordinate = ({ start }: Mention) => ofBuyer.test(parsed.question.slice(0, start))
  const [first, last] = [parsed.now, parsed.now + daysAhead * dayMs].map((moment) => new Date(moment).toISOString().slice(0, 10))
  const isSoon = ({ value }: Mention) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/u.test(value) && value >= first! && value <= last!
  return parsed.allMentions.filter(
    (mention) =>
      mention.kind.startsWith("date") && (isThisYear(mention) || ((inFrame(mention) || isAfterSubordinate(mention)) && isSoon(mention))),
  )
}

/** `check it before I run payroll on Friday`: what the buyer does then. */
const ofBuyer = /\b(?:before|when|while|until|because|so|as)\s(?:i|we)\s(?:(?!\b(?:what|which|when|how)\b)[^.?!;:]){2,60}$/iu

const daysAhead = 62
const dayMs = 86_400_000
