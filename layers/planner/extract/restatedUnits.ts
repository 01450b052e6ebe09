import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { unitsNamed } from "../../sources/units/units.ts"

/** `cubic feet to` before `cubic metres 1350 cu ft`. */
const heading = /^\s*(?:convert\s+)?(?<unit>\p{L}[\p{L}\d²³/ ]{0,30}?)\s+(?:to|into|in)\s+$/iu

/** `lightyears to km, 4.24 ly`: the unit of an amount that the question begins with is the one behind the amount once more. */
export const withRestatedUnits = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const [from, ...others] = mentions.filter(({ kind }) => kind === "unit.from")
  const to = mentions.find(({ kind }) => kind === "unit.to")
  if (from === undefined || to === undefined || others.length > 0 || to.start > from.start) return mentions
  const [whole, unit = ""] = heading.exec(text.slice(0, to.start)) ?? []
  const names = new Set(unitsNamed(String(from.value)).map(({ name }) => name))
  if (whole === undefined || !unitsNamed(unit).some(({ name }) => names.has(name))) return mentions
  const start = whole.lastIndexOf(unit)
  const beside: Mention = { ...from, start, end: start + unit.length, text: unit }
  return mentions.map((mention) => (mention === from ? { ...from, beside } : mention))
}
