import { Schema } from "effect"
import { isHex } from "viem"

export type Hex = `0x${string}`

/** What nodes answer, decoded: a member that is missing or of another kind makes the answer none. */
export const HexData = Schema.String.pipe(Schema.refine((text): text is Hex => isHex(text)))
export const lowerCase = (hex: string): Hex => `0x${hex.slice(2).toLowerCase()}`
