import { Effect, Option } from "effect"
import { decodeAbiParameters, encodeFunctionData } from "viem"
import { type Returned, simulateAll, tokenAbi } from "../evm/contracts.ts"
import type { Hex } from "../evm/hex.ts"
import type { Payment } from "../protocol/Payment.ts"
import type { Requirement } from "../protocol/Requirement.ts"
import { type Invalid, invalid } from "./examine.ts"

/** Why the token refuses a transfer with a valid signature, in the official order. `revertReason` is the token's own text, if it gave one. */
export const diagnose = Effect.fnUntraced(function* (
  payment: Payment,
  { amount, asset, domain }: Requirement,
  revertReason: string | null,
) {
  const { from, nonce } = payment.authorization
  const refusedByToken = invalid(
    "invalid_exact_evm_transaction_simulation_failed",
    revertReason === null
      ? "The token refuses the transfer and gives no reason."
      : `The token refuses the transfer: ${revertReason.slice(0, 200)}.`,
  )
  const calls = [
    encodeFunctionData({ abi: tokenAbi, functionName: "authorizationState", args: [from, nonce] }),
    encodeFunctionData({ abi: tokenAbi, functionName: "name" }),
    encodeFunctionData({ abi: tokenAbi, functionName: "version" }),
    encodeFunctionData({ abi: tokenAbi, functionName: "balanceOf", args: [from] }),
  ]
  const returned = yield* simulateAll(calls.map((data) => ({ to: asset, data })))
  if (Option.isNone(returned)) return refusedByToken
  const [state, name, version, balance] = returned.value
  return (
    checkNonce(decodeBool(state)) ??
    checkDomain(decodeText(name), decodeText(version), domain) ??
    checkBalance(decodeAmount(balance), amount) ??
    refusedByToken
  )
})

const checkNonce = (used: boolean | undefined): Invalid | undefined => {
  if (used === undefined)
    return invalid("invalid_exact_evm_eip3009_not_supported", "The asset does not support EIP-3009: pay with one that does.")
  if (!used) return undefined
  return invalid("invalid_exact_evm_nonce_already_used", "This authorization was used or cancelled: sign one with a new nonce.")
}

const checkDomain = (name: string | undefined, version: string | undefined, required: Requirement["domain"]): Invalid | undefined => {
  if (name !== undefined && name !== required?.name) {
    return invalid("invalid_exact_evm_token_name_mismatch", `The token's name is ${name.slice(0, 64)}: extra.name must be the same.`)
  }
  if (version !== undefined && version !== required?.version) {
    return invalid(
      "invalid_exact_evm_token_version_mismatch",
      `The token's version is ${version.slice(0, 64)}: extra.version must be the same.`,
    )
  }
  return undefined
}

const checkBalance = (balance: bigint | undefined, amount: bigint): Invalid | undefined =>
  balance === undefined || balance >= amount
    ? undefined
    : invalid("invalid_exact_evm_insufficient_balance", `The payer has ${balance} micro-units of the asset; ${amount} are required.`)

/** Undefined if the call reverted or returned another type. */
const decoder =
  <A>(decode: (data: Hex) => readonly [A]) =>
  (returned: Returned): A | undefined => {
    if (returned === undefined) return undefined
    return Option.getOrUndefined(Option.map(Option.liftThrowable(decode)(returned), ([value]) => value))
  }

const decodeBool = decoder((data) => decodeAbiParameters([{ type: "bool" }], data))
const decodeText = decoder((data) => decodeAbiParameters([{ type: "string" }], data))
const decodeAmount = decoder((data) => decodeAbiParameters([{ type: "uint256" }], data))
