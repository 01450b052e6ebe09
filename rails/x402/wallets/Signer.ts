import { Context, Data, type Effect } from "effect"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { type Hex, sameHex } from "../evm/hex.ts"

/** This process does not have the phrase. Another one may. */
export class PhraseMissing extends Data.TaggedError("PhraseMissing")<{ readonly message: string }> {}

/** EIP-712 data in the form that key management services accept. */
export interface TypedData {
  readonly primaryType: string
  readonly domain: { readonly name: string; readonly version: string; readonly chainId: number; readonly verifyingContract: Hex }
  readonly message: {
    readonly from: Hex
    readonly to: Hex
    readonly value: bigint
    readonly validAfter: bigint
    readonly validBefore: bigint
    readonly nonce: Hex
  }
}

/** The policy forbids the signature, or the keys cannot be reached. */
export class NotSigned extends Data.TaggedError("NotSigned")<{ readonly message: string }> {}

/**
 * The keys of the organisations' wallets. `phrase` is the fingerprint of the phrase that a wallet comes from: during a rotation an
 * organisation has one wallet for each of two phrases. It fails if this process does not have the phrase. A signer signs only transfers and never returns a key, so a key management service can replace
 * it. The same data always gets the same signature.
 */
export class Signer extends Context.Service<
  Signer,
  {
    /** The fingerprints of the phrases of this process. */
    readonly phrases: ReadonlyArray<string>
    /** Lower case. An organisation always has the same address with the same phrase. */
    readonly addressOf: (organisation: OrganisationId, phrase: string) => Effect.Effect<Hex, NotSigned | PhraseMissing>
    readonly sign: (organisation: OrganisationId, phrase: string, data: TypedData) => Effect.Effect<Hex, NotSigned | PhraseMissing>
  }
>()("farthing/rails/x402/Signer") {}

/** Wallets may sign transfers of one token to one payee, up to a limit, and to another wallet of the same organisation without a limit. */
export interface SigningPolicy {
  readonly chainId: number
  readonly token: Hex
  readonly payee: Hex
  /** Micro-units of the token, for one transfer. */
  readonly maxPerTransfer: bigint
}

/** Undefined if the policy allows the signature. `siblings`: the same organisation's wallets of other phrases. */
export const policyViolation = (
  policy: SigningPolicy,
  wallet: Hex,
  { domain, message, primaryType }: TypedData,
  siblings: ReadonlyArray<Hex> = [],
): string | undefined => {
  if (primaryType !== "TransferWithAuthorization") return `wallets sign TransferWithAuthorization only, not ${primaryType}`
  if (domain.chainId !== policy.chainId) return `wallets sign for chain ${policy.chainId} only, not ${domain.chainId}`
  if (!sameHex(domain.verifyingContract, policy.token))
    return `wallets sign for the token ${policy.token} only, not ${domain.verifyingContract}`
  if (!sameHex(message.from, wallet)) return `the wallet is ${wallet}, not ${message.from}`
  if (siblings.some((sibling) => sameHex(message.to, sibling))) return undefined
  if (!sameHex(message.to, policy.payee)) return `wallets pay ${policy.payee} only, not ${message.to}`
  if (message.value <= 0n || message.value > policy.maxPerTransfer) {
    return `one transfer may be of 1 to ${policy.maxPerTransfer} micro-units, not ${message.value}`
  }
  return undefined
}
