import { Option, Schema } from "effect"
import { CallId, OrganisationId } from "../../domain/money/ids.ts"
import type { Call } from "../../domain/ledger/state.ts"
import type { Authorization } from "./settlement/Settlements.ts"

const HexText = Schema.TemplateLiteral(["0x", Schema.String])

/** What the proof of a transfer says beside its place on chain. */
export const parties = { payer: HexText, payee: HexText, amount: Schema.BigIntFromString, nonce: HexText }
export type Parties = { readonly [Member in keyof typeof parties]: (typeof parties)[Member]["Type"] }

export const partiesOf = ({ from, nonce, to, value }: Authorization): Parties => ({ payer: from, payee: to, amount: value, nonce })

/** How a settlement names the call it is for. Settlements of the facilitator are named otherwise. */
const Reference = Schema.fromJsonString(Schema.Struct({ organisation: OrganisationId, call: CallId, ...parties }))
export type Reference = typeof Reference.Type

const encode = Schema.encodeSync(Reference)

export const referenceOf = ({ id, organisation }: Pick<Call, "id" | "organisation">, authorization: Authorization): string =>
  encode({ organisation, call: id, ...partiesOf(authorization) })

/** None for what was settled for somebody else's server. */
export const readReference: (text: string) => Option.Option<Reference> = Schema.decodeOption(Reference)
