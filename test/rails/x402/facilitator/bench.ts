import { Effect, Layer } from "effect"
import { Chain, ChainUnavailable } from "../../../../rails/x402/evm/Chain.ts"
import { type Hex } from "../../../../rails/x402/evm/hex.ts"
import { makeFacilitator } from "../../../../rails/x402/facilitator/makeFacilitator.ts"
import { memorySettleRequests } from "../support/memorySettleRequests.ts"
import { sandboxAsset, sandboxNetwork } from "../../../../rails/x402/settings.ts"
import { type SettlementState, Settlements } from "../../../../rails/x402/settlement/Settlements.ts"
import { invalid, type Verdict } from "../../../../rails/x402/verify/examine.ts"
import { Verifier } from "../../../../rails/x402/verify/Verifier.ts"
import { goldenVector } from "../protocol/goldenVector.ts"

const hash: Hex = `0x${"ab".repeat(32)}`

export const included: SettlementState = {
  _tag: "Included",
  final: false,
  confirmations: 1,
  hash,
  blockNumber: 1n,
  blockHash: hash,
  logIndex: 0,
}
export const pending: SettlementState = { _tag: "Pending", hash, reason: "It is not in a block yet." }
export const rejected: SettlementState = { _tag: "Rejected", reason: "invalid_exact_evm_nonce_already_used", message: "Used." }

export const { payment } = goldenVector
export const body = { x402Version: 2, paymentPayload: payment, paymentRequirements: payment.accepted }
export const shop = { id: "shop", idempotencyKey: null }

/** A facilitator whose verifier and queue answer what the test sets. */
export const facilitatorBench = Effect.gen(function* () {
  const says: {
    verdict: "valid" | "invalid" | "down"
    settlement: Effect.Effect<SettlementState>
    known: SettlementState | undefined
    blocked: string | undefined
    readonly seen: { verified: number; settled: Array<string> }
  } = { verdict: "valid", settlement: Effect.succeed(included), known: undefined, blocked: undefined, seen: { verified: 0, settled: [] } }

  const verifier = Layer.succeed(
    Verifier,
    Verifier.of({
      verifyPayment: ({ authorization }) =>
        Effect.suspend((): Effect.Effect<Verdict, ChainUnavailable> => {
          says.seen.verified++
          if (says.verdict === "down") return Effect.fail(new ChainUnavailable({ message: "The node is silent." }))
          if (says.verdict === "valid") return Effect.succeed({ _tag: "Valid", authorization } as const)
          return Effect.succeed(invalid("invalid_exact_evm_insufficient_balance", "The payer has nothing."))
        }),
      checkDomain: Effect.void,
    }),
  )
  const settlements = Layer.succeed(
    Settlements,
    Settlements.of({
      blockedReason: () => Effect.sync(() => says.blocked),
      settle: (_authorization, reference) => {
        says.seen.settled.push(reference)
        return says.settlement
      },
      lookup: () => Effect.sync(() => says.known),
      transferOnChain: () => Effect.undefined,
    }),
  )
  const unread = () => Effect.die(new Error("a facilitator reads the chain through its verifier alone"))
  const none = Effect.suspend(unread)
  const chain = Layer.succeed(
    Chain,
    Chain.of({
      network: sandboxNetwork,
      asset: sandboxAsset,
      codeAt: unread,
      simulate: unread,
      balanceOf: unread,
      authorizationUsed: unread,
      head: none,
      block: unread,
      receipt: unread,
      hasTransaction: unread,
      logs: unread,
      transactionCounts: unread,
      gasBalance: unread,
      fees: none,
      broadcast: unread,
    }),
  )
  const signers = ["0x857b06519E91e3A54538791bDbb0E22373e36b66"] as const
  const facilitator = yield* makeFacilitator({ signers, waitMs: 1000, keyless: false, minimum: 1_000n }).pipe(
    Effect.provide([verifier, settlements, chain, memorySettleRequests(100)]),
  )
  return { facilitator, says }
})
