import { type Authorization, digestOf, type TokenDomain } from "../evm/authorization.ts"
import { signerOf } from "../evm/signatures.ts"
import { chainIdOf } from "../protocol/networks.ts"
import type { Payment } from "../protocol/Payment.ts"
import type { Requirement } from "../protocol/Requirement.ts"

/** What is certain about a payment without the chain. */
export interface Examined {
  readonly _tag: "Examined"
  readonly digest: Uint8Array
  /** Set if the payer's own key signed: the authorization in the form that tokens accept, without a deployment. Otherwise only a smart wallet can check the signature. */
  readonly keySigned: Authorization | undefined
  /** The authorization does not fit the requirement. The official facilitator reports a wrong signature before this. */
  readonly mismatch: Invalid | undefined
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
    keySigned: signer?.address === authorization.from ? { ...authorization, signature: signer.signature } : undefined,
    mismatch: checkAuthorization(payment, requirement, now),
  }
}

/** A refusal before any signature is recovered and before any request to a node. Undefined says nothing about signature, balance or nonce. */
export const checkOffline = (payment: Payment, requirement: Requirement, now: bigint): Invalid | undefined => {
  const domain = domainFor(payment, requirement)
  return "_tag" in domain ? domain : checkAuthorization(payment, requirement, now)
}

export type Verdict = Valid | Invalid

/** `authorization` is to be settled: in the form that tokens accept, and without the deployment of a wallet that exists. */
export interface Valid {
  readonly _tag: "Valid"
  readonly authorization: Authorization
}

/** Proven: this payment cannot be settled in its present form. The message states what is wrong and what to do. */
export interface Invalid {
  readonly _tag: "Invalid"
  readonly reason: InvalidReason
  readonly message: string
}

export const invalid = (reason: InvalidReason, message: string): Invalid => ({ _tag: "Invalid", reason, message })

/** The codes of the official facilitator. */
type InvalidReason =
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
  | "invalid_exact_evm_payload_authorization_value"
  | "asset_not_deployed_contract"
  | "unsupported_asset"
  | "invalid_exact_evm_eip3009_not_supported"
  | "invalid_exact_evm_nonce_already_used"
  | "invalid_exact_evm_token_name_mismatch"
  | "invalid_exact_evm_token_version_mismatch"
  | "invalid_exact_evm_insufficient_balance"
  | "invalid_exact_evm_transaction_simulation_failed"

/** The domain that the payment must be signed for, or the first mismatch of scheme, network and asset in the official order. */
const domainFor = (payment: Payment, requirement: Requirement): TokenDomain | Invalid => {
  const { asset, domain, network, scheme } = requirement
  if (scheme !== "exact") return invalid("invalid_exact_evm_scheme", `The scheme must be exact; ${scheme.slice(0, 64)} is required.`)
  const chainId = chainIdOf(network)
  if (payment.version === 1 && chainIdOf(payment.network) === undefined) return networkMismatch(payment, requirement)
  if (domain === undefined) {
    return invalid("invalid_exact_evm_missing_eip712_domain", "extra.name and extra.version of the token's EIP-712 domain are required.")
  }
  if (payment.network !== network || chainId === undefined) return networkMismatch(payment, requirement)
  return { name: domain.name, version: domain.version, chainId, verifyingContract: asset }
}

const networkMismatch = (payment: Payment, { network }: Requirement) =>
  invalid("invalid_exact_evm_network_mismatch", `The payment is for ${payment.network}; ${network} is required.`)

/** An authorization must be valid for at least this many more seconds, so that it can still be settled. */
const minSecondsLeft = 6n

/** The authorization against the requirement. `now` in seconds since 1970. */
const checkAuthorization = (
  { authorization: { to, validAfter, validBefore, value }, version }: Payment,
  { amount, payTo }: Requirement,
  now: bigint,
): Invalid | undefined => {
  if (to !== payTo) return invalid("invalid_exact_evm_recipient_mismatch", `The authorization pays ${to}; it must pay ${payTo}.`)
  if (validBefore < now + minSecondsLeft) {
    return invalid(
      "invalid_exact_evm_payload_authorization_valid_before",
      `The authorization ends at ${validBefore}, which must be ${minSecondsLeft} seconds or more from now (${now}): sign a new one.`,
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
      `The authorization is for ${value} micro-units; it must be exactly ${amount}.`,
    )
  }
  return undefined
}
