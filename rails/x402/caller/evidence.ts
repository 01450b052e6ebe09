import { Option, Schema } from "effect"
import type { Call } from "../../../domain/ledger/state.ts"
import type { Authorization } from "../settlement/Settlements.ts"

const HexText = Schema.TemplateLiteral(["0x", Schema.String])

/** What is kept with a call that the caller paid itself: enough to settle it again, to look it up, and to show it. */
const Evidence = Schema.fromJsonString(
  Schema.Struct({
    version: Schema.Literals([1, 2]),
    network: Schema.String,
    asset: HexText,
    authorization: Schema.Struct({
      from: HexText,
      to: HexText,
      value: Schema.BigIntFromString,
      validAfter: Schema.BigIntFromString,
      validBefore: Schema.BigIntFromString,
      nonce: HexText,
      signature: HexText,
      deploys: Schema.optionalKey(Schema.Struct({ factory: HexText, data: HexText })),
    }),
    /** The payer as its client wrote it. */
    payer: HexText,
    /** Hash of method, URL and body. Null where no single request is paid for. */
    binding: Schema.NullOr(Schema.String),
    method: Schema.NullOr(Schema.String),
    url: Schema.NullOr(Schema.String),
    bodyHash: Schema.NullOr(Schema.String),
    /** The client's own name of the payment. */
    identifier: Schema.NullOr(Schema.String),
  }),
)
export type Evidence = typeof Evidence.Type

export const encodeEvidence = Schema.encodeSync(Evidence)
const decode = Schema.decodeOption(Evidence)

/** None for a call that the organisation's own wallet pays. */
export const evidenceOf = (call: Pick<Call, "evidence">): Option.Option<Evidence> =>
  call.evidence === null ? Option.none() : decode(call.evidence)

/** Authorizations are compared and stored field by field. */
export const plain = ({ deploys, from, nonce, signature, to, validAfter, validBefore, value }: Authorization): Authorization => ({
  from,
  to,
  value,
  validAfter,
  validBefore,
  nonce,
  signature,
  ...(deploys === undefined ? {} : { deploys }),
})
