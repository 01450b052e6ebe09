import { Effect } from "effect"
import type { Payout, PayoutStatus } from "../../../domain/publishing/Payout.ts"
import { Payouts } from "../../../domain/publishing/Payouts.ts"
import { missingProofs, proofState, type Publisher, verificationState } from "../../../domain/publishing/Publisher.ts"
import { Publishers } from "../../../domain/publishing/Publishers.ts"
import { isoTime } from "../../../domain/time.ts"
import { payoutView } from "../publishers/views.ts"

/** The operator sees the whole wallet, who decided, and the publisher's name. */
const operatedPayout = (payout: Payout, publisher: Publisher) => {
  const { proofs: _proofs, ...shown } = payoutView(payout)
  return { ...shown, wallet: payout.wallet, decided_by: payout.decidedBy, publisher_id: publisher.id, publisher_name: publisher.name }
}

const maxShown = 200

/** The newest first. */
export const readPayouts = Effect.fnUntraced(function* (status: PayoutStatus | undefined) {
  const all = yield* Effect.flatMap(Payouts, ({ list }) => list(null, { status }, maxShown))
  return { payouts: yield* Effect.forEach(all, payoutOf) }
})

/** A payout with its publisher. Publishers are never deleted. */
export const payoutOf = Effect.fnUntraced(function* (payout: Payout) {
  return operatedPayout(payout, yield* Effect.flatMap(Publishers, ({ find }) => Effect.orDie(find(payout.publisher))))
})

/** The publishers with the proofs that verify them, the oldest first. */
export const readPublishers = Effect.gen(function* () {
  const all = yield* Effect.flatMap(Publishers, ({ list }) => list(null, maxShown))
  return { publishers: yield* Effect.forEach(all, publisherView) }
})

export const publisherView = Effect.fnUntraced(function* (publisher: Publisher) {
  const publishers = yield* Publishers
  const proofs = yield* publishers.proofs(publisher.id)
  const now = yield* publishers.now
  return {
    publisher_id: publisher.id,
    name: publisher.name,
    status: publisher.status,
    payees: publisher.payees,
    verification: verificationState(proofs, now),
    missing: missingProofs(proofs, now),
    proofs: proofs.map((proof) => ({
      id: proof.id,
      kind: proof.kind,
      status: proofState(proof, now),
      subject: proof.subject,
      submitted_by: proof.submittedBy,
      expires_at: isoTime(proof.expiresAt),
      approved_by: proof.approvedBy,
    })),
  }
})
