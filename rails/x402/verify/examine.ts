import type { Payment } from "../protocol/Payment.ts"
import type { Requirement } from "../protocol/Requirement.ts"
import type { Authorization } from "../settlement/Settlements.ts"
import { checkAuthorization, domainFor } from "./checkTerms.ts"
import { signerOf } from "./signer.ts"
import { digestOf } from "./typedData.ts"
import type { Invalid } from "./Verdict.ts"

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
