import type { Mention } from "../../../domain/planning/read/Mention.ts"

/** `from 1 December to Christmas`: a day and a feast, each read by itself, are the ends of a period. */
export const joinedDays = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const days = mentions.filter(({ kind, weight }) => kind === "date" && weight >= certainDay).sort((a, b) => a.start - b.start)
  const pair = days
    .map((first, place) => [first, days[place + 1]] as const)
    .find(([first, last]) => last !== undefined && String(first.value) < String(last.value) && areEnds(text, first, last))
  const [first, last] = pair ?? []
  if (first === undefined || last === undefined) return mentions
  const isEnd = ({ kind, start }: Mention) => /^date\.(?:start|end)$/u.test(kind) && (start === first.start || start === last.start)
  return [
    ...mentions.filter((mention) => !isEnd(mention)),
    { ...first, kind: "date.start", weight: 0.95 },
    { ...last, kind: "date.end", weight: 0.95 },
  ]
}

const certainDay = 0.9

const areEnds = (text: string, first: Mention, last: Mention): boolean =>
  /\b(?:from|between)\s(?:the\s)?$/iu.test(text.slice(0, first.start)) &&
  /^\s(?:to|until|till?|through|and)\s+(?:the\s)?$/iu.test(text.slice(first.end, last.start))
