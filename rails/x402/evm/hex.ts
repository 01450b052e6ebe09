import { Schema } from "effect"
import { isHex } from "viem"

export type Hex = `0x${string}`

/** Hexadecimal digits behind 0x, as nodes return them and as the tables of the rail hold them. */
export const HexData = Schema.String.pipe(Schema.refine((text): text is Hex => isHex(text)))

/** Any text behind 0x: members of JSON that this rail wrote itself. */
export const HexText = Schema.TemplateLiteral(["0x", Schema.String])

/** The rail stores and compares addresses and hashes in lower case. */
export const lowerCase = (hex: string): Hex => `0x${hex.slice(2).toLowerCase()}`

/** Clients, nodes and settings write the same address in different cases. */
export const sameHex = (a: Hex | undefined, b: Hex): boolean => a?.toLowerCase() === b.toLowerCase()
