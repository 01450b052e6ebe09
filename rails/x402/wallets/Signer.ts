import { Context, Data, type Effect } from "effect"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import type { Hex } from "../evm/hex.ts"

/** EIP-712 data, as key management services take it. */
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

/** Not signed: the policy forbids it, or the keys cannot be reached now. */
export class NotSigned extends Data.TaggedError("NotSigned")<{ readonly message: string }> {}

/**
 * The keys of the organisations' wallets. It signs authorizations of transfers and nothing else, so that a key management
 * service can stand in for it; the key never leaves it. The same data is always signed alike.
 */
export class Signer extends Context.Service<
  Signer,
  {
    /** Lower case. Always the same for an organisation. */
    readonly addressOf: (organisation: OrganisationId) => Effect.Effect<Hex, NotSigned>
    readonly sign: (organisation: OrganisationId, data: TypedData) => Effect.Effect<Hex, NotSigned>
  }
>()("farthing/rails/x402/Signer") {}

/** What the wallets may sign: transfers of one token, to one payee, up to an amount. */
export interface SigningPolicy {
  readonly chainId: number
  readonly token: Hex
  readonly payee: Hex
  /** Micro-units of the token, for one transfer. */
  readonly maxPerTransfer: bigint
}

/** Why data may not be signed; undefined where it may. */
export const forbidden = (policy: SigningPolicy, wallet: Hex, { domain, message, primaryType }: TypedData): string | undefined => {
  if (primaryType !== "TransferWithAuthorization") return `wallets sign TransferWithAuthorization only, not ${primaryType}`
  if (domain.chainId !== policy.chainId) return `wallets sign for chain ${policy.chainId} only, not ${domain.chainId}`
  if (!same(domain.verifyingContract, policy.token))
    return `wallets sign for the token ${policy.token} only, not ${domain.verifyingContract}`
  if (!same(message.to, policy.payee)) return `wallets pay ${policy.payee} only, not ${message.to}`
  if (!same(message.from, wallet)) return `the wallet is ${wallet}, not ${message.from}`
  if (message.value <= 0n || message.value > policy.maxPerTransfer) {
    return `one transfer may be of 1 to ${policy.maxPerTransfer} micro-units, not ${message.value}`
  }
  return undefined
}

const same = (a: Hex, b: Hex) => a.toLowerCase() === b.toLowerCase()
