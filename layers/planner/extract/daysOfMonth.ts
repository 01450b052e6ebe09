import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { dayMentions } from "./writtenDates.ts"

const ordinal = String.raw`\d{1,2}(?:st|nd|rd|th|\.)?`
/** `24 and`, `24, 25 and` before the last day. */
const before = new RegExp(
  String.raw`(?<![\d:.,/+-]\s?|\b(?:between|from|page|room|no\.?)\s)((?:${ordinal},\s*)*${ordinal})\s*,?\s*(?:and|or|&)\s*$`,
  "iu",
)

/** `24 and 31 December 2027`: the numbers before a day are days of its month. */
export const daysOfMonth = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> =>
  mentions.flatMap(({ kind, start, text: written, value }) => {
    const list =
      kind === "date" && /^\d{1,2}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?\p{L}{3}/u.test(written) ? before.exec(text.slice(0, start)) : null
    if (list === null) return []
    return [...list[1]!.matchAll(/\d{1,2}/gu)].flatMap((number) => {
      const day = `${String(value).slice(0, 8)}${number[0].padStart(2, "0")}`
      const at = list.index + number.index
      const isReal = new Date(`${day}T00:00:00Z`).getUTCDate() === Number(number[0])
      return isReal ? dayMentions({ start: at, end: at + number[0].length, text: number[0] }, day, /\d{4}/u.test(written)) : []
    })
  })
