import { domainSeparator, keccak256, stringToBytes } from "viem"
import type { Hex } from "../chain/Chain.ts"
import type { Authorization } from "../settlement/Settlements.ts"

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
