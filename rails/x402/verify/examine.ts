import type { Payment } from "../protocol/Payment.ts"
import type { Requirement } from "../protocol/Requirement.ts"
import { type Authorization, digestOf, type TokenDomain } from "../evm/authorization.ts"
import { signerOf } from "../evm/signatures.ts"
import { chainIdOf } from "../protocol/networks.ts"

/** All that can be said of a payment without the chain. */
export interface Examined {
  readonly _tag: "Examined"
  readonly digest: Uint8Array
  /** The payer's own key signed: the authorization in the spelling that tokens take; there is no wallet to deploy. Else only a smart wallet can vouch for it. */
  readonly signed: Authorization | undefined
  /** What the authorization says is not what is required. The official order puts the signature before it. */
  readonly wrong: Invalid | undefined
}

/** `now` in seconds since 1970. */
export const examine = (payment: Payment, requirement: Requirement, now: bigint): Examined | Invalid => {
  const domain = domainFor(payment, requirement)
  if ("_tag" in domain) return domain
  const { deploys: _, ...authorization } = payment.authorization
  const digest = digestOf(domain, authorization)
  const signer = signerOf(digest, authorization.signature)
  return {
    _tag: "Examined",
    digest,
    signed: signer?.address === authorization.from ? { ...authorization, signature: signer.signature } : undefined,
    wrong: checkAuthorization(payment, requirement, now),
  }
}

/** Why a payment is worth no work at all; undefined says nothing about its signature, the payer's balance or its nonce. */
export const checkOffline = (payment: Payment, requirement: Requirement, now: bigint): Invalid | undefined => {
  const domain = domainFor(payment, requirement)
  return "_tag" in domain ? domain : checkAuthorization(payment, requirement, now)
}

/** The protocol's codes, as the official facilitator ships them. */
export type InvalidReason =
  | "invalid_exact_evm_scheme"
  | "invalid_network"
  | "invalid_exact_evm_network_mismatch"
  | "invalid_exact_evm_missing_eip712_domain"
  | "eip6492_factory_not_allowed"
  | "invalid_exact_evm_signature"
  | "invalid_exact_evm_recipient_mismatch"
  | "invalid_exact_evm_payload_authorization_valid_before"
  | "invalid_exact_evm_payload_authorization_valid_after"
  | "invalid_exact_evm_payload_authorization_value_mismatch"
  | "invalid_exact_evm_authorization_value"
  | "asset_not_deployed_contract"
  | "unsupported_asset"
  | "invalid_exact_evm_eip3009_not_supported"
  | "invalid_exact_evm_nonce_already_used"
  | "invalid_exact_evm_token_name_mismatch"
  | "invalid_exact_evm_token_version_mismatch"
  | "invalid_exact_evm_insufficient_balance"
  | "invalid_exact_evm_transaction_simulation_failed"

/** Proven: this payment cannot be settled as it stands. The message says what to do about it. */
export interface Invalid {
  readonly _tag: "Invalid"
  readonly reason: InvalidReason
  readonly message: string
}

/** `authorization` is what to settle: in the spelling that tokens take, and without a deployment that is done. */
export interface Valid {
  readonly _tag: "Valid"
  readonly authorization: Authorization
}

export type Verdict = Valid | Invalid

export const invalid = (reason: InvalidReason, message: string): Invalid => ({ _tag: "Invalid", reason, message })
/** An authorization has to outlive its settlement: seconds. */
const leastSecondsLeft = 6n

/** The domain that the payment must be signed for; or why scheme, network and asset do not go together. In the official order. */
export const domainFor = (payment: Payment, requirement: Requirement): TokenDomain | Invalid => {
  const { asset, domain, network, scheme } = requirement
  if (scheme !== "exact") return invalid("invalid_exact_evm_scheme", `The scheme must be exact; ${scheme.slice(0, 64)} is required.`)
  const chainId = chainIdOf(network)
  if (payment.version === 1 && chainIdOf(payment.network) === undefined) return otherNetwork(payment, requirement)
  if (domain === undefined) {
    return invalid("invalid_exact_evm_missing_eip712_domain", "extra.name and extra.version of the token's EIP-712 domain are required.")
  }
  if (payment.network !== network || chainId === undefined) return otherNetwork(payment, requirement)
  return { name: domain.name, version: domain.version, chainId, verifyingContract: asset }
}
const otherNetwork = (payment: Payment, { network }: Requirement) =>
  invalid("invalid_exact_evm_network_mismatch", `The payment is for ${payment.network}; ${network} is required.`)

/** What the authorization says, against what is required. `now` in seconds since 1970. */
export const checkAuthorization = (
  { authorization: { to, validAfter, validBefore, value }, version }: Payment,
  { amount, payTo }: Requirement,
  now: bigint,
): Invalid | undefined => {
  if (to !== payTo) return invalid("invalid_exact_evm_recipient_mismatch", `The authorization pays ${to}; it must pay ${payTo}.`)
  if (validBefore < now + leastSecondsLeft) {
    return invalid(
      "invalid_exact_evm_payload_authorization_valid_before",
      `The authorization ends at ${validBefore}, which must be ${leastSecondsLeft} seconds or more from now (${now}): sign a new one.`,
    )
  }
  if (validAfter > now) {
    return invalid(
      "invalid_exact_evm_payload_authorization_valid_after",
      `The authorization begins at ${validAfter}, which is after now (${now}): wait, or sign a new one.`,
    )
  }
  if (value !== amount) {
    return invalid(
      version === 1 ? "invalid_exact_evm_authorization_value" : "invalid_exact_evm_payload_authorization_value_mismatch",
      `The authorization is over ${value} micro-units; it must be exactly ${amount}.`,
    )
  }
  return undefined
}
