import type { Schema } from "effect"
import { at, pointerOf } from "./answer/documentValues.ts"
import type { ValueEvidence } from "./answer/composeAnswer.ts"
import { labelOf, valueText } from "./answer/wording.ts"
import { entityRefOf, type EntityList, type OpenQuestion } from "./Ask.ts"

/** An entity that the buyer can select, as the API shows it. `evidence` is empty if it comes from the question, not from a result. */
export interface OfferedEntity {
  readonly entity_ref: string
  readonly label: string
  readonly description: string
  readonly attributes: Readonly<Record<string, Schema.Json>>
  readonly evidence: ReadonlyArray<ValueEvidence>
}

const maxCandidates = 50

/** The entities that can be selected for an open question. `result`: the delivery of a step, which contains the list. */
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
  const delivery = result(open.step)
  const items = delivery && at(delivery.data, open.list)
  if (delivery === undefined || !Array.isArray(items)) return []
  return items.slice(0, maxCandidates).map((item: Schema.Json, place) => offered(item, place, open, delivery.ref))
}

const offered = (item: Schema.Json, place: number, entities: EntityList, resultRef: string): OfferedEntity => {
  const facts = isObject(item) ? Object.entries(item).filter(([, value]) => value !== null && typeof value !== "object") : []
  const named = labelOf(item)
  const label = named?.text ?? `Entity ${place + 1}`
  const rest = facts.filter(([key, value]) => key !== named?.key && value !== "")
  return {
    entity_ref: entityRefOf(entities, place),
    label,
    description: rest
      .slice(0, 4)
      .map(([key, value]) => `${key.replaceAll("_", " ")}: ${valueText(value)}`)
      .join(", "),
    attributes: Object.fromEntries(facts.slice(0, 24)),
    evidence: [{ result_ref: resultRef, pointer: `/data${entities.list}${pointerOf([place])}` }],
  }
}

const isObject = (value: Schema.Json): value is { readonly [key: string]: Schema.Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value)
