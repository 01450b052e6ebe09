import { Effect, Option, Schema } from "effect"
import type { Call } from "../../domain/ledger/state.ts"
import type { Authorization } from "./evm/authorization.ts"
import { CallId, OrganisationId } from "../../domain/money/ids.ts"
import { Declined, type Pending, type Settled } from "../../domain/rail/Rail.ts"
import type { Chain } from "./evm/Chain.ts"
import type { Settlement } from "./settlement/Settlements.ts"

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
const decodeEvidence = Schema.decodeOption(Evidence)

/** None for a call that the organisation's own wallet pays. */
export const evidenceOf = (call: Pick<Call, "evidence">): Option.Option<Evidence> =>
  call.evidence === null ? Option.none() : decodeEvidence(call.evidence)

/** Authorizations are compared and stored field by field. */
export const authorizationFields = ({
  deploys,
  from,
  nonce,
  signature,
  to,
  validAfter,
  validBefore,
  value,
}: Authorization): Authorization => ({
  from,
  to,
  value,
  validAfter,
  validBefore,
  nonce,
  signature,
  ...(deploys === undefined ? {} : { deploys }),
})

/** What the proof of a transfer says beside its place on chain. */
export const parties = { payer: HexText, payee: HexText, amount: Schema.BigIntFromString, nonce: HexText }
export type Parties = {
  readonly [Member in keyof typeof parties]: (typeof parties)[Member]["Type"]
}

export const partiesOf = ({ from, nonce, to, value }: Authorization): Parties => ({ payer: from, payee: to, amount: value, nonce })
/** How a settlement names the call it is for. Settlements of the facilitator are named otherwise. */
const Reference = Schema.fromJsonString(Schema.Struct({ organisation: OrganisationId, call: CallId, ...parties }))
export type Reference = typeof Reference.Type
const encodeReference = Schema.encodeSync(Reference)

export const referenceOf = ({ id, organisation }: Pick<Call, "id" | "organisation">, authorization: Authorization): string =>
  encodeReference({ organisation, call: id, ...partiesOf(authorization) })

/** None for what was settled for somebody else's server. */
export const readReference: (text: string) => Option.Option<Reference> = Schema.decodeOption(Reference)
/** What finance can check on chain: one `Transfer` of `amount` micro-units, by its transaction and the place of its log. */
const Proof = Schema.fromJsonString(
  Schema.Struct({
    network: Schema.String,
    asset: HexText,
    hash: HexText,
    block: Schema.BigIntFromString,
    block_hash: HexText,
    log_index: Schema.Int,
    ...parties,
    confirmations: Schema.Int,
  }),
)
export type Proof = typeof Proof.Type
const encodeProofText = Schema.encodeSync(Proof)
const decodeProof = Schema.decodeOption(Proof)

/** None where nothing was proven yet, or where the call cost nothing. */
export const proofOf = (call: Pick<Call, "proof">): Option.Option<Proof> => (call.proof === null ? Option.none() : decodeProof(call.proof))
type Included = Extract<Settlement, { readonly _tag: "Included" }>
type Known = Pick<Chain["Service"], "network" | "asset">

export const encodeProof = ({ asset, network }: Known, { amount, nonce, payee, payer }: Parties, included: Included): string =>
  encodeProofText({
    network: network.caip2,
    asset: asset.address,
    hash: included.hash,
    block: included.blockNumber,
    block_hash: included.blockHash,
    log_index: included.logIndex,
    payer,
    payee,
    amount,
    nonce,
    confirmations: included.confirmations,
  })

/** What the core hears of a settlement: proven, not known yet, or a proven no that begins with the protocol's code. */
export const railOutcome = (
  chain: Known,
  authorization: Authorization,
  settlement: Settlement,
): Effect.Effect<Settled | Pending, Declined> => {
  switch (settlement._tag) {
    case "Included":
      return Effect.succeed({ _tag: "Settled", final: settlement.final, proof: encodeProof(chain, partiesOf(authorization), settlement) })
    case "Pending":
      return Effect.succeed({ _tag: "Pending", reason: settlement.reason })
    case "Rejected":
      return Effect.fail(new Declined({ message: `${settlement.reason}: ${settlement.message}` }))
  }
}
