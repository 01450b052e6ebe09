import { domainSeparator, keccak256, stringToBytes } from "viem"
import type { Hex } from "./hex.ts"

/** The EIP-712 domain of a token: what a signature is good for. */
export interface TokenDomain {
  readonly name: string
  readonly version: string
  readonly chainId: number
  readonly verifyingContract: Hex
}

/** The digest that the payer signs: EIP-712 of EIP-3009's `TransferWithAuthorization`. */
export const digestOf = (domain: TokenDomain, { from, nonce, to, validAfter, validBefore, value }: Authorization): Uint8Array => {
  const message = Buffer.from(
    typeHash + addressWord(from) + addressWord(to) + word(value) + word(validAfter) + word(validBefore) + nonce.slice(2),
    "hex",
  )
  const digested = Buffer.alloc(66)
  digested.set(prefix)
  digested.set(separatorOf(domain), 2)
  digested.set(keccak256(message, "bytes"), 34)
  return keccak256(digested, "bytes")
}

const prefix = Uint8Array.of(0x19, 0x01)

const typeHash = keccak256(
  stringToBytes("TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"),
).slice(2)

const word = (value: bigint) => value.toString(16).padStart(64, "0")
const addressWord = (address: Hex) => address.slice(2).padStart(64, "0")

const mostKept = 256
const kept = new Map<string, Uint8Array>()

/** Computed once for each token. Strangers may name any token, so only so many are kept. */
const separatorOf = (domain: TokenDomain): Uint8Array => {
  const key = `${domain.chainId} ${domain.verifyingContract} ${JSON.stringify([domain.name, domain.version])}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = Buffer.from(domainSeparator({ domain }).slice(2), "hex")
  if (kept.size >= mostKept) kept.clear()
  kept.set(key, made)
  return made
}

/** An EIP-3009 `TransferWithAuthorization`, signed. Amounts in micro-units of the asset, times in seconds since 1970. */
export interface Authorization {
  readonly from: Hex
  readonly to: Hex
  readonly value: bigint
  readonly validAfter: bigint
  readonly validBefore: bigint
  /** 32 bytes. */
  readonly nonce: Hex
  readonly signature: Hex
  /** A smart wallet that is not deployed yet (ERC-6492): the call that deploys it, made first. */
  readonly deploys?: { readonly factory: Hex; readonly data: Hex }
}
/** What a wallet signs, as EIP-712 has it (EIP-3009 `TransferWithAuthorization`). */
export const transferTypes = {
  TransferWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
} as const
