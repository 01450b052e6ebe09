import { expect, it } from "vitest"
import { broadcastRefusal } from "../../../../rails/x402/evm/rpcAnswers.ts"

/** Sentences of geth, op-geth, anvil, erigon, nethermind and besu. */
it.each([
  ["already known", "AlreadyKnown"],
  ["transaction already imported", "AlreadyKnown"],
  ["AlreadyKnown", "AlreadyKnown"],
  ["Known transaction", "AlreadyKnown"],
  ["ALREADY_EXISTS: already known", "AlreadyKnown"],
  ["nonce too low: address 0x12, tx: 4 state: 5", "nonce_too_low"],
  ["OldNonce, Current nonce: 5, nonce of rejected tx: 4", "nonce_too_low"],
  ["replacement transaction underpriced", "underpriced"],
  ["transaction underpriced: tip needed 1, tip permitted 0", "underpriced"],
  ["ReplacementNotAllowed", "underpriced"],
  ["FeeTooLow, MaxFeePerGas too low", "underpriced"],
  ["max fee per gas less than block base fee: maxFeePerGas: 1, baseFee: 7", "underpriced"],
  ["insufficient funds for gas * price + value: balance 0, tx cost 1", "insufficient_funds"],
  ["Insufficient funds for gas * price + value", "insufficient_funds"],
  ["Upfront cost exceeds account balance", "insufficient_funds"],
  ["intrinsic gas too low", "other"],
  ["txpool is full", "other"],
])("the RPC answer '%s' is read as %s", (message, expected) => {
  const answer = broadcastRefusal(message)
  expect(answer._tag === "Refused" ? answer.reason : answer._tag).toBe(expected)
})
