import { Context, Effect, Result, Schema, SchemaRepresentation } from "effect"
import type { Run } from "../ledger/state.ts"
import type { Ask, OpenQuestion } from "./Ask.ts"
import type { OfferedEntity } from "./entityCandidates.ts"
import { isoTime } from "../time.ts"
import type { StorageUnavailable } from "../Refusal.ts"

/** The state that a buyer sends back unchanged. The token signs the other members, the organisation and the run. */
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

export const stateOf = (
  { open, revision }: Ask & { readonly open: OpenQuestion },
  candidates: ReadonlyArray<OfferedEntity>,
): UnsignedState => ({
  schema_version: "2",
  state_ref: open.ref,
  revision,
  expires_at: isoTime(open.expiresAt),
  focus: { entity_refs: candidates.map(({ entity_ref }) => entity_ref), goal_refs: open._tag === "Found" ? open.goals : [] },
})

/** The text that is signed: every member in a fixed order, with the organisation and the run. */
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

/** The actions that answer an open question. A selection within an approved run needs no second approval. */
export const actionsOf = ({ mode, open }: Pick<Ask, "mode" | "open">, candidates: ReadonlyArray<OfferedEntity>): ReadonlyArray<Action> => {
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
      label: open._tag === "Choice" ? open.label : "Which one do you mean?",
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

/**
 * Whether a value fits a JSON Schema (2020-12). A schema that cannot be read accepts everything. Patterns are ignored, since a publisher's
 * pattern can take exponential time: the operation's own codec checks them.
 */
export const fitsSchema = (schema: Readonly<Record<string, unknown>>, value: Schema.Json): boolean => {
  const read = Result.try(() =>
    SchemaRepresentation.fromJsonSchemaDocument(
      { dialect: "draft-2020-12", schema: plain(schema), definitions: {} },
      { patterns: "ignore" },
    ),
  )
  return Result.isFailure(read) || Schema.is(read.success)(value)
}

const plain = (schema: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keyword.startsWith("x-")))
/** Signs continuation states. Keys rotate: the newest one signs, older ones still verify. */
export class StateSigner extends Context.Service<
  StateSigner,
  {
    /** A token that names its key and signs the text. */
    readonly sign: (text: string) => Effect.Effect<string, StorageUnavailable>
    readonly verify: (text: string, token: string) => Effect.Effect<boolean, StorageUnavailable>
  }
>()("farthing/domain/ask/Seal") {}
