import type { Candidate, Draft, Need } from "../ask/Plan.ts"
import { sanitize } from "../sanitize.ts"
import { understand, type Understood, type Wanted } from "./goals.ts"
import type { Mention } from "./Mention.ts"
import { needsOf } from "./needs.ts"
import type { Search } from "./pick.ts"
import { planOf } from "./planOf.ts"

/** What became of a question, and how sure it is. */
export interface Reading {
  readonly draft: Draft
  readonly confidence: number
  readonly understood: Understood
}

/** What a question comes to: a plan, a question back, or that nothing answers it. */
export const readingOf = (search: Search, withoutFallbacks: boolean): Reading => {
  const understood = understand(search)
  const { best, wanted } = understood
  const confidence = wanted.length === 0 ? (best?.confidence ?? 0) : Math.min(...wanted.map(({ pick }) => pick.confidence))
  return { draft: draftOf(search, understood, withoutFallbacks), confidence, understood }
}

const draftOf = (search: Search, { unanswered, wanted }: Understood, withoutFallbacks: boolean): Draft => {
  if (wanted.length === 0)
    return { _tag: "Unsupported", message: "No source here answers this question. GET /v2/sources lists what there is to ask." }
  const open = wanted.flatMap(({ bound }) => bound.used).find(({ options }) => options !== undefined)
  if (open?.options) return selectionOf(open)
  const needs = wanted.flatMap((each) => needsOf(search, each))
  if (needs.length > 0) return needsInput(needs, wanted)
  const made = planOf(search, wanted, withoutFallbacks, unanswered)
  return "plan" in made ? { _tag: "Planned", plan: made.plan } : needsInput(made.needs, wanted, made.reason)
}

const needsInput = (needs: ReadonlyArray<Need>, wanted: ReadonlyArray<Wanted>, reason?: string): Draft => {
  const unique = [...new Map(needs.map((need) => [need.id, need])).values()]
  const what = [...new Set(wanted.map(({ pick }) => pick.card.operation.name))].join(", ")
  const message = reason ?? `More is needed for "${what}": ${unique.map(({ label }) => label).join(" ")}`
  return { _tag: "NeedsInput", message, needs: unique }
}

/** The id of the choice between the meanings of a mention: the same whenever the same is said. */
export const choiceId = ({ kind, text }: Pick<Mention, "kind" | "text">): string =>
  `${kind}:${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-")}`

const selectionOf = (mention: Mention): Draft => {
  const candidates = (mention.options ?? []).map(({ description, label, ref, value }): Candidate => ({
    entityRef: ref,
    label,
    description,
    attributes: { [mention.kind]: value },
  }))
  const label = `Which "${sanitize(mention.text)}" is meant?`
  return {
    _tag: "NeedsSelection",
    message: `"${sanitize(mention.text)}" can mean several things. ${label}`,
    choice: { id: choiceId(mention), label, candidates },
  }
}
