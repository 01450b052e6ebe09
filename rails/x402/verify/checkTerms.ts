import { chainIdOf } from "../protocol/networks.ts"
import type { Payment } from "../protocol/Payment.ts"
import type { Requirement } from "../protocol/Requirement.ts"
import type { TokenDomain } from "./typedData.ts"
import { type Invalid, invalid } from "./Verdict.ts"

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
