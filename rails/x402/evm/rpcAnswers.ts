import { Schema, SchemaGetter } from "effect"
import { type Hex, HexData } from "./hex.ts"
import type { Broadcast } from "./Chain.ts"

/** A number in hex, without leading zeros or with them. */
export const Quantity = HexData.pipe(
  Schema.decodeTo(Schema.BigInt, {
    decode: SchemaGetter.transform((text) => (text === "0x" ? 0n : BigInt(text))),
    encode: SchemaGetter.transform((number): Hex => `0x${number.toString(16)}`),
  }),
)

export const Block = Schema.Struct({ number: Quantity, hash: HexData, timestamp: Quantity })

const log = { address: HexData, topics: Schema.Array(HexData), data: HexData, logIndex: Quantity }

export const ReceiptAnswer = Schema.NullOr(
  Schema.Struct({
    transactionHash: HexData,
    blockNumber: Quantity,
    blockHash: HexData,
    status: Quantity,
    logs: Schema.Array(Schema.Struct(log)),
  }),
)

export const LogAnswers = Schema.Array(
  Schema.Struct({
    ...log,
    transactionHash: HexData,
    blockNumber: Quantity,
    blockHash: HexData,
    removed: Schema.optionalKey(Schema.NullOr(Schema.Boolean)),
  }),
)

export const FeeHistory = Schema.Struct({ baseFeePerGas: Schema.Array(Quantity) })
/**
 * What a node means by refusing a raw transaction. Nodes share the code -32000 for all of it, so the sentence says it:
 * those of geth (and what derives from it), anvil, erigon, nethermind, besu. The order matters: "nonce too low" may stand
 * in a sentence that says "already known".
 */
const meanings: ReadonlyArray<readonly [RegExp, Broadcast["_tag"] | Extract<Broadcast, { _tag: "Refused" }>["reason"]]> = [
  [/already ?known|already imported|known transaction|already exists|already in (?:the )?(?:mem|tx)?pool/i, "Known"],
  [/nonce[ _]?too[ _]?low|old ?nonce|nonce is too low|nonce_too_low/i, "nonce_too_low"],
  [
    /underpriced|replacement ?not ?allowed|fee ?too ?low|less than block base fee|gas price too low|fee cap less than|below (?:the )?base ?fee/i,
    "underpriced",
  ],
  [/insufficient ?(?:funds|balance)|upfront cost exceeds/i, "insufficient_funds"],
]

export const broadcastAnswer = (message: string): Broadcast => {
  const meaning = meanings.find(([said]) => said.test(message))?.[1] ?? "other"
  if (meaning === "Known" || meaning === "Accepted") return { _tag: "Known" }
  return { _tag: "Refused", reason: meaning === "Refused" ? "other" : meaning, message: message.slice(0, 300) }
}
