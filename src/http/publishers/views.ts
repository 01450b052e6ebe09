import { toMoney } from "../../../domain/money/Money.ts"
import { type Earning, isMature, netOf, type PublisherBalance, type PublisherStatement } from "../../../domain/publishing/earnings.ts"
import type { Payout, PayoutItem } from "../../../domain/publishing/Payout.ts"
import { proofState, type ProviderProof } from "../../../domain/publishing/Publisher.ts"
import { isoTime, isoTimeOrNull } from "../../../domain/time.ts"
import type { PayoutView, StatementView } from "./schemas.ts"

export const balanceView = (balance: PublisherBalance) => ({
  total: toMoney(balance.balance),
  maturing: toMoney(balance.maturing),
  in_payout: toMoney(balance.inPayout),
  available: toMoney(balance.available),
  at_risk: toMoney(balance.atRisk),
  at_risk_unauthorised: toMoney(balance.atRiskUnauthorised),
})

/** `0x1f0a…7b11`: enough to recognise a wallet of one's own. */
const shortWallet = (wallet: string) => `${wallet.slice(0, 6)}…${wallet.slice(-4)}`

export const proofView = (proof: ProviderProof, now: number) => ({
  id: proof.id,
  kind: proof.kind,
  status: proofState(proof, now),
  subject: proof.kind === "wallet" ? shortWallet(proof.subject) : proof.subject,
  submitted_at: isoTime(proof.submittedAt),
  expires_at: isoTime(proof.expiresAt),
})

const earningStatus = (earning: Earning) => {
  if (earning.chargedBack > 0n) return "charged_back" as const
  if (earning.refunded > 0n && earning.refunded >= earning.earned) return "refunded" as const
  if (earning.payout !== null) return "in_payout" as const
  return isMature(earning) ? ("available" as const) : ("maturing" as const)
}

export const earningView = (earning: Earning) => ({
  payment_id: earning.call,
  payee: earning.payee,
  source_id: earning.source,
  operation: earning.operation,
  rail: earning.rail,
  status: earningStatus(earning),
  earned: toMoney(earning.earned),
  refunded: toMoney(earning.refunded),
  charged_back: toMoney(earning.chargedBack),
  corrected: toMoney(earning.corrected),
  net: toMoney(netOf(earning)),
  payout_id: earning.payout,
  captured_at: isoTime(earning.capturedAt),
  settled_at: isoTimeOrNull(earning.settledAt),
})

export const statementView = (publisher: string, { closing, lines, month, opening }: PublisherStatement) =>
  ({
    publisher_id: publisher,
    month,
    opening: toMoney(opening),
    lines: lines.map(({ amount, calls, kind, operation, rail, source }) => ({
      kind,
      rail,
      source_id: source,
      operation,
      entries: calls,
      amount: toMoney(amount),
    })),
    closing: toMoney(closing),
  }) satisfies typeof StatementView.Encoded

export const payoutView = (payout: Payout) =>
  ({
    id: payout.id,
    kind: "payout",
    status: payout.status,
    amount: toMoney(payout.amount),
    calls: payout.calls,
    wallet: shortWallet(payout.wallet),
    proofs: payout.proofs,
    requested_at: isoTime(payout.requestedAt),
    decided_at: isoTimeOrNull(payout.decidedAt),
    reason: payout.reason,
    sent_at: isoTimeOrNull(payout.sentAt),
    ended_at: isoTimeOrNull(payout.endedAt),
    tx_hash: payout.transactionHash,
    block_number: payout.blockNumber,
    last_error: payout.lastError,
  }) satisfies typeof PayoutView.Encoded

export const itemView = ({ amount, call, kind, payee }: PayoutItem) => ({ payment_id: call, payee, kind, amount: toMoney(amount) })
