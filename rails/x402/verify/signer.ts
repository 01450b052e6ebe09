import { keccak256 } from "viem"
import type { Hex } from "../chain/Chain.ts"
import { recover, type Recover } from "./recover.ts"

/**
 * Who made an ECDSA signature of 65 bytes, in lower case, and the signature as tokens take it: some signers end it with 0 or 1
 * where tokens want 27 or 28. Undefined for what no key has signed.
 */
export const signerOf = (digest: Uint8Array, signature: Hex, by: Recover = recover) => {
  const bytes = Buffer.from(signature.slice(2), "hex")
  const recoveryId = recoveryIds.get(bytes.length === 65 ? (bytes[64] ?? -1) : -1)
  if (recoveryId === undefined) return undefined
  const key = by(digest, new Uint8Array(bytes.subarray(0, 64)), recoveryId)
  if (key === undefined) return undefined
  const address: Hex = `0x${Buffer.from(keccak256(key.subarray(1), "bytes").subarray(12)).toString("hex")}`
  const normal: Hex = `${prefixOf(signature)}${recoveryId === 0 ? "1b" : "1c"}`
  return { address, signature: normal }
}

const prefixOf = (signature: Hex): Hex => `0x${signature.slice(2, 130)}`

const recoveryIds: ReadonlyMap<number, 0 | 1> = new Map([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
])
