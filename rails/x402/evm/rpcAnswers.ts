import { Schema, SchemaGetter } from "effect"
import type { Broadcast } from "./Chain.ts"
import { type Hex, HexData } from "./hex.ts"

/** A number in hexadecimal, with or without leading zeros. */
export const Quantity = HexData.pipe(
  Schema.decodeTo(Schema.BigInt, {
    decode: SchemaGetter.transform((text) => (text === "0x" ? 0n : BigInt(text))),
    encode: SchemaGetter.transform((number): Hex => `0x${number.toString(16)}`),
  }),
)

export const BlockAnswer = Schema.NullOr(Schema.Struct({ number: Quantity, hash: HexData, timestamp: Quantity }))

const log = { address: HexData, topics: Schema.Array(HexData), data: HexData, logIndex: Quantity }

export const ReceiptAnswer = Schema.NullOr(
  Schema.Struct({
    transactionHash: HexData,
    blockNumber: Quantity,
    blockHash: HexData,
    status: Quantity,
    gasUsed: Schema.optionalKey(Quantity),
    effectiveGasPrice: Schema.optionalKey(Quantity),
    /** Of networks of the OP stack. */
    l1Fee: Schema.optionalKey(Schema.NullOr(Quantity)),
    logs: Schema.Array(Schema.Struct(log)),
  }),
)

/** Null: the node does not have it. */
export const TransactionAnswer = Schema.NullOr(Schema.Struct({ hash: HexData }))

export const LogsAnswer = Schema.Array(
  Schema.Struct({
    ...log,
    transactionHash: HexData,
    blockNumber: Quantity,
    blockHash: HexData,
    removed: Schema.optionalKey(Schema.NullOr(Schema.Boolean)),
  }),
)

export const FeeHistoryAnswer = Schema.Struct({ baseFeePerGas: Schema.Array(Quantity) })

/**
 * Why a node refused a raw transaction. Nodes use the code -32000 for every reason, so the sentence decides: those of geth (and its
 * derivatives), anvil, erigon, nethermind and besu. The order matters: a sentence with "already known" may also contain "nonce too low".
 */
const refusals: ReadonlyArray<readonly [RegExp, "already_known" | Extract<Broadcast, { _tag: "Refused" }>["reason"]]> = [
  [/already ?known|already imported|known transaction|already exists|already in (?:the )?(?:mem|tx)?pool/i, "already_known"],
  [/nonce[ _]?too[ _]?low|old ?nonce|nonce is too low|nonce_too_low/i, "nonce_too_low"],
  [
    /underpriced|replacement ?not ?allowed|fee ?too ?low|less than block base fee|gas price too low|fee cap less than|below (?:the )?base ?fee/i,
    "underpriced",
  ],
  [/insufficient ?(?:funds|balance)|upfront cost exceeds/i, "insufficient_funds"],
]

export const broadcastRefusal = (message: string): Broadcast => {
  const reason = refusals.find(([pattern]) => pattern.test(message))?.[1] ?? "other"
  return reason === "already_known" ? { _tag: "AlreadyKnown" } : { _tag: "Refused", reason, message: message.slice(0, 300) }
}
