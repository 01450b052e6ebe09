import { Effect, Option } from "effect"
import { pad } from "viem"
import type { Call } from "../../domain/ledger/state.ts"
import { type PaymentCheck, type PaymentDetails, Unavailable } from "../../domain/rail/Rail.ts"
import { evidenceOf, type Proof, proofOf } from "./callRecords.ts"
import { Chain, type Log } from "./evm/Chain.ts"
import type { Hex } from "./evm/hex.ts"
import type { PaymentTerms } from "./paymentTerms.ts"
import { Wallets } from "./wallets/Wallets.ts"
import { encodeReceipt } from "./protocol/responses.ts"

/** Holds a call's payment against the chain: the transaction, its block, the transfer and the authorization that it used. */
export const checkPayment = Effect.fnUntraced(
  function* (terms: PaymentTerms, call: Call) {
    const proof = proofOf(call)
    if (call.settlement === "failed" || call.state === "released") return yield* checkUnpaid(call, proof)
    return Option.isSome(proof) ? yield* checkProven(terms, call, proof.value) : checkUnproven(call)
  },
  Effect.catchTag("ChainUnavailable", ({ message }) => new Unavailable({ message: `The chain cannot be read now: ${message}` })),
)

const finding = (name: string, ok: boolean, found: string): PaymentCheck => ({ name, ok, found })

const checkProven = Effect.fnUntraced(function* ({ confirmations: asked, payTo }: PaymentTerms, call: Call, proof: Proof) {
  const chain = yield* Chain
  const due = call.deposits ? call.max : call.amount
  const books = [
    finding("the payment is on this gateway's network and token", isHere(chain, proof), `${proof.network}, ${proof.asset}`),
    finding("the amount is what the books have", proof.amount === due, `${proof.amount} micro-USD proven, ${due} booked`),
    finding("it went to this gateway's address", same(proof.payee, payTo), proof.payee),
  ]
  const receipt = yield* chain.receipt(proof.hash)
  if (receipt === undefined) return [...books, finding("the transaction is in a block", false, `${proof.hash} is in none`)]
  const { number } = yield* chain.head
  const confirmations = Number(number - receipt.blockNumber) + 1
  const transfer = receipt.logs.find(({ logIndex }) => logIndex === proof.log_index)
  const used = receipt.logs.some((log) => isUse(log, proof))
  return [
    ...books,
    finding(
      "the transaction is in its block and succeeded",
      receipt.succeeded && receipt.blockHash === proof.block_hash,
      `block ${receipt.blockNumber}, ${receipt.blockHash}`,
    ),
    finding(
      "the transfer is in its place",
      transfer !== undefined && isTransfer(transfer, proof),
      `log ${proof.log_index} of ${proof.hash}`,
    ),
    finding("the payer's authorization was used by it", used, `nonce ${proof.nonce}`),
    finding(
      "it is as deep as its state says",
      call.settlement !== "settled" || confirmations >= asked,
      `${confirmations} confirmations, ${asked} asked for`,
    ),
  ]
})

/** Nothing is proven yet: then nothing may be called settled. */
const checkUnproven = (call: Call) => {
  const nothingDue = call.amount === 0n && !call.deposits
  return [finding("what is settled has a proof", call.settlement !== "settled" || nothingDue, `settlement ${call.settlement}, no proof`)]
}

/** What was called unpaid has not moved, nor ever will: its authorization is unused, or the payer cancelled it. */
const checkUnpaid = Effect.fnUntraced(function* (call: Call, proof: Option.Option<Proof>) {
  const chain = yield* Chain
  const authorization = Option.map(evidenceOf(call), (evidence) => evidence.authorization)
  const presented = Option.orElse(authorization, () => Option.map(proof, ({ nonce, payer }) => ({ from: payer, nonce })))
  if (Option.isNone(presented)) return [finding("nothing was submitted", true, `payment ${call.state}`)]
  const { from, nonce } = presented.value
  const used = yield* chain.authorizationUsed(from, nonce)
  return [finding("the authorization was not used", !used, used ? `nonce ${nonce} was used or cancelled` : `nonce ${nonce} was not used`)]
})

const isHere = ({ asset, network }: Chain["Service"], proof: Proof) => proof.network === network.caip2 && same(proof.asset, asset.address)

const isTransfer = ({ address, data, topics }: Log, { amount, asset, payee, payer }: Proof) =>
  same(address, asset) &&
  topics[0] === transferTopic &&
  same(topics[1], pad(payer)) &&
  same(topics[2], pad(payee)) &&
  BigInt(data) === amount

const isUse = ({ address, topics }: Log, { asset, nonce, payer }: Proof) =>
  same(address, asset) && topics[0] === usedTopic && same(topics[1], pad(payer)) && same(topics[2], nonce)

/** `Transfer(address,address,uint256)` and `AuthorizationUsed(address,bytes32)`. */
const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
const usedTopic = "0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5"

const same = (a: Hex | undefined, b: Hex) => a?.toLowerCase() === b.toLowerCase()

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

/** How the payment that the caller presented fared, in the header its client looks at. Nothing is said while nobody knows. */
export const receiptFor = ({ network }: Pick<Chain["Service"], "network">, call: Call): Readonly<Record<string, string>> => {
  const evidence = evidenceOf(call)
  if (Option.isNone(evidence)) return {}
  const { payer, version } = evidence.value
  const proof = proofOf(call)
  const of = { network: network.caip2, payer }
  if (call.settlement === "failed") {
    const [, errorReason = "transaction_failed", errorMessage = call.lastError ?? ""] = declined.exec(call.lastError ?? "") ?? []
    return encodeReceipt({ ...of, success: false, transaction: "", errorReason, errorMessage }, version)
  }
  if (Option.isNone(proof)) return {}
  return encodeReceipt({ ...of, success: true, transaction: proof.value.hash, amount: proof.value.amount }, version)
}
/** The protocol's code stands before the sentence. */
const declined = /([a-z0-9]+(?:_[a-z0-9]+)+): (.*)$/s
