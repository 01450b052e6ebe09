import { Effect, Option } from "effect"
import { decodeAbiParameters, encodeFunctionData, parseAbi } from "viem"
import type { Hex } from "../evm/hex.ts"
import type { Payment } from "../protocol/Payment.ts"
import type { Requirement } from "../protocol/Requirement.ts"
import { type Returned, simulateAll } from "../evm/contracts.ts"
import { type Invalid, invalid } from "./examine.ts"

const abi = parseAbi([
  "function balanceOf(address account) view returns (uint256)",
  "function name() view returns (string)",
  "function version() view returns (string)",
  "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
])

/** Why a transfer that was signed well does not go through, in the official order. `said`: the token's own reason, where it gave one. */
export const diagnose = Effect.fnUntraced(function* (payment: Payment, { amount, asset, domain }: Requirement, said: string | null) {
  const { from, nonce } = payment.authorization
  const failed = invalid(
    "invalid_exact_evm_transaction_simulation_failed",
    said === null ? "The token refuses the transfer and gives no reason." : `The token refuses the transfer: ${said.slice(0, 200)}.`,
  )
  const calls = [
    encodeFunctionData({ abi, functionName: "authorizationState", args: [from, nonce] }),
    encodeFunctionData({ abi, functionName: "name" }),
    encodeFunctionData({ abi, functionName: "version" }),
    encodeFunctionData({ abi, functionName: "balanceOf", args: [from] }),
  ]
  const returned = yield* simulateAll(calls.map((data) => ({ to: asset, data })))
  if (Option.isNone(returned)) return failed
  const [state, name, version, balance] = returned.value
  return usedUp(boolIn(state)) ?? otherDomain(textIn(name), textIn(version), domain) ?? short(amountIn(balance), amount) ?? failed
})

const usedUp = (used: boolean | undefined): Invalid | undefined => {
  if (used === undefined)
    return invalid("invalid_exact_evm_eip3009_not_supported", "The asset does not know EIP-3009: pay with one that does.")
  if (!used) return undefined
  return invalid("invalid_exact_evm_nonce_already_used", "This authorization was used or cancelled: sign one with a new nonce.")
}

const otherDomain = (name: string | undefined, version: string | undefined, required: Requirement["domain"]): Invalid | undefined => {
  if (name !== undefined && name !== required?.name) {
    return invalid("invalid_exact_evm_token_name_mismatch", `The token is named ${name.slice(0, 64)}: extra.name must be that.`)
  }
  if (version !== undefined && version !== required?.version) {
    return invalid(
      "invalid_exact_evm_token_version_mismatch",
      `The token is of version ${version.slice(0, 64)}: extra.version must be that.`,
    )
  }
  return undefined
}

const short = (balance: bigint | undefined, amount: bigint): Invalid | undefined =>
  balance === undefined || balance >= amount
    ? undefined
    : invalid("invalid_exact_evm_insufficient_balance", `The payer has ${balance} micro-units of the asset; ${amount} are required.`)

/** Undefined where the call reverted, or returned something else. */
const reading =
  <A>(decode: (data: Hex) => readonly [A]) =>
  (returned: Returned): A | undefined => {
    if (returned === undefined) return undefined
    return Option.getOrUndefined(Option.map(Option.liftThrowable(decode)(returned), ([value]) => value))
  }

const boolIn = reading((data) => decodeAbiParameters([{ type: "bool" }], data))
const textIn = reading((data) => decodeAbiParameters([{ type: "string" }], data))
const amountIn = reading((data) => decodeAbiParameters([{ type: "uint256" }], data))
