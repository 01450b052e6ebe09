import type { Mention } from "../../../domain/planning/read/Mention.ts"

const centre = String.raw`(?:(?:city|town)[\s-]+cent(?:re|er)|cent(?:re|er)|down\s?town|cbd)`
const behind = new RegExp(String.raw`^(?:['’]s)?\s+${centre}(?![\p{L}-])`, "iu")
const before = new RegExp(String.raw`(?<![\p{L}-])(?:(?:the\s+)?${centre}\s+of|down\s?town|central)\s+$`, "iu")

const distance = /\b(?:how\s+far|distances?|away|kms?|kilomet(?:er|re)s?|miles?)\b/iu

/** `Milan city centre`, `central London`, `the centre of Leeds`: the point of a town in the gazetteer is its centre, which distances are measured from. */
export const withTownCentres = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> =>
  mentions.map((mention) => {
    if (mention.kind !== "place.name" || !distance.test(text)) return mention
    const after = behind.exec(text.slice(mention.end))?.[0] ?? ""
    const ahead = after === "" ? (before.exec(text.slice(Math.max(0, mention.start - 24), mention.start))?.[0] ?? "") : ""
    const [start, end] = [mention.start - ahead.length, mention.end + after.length]
    return start === mention.start && end === mention.end ? mention : { ...mention, start, end, text: text.slice(start, end) }
  })
