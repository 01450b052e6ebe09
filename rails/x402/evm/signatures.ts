import { Option } from "effect"
import { keccak256, parseErc6492Signature, zeroAddress } from "viem"
import type { Authorization } from "./authorization.ts"
import { type Hex, lowerCase } from "./hex.ts"

/**
 * The address (lower case) whose key made an ECDSA signature of 65 bytes, and the signature in the form that tokens accept: some signers
 * end it with 0 or 1, tokens require 27 or 28. Undefined for a signature that no key can have made.
 */
export const signerOf = (digest: Uint8Array, signature: Hex, recover: RecoverKey = recoverKey) => {
  const bytes = Buffer.from(signature.slice(2), "hex")
  const recoveryId = recoveryIds.get(bytes.length === 65 ? (bytes[64] ?? -1) : -1)
  if (recoveryId === undefined) return undefined
  const key = recover(digest, new Uint8Array(bytes.subarray(0, 64)), recoveryId)
  if (key === undefined) return undefined
  const address: Hex = `0x${Buffer.from(keccak256(key.subarray(1), "bytes").subarray(12)).toString("hex")}`
  const normalised: Hex = `0x${signature.slice(2, 130)}${recoveryId === 0 ? "1b" : "1c"}`
  return { address, signature: normalised }
}

const recoveryIds: ReadonlyMap<number, 0 | 1> = new Map([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
])

/**
 * The public key (65 bytes, uncompressed) whose owner made the signature (64 bytes: r, s) of a digest. Undefined if no key can have made it.
 * A signature with a high `s` has a key too; tokens refuse it, so only a simulation shows whether a signature is accepted.
 */
export type RecoverKey = (digest: Uint8Array, signature: Uint8Array, recoveryId: 0 | 1) => Uint8Array | undefined

/** libsecp256k1 as a native addon: 25 times as fast as plain JavaScript. Undefined if the package has no build for this platform. */
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

const recoverKey: RecoverKey = (await loadNative()) ?? (await loadWasm())

const erc6492Suffix = "6492".repeat(16)

type Unwrapped = Pick<Authorization, "signature" | "deploys">

/**
 * Reads an ERC-6492 signature, `abi.encode(factory, calldata, signature)` and a suffix, of a wallet that is not deployed yet. Without a
 * factory there is nothing to deploy, and the signature is kept as it is. `Option.none` if the suffix is there and the rest cannot be read.
 */
export const unwrapSignature = (wrapped: Hex): Option.Option<Unwrapped> => {
  const signature = lowerCase(wrapped)
  if (!signature.endsWith(erc6492Suffix)) return Option.some({ signature })
  return Option.map(Option.liftThrowable(() => parseErc6492Signature(signature))(), ({ address, data, signature: inner }): Unwrapped =>
    address === undefined || data === "0x" || address === zeroAddress
      ? { signature }
      : { signature: lowerCase(inner), deploys: { factory: lowerCase(address), data: lowerCase(data) } },
  )
}
