import { Context, Effect, Layer } from "effect"
import { type Checkout, type CheckoutStatus, knownPayment } from "../../domain/connect/Checkout.ts"
import { CheckoutChain, type CheckoutProof } from "../../domain/connect/CheckoutChain.ts"
import { type CheckoutRecord, Checkouts } from "../../domain/connect/Checkouts.ts"
import { statusAt } from "../../domain/connect/transition.ts"
import { OrganisationId } from "../../domain/money/ids.ts"
import { microUsd, toDecimal } from "../../domain/money/Money.ts"
import { Publishers } from "../../domain/publishing/Publishers.ts"
import {
  type OtherPayment,
  type OtherPaymentsStore,
  type OtherPaymentStatus,
  OtherPaymentsStores,
} from "../../domain/rail/OtherPayments.ts"
import { type PaymentCheck, Unavailable } from "../../domain/rail/Rail.ts"
import { isoTime } from "../../domain/time.ts"
import { listOtherPayments } from "../../rails/otherPaymentsOf.ts"
import { RailAudits } from "../../rails/RailModule.ts"
import { checkoutTimeline } from "../http/checkouts/payments.ts"
import { splitView } from "../http/checkouts/views.ts"
import { auditRecent, auditedDays } from "./auditRecent.ts"

/** The status of a checkout among the other payments of the rails. */
export const statusOf: Record<CheckoutStatus, OtherPaymentStatus> = {
  pending: "pending",
  confirming: "settling",
  paid: "settled",
  failed: "failed",
  expired: "expired",
  cancelled: "released",
}

/** A checkout as a payment. Its owner is the marketplace; an organisation sees none. The operator sees the wallets, which no answer of the API holds. */
const paymentOf = ({ checkout, marketplaceName, now, seller }: CheckoutRecord, network: string | null): OtherPayment => {
  const { amount, marketplace, merchant, split, splitter, wallets } = checkout
  const { buyer, transactionHash } = knownPayment(checkout)
  return {
    id: checkout.id,
    organisation: OrganisationId.make(marketplace),
    kind: "checkout",
    status: statusOf[statusAt(checkout, now)],
    rail: "x402",
    amount: microUsd(amount),
    amountMinor: amount,
    currency: "USDC",
    currencyDecimals: 6,
    key: null,
    stripe: {},
    members: {
      network,
      buyer_address: buyer,
      tx_hash: transactionHash,
      block_number: checkout.blockNumber === null ? null : Number(checkout.blockNumber),
    },
    more: {
      status: statusAt(checkout, now),
      marketplace_id: marketplace,
      marketplace: marketplaceName,
      merchant_id: merchant,
      external_seller_id: seller.externalSellerId,
      order_ref: checkout.orderRef,
      split: splitView(split),
      wallets,
      splitter,
      presented_tx_hash: checkout.transactionHash,
      log_index: checkout.logIndex,
      expires_at: isoTime(checkout.expiresAt),
    },
    events: checkoutTimeline(checkout, now).map((event) => ({ ...event, data: {} })),
    createdAt: checkout.createdAt,
    settledAt: checkout.settledAt,
    lastError: checkout.lastError,
  }
}

const describe = (proof: CheckoutProof) =>
  proof._tag === "Paid"
    ? `${proof.buyer} paid in ${proof.transactionHash}, log ${proof.logIndex} of block ${proof.blockNumber}${proof.final ? "" : ", which is not final"}`
    : proof.reason

/** A checkout compared with the chain. One that is not paid in the books must not be paid by the contract either. */
const checkCheckout = Effect.fnUntraced(function* (checkout: Checkout) {
  const chain = yield* CheckoutChain
  if (chain === undefined) return yield* new Unavailable({ message: "This gateway has no chain for checkouts: FARTHING_X402_SPLITTER." })
  const isPaid = yield* chain.isPaid(checkout)
  if (checkout.status !== "paid") {
    const onChain = isPaid ? "the contract has paid all parts" : "the contract has paid nothing"
    return [{ name: `the checkout is ${checkout.status} in the books`, ok: !isPaid || checkout.status === "confirming", found: onChain }]
  }
  const proof = yield* chain.prove(checkout, checkout.transactionHash!)
  const isSame =
    proof._tag === "Paid" &&
    [proof.buyer, proof.blockHash, proof.blockNumber, proof.logIndex].join() ===
      [checkout.buyer, checkout.blockHash, checkout.blockNumber, checkout.logIndex].join()
  const { marketplaceFee, seller, serviceFee } = checkout.split
  const parts = [seller, marketplaceFee, serviceFee].map((part) => toDecimal(microUsd(part))).join(" + ")
  const checks: ReadonlyArray<PaymentCheck> = [
    {
      name: `one transaction has the split event of this checkout and one transfer for each part (${parts} USDC)`,
      ok: proof._tag === "Paid" && proof.final && isPaid,
      found: describe(proof),
    },
    {
      name: `the books have the same buyer, block and log (log ${checkout.logIndex} of block ${checkout.blockNumber}, ${checkout.blockHash})`,
      ok: isSame,
      found:
        proof._tag === "Paid"
          ? `log ${proof.logIndex} of block ${proof.blockNumber}, ${proof.blockHash}, from ${proof.buyer}`
          : describe(proof),
    },
  ]
  return checks
})

const make = Effect.gen(function* () {
  const checkouts = yield* Checkouts
  const [chain, publishers] = [yield* CheckoutChain, yield* Publishers]
  const checked = ({ checkout }: CheckoutRecord) => Effect.provideService(checkCheckout(checkout), CheckoutChain, chain)
  const list = listOtherPayments({
    kind: "checkout",
    rail: "x402",
    page: (_, { before, from, limit, to }) => checkouts.list(null, { status: undefined, before, from, to }, limit),
    view: (record: CheckoutRecord) => Effect.succeed(paymentOf(record, chain?.network ?? null)),
  })
  const store: OtherPaymentsStore = {
    list: (organisation, ...given) => (organisation === null ? list(organisation, ...given) : Effect.succeed([])),
    find: (organisation, id) =>
      organisation === null
        ? Effect.map(checkouts.find(id), (record) => (record === undefined ? undefined : paymentOf(record, chain?.network ?? null)))
        : Effect.undefined,
    verify: (id) => Effect.flatMap(checkouts.find(id), (record) => (record === undefined ? Effect.undefined : checked(record))),
  }
  const breaksOf = Effect.fnUntraced(function* (record: CheckoutRecord) {
    const failing = ({ ok }: PaymentCheck) => !ok
    if (!(yield* checked(record)).some(failing)) return []
    // It may have been paid between the two reads.
    const again = yield* checkouts.find(record.checkout.id)
    const breaks = again === undefined ? [] : (yield* checked(again)).filter(failing)
    return breaks.map(({ found, name }) => `checkout ${record.checkout.id}: expected that ${name}; on chain: ${found}`)
  })
  const onChain = auditRecent({
    page: (from, before, limit) => checkouts.list(null, { status: undefined, before, from, to: undefined }, limit),
    idOf: ({ checkout }: CheckoutRecord) => checkout.id,
    breaksOf,
  }).pipe(Effect.provideService(Publishers, publishers))
  return Context.make(OtherPaymentsStores, [...(yield* OtherPaymentsStores), store]).pipe(
    Context.add(RailAudits, [
      ...(yield* RailAudits),
      {
        rail: "checkouts",
        checks: {
          [`each checkout of the last ${auditedDays} days is paid on chain if and only if it is paid in the books`]: onChain,
        },
      },
    ]),
  )
})

/** Checkouts among the payments and the audits of the command line. */
export const checkoutPayments = Layer.effectContext(make)
