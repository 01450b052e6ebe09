import { describe, expect, it } from "@effect/vitest"
import { OrganisationId } from "../../../../domain/money/ids.ts"
import { type DebitObservation, apply, remedyOf } from "../../../../rails/sepa/debits/observation.ts"
import { type Collection, type CollectionStatus, collectionStatuses } from "../../../../rails/sepa/store/Collection.ts"
import { collectionOf } from "../support/samples.ts"

const organisation = OrganisationId.make("01940000-0000-7000-8000-00000000000a")
const day = Date.parse("2026-01-16")
const when = { now: 1_000, retryAfterMs: 5 }
const seen = (over: Partial<DebitObservation> = {}): DebitObservation => ({
  status: "processing",
  paymentIntent: "pi_1",
  charge: "py_1",
  failureCode: null,
  moves: [],
  dispute: null,
  ...over,
})
const move = (cents: bigint) => ({
  id: `txn_${cents}`,
  dispute: "du_1",
  cents,
  feeCents: cents < 0n ? 1_500n : 0n,
  feeCurrency: "eur",
  at: 1,
})
const observations: Readonly<Record<string, DebitObservation>> = {
  processing: seen(),
  failed: seen({ status: "failed", failureCode: "insufficient_funds" }),
  succeeded: seen({ status: "succeeded" }),
  disputed: seen({ status: "succeeded", moves: [move(-1_000n)], dispute: { id: "du_1", reason: "customer_initiated" } }),
  reinstated: seen({ status: "succeeded", moves: [move(-1_000n), move(1_000n)] }),
}
const at = (status: CollectionStatus, over: Partial<Collection> = {}) => collectionOf(organisation, { status, ...over })

/** Where a debit is after an observation. Nothing else can become of one. */
const disputed = [move(-1_000n)]

/** Where a debit is after an observation. Nothing else can become of one. */
const table: Record<CollectionStatus, Record<string, CollectionStatus>> = {
  new: { processing: "processing", failed: "failed", succeeded: "succeeded", disputed: "disputed", reinstated: "succeeded" },
  processing: { processing: "processing", failed: "failed", succeeded: "succeeded", disputed: "disputed", reinstated: "succeeded" },
  failed: { processing: "failed", failed: "failed", succeeded: "failed", disputed: "failed", reinstated: "failed" },
  succeeded: { processing: "succeeded", failed: "succeeded", succeeded: "succeeded", disputed: "disputed", reinstated: "succeeded" },
  disputed: { processing: "disputed", failed: "disputed", succeeded: "disputed", disputed: "disputed", reinstated: "succeeded" },
}

describe("observations of a debit", () => {
  it.each(collectionStatuses)("an observation moves a debit that is %s only forward", (status) => {
    const moves = status === "disputed" ? disputed : []
    for (const [name, observation] of Object.entries(observations))
      expect([name, apply(at(status, { moves }), observation, when).status]).toEqual([name, table[status][name]])
  })

  it("observations lead to the same end in any order and any number of times", () => {
    const story = [observations["processing"]!, observations["succeeded"]!, observations["disputed"]!]
    const end = story.reduce((now, observation) => apply(now, observation, when), at("new", { id: "a", claim: "a" }))
    for (const order of [story.toReversed(), [...story, ...story.toReversed()], [story[1]!, story[2]!, story[0]!]]) {
      expect(order.reduce((now, observation) => apply(now, observation, when), at("new", { id: "a", claim: "a" }))).toEqual(end)
    }
    expect(end).toMatchObject({
      status: "disputed",
      dispute: "du_1",
      disputeFeeCents: 1_500n,
      settledAt: 1_000,
      disputedAt: 1,
      remedy: "mandate",
      retryAt: null,
    })
  })

  it("a debit that an earlier release stored as disputed becomes paid when its dispute is won", () => {
    expect(apply(at("disputed", { dispute: "du_1" }), observations["disputed"]!, when)).toMatchObject({ status: "disputed", moves: [{}] })
    expect(apply(at("disputed", { dispute: "du_1" }), observations["reinstated"]!, when)).toMatchObject({
      status: "succeeded",
      booked: "new",
    })
  })

  it("a late failure for lack of money that comes as a dispute is tried again like the same failure on time", () => {
    const late = seen({ status: "succeeded", moves: disputed, dispute: { id: "du_1", reason: "insufficient_funds" } })
    expect(apply(at("succeeded"), late, when)).toMatchObject({ status: "disputed", remedy: "time", retryAt: day + 5 })
    expect(apply(at("succeeded", { attempt: 2 }), late, when)).toMatchObject({ status: "disputed", remedy: "mandate", retryAt: null })
  })

  it("a failed debit has the remedy that is needed before it is claimed again", () => {
    expect(apply(at("processing"), observations["failed"]!, when)).toMatchObject({
      remedy: "time",
      retryAt: day + 5,
      failureCode: "insufficient_funds",
    })
    const debit = (attempt: number) => at("processing", { attempt })
    expect(remedyOf("refer_to_customer", debit(1), when), "days count from the debit").toEqual({ remedy: "time", retryAt: day + 5 })
    const heardLate = { now: day + 30 * 86_400_000, retryAfterMs: 5 }
    expect(remedyOf("refer_to_customer", debit(1), heardLate)).toEqual({ remedy: "time", retryAt: heardLate.now })
    expect(remedyOf("insufficient_funds", debit(2), when), "once").toEqual({ remedy: "mandate", retryAt: null })
    expect(remedyOf("canceled", debit(2), when), "the operator's decision").toEqual({ remedy: "time", retryAt: 1_005 })
    for (const code of [
      "account_closed",
      "authorization_revoked",
      "debit_not_authorized",
      "recipient_deceased",
      "generic_could_not_process",
      null,
    ]) {
      expect(remedyOf(code, debit(1), when)).toEqual({ remedy: "mandate", retryAt: null })
    }
  })
})
