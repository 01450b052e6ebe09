import { Effect, Option, Schema } from "effect"
import type { Call } from "../../domain/ledger/state.ts"
import { CallId, OrganisationId } from "../../domain/money/ids.ts"
import { Declined, type Pending, type Settled } from "../../domain/rail/Rail.ts"
import type { Authorization } from "./evm/authorization.ts"
import type { Chain } from "./evm/Chain.ts"
import { HexText } from "./evm/hex.ts"
import type { SettlementState } from "./settlement/Settlements.ts"

// JSON texts that are stored with calls and settlements. Older releases wrote rows that must stay readable.

/** Stored with a call whose caller presented a payment: enough to settle it again, to look it up, and to show it. */
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
    /** The payer's address in the client's own spelling. */
    payer: HexText,
    /** Hash of method, URL and body. Null if the payment is not for a single request. */
    binding: Schema.NullOr(Schema.String),
    method: Schema.NullOr(Schema.String),
    url: Schema.NullOr(Schema.String),
    bodyHash: Schema.NullOr(Schema.String),
    /** The client's own name of the payment. */
    identifier: Schema.NullOr(Schema.String),
    /** The block in which somebody else had submitted the payment already when it was presented. */
    usedInBlock: Schema.optionalKey(Schema.BigIntFromString),
  }),
)
export type Evidence = typeof Evidence.Type

export const encodeEvidence = Schema.encodeSync(Evidence)
const decodeEvidence = Schema.decodeOption(Evidence)

/** `Option.none` for a call that the organisation's managed wallet pays. */
export const evidenceOf = (call: Pick<Call, "evidence">): Option.Option<Evidence> =>
  call.evidence === null ? Option.none() : decodeEvidence(call.evidence)

/** Stored with a call that a managed wallet pays: the generation of the phrase that signs for it, also after a rotation. */
const WalletEvidence = Schema.fromJsonString(Schema.Struct({ wallet_generation: Schema.Int.check(Schema.isGreaterThan(0)) }))
const encodeWalletGeneration = Schema.encodeSync(WalletEvidence)
const decodeWalletGeneration = Schema.decodeOption(WalletEvidence)

/** Null for the first generation: calls of older releases have no evidence. */
export const walletEvidence = (generation: number): string | null =>
  generation === 1 ? null : encodeWalletGeneration({ wallet_generation: generation })

/** `Option.none` for evidence of another form: then no wallet may sign for the call. */
export const walletGenerationOf = ({ evidence }: Pick<Call, "evidence">): Option.Option<number> =>
  evidence === null ? Option.some(1) : Option.map(decodeWalletGeneration(evidence), ({ wallet_generation }) => wallet_generation)

const transferMembers = { payer: HexText, payee: HexText, amount: Schema.BigIntFromString, nonce: HexText }
type Transfer = { readonly [Member in keyof typeof transferMembers]: (typeof transferMembers)[Member]["Type"] }

const transferOf = ({ from, nonce, to, value }: Authorization): Transfer => ({ payer: from, payee: to, amount: value, nonce })

/** Stored with a settlement of the queue: the call that it pays for. Settlements of the facilitator have another form. */
const Reference = Schema.fromJsonString(Schema.Struct({ organisation: OrganisationId, call: CallId, ...transferMembers }))
export type Reference = typeof Reference.Type

const encodeReference = Schema.encodeSync(Reference)

export const referenceOf = ({ id, organisation }: Pick<Call, "id" | "organisation">, authorization: Authorization): string =>
  encodeReference({ organisation, call: id, ...transferOf(authorization) })

/** `Option.none` for a settlement of the facilitator. */
export const readReference: (text: string) => Option.Option<Reference> = Schema.decodeOption(Reference)

/** Stored with a settled call, so that finance can check it on chain: one `Transfer` of `amount` micro-units, by transaction and log index. */
const Proof = Schema.fromJsonString(
  Schema.Struct({
    network: Schema.String,
    asset: HexText,
    hash: HexText,
    block: Schema.BigIntFromString,
    block_hash: HexText,
    log_index: Schema.Int,
    ...transferMembers,
    confirmations: Schema.Int,
  }),
)
export type Proof = typeof Proof.Type

const encodeProofText = Schema.encodeSync(Proof)
const decodeProof = Schema.decodeOption(Proof)

/** `Option.none` if the payment is not proven yet, or if the call was free. */
export const proofOf = (call: Pick<Call, "proof">): Option.Option<Proof> => (call.proof === null ? Option.none() : decodeProof(call.proof))

const OperatorProof = Schema.fromJsonString(Schema.Struct({ operator: Schema.String, evidence: Schema.String }))
const decodeOperatorProof = Schema.decodeOption(OperatorProof)

/** What an operator looked at who ended the call as settled (`farthing call end`). */
export const operatorEvidenceOf = (call: Pick<Call, "proof">): Option.Option<string> =>
  call.proof === null ? Option.none() : Option.map(decodeOperatorProof(call.proof), ({ evidence }) => evidence)

type Token = Pick<Chain["Service"], "network" | "asset">

export const encodeProof = (
  { asset, network }: Token,
  { amount, nonce, payee, payer }: Transfer,
  included: Extract<SettlementState, { readonly _tag: "Included" }>,
): string =>
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

/** A settlement as the outcome of a rail. The message of a `Declined` begins with the protocol's code; the receipt reads it from there. */
export const railOutcome = (
  token: Token,
  authorization: Authorization,
  settlement: SettlementState,
): Effect.Effect<Settled | Pending, Declined> => {
  switch (settlement._tag) {
    case "Included":
      return Effect.succeed({ _tag: "Settled", final: settlement.final, proof: encodeProof(token, transferOf(authorization), settlement) })
    case "Pending":
      return Effect.succeed({ _tag: "Pending", reason: settlement.reason })
    case "Rejected":
      return Effect.fail(new Declined({ message: `${settlement.reason}: ${settlement.message}` }))
  }
}
