import type { Hex } from "../../../../../rails/x402/evm/hex.ts"
import type { PaymentScene, Signing } from "../fixture.ts"

/** JSON that a mutation may change anywhere. */
export interface Wire {
  x402Version: unknown
  payload: { signature?: unknown; authorization: Record<string, unknown>; [more: string]: unknown }
  [more: string]: unknown
}

export interface Mutation {
  readonly name: string
  /** Where it means something in one version only. */
  readonly version?: 1 | 2
  /** Before signing. `now` in seconds since 1970. */
  readonly signs?: (scene: PaymentScene, now: bigint) => Partial<Signing>
  readonly signature?: (signature: Hex, scene: PaymentScene) => Hex
  /** After signing. */
  readonly payment?: (wire: Wire, scene: PaymentScene) => void
  readonly requirement?: (wire: Record<string, unknown>, scene: PaymentScene) => void
  /** Both say this. For version 1 `v1`, where it differs. */
  readonly reason: string
  readonly v1?: string
  /** A difference: what the official facilitator says instead, and why we do not. */
  readonly official?: string
  readonly officialV1?: string
  readonly why?: string
}

export const amountOf = (wire: Record<string, unknown>) => ("amount" in wire ? "amount" : "maxAmountRequired")
export const acceptedIn = (wire: Wire) => (wire["accepted"] ?? wire) as Record<string, unknown>
export const extraIn = (wire: Record<string, unknown>) => wire["extra"] as Record<string, unknown>

export const signatureReason = "invalid_exact_evm_signature"
export const payloadReason = "invalid_payload"
export const simulationReason = "invalid_exact_evm_transaction_simulation_failed"
/** Why we differ. */
export const strict = "members have the one type that the specification gives them"
export const noFault = "a verdict rather than a fault of the facilitator"
