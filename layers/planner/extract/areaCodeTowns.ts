import { type Mention, overlaps } from "../../../domain/planning/read/Mention.ts"

const ofTown = String.raw`(?:(?:tele)?phone\s)?(?:area|std|ddd|local\s(?:dial(?:l)?ing|area))\scodes?`
const ofEither = String.raw`(?<!\bcountry\s)(?<!\binternational\s)(?:(?:tele)?phone|dial(?:l)?ing)\scodes?`
const before = String.raw`\s(?:(?:numbers?\s)?(?:of|for|in|to)|is|does|do|has|have|covers?|(?:is|are)\s(?:used\s)?(?:of|for|in))\s(?:the\s)?(?:(?:city|town)\s(?:of\s)?)?$`
const behind = String.raw`^(?:['’]s)?\s`

const towns = { before: new RegExp(`\\b${ofTown}${before}`, "iu"), behind: new RegExp(`${behind}${ofTown}\\b`, "iu") }
const either = { before: new RegExp(`${ofEither}${before}`, "iu"), behind: new RegExp(`${behind}${ofEither}(?!\\p{L})`, "iu") }

/** The weight of a country that a word is rather than a town. */
const certainCountry = 0.5
const maxBefore = 60

/** `the area code of Munich`, `Chicago's area codes`, `dialling code for Manchester`: the towns whose area code a text requests. A dialling code may be that of a country. */
export const areaCodeTowns = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  if (mentions.some(({ kind }) => kind === "country.calling_code" || kind === "phone.number")) return []
  const named = mentions.filter(({ kind }) => kind === "place.name")
  const isBeside = (words: typeof towns, { end, start }: Mention) =>
    words.before.test(text.slice(Math.max(0, start - maxBefore), start)) || words.behind.test(text.slice(end))
  const isCountry = (town: Mention) =>
    mentions.some(
      (other) => other.kind === "country.code" && other.weight >= certainCountry && other.start === town.start && overlaps(other, town),
    )
  const direct = new Set(named.filter((town) => isBeside(towns, town) || (isBeside(either, town) && !isCountry(town))))
  // `area codes of Zürich, Bern and Geneva`
  const all: Array<Mention> = []
  for (const town of named.toSorted((a, b) => a.start - b.start))
    if (direct.has(town) || all.some(({ end }) => end < town.start && isList(text.slice(end, town.start)))) all.push(town)
  return all.map((town) => ({ ...town, kind: "phone.town", weight: Math.max(town.weight, certainTown) }))
}

const certainTown = 0.9
const isList = (between: string): boolean => /^(?:,\s|,?\s(?:and|or)\s|\s?[&/]\s?)$/u.test(between)
