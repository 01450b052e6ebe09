import { expect, it } from "vitest"
import { broadcastAnswer } from "../../../../rails/x402/evm/rpcAnswers.ts"

/** Sentences of geth, op-geth, anvil, erigon, nethermind and besu. */
it.each([
  ["already known", "Known"],
  ["transaction already imported", "Known"],
  ["AlreadyKnown", "Known"],
  ["Known transaction", "Known"],
  ["ALREADY_EXISTS: already known", "Known"],
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
])("%s", (message, meaning) => {
  const said = broadcastAnswer(message)
  expect(said._tag === "Refused" ? said.reason : said._tag).toBe(meaning)
})
