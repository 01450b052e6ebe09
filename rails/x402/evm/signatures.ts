import { Option } from "effect"
import { keccak256, parseErc6492Signature, zeroAddress } from "viem"
import type { Authorization } from "./authorization.ts"
import { type Hex, lowerCase } from "./hex.ts"

/**
 * The address (lower case) whose key made an ECDSA signature of 65 bytes, and the signature in the form that tokens accept: some signers
 * end it with 0 or 1, tokens require 27 or 28. Undefined for a signature that no key can have made.
 */
export const signerOf = (digest: Uint8Array, signature: Hex, { recover }: Pick<Secp256k1, "recover"> = secp256k1) => {
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

/** libsecp256k1, the curve of Ethereum's keys. */
export interface Secp256k1 {
  /**
   * The public key (65 bytes, uncompressed) whose owner made the signature (64 bytes: r, s) of a digest. Undefined if no key can have made it.
   * A signature with a high `s` has a key too; tokens refuse it, so only a simulation shows whether a signature is accepted.
   */
  readonly recover: (digest: Uint8Array, signature: Uint8Array, recoveryId: 0 | 1) => Uint8Array | undefined
  /** Signs a digest with a private key of 32 bytes: deterministic (RFC 6979), with a low `s`. */
  readonly sign: (digest: Uint8Array, key: Uint8Array) => { readonly signature: Uint8Array; readonly recoveryId: number }
}

/** As a native addon: 25 times as fast as plain JavaScript. Undefined if the package has no build for this platform. */
export const loadNative = (): Promise<Secp256k1 | undefined> =>
  import("secp256k1/bindings.js").then(
    ({ default: { ecdsaRecover, ecdsaSign } }): Secp256k1 => ({
      recover: (digest, signature, recoveryId) => {
        try {
          return ecdsaRecover(signature, recoveryId, digest, false)
        } catch {
          return undefined
        }
      },
      sign: (digest, key) => {
        const { recid, signature } = ecdsaSign(digest, key)
        return { signature, recoveryId: recid }
      },
    }),
    () => undefined,
  )

/** As WebAssembly: a third of the speed, on every platform. */
export const loadWasm = async (): Promise<Secp256k1> => {
  const { instantiateSecp256k1 } = await import("@bitauth/libauth")
  const { recoverPublicKeyUncompressed, signMessageHashRecoverableCompact } = await instantiateSecp256k1()
  return {
    recover: (digest, signature, recoveryId) => {
      const recovered = recoverPublicKeyUncompressed(signature, recoveryId, digest)
      return typeof recovered === "string" ? undefined : recovered
    },
    sign: (digest, key) => {
      const signed = signMessageHashRecoverableCompact(key, digest)
      if (typeof signed === "string") throw new Error(`a digest could not be signed: ${signed}`)
      return signed
    },
  }
}

const secp256k1: Secp256k1 = (await loadNative()) ?? (await loadWasm())

/** The signature of a digest as transactions carry it. */
export const signDigest = (digest: Uint8Array, key: Uint8Array, { sign }: Pick<Secp256k1, "sign"> = secp256k1) => {
  const { recoveryId, signature } = sign(digest, key)
  const hex = Buffer.from(signature).toString("hex")
  return { r: `0x${hex.slice(0, 64)}`, s: `0x${hex.slice(64)}`, yParity: recoveryId } as const
}

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
