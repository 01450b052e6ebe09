import { Effect, Option } from "effect"
import type { Call } from "../../domain/ledger/state.ts"
import type { PaymentDetails } from "../../domain/rail/Rail.ts"
import { evidenceOf } from "./caller/evidence.ts"
import { Chain } from "./chain/Chain.ts"
import { type Proof, proofOf } from "./proof.ts"
import { Wallets } from "./wallet/Wallets.ts"

/** Where finance finds the payment on chain. What is not proven yet has a payer and no transaction. */
export const detailsOf = Effect.fnUntraced(function* (call: Call) {
  const { asset, network } = yield* Chain
  const proof = proofOf(call)
  if (Option.isSome(proof)) return proven(proof.value, yield* confirmationsOf(proof.value))
  const payer = yield* payerOf(call)
  return {
    network: network.caip2,
    buyerAddress: payer,
    txHash: null,
    blockNumber: null,
    more: { asset: asset.address },
  } satisfies PaymentDetails
})

const proven = ({ asset, block, block_hash, hash, log_index, network, payee, payer }: Proof, confirmations: number): PaymentDetails => ({
  network,
  buyerAddress: payer,
  txHash: hash,
  blockNumber: Number(block),
  more: { asset, block_hash, log_index, payee_address: payee, confirmations },
})

/** Those of now, where the chain answers; else those of when it was proven. */
const confirmationsOf = Effect.fnUntraced(function* (proof: Proof) {
  const chain = yield* Chain
  const head = yield* Effect.option(chain.head)
  if (Option.isNone(head) || head.value.number < proof.block) return proof.confirmations
  return Number(head.value.number - proof.block) + 1
})

const payerOf = Effect.fnUntraced(function* (call: Call) {
  const evidence = evidenceOf(call)
  if (Option.isSome(evidence)) return evidence.value.payer
  const wallets = yield* Wallets
  return yield* wallets.of(call.organisation).pipe(
    Effect.map(({ address }): string | null => address),
    Effect.orElseSucceed(() => null),
  )
})
