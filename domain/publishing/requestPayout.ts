import { Effect } from "effect"
import { isUuid } from "../money/ids.ts"
import type { MicroUsd } from "../money/Money.ts"
import { audited, Operator } from "../operating/OperatorLog.ts"
import { Rails } from "../rail/Rail.ts"
import type { PayoutTerms, ReversalWindow } from "./earnings.ts"
import { PublisherNotVerified } from "./Payout.ts"
import { PayoutChain } from "./PayoutChain.ts"
import { Payouts } from "./Payouts.ts"
import { missingProofs, proofKinds, proofState, type ProviderProof, type Publisher, verificationState } from "./Publisher.ts"
import { Publishers, PublisherSuspended } from "./Publishers.ts"

/** For how long the payments of each rail may be taken back by the payer's bank. Rails whose payments are final have none. */
export const reversalWindows = Effect.map(Rails, (rails): ReadonlyArray<ReversalWindow> =>
  [...rails.values()].flatMap(({ id, reversible }) => (reversible === undefined ? [] : [{ rail: id, ...reversible }])),
)

export interface PayoutRequest {
  readonly amount: MicroUsd | null
  /** The ids of a verified proof of each kind. Empty: the newest verified ones. */
  readonly proofs: ReadonlyArray<string>
}

/** Requests that an operator pays what has matured. No money moves before an operator approves it. */
export const requestPayout = Effect.fnUntraced(function* (
  publisher: Publisher,
  { amount, proofs: ids }: PayoutRequest,
  terms: PayoutTerms,
) {
  const publishers = yield* Publishers
  if (publisher.status !== "active") return yield* suspended()
  const chosen = yield* chooseProofs(yield* publishers.proofs(publisher.id), ids, yield* publishers.now)
  const wallet = chosen.find(({ kind }) => kind === "wallet")!.subject
  const problem = (yield* PayoutChain)?.walletProblem(wallet)
  if (problem !== undefined) {
    return yield* new PublisherNotVerified({ message: `Your wallet cannot be paid: ${problem} Prove another wallet. No money moved.` })
  }
  const payouts = yield* Payouts
  const proofs = chosen.map(({ id }) => id)
  return yield* payouts.request({ publisher: publisher.id, amount, wallet, proofs }, yield* reversalWindows, terms)
})

const suspended = () =>
  new PublisherSuspended({
    message:
      "The operator of this gateway has suspended this publisher. It can read and request nothing. No money moved. Ask the operator.",
  })

/** One verified proof of each kind, of the given ids or the newest. */
const chooseProofs = Effect.fnUntraced(function* (all: ReadonlyArray<ProviderProof>, ids: ReadonlyArray<string>, now: number) {
  const missing = missingProofs(all, now)
  if (verificationState(all, now) !== "verified") {
    return yield* new PublisherNotVerified({ message: `${missing.join(" ")} Then request the payout again. No money moved.` })
  }
  const verified = all.filter((proof) => proofState(proof, now) === "verified")
  for (const id of ids) {
    if (isUuid(id) && verified.some((proof) => proof.id === id)) continue
    return yield* new PublisherNotVerified({
      message: `The proof ${id} is not one of your verified proofs. GET /v1/publishers/me lists them. No money moved.`,
    })
  }
  const named = ids.length === 0 ? verified : verified.filter(({ id }) => ids.includes(id))
  const chosen = proofKinds.map((kind) => named.find((proof) => proof.kind === kind))
  if (chosen.includes(undefined)) {
    return yield* new PublisherNotVerified({
      message: `Name a verified proof of each kind in \`proofs\`: ${proofKinds.join(" and ")}. GET /v1/publishers/me lists them. No money moved.`,
    })
  }
  return chosen.flatMap((proof) => proof ?? [])
})

/** An operator's decision about a payout. Approving sends it: the publisher has to be active, and its proofs still verified. */
export const decidePayout = Effect.fnUntraced(function* (id: string, approve: boolean, reason: string) {
  const payouts = yield* Payouts
  const publishers = yield* Publishers
  const { user } = yield* Operator
  const payout = yield* payouts.find(null, id)
  const state = Effect.map(payouts.find(null, id), ({ amount, status }) => ({ status, amount: amount.toString() }))
  const action = { action: approve ? "payouts approve" : "payouts reject", organisation: null, subject: id, reason }
  const check = Effect.gen(function* () {
    const publisher = yield* publishers.find(payout.publisher)
    if (publisher.status !== "active") return yield* suspended()
    const all = yield* publishers.proofs(publisher.id)
    yield* chooseProofs(all, payout.proofs, yield* publishers.now)
  })
  const change = approve ? Effect.andThen(check, payouts.approve(id, user, reason)) : payouts.reject(id, user, reason)
  return yield* audited(action, state, change)
})
