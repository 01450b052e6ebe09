import { Context, Data, type Effect } from "effect"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { type Hex, sameHex } from "../evm/hex.ts"

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
 * The keys of the organisations' wallets. A signer signs only transfers and never returns a key, so a key management service can replace
 * it. The same data always gets the same signature.
 */
export class Signer extends Context.Service<
  Signer,
  {
    /** Lower case. An organisation always has the same address. */
    readonly addressOf: (organisation: OrganisationId) => Effect.Effect<Hex, NotSigned>
    readonly sign: (organisation: OrganisationId, data: TypedData) => Effect.Effect<Hex, NotSigned>
  }
>()("farthing/rails/x402/Signer") {}

/** Wallets may sign transfers of one token to one payee, up to a limit. */
export interface SigningPolicy {
  readonly chainId: number
  readonly token: Hex
  readonly payee: Hex
  /** Micro-units of the token, for one transfer. */
  readonly maxPerTransfer: bigint
}

/** Undefined if the policy allows the signature. */
export const policyViolation = (policy: SigningPolicy, wallet: Hex, { domain, message, primaryType }: TypedData): string | undefined => {
  if (primaryType !== "TransferWithAuthorization") return `wallets sign TransferWithAuthorization only, not ${primaryType}`
  if (domain.chainId !== policy.chainId) return `wallets sign for chain ${policy.chainId} only, not ${domain.chainId}`
  if (!sameHex(domain.verifyingContract, policy.token))
    return `wallets sign for the token ${policy.token} only, not ${domain.verifyingContract}`
  if (!sameHex(message.to, policy.payee)) return `wallets pay ${policy.payee} only, not ${message.to}`
  if (!sameHex(message.from, wallet)) return `the wallet is ${wallet}, not ${message.from}`
  if (message.value <= 0n || message.value > policy.maxPerTransfer) {
    return `one transfer may be of 1 to ${policy.maxPerTransfer} micro-units, not ${message.value}`
  }
  return undefined
}
