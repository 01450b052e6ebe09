import type { Schema } from "effect"
import { at, pointerOf } from "./answer/documentValues.ts"
import type { Evidence } from "./answer/composeAnswer.ts"
import { labelOf, valueText } from "./answer/wording.ts"
import { entityRefOf, type EntityList, type OpenQuestion } from "./Ask.ts"

/** An entity that may be meant, as the API offers it. `evidence` is empty where nothing was bought to know of it. */
export interface OfferedEntity {
  readonly entity_ref: string
  readonly label: string
  readonly description: string
  readonly attributes: Readonly<Record<string, Schema.Json>>
  readonly evidence: ReadonlyArray<Evidence>
}

const most = 50

/** What may be chosen for an open question. `result`: the delivery that a list was found in. */
export const candidatesOf = (
  open: OpenQuestion | null,
  result: (step: number) => { readonly ref: string; readonly data: Schema.Json } | undefined,
): ReadonlyArray<OfferedEntity> => {
  if (open === null || open._tag === "Needs") return []
  if (open._tag === "Choice") {
    return open.candidates.map(({ attributes, description, entityRef, label }) => ({
      entity_ref: entityRef,
      label,
      description,
      attributes,
      evidence: [],
    }))
  }
  const found = result(open.step)
  const items = found && at(found.data, open.list)
  if (found === undefined || !Array.isArray(items)) return []
  return items.slice(0, most).map((item: Schema.Json, place) => offered(item, place, open, found.ref))
}

const offered = (item: Schema.Json, place: number, found: EntityList, resultRef: string): OfferedEntity => {
  const facts = isObject(item) ? Object.entries(item).filter(([, value]) => value !== null && typeof value !== "object") : []
  const named = labelOf(item)
  const label = named?.text ?? `Entity ${place + 1}`
  const rest = facts.filter(([key, value]) => key !== named?.key && value !== "")
  return {
    entity_ref: entityRefOf(found, place),
    label,
    description: rest
      .slice(0, 4)
      .map(([key, value]) => `${key.replaceAll("_", " ")}: ${valueText(value)}`)
      .join(", "),
    attributes: Object.fromEntries(facts.slice(0, 24)),
    evidence: [{ result_ref: resultRef, pointer: `/data${found.list}${pointerOf([place])}` }],
  }
}

const isObject = (value: Schema.Json): value is { readonly [key: string]: Schema.Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value)
