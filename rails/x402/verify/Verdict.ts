import type { Authorization } from "../settlement/Settlements.ts"

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
