import type { Schema } from "effect"
import type { PlannedGoal } from "../Plan.ts"
import { at, pointerOf } from "./documentValues.ts"
import type { GroundedSentence } from "./template.ts"

/**
 * The sentences, the one with the fact of a proposed answer first and with `Yes.` or `No.` in front: `No. The standard rate of VAT in Estonia is 24 %.` Unchanged where the document
 * does not decide it: the fact is unknown, or another fact has the proposed value (the dollar beside the balboa). A former value is no other fact.
 */
export const withVerdict = (
  sentences: ReadonlyArray<GroundedSentence>,
  data: Schema.Json,
  proposed: PlannedGoal["proposed"],
): ReadonlyArray<GroundedSentence> => {
  if (proposed === undefined) return sentences
  for (const fact of proposed.facts) {
    const path = fact.split(".")
    const value = at(data, pointerOf(path))
    const stating = sentences.find(({ paths }) => paths.some((each) => isOfOneThing(each, path)))
    if (value === undefined || value === null || stating === undefined) continue
    const word = scalarsIn(value).some(isEqualTo(proposed.value))
      ? "Yes"
      : scalarsIn(data).some(isEqualTo(proposed.value))
        ? undefined
        : "No"
    if (word === undefined) continue
    const paths = stating.paths.some((each) => each.join(".") === fact) ? stating.paths : [...stating.paths, path]
    return [{ text: `${word}. ${stating.text}`, paths }, ...sentences.filter((sentence) => sentence !== stating)]
  }
  return sentences
}

/** `country.name` states what `country.code` is. */
const isOfOneThing = (a: GroundedSentence["paths"][number], b: ReadonlyArray<string>): boolean =>
  a.slice(0, b.length - 1).join(".") === b.slice(0, -1).join(".") && (a.at(-1) === b.at(-1) || (b.at(-1) === "code" && a.at(-1) === "name"))

const isEqualTo =
  (proposed: string) =>
  (value: string): boolean =>
    value.toLowerCase() === proposed.toLowerCase() || (value !== "" && Number(value) === Number(proposed))

const scalarsIn = (value: Schema.Json): ReadonlyArray<string> => {
  if (value === null) return []
  if (typeof value !== "object") return [String(value)]
  return Object.entries(value).flatMap(([name, inner]) => (name.startsWith("former") ? [] : scalarsIn(inner)))
}
