import { type Hex, parseSignature, signatureToCompactSignature, serializeCompactSignature, toHex } from "viem"
import { someone } from "../../support/authorize.ts"
import { signatureReason, payloadReason, simulationReason, strict, noFault, type Mutation } from "./Mutation.ts"
const flip = (hex: string, at: number): Hex => `0x${hex.slice(2, at)}${hex[at] === "0" ? "1" : "0"}${hex.slice(at + 1)}`
const endWith = (signature: Hex, end: string): Hex => `0x${signature.slice(2, 130)}${end}`
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
/** Signatures of every make. */
export const signatures: ReadonlyArray<Mutation> = [
  { name: "a flipped r", signature: (made) => flip(made, 20), reason: signatureReason },
  { name: "a flipped s", signature: (made) => flip(made, 80), reason: signatureReason },
  { name: "the other v", signature: (made) => endWith(made, made.endsWith("1b") ? "1c" : "1b"), reason: signatureReason },
  {
    name: "v of 0 or 1",
    signature: (made) => endWith(made, made.endsWith("1b") ? "00" : "01"),
    reason: "valid",
    official: simulationReason,
    officialV1: simulationReason,
    why: "normalised to 27 or 28 it settles",
  },
  { name: "v of 29", signature: (made) => endWith(made, "1d"), reason: signatureReason },
  { name: "v of 255", signature: (made) => endWith(made, "ff"), reason: signatureReason },
  { name: "a high s", signature: (made) => highS(made), reason: simulationReason },
  {
    name: "compact, 64 bytes",
    signature: (made) => serializeCompactSignature(signatureToCompactSignature(parseSignature(made))),
    reason: signatureReason,
  },
  { name: "66 bytes", signature: (made) => `${made}00`, reason: signatureReason },
  { name: "none: 0x", signature: () => "0x", reason: signatureReason },
  { name: "all zero", signature: () => toHex(0n, { size: 65 }), reason: signatureReason },
  { name: "r of zero", signature: (made) => `0x${"0".repeat(64)}${made.slice(66)}`, reason: signatureReason },
  { name: "s of the order", signature: (made) => `0x${made.slice(2, 66)}${order.toString(16)}1b`, reason: signatureReason },
  { name: "in capitals", signature: (made) => `0x${made.slice(2).toUpperCase()}`, reason: "valid" },
  { name: "somebody else's", signs: () => ({ signer: someone() }), reason: signatureReason },
  {
    name: "half a byte",
    signature: (made) => `0x${made.slice(2)}0`,
    reason: payloadReason,
    official: signatureReason,
    officialV1: signatureReason,
    why: strict,
  },
  {
    name: "no signature",
    payment: (wire) => delete wire.payload.signature,
    reason: payloadReason,
    official: "throws",
    officialV1: "throws",
    why: strict,
  },
  {
    name: "a number for a signature",
    payment: (wire) => (wire.payload.signature = 27),
    reason: payloadReason,
    official: "throws",
    officialV1: "throws",
    why: strict,
  },
  {
    name: "wrapped, and cannot be unwrapped",
    signature: (made) => `${made}${"6492".repeat(16)}`,
    reason: "invalid_exact_evm_failed_to_parse_signature",
    official: "throws",
    officialV1: "throws",
    why: noFault,
  },
]

const highS = (made: Hex): Hex => {
  const s = order - BigInt(`0x${made.slice(66, 130)}`)
  return `0x${made.slice(2, 66)}${s.toString(16).padStart(64, "0")}${made.endsWith("1b") ? "1c" : "1b"}`
}
