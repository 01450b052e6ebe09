import { Schema, SchemaGetter } from "effect"
import { isHex } from "viem"
import type { Hex } from "./Chain.ts"

/** What nodes answer, decoded: a member that is missing or of another kind makes the answer none. */
export const HexData = Schema.String.pipe(Schema.refine((text): text is Hex => isHex(text)))

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
