import { Effect, Option } from "effect"
import { decodeFunctionResult, encodeFunctionData, parseAbi } from "viem"
import { Chain, type Hex } from "../chain/Chain.ts"

export interface Call {
  readonly to: Hex
  readonly data: Hex
}

/** Data that a call returned; undefined where it reverted. */
export type Returned = Hex | undefined

/** Multicall3 stands at this address on every network that counts. */
const multicall3 = "0xcA11bde05977b3631167028862bE2a173976CA11"

const abi = parseAbi([
  "struct Call { address target; bytes callData; }",
  "struct Result { bool success; bytes returnData; }",
  "function tryAggregate(bool requireSuccess, Call[] calls) payable returns (Result[] returnData)",
])

/** Several calls one after the other on one state, in one round trip, with at most `gas` for all of them. None where the network has no Multicall3. */
export const simulateAll = Effect.fnUntraced(function* (calls: ReadonlyArray<Call>, gas?: bigint) {
  const chain = yield* Chain
  const args = [false, calls.map(({ data, to }) => ({ target: to, callData: data }))] as const
  const data = encodeFunctionData({ abi, functionName: "tryAggregate", args })
  const simulated = yield* chain.simulate({ to: multicall3, data, ...(gas === undefined ? {} : { gas }) })
  if (simulated._tag === "Reverted") return Option.none()
  return Option.liftThrowable((data: Hex): ReadonlyArray<Returned> =>
    decodeFunctionResult({ abi, functionName: "tryAggregate", data }).map(({ returnData, success }) => (success ? returnData : undefined)),
  )(simulated.data)
})
