import { Result } from "effect"
import { readPayment } from "./present.ts"

/**
 * What stands in for an Idempotency-Key that the request lacks: the client's own name of its payment (extension
 * `payment-identifier`), or else the payment itself, so that a request that is sent again is answered with what became of
 * the first one and never with a demand to pay once more. `payload` goes into the hash that tells a repetition from another
 * request.
 */
export const identify = (proof: string): { readonly key: string; readonly payload: string } | undefined => {
  const payment = readPayment(proof)
  if (Result.isFailure(payment)) return undefined
  const { from, nonce, signature } = payment.success.authorization
  return { key: `payment:${payment.success.identifier ?? `${from}:${nonce}`}`, payload: `${from} ${nonce} ${signature}` }
}
