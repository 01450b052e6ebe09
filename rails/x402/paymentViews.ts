import { Effect, Option } from "effect"
import { pad } from "viem"
import type { Call } from "../../domain/ledger/state.ts"
import { type PaymentCheck, type PaymentDetails, Unavailable } from "../../domain/rail/Rail.ts"
import { evidenceOf, operatorEvidenceOf, type Proof, proofOf, walletGenerationOf } from "./callRecords.ts"
import { Chain, type Log } from "./evm/Chain.ts"
import { authorizationUsedTopic, transferTopic } from "./evm/contracts.ts"
import { type Hex, lowerCase, sameHex } from "./evm/hex.ts"
import type { PaymentTerms } from "./paymentTerms.ts"
import { encodeReceipt } from "./protocol/responses.ts"
import { findAuthorizationUseSince, firstBlockSince } from "./settlement/authorizationUses.ts"
import { Phrases } from "./wallets/Phrases.ts"
import { Signer } from "./wallets/Signer.ts"

/** The response header with the result of a payment that the caller presented. No header while the result is unknown. */
export const receiptFor = ({ network }: Pick<Chain["Service"], "network">, call: Call): Readonly<Record<string, string>> => {
  const evidence = evidenceOf(call)
  if (Option.isNone(evidence)) return {}
  const { payer, version } = evidence.value
  const proof = proofOf(call)
  const shared = { network: network.caip2, payer }
  if (call.settlement === "failed") {
    const [, errorReason = "transaction_failed", errorMessage = call.lastError ?? ""] = codeAndMessage.exec(call.lastError ?? "") ?? []
    return encodeReceipt({ ...shared, success: false, transaction: "", errorReason, errorMessage }, version)
  }
  if (Option.isNone(proof)) return {}
  return encodeReceipt({ ...shared, success: true, transaction: proof.value.hash, amount: proof.value.amount }, version)
}

const codeAndMessage = /([a-z0-9]+(?:_[a-z0-9]+)+): (.*)$/s

/** Where finance finds the payment on chain. A payment that is not proven yet has a payer and no transaction. */
export const detailsOf = Effect.fnUntraced(function* (call: Call) {
  const { asset, network } = yield* Chain
  const proof = proofOf(call)
  if (Option.isSome(proof)) return provenDetails(proof.value, yield* confirmationsOf(proof.value))
  const payer = yield* payerOf(call)
  return {
    network: network.caip2,
    buyerAddress: payer,
    txHash: null,
    blockNumber: null,
    more: { asset: asset.address },
  } satisfies PaymentDetails
})

const provenDetails = (
  { asset, block, block_hash, hash, log_index, network, payee, payer }: Proof,
  confirmations: number,
): PaymentDetails => ({
  network,
  buyerAddress: payer,
  txHash: hash,
  blockNumber: Number(block),
  more: { asset, block_hash, log_index, payee_address: payee, confirmations },
})

/** The current number, or the number at the time of the proof if the chain does not answer. */
const confirmationsOf = Effect.fnUntraced(function* (proof: Proof) {
  const chain = yield* Chain
  const head = yield* Effect.option(chain.head)
  if (Option.isNone(head) || head.value.number < proof.block) return proof.confirmations
  return Number(head.value.number - proof.block) + 1
})

const payerOf = Effect.fnUntraced(function* (call: Call) {
  const evidence = evidenceOf(call)
  if (Option.isSome(evidence)) return evidence.value.payer
  const generation = walletGenerationOf(call)
  if (Option.isNone(generation)) return null
  const signer = yield* Signer
  return yield* Effect.flatMap(Phrases, ({ ofGeneration }) => ofGeneration(generation.value)).pipe(
    Effect.flatMap(({ fingerprint }) => signer.addressOf(call.organisation, fingerprint)),
    Effect.map((address): string | null => address),
    Effect.orElseSucceed(() => null),
  )
})

/** Compares a call's payment with the chain: the transaction, its block, the transfer, and the authorization that it used. */
export const checkPayment = Effect.fnUntraced(
  function* (terms: PaymentTerms, call: Call) {
    const proof = proofOf(call)
    if (call.settlement === "failed" || call.state === "released") return yield* checkUnpaid(call, proof)
    if (Option.isSome(proof)) return yield* checkProven(terms, call, proof.value)
    const evidence = operatorEvidenceOf(call)
    return Option.isSome(evidence) ? yield* checkEndedByHand(call, evidence.value) : checkUnproven(call)
  },
  Effect.catchTag("ChainUnavailable", ({ message }) => new Unavailable({ message: `The chain cannot be read now: ${message}` })),
)

const result = (name: string, ok: boolean, actual: string): PaymentCheck => ({ name, ok, found: actual })

const checkProven = Effect.fnUntraced(function* (terms: PaymentTerms, call: Call, proof: Proof) {
  const chain = yield* Chain
  const due = call.deposits ? call.max : call.amount
  const isHere = proof.network === chain.network.caip2 && sameHex(proof.asset, chain.asset.address)
  const offline = [
    result("the payment is on this gateway's network and token", isHere, `${proof.network}, ${proof.asset}`),
    result("the amount equals the booked amount", proof.amount === due, `${proof.amount} micro-USD proven, ${due} booked`),
    result("the payee is this gateway's address", sameHex(proof.payee, terms.payTo), proof.payee),
  ]
  const receipt = yield* chain.receipt(proof.hash)
  if (receipt === undefined) return [...offline, result("the transaction is in a block", false, `${proof.hash} is in no block`)]
  const { number } = yield* chain.head
  const confirmations = Number(number - receipt.blockNumber) + 1
  const transfer = receipt.logs.find(({ logIndex }) => logIndex === proof.log_index)
  return [
    ...offline,
    result(
      "the transaction is in the proven block and succeeded",
      receipt.succeeded && receipt.blockHash === proof.block_hash,
      `block ${receipt.blockNumber}, ${receipt.blockHash}`,
    ),
    result(
      "the transfer is at the proven log index",
      transfer !== undefined && isTransferOf(transfer, proof),
      `log ${proof.log_index} of ${proof.hash}`,
    ),
    result(
      "the transaction used the payer's authorization",
      receipt.logs.some((log) => isUseOf(log, proof)),
      `nonce ${proof.nonce}`,
    ),
    result(
      "the payment has the confirmations of its state",
      call.settlement !== "settled" || confirmations >= terms.confirmations,
      `${confirmations} confirmations, ${terms.confirmations} required`,
    ),
  ]
})

/** Without a proof the call must not be settled. */
const checkUnproven = (call: Call) => {
  const isFree = call.amount === 0n && !call.deposits
  return [result("a settled payment has a proof", call.settlement !== "settled" || isFree, `settlement ${call.settlement}, no proof`)]
}

/** An operator ended the call as settled by other evidence than a transfer: its authorization must have moved the money. */
const checkEndedByHand = Effect.fnUntraced(function* (call: Call, evidence: string) {
  const name = "the authorization was used, as the operator's evidence says"
  const authorization = Option.map(evidenceOf(call), (evidence) => evidence.authorization)
  if (Option.isNone(authorization)) return [result(name, false, `the call has no authorization; the evidence is: ${evidence}`)]
  const { event, outcome } = yield* fateOf(call, authorization.value)
  return [result(name, outcome === "used", `${event}; the evidence is: ${evidence}`)]
})

/** The authorization of an unpaid call must not have moved money. A cancelled one can never move money. */
const checkUnpaid = Effect.fnUntraced(function* (call: Call, proof: Option.Option<Proof>) {
  const authorization = Option.map(evidenceOf(call), (evidence) => evidence.authorization)
  const presented = Option.orElse(authorization, () => Option.map(proof, ({ nonce, payer }) => ({ from: payer, nonce })))
  if (Option.isNone(presented)) return [result("nothing was submitted", true, `payment ${call.state}`)]
  const { event, outcome } = yield* fateOf(call, presented.value)
  return [result("the authorization was not used", outcome === "unused" || outcome === "cancelled", event)]
})

/** What became of an authorization. The token has one flag for used and cancelled, so the event on chain distinguishes them. */
const fateOf = Effect.fnUntraced(function* ({ reservedAt }: Call, { from, nonce }: { readonly from: Hex; readonly nonce: Hex }) {
  const chain = yield* Chain
  if (!(yield* chain.authorizationUsed(from, nonce))) return { outcome: "unused", event: `nonce ${nonce} was not used` } as const
  const { number: head } = yield* chain.head
  const start = yield* firstBlockSince(BigInt(Math.floor(reservedAt / 1000) - secondsBefore), head)
  const use = yield* findAuthorizationUseSince({ payer: lowerCase(from), nonce: lowerCase(nonce) }, start, head)
  if (use === undefined) {
    const event = `nonce ${nonce} was used or cancelled, in no block of the day after block ${start}: search the chain for it`
    return { outcome: "unknown", event } as const
  }
  const where = `in block ${use.blockNumber}, ${use.hash}`
  return use.cancelled
    ? ({ outcome: "cancelled", event: `nonce ${nonce} was cancelled by its payer ${where}` } as const)
    : ({ outcome: "used", event: `nonce ${nonce} was used ${where}` } as const)
})

/** The clocks of the chain and of the database differ, and somebody else may have submitted the payment shortly before the call. */
const secondsBefore = 3_600

const isTransferOf = ({ address, data, topics }: Log, { amount, asset, payee, payer }: Proof) =>
  sameHex(address, asset) &&
  topics[0] === transferTopic &&
  sameHex(topics[1], pad(payer)) &&
  sameHex(topics[2], pad(payee)) &&
  BigInt(data) === amount

const isUseOf = ({ address, topics }: Log, { asset, nonce, payer }: Proof) =>
  sameHex(address, asset) && topics[0] === authorizationUsedTopic && sameHex(topics[1], pad(payer)) && sameHex(topics[2], nonce)
