import { domainSeparator, keccak256, stringToBytes } from "viem"
import type { Hex } from "./hex.ts"

/** A signed authorization of EIP-3009: `TransferWithAuthorization`, or `ReceiveWithAuthorization` if `receiver` is set. Amounts in micro-units of the asset, times in seconds since 1970. */
export interface Authorization {
  readonly from: Hex
  readonly to: Hex
  readonly value: bigint
  readonly validAfter: bigint
  readonly validBefore: bigint
  /** 32 bytes. */
  readonly nonce: Hex
  readonly signature: Hex
  /** The call that deploys the payer's smart wallet if it is not deployed yet (ERC-6492). It is made before the transfer. */
  readonly deploys?: { readonly factory: Hex; readonly data: Hex }
  /** The contract that receives the transfer, and the call by which it uses the authorization. No other account can use it. */
  readonly receiver?: Receiver
}

export interface Receiver {
  readonly contract: Hex
  readonly data: Hex
}

/** The EIP-712 domain of a token: a signature is valid for this domain only. */
export interface TokenDomain {
  readonly name: string
  readonly version: string
  readonly chainId: number
  readonly verifyingContract: Hex
}

const authorizationMembers = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "validAfter", type: "uint256" },
  { name: "validBefore", type: "uint256" },
  { name: "nonce", type: "bytes32" },
] as const

/** The EIP-712 type that a wallet signs. */
export const transferTypes = { TransferWithAuthorization: authorizationMembers } as const
/** The type of an authorization with a `receiver`. */
export const receiveTypes = { ReceiveWithAuthorization: authorizationMembers } as const

/** The digest that the payer signs. It takes 25 µs, and viem's `hashTypedData` about 170 µs; a test compares the two. */
export const digestOf = (domain: TokenDomain, authorization: Authorization): Uint8Array => {
  const { from, nonce, receiver, to, validAfter, validBefore, value } = authorization
  const message = Buffer.from(
    (receiver === undefined ? transferTypeHash : receiveTypeHash) +
      addressWord(from) +
      addressWord(to) +
      word(value) +
      word(validAfter) +
      word(validBefore) +
      nonce.slice(2),
    "hex",
  )
  const digested = Buffer.alloc(66)
  digested.set(prefix)
  digested.set(separatorOf(domain), 2)
  digested.set(keccak256(message, "bytes"), 34)
  return keccak256(digested, "bytes")
}

const prefix = Uint8Array.of(0x19, 0x01)

const typeHashOf = (name: string) =>
  keccak256(stringToBytes(`${name}(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)`)).slice(2)
const transferTypeHash = typeHashOf("TransferWithAuthorization")
const receiveTypeHash = typeHashOf("ReceiveWithAuthorization")

const word = (value: bigint) => value.toString(16).padStart(64, "0")
const addressWord = (address: Hex) => address.slice(2).padStart(64, "0")

const maxSeparators = 256
const separators = new Map<string, Uint8Array>()

/** Computed once for each token. Callers may name any token, so the cache is emptied at 256 entries. */
const separatorOf = (domain: TokenDomain): Uint8Array => {
  const key = `${domain.chainId} ${domain.verifyingContract} ${JSON.stringify([domain.name, domain.version])}`
  const cached = separators.get(key)
  if (cached !== undefined) return cached
  const separator = Buffer.from(domainSeparator({ domain }).slice(2), "hex")
  if (separators.size >= maxSeparators) separators.clear()
  separators.set(key, separator)
  return separator
}
