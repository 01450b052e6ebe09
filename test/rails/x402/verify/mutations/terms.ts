import { maxUint256 } from "viem"
import { someone } from "../../support/authorize.ts"
import { price } from "../fixture.ts"
import { amountOf, simulationReason, type Mutation } from "./Mutation.ts"

/** What the token, the time and the terms say. */
export const terms: ReadonlyArray<Mutation> = [
  { name: "as it should be", reason: "valid" },
  {
    name: "value one less",
    signs: () => ({ value: price - 1n }),
    reason: "invalid_exact_evm_payload_authorization_value_mismatch",
    v1: "invalid_exact_evm_authorization_value",
  },
  {
    name: "value one more",
    signs: () => ({ value: price + 1n }),
    reason: "invalid_exact_evm_payload_authorization_value_mismatch",
    v1: "invalid_exact_evm_authorization_value",
  },
  {
    name: "value zero",
    signs: () => ({ value: 0n }),
    reason: "invalid_exact_evm_payload_authorization_value_mismatch",
    v1: "invalid_exact_evm_authorization_value",
  },
  { name: "expired", signs: (_, now) => ({ validBefore: now - 1n }), reason: "invalid_exact_evm_payload_authorization_valid_before" },
  {
    name: "5 seconds left",
    signs: (_, now) => ({ validBefore: now + 5n }),
    reason: "invalid_exact_evm_payload_authorization_valid_before",
  },
  { name: "6 seconds left", signs: (_, now) => ({ validBefore: now + 6n }), reason: "valid" },
  { name: "valid for ever", signs: () => ({ validBefore: maxUint256 }), reason: "valid" },
  { name: "a second early", signs: (_, now) => ({ validAfter: now + 1n }), reason: "invalid_exact_evm_payload_authorization_valid_after" },
  { name: "valid since ten minutes", signs: (_, now) => ({ validAfter: now - 600n }), reason: "valid" },
  { name: "another payee, signed", signs: () => ({ to: someone().address }), reason: "invalid_exact_evm_recipient_mismatch" },
  { name: "pays the payer", signs: ({ rich }) => ({ to: rich.address }), reason: "invalid_exact_evm_recipient_mismatch" },
  {
    name: "too little balance",
    signs: ({ poor }) => ({ signer: poor, from: poor.address }),
    reason: "invalid_exact_evm_insufficient_balance",
  },
  { name: "no balance", signs: () => broke(), reason: "invalid_exact_evm_insufficient_balance" },
  { name: "a used nonce", signs: ({ usedNonce }) => ({ nonce: usedNonce }), reason: "invalid_exact_evm_nonce_already_used" },
  { name: "a blacklisted payer", signs: ({ listed }) => ({ signer: listed, from: listed.address }), reason: simulationReason },
  {
    name: "more than there is",
    requirement: (wire) => (wire[amountOf(wire)] = "1000001"),
    signs: () => ({ value: 1_000_001n }),
    reason: "invalid_exact_evm_insufficient_balance",
  },
]

const broke = () => {
  const signer = someone()
  return { signer, from: signer.address }
}
