import { Context, Effect, Layer } from "effect"
import { OrganisationId } from "../../domain/money/ids.ts"
import { toDecimal } from "../../domain/money/Money.ts"
import type { Payout, PayoutStatus } from "../../domain/publishing/Payout.ts"
import { PayoutChain } from "../../domain/publishing/PayoutChain.ts"
import { Payouts } from "../../domain/publishing/Payouts.ts"
import { Publishers } from "../../domain/publishing/Publishers.ts"
import {
  type OtherPayment,
  type OtherPaymentsStore,
  type OtherPaymentStatus,
  OtherPaymentsStores,
} from "../../domain/rail/OtherPayments.ts"
import { type PaymentCheck, Unavailable } from "../../domain/rail/Rail.ts"
import { listOtherPayments } from "../../rails/otherPaymentsOf.ts"
import { RailAudits } from "../../rails/RailModule.ts"
import { auditRecent, auditedDays } from "./auditRecent.ts"

const statusOf: Record<PayoutStatus, OtherPaymentStatus> = {
  requested: "pending",
  approved: "settling",
  sending: "settling",
  paid: "settled",
  rejected: "released",
  failed: "failed",
}

/** A payout to a publisher as a payment. Its owner is the publisher; an organisation sees none. */
const paymentOf = (payout: Payout): OtherPayment => ({
  id: payout.id,
  organisation: OrganisationId.make(payout.publisher),
  kind: "payout",
  status: statusOf[payout.status],
  rail: "x402",
  amount: payout.amount,
  amountMinor: payout.amount,
  currency: "USDC",
  currencyDecimals: 6,
  key: null,
  stripe: {},
  more: {
    publisher_id: payout.publisher,
    status: payout.status,
    calls: payout.calls,
    wallet: payout.wallet,
    tx_hash: payout.transactionHash,
    block_number: payout.blockNumber,
  },
  events: [
    { type: "requested", at: payout.requestedAt },
    { type: payout.status === "rejected" ? "rejected" : "approved", at: payout.decidedAt },
    { type: "sending", at: payout.sentAt },
    { type: payout.status, at: payout.status === "paid" || payout.status === "failed" ? payout.endedAt : null },
  ].flatMap(({ at, type }) => (at === null ? [] : [{ type, at, data: {} }])),
  createdAt: payout.requestedAt,
  settledAt: payout.status === "paid" ? payout.endedAt : null,
  lastError: payout.lastError,
})

/** A payout compared with the chain. */
const checkPayout = Effect.fnUntraced(function* (payout: Payout) {
  const chain = yield* PayoutChain
  if (chain === undefined) return yield* new Unavailable({ message: "This gateway has no wallet for payouts." })
  const { amount, decidedAt, id, requestedAt, transactionHash, wallet } = payout
  const state = yield* chain.lookup({ id, wallet, amount, approvedAt: decidedAt ?? requestedAt })
  const onChain =
    state._tag === "Settled"
      ? `${toDecimal(amount)} USDC to ${wallet} in ${state.transactionHash}`
      : `not paid (${state._tag.toLowerCase()})`
  const ok =
    payout.status === "paid"
      ? state._tag === "Settled" && state.transactionHash === transactionHash
      : !(state._tag === "Settled" && state.final && payout.status !== "sending")
  return { name: `the payout is ${payout.status} in the books`, ok, found: onChain } satisfies PaymentCheck
})

const make = Effect.gen(function* () {
  const [chain, payouts, publishers] = [yield* PayoutChain, yield* Payouts, yield* Publishers]
  const checked = (payout: Payout) => Effect.provideService(checkPayout(payout), PayoutChain, chain)
  const find = (id: string) => Effect.catchTag(payouts.find(null, id), "payout_not_found", () => Effect.undefined)
  const list = listOtherPayments({
    kind: "payout",
    rail: "x402",
    page: (_, { limit, ...page }) => payouts.list(null, page, limit),
    view: (payout: Payout) => Effect.succeed(paymentOf(payout)),
  })
  const store: OtherPaymentsStore = {
    list: (organisation, ...given) => (organisation === null ? list(organisation, ...given) : Effect.succeed([])),
    find: (organisation, id) =>
      organisation === null ? Effect.map(find(id), (payout) => (payout === undefined ? undefined : paymentOf(payout))) : Effect.undefined,
    verify: (id) =>
      Effect.flatMap(find(id), (payout) => (payout === undefined ? Effect.undefined : Effect.map(checked(payout), (check) => [check]))),
  }
  // A payout may be paid long after its request, so all are read and only the recent ones compared.
  const onChain = auditRecent({
    page: (_, before, limit) => payouts.list(null, { status: "paid", before }, limit),
    idOf: ({ id }: Payout) => id,
    breaksOf: Effect.fnUntraced(function* (payout: Payout, from: number) {
      if (payout.endedAt === null || payout.endedAt < from) return []
      const { found, ok } = yield* checked(payout)
      return ok ? [] : [`The payout ${payout.id} is paid in the books; on chain it is ${found}.`]
    }),
  }).pipe(Effect.provideService(Publishers, publishers))
  return Context.make(OtherPaymentsStores, [...(yield* OtherPaymentsStores), store]).pipe(
    Context.add(RailAudits, [
      ...(yield* RailAudits),
      { rail: "payouts", checks: { [`a payout of the last ${auditedDays} days that is paid in the books is paid on chain`]: onChain } },
    ]),
  )
})

/** Payouts among the payments and the audits of the command line. */
export const payoutPayments = Layer.effectContext(make)
