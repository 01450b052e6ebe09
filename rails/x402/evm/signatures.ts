import { keccak256, parseErc6492Signature, zeroAddress } from "viem"
import type { Hex } from "./hex.ts"
import { Option } from "effect"
import { lower } from "../protocol/Requirement.ts"
import type { Authorization } from "./authorization.ts"

/**
 * Who made an ECDSA signature of 65 bytes, in lower case, and the signature as tokens take it: some signers end it with 0 or 1
 * where tokens want 27 or 28. Undefined for what no key has signed.
 */
export const signerOf = (digest: Uint8Array, signature: Hex, by: RecoverKey = recoverKey) => {
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
/**
 * The public key (65 bytes, uncompressed) whose owner made the signature (64 bytes: r, s) of a digest. Undefined where there is
 * none. A signature with a high `s` has one too; tokens refuse it, so only a simulation says whether one is good.
 */
export type RecoverKey = (digest: Uint8Array, signature: Uint8Array, recoveryId: 0 | 1) => Uint8Array | undefined

/** libsecp256k1 as a native addon: 25 times as fast as plain JavaScript. Undefined where there is no build for this platform. */
export const loadNative = (): Promise<RecoverKey | undefined> =>
  import("secp256k1/bindings.js").then(
    ({ default: { ecdsaRecover } }): RecoverKey =>
      (digest, signature, recoveryId) => {
        try {
          return ecdsaRecover(signature, recoveryId, digest, false)
        } catch {
          return undefined
        }
      },
    () => undefined,
  )

/** The same library as WebAssembly: a third of the speed, on every platform. */
export const loadWasm = async (): Promise<RecoverKey> => {
  const { instantiateSecp256k1 } = await import("@bitauth/libauth")
  const { recoverPublicKeyUncompressed } = await instantiateSecp256k1()
  return (digest, signature, recoveryId) => {
    const recovered = recoverPublicKeyUncompressed(signature, recoveryId, digest)
    return typeof recovered === "string" ? undefined : recovered
  }
}

export const recoverKey: RecoverKey = (await loadNative()) ?? (await loadWasm())
const magic = "6492".repeat(16)
type Unwrapped = Pick<Authorization, "signature" | "deploys">

/**
 * ERC-6492: abi.encode(factory, calldata, signature) and a magic word, for a wallet that is not deployed yet. Without a
 * factory there is nothing to deploy, and the signature stays what it is. None where it ends like one and cannot be read.
 */
export const unwrapSignature = (wrapped: Hex): Option.Option<Unwrapped> => {
  const signature = lower(wrapped)
  if (!signature.endsWith(magic)) return Option.some({ signature })
  return Option.map(Option.liftThrowable(() => parseErc6492Signature(signature))(), ({ address, data, signature: inner }): Unwrapped =>
    address === undefined || data === "0x" || address === zeroAddress
      ? { signature }
      : { signature: lower(inner), deploys: { factory: lower(address), data: lower(data) } },
  )
}
