import { Schema } from "effect"
import type { Run } from "../ledger/state.ts"
import type { Ask, OpenQuestion } from "./Ask.ts"
import type { Offered } from "./candidates.ts"
import { isoTime } from "../time.ts"

/** What a buyer brings back unchanged. The token signs all the rest, and whose run it is. */
export const ContinuationState = Schema.Struct({
  schema_version: Schema.Literal("2"),
  state_ref: Schema.String,
  revision: Schema.Int,
  expires_at: Schema.String,
  focus: Schema.Struct({ entity_refs: Schema.Array(Schema.String), goal_refs: Schema.Array(Schema.String) }),
  state_token: Schema.String,
}).annotate({ identifier: "ContinuationState" })
export type ContinuationState = typeof ContinuationState.Type
export type UnsignedState = Omit<ContinuationState, "state_token">

export interface Action {
  readonly action_id: string
  readonly kind: "select_entity" | "supply_input"
  readonly label: string
  /** Spending has to be approved again afterwards. */
  readonly requires_authorization: boolean
  /** JSON Schema (2020-12) of `input`. */
  readonly input_schema: Readonly<Record<string, unknown>>
}

export const stateOf = ({ open, revision }: Ask & { readonly open: OpenQuestion }, candidates: ReadonlyArray<Offered>): UnsignedState => ({
  schema_version: "2",
  state_ref: open.ref,
  revision,
  expires_at: isoTime(open.expiresAt),
  focus: { entity_refs: candidates.map(({ entity_ref }) => entity_ref), goal_refs: open._tag === "Found" ? open.goals : [] },
})

/** The text that is signed: every member in one order, and the run they belong to. */
export const sealedText = ({ id, organisation }: Pick<Run, "id" | "organisation">, state: UnsignedState): string =>
  JSON.stringify([
    state.schema_version,
    organisation,
    id,
    state.state_ref,
    state.revision,
    state.expires_at,
    state.focus.entity_refs,
    state.focus.goal_refs,
  ])

/** What may be done about an open question. A choice within an approval needs no other one. */
export const actionsOf = ({ mode, open }: Pick<Ask, "mode" | "open">, candidates: ReadonlyArray<Offered>): ReadonlyArray<Action> => {
  if (open === null) return []
  if (open._tag === "Needs") {
    return open.needs.map(({ id, label, schema }) => ({
      action_id: `supply_input:${id}`,
      kind: "supply_input",
      label,
      requires_authorization: true,
      input_schema: objectOf("value", schema),
    }))
  }
  const choice = { type: "string", enum: candidates.map(({ entity_ref }) => entity_ref) }
  return [
    {
      action_id: open._tag === "Choice" ? `select_entity:${open.id}` : "select_entity",
      kind: "select_entity",
      label: open._tag === "Choice" ? open.label : "Which one is meant?",
      requires_authorization: open._tag === "Choice" && mode === "plan",
      input_schema: objectOf("entity_ref", choice),
    },
  ]
}

const objectOf = (member: string, schema: Readonly<Record<string, unknown>>) => ({
  type: "object",
  properties: { [member]: schema },
  required: [member],
  additionalProperties: false,
})
