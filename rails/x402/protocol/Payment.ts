import { Data } from "effect"
import type { Hex } from "../chain/Chain.ts"
import type { Authorization } from "../settlement/Settlements.ts"
import type { Requirement } from "./Requirement.ts"

/** What a buyer presents, whichever version of the protocol it came in. */
export interface Payment {
  readonly version: 1 | 2
  readonly scheme: "exact"
  /** CAIP-2. What version 1 calls by a name that is not of its list is the name of no network. */
  readonly network: string
  /** Of one case. Where the signature was wrapped after ERC-6492, it is the inner one here, and `deploys` is there. */
  readonly authorization: Authorization
  /** The payer as the client wrote it. */
  readonly payer: Hex
  /** What the payment says it accepted. Version 1 does not say. */
  readonly accepted: Requirement | undefined
  /** The request that the client says it pays for. Nobody signed that. */
  readonly resource: string | undefined
  readonly extensions: Readonly<Record<string, unknown>>
  /** Of the extension `payment-identifier`: the client's own name of this payment. */
  readonly identifier: string | undefined
}

export type MalformedReason =
  | "invalid_payload"
  | "invalid_x402_version"
  | "invalid_exact_evm_scheme"
  | "unsupported_payload_type"
  | "invalid_exact_evm_failed_to_parse_signature"

/** What was presented is no payment that can be read. `reason` is the protocol's code; the message says which member and why. */
export class MalformedPayment extends Data.TaggedError("MalformedPayment")<{
  readonly reason: MalformedReason
  readonly message: string
}> {}
