import { Effect, Option, Schema } from "effect"
import type { Call } from "../../domain/ledger/state.ts"
import { Declined, type Pending, type Settled } from "../../domain/rail/Rail.ts"
import type { Chain } from "./chain/Chain.ts"
import { parties, type Parties, partiesOf } from "./reference.ts"
import type { Authorization, Settlement } from "./settlement/Settlements.ts"

const HexText = Schema.TemplateLiteral(["0x", Schema.String])

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

const encode = Schema.encodeSync(Proof)
const decode = Schema.decodeOption(Proof)

/** None where nothing was proven yet, or where the call cost nothing. */
export const proofOf = (call: Pick<Call, "proof">): Option.Option<Proof> => (call.proof === null ? Option.none() : decode(call.proof))

type Included = Extract<Settlement, { readonly _tag: "Included" }>
type Known = Pick<Chain["Service"], "network" | "asset">

export const encodeProof = ({ asset, network }: Known, { amount, nonce, payee, payer }: Parties, included: Included): string =>
  encode({
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
export const said = (chain: Known, authorization: Authorization, settlement: Settlement): Effect.Effect<Settled | Pending, Declined> => {
  switch (settlement._tag) {
    case "Included":
      return Effect.succeed({ _tag: "Settled", final: settlement.final, proof: encodeProof(chain, partiesOf(authorization), settlement) })
    case "Pending":
      return Effect.succeed({ _tag: "Pending", reason: settlement.reason })
    case "Rejected":
      return Effect.fail(new Declined({ message: `${settlement.reason}: ${settlement.message}` }))
  }
}
