import { Effect } from "effect"
import { type OperatorAction, audited, Operator } from "../operating/OperatorLog.ts"
import { InvalidRequest } from "../Refusal.ts"
import type { FeeRate } from "./earnings.ts"
import { proofState, type Publisher } from "./Publisher.ts"
import { type PublisherChange, Publishers } from "./Publishers.ts"
import { postAdjustments } from "./settlePayouts.ts"

const actionOf = (action: string, subject: string, reason: string): OperatorAction => ({ action, organisation: null, subject, reason })

export const createPublisher = Effect.fnUntraced(function* (name: string, payees: ReadonlyArray<string>, reason: string) {
  const publishers = yield* Publishers
  const created = publishers.create(name, payees)
  const made = ({ publisher }: { readonly publisher: Publisher }) => ({ publisher_id: publisher.id, payees: publisher.payees })
  return yield* audited(actionOf("publisher create", name, reason), Effect.succeed({}), created, made)
})

/** Renames, suspends or resumes a publisher, or adds payees to it or removes them. */
export const changePublisher = Effect.fnUntraced(function* (action: string, id: string, change: PublisherChange, reason: string) {
  const publishers = yield* Publishers
  const publisher = yield* publishers.find(id)
  const state = Effect.map(publishers.find(id), ({ name, payees, status }) => ({ name, status, payees }))
  return yield* audited(actionOf(action, id, reason), state, publishers.change(publisher.id, change))
})

/** A new key in place of the one before, which is refused at once. */
export const renewPublisherKey = Effect.fnUntraced(function* (id: string, reason: string) {
  const publishers = yield* Publishers
  const publisher = yield* publishers.find(id)
  return yield* audited(actionOf("publisher key", id, reason), Effect.succeed({}), publishers.renewKey(publisher.id))
})

/** Records that the operator has seen a proof of the publisher's bank account. Only a part of the IBAN is kept. */
export const recordIban = Effect.fnUntraced(function* (id: string, iban: string, evidence: string, reason: string) {
  const publishers = yield* Publishers
  const { user } = yield* Operator
  const publisher = yield* publishers.find(id)
  const subject = `${iban.slice(0, 2)}…${iban.slice(-4)}`
  const proof = publishers.addProof(publisher.id, { kind: "iban", subject, evidence, submittedBy: user })
  return yield* audited(actionOf("publisher iban", id, reason), Effect.succeed({ iban: subject, evidence }), proof)
})

/** Approves the proofs that wait. */
export const approvePublisher = Effect.fnUntraced(function* (id: string, reason: string) {
  const publishers = yield* Publishers
  const { user } = yield* Operator
  const publisher = yield* publishers.find(id)
  const state = Effect.gen(function* () {
    const now = yield* publishers.now
    return { proofs: (yield* publishers.proofs(publisher.id)).map((proof) => `${proof.kind} ${proof.id} ${proofState(proof, now)}`) }
  })
  return yield* audited(actionOf("publisher approve", id, reason), state, publishers.approveProofs(publisher.id, user))
})

/** Sets a rate and posts the corrections that it makes due. A rate above what a rail books takes nothing back. */
export const setFeeRate = Effect.fnUntraced(function* (rate: FeeRate, reason: string, rails: ReadonlyArray<string>) {
  const publishers = yield* Publishers
  if (!rails.includes(rate.rail))
    return yield* new InvalidRequest({ message: `There is no rail ${rate.rail}. There are: ${rails.join(", ")}.` })
  const state = Effect.map(publishers.rates, (rates) => ({ rates: rates.filter(({ rail }) => rail === rate.rail) }))
  yield* audited(actionOf("publisher rate", rate.rail, reason), state, Effect.andThen(publishers.setRate(rate), postAdjustments))
})
