import { expect, layer as suite } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { randomUUID } from "node:crypto"
import { OrganisationId } from "../../../../domain/money/ids.ts"
import { microUsd } from "../../../../domain/money/Money.ts"
import type { Mandate } from "../../../../rails/sepa/store/Debtor.ts"
import { type DatedLine, feeLine, SepaStore } from "../../../../rails/sepa/store/SepaStore.ts"
import { type LedgerFixture, noon, setTime } from "../../../support/ledger/LedgerFixture.ts"
import { TopupStore } from "../../../../rails/credits/topups/TopupStore.ts"
import { StripeStore } from "../../../../rails/stripe/store.ts"
import { collectionOf, nextId, topupOf } from "../support/samples.ts"

const newOrganisation = () => OrganisationId.make(randomUUID())
const call = (amount: number) => ({ id: randomUUID() as string, amount: microUsd(BigInt(amount)), at: noon - amount })
const mandate: Mandate = {
  id: "mandate_1",
  status: "active",
  paymentMethod: "pm_1",
  reference: "FARTHING-1",
  last4: "3000",
  acceptedAt: noon,
}

/** An organisation that carries nothing over, and a debit that covers these lines. */
const begun = Effect.fnUntraced(function* (lines: ReadonlyArray<DatedLine>) {
  const store = yield* SepaStore
  const organisation = newOrganisation()
  yield* store.changeDebtor(organisation, (debtor) => debtor)
  const collection = collectionOf(organisation)
  expect(yield* store.begin(collection, { lines, carried: 0n, carry: 7n })).toBe(true)
  return { organisation, collection }
})

/** What the rail asks of its store. The tables and the memory both keep to it. */
export const storeContract = <E>(name: string, store: Layer.Layer<SepaStore | TopupStore | StripeStore | LedgerFixture, E>) =>
  suite(store, { excludeTestServices: true })(`the store of debits: ${name}`, (it) => {
    it.effect("the store keeps every member of a debtor exactly", () =>
      Effect.gen(function* () {
        const store = yield* SepaStore
        const organisation = newOrganisation()
        expect(yield* store.debtor(organisation)).toBeUndefined()
        const own = { ...mandate, id: `mandate_${organisation}` }
        const changed = yield* store.changeDebtor(organisation, (debtor) => ({
          ...debtor,
          customer: "cus_1",
          mandate: own,
          carry: 9_007_199_254_740_993n,
          feeFrom: "2026-01",
        }))
        expect(yield* store.debtor(organisation)).toEqual(changed)
        expect(yield* store.debtorOfMandate(own.id)).toEqual(changed)
        expect(yield* store.debtorOfMandate("mandate_of_nobody")).toBeUndefined()
        const seen: Array<OrganisationId> = []
        for (let after: OrganisationId | null = null; ;) {
          const some: ReadonlyArray<{ readonly organisation: OrganisationId }> = yield* store.debtors(after, 2)
          seen.push(...some.map((debtor) => debtor.organisation))
          if (some.length < 2) break
          after = some.at(-1)!.organisation
        }
        expect(seen.filter((id) => id === organisation)).toHaveLength(1)
        expect(seen).toEqual([...seen].sort())
      }),
    )

    it.effect("concurrent changes of one row all take effect", () =>
      Effect.gen(function* () {
        const store = yield* SepaStore
        const organisation = newOrganisation()
        const times = Array.from({ length: 20 }, (_, i) => i)
        yield* Effect.forEach(times, () => store.changeDebtor(organisation, (debtor) => ({ ...debtor, setUps: debtor.setUps + 1 })), {
          concurrency: 8,
        })
        expect((yield* store.debtor(organisation))?.setUps).toBe(20)
      }),
    )

    it.effect("the store begins one debit at a time, with all its lines or not at all", () =>
      Effect.gen(function* () {
        const store = yield* SepaStore
        const lines = [call(100), call(200), call(0)]
        const { collection, organisation } = yield* begun(lines)
        expect(yield* store.collection(collection.id)).toEqual(collection)
        expect((yield* store.debtor(organisation))?.carry).toBe(7n)
        expect(yield* store.bound(organisation, [...lines.map(({ id }) => id), randomUUID()])).toEqual(new Set(lines.map(({ id }) => id)))
        expect([...(yield* store.callsOf(collection.id, false, 10))].sort()).toEqual(lines.map(({ id }) => id).sort())

        const beside = collectionOf(organisation)
        expect(yield* store.begin(beside, { lines: [call(1)], carried: 7n, carry: 0n }), "one is in flight").toBe(false)
        yield* store.changeCollection(collection.id, (now) => ({ ...now, status: "succeeded" }))
        expect(yield* store.begin(beside, { lines: [call(1), lines[0]!], carried: 7n, carry: 0n }), "a line is bound").toBe(false)
        expect(yield* store.begin(beside, { lines: [call(1)], carried: 6n, carry: 0n }), "something else is carried").toBe(false)
        expect(yield* store.collection(beside.id)).toBeUndefined()
        expect((yield* store.debtor(organisation))?.carry).toBe(7n)
        expect(yield* store.begin(beside, { lines: [call(1)], carried: 7n, carry: 0n })).toBe(true)
      }),
    )

    it.effect("one of many concurrent debits begins", () =>
      Effect.gen(function* () {
        const store = yield* SepaStore
        const organisation = newOrganisation()
        yield* store.changeDebtor(organisation, (debtor) => debtor)
        const line = call(5)
        const all = Array.from({ length: 8 }, () => collectionOf(organisation))
        const began = yield* Effect.forEach(all, (collection) => store.begin(collection, { lines: [line], carried: 0n, carry: 0n }), {
          concurrency: "unbounded",
        })
        expect(began.filter(Boolean)).toHaveLength(1)
      }),
    )

    it.effect("the store binds what is left after the last debit to a claim without a debit, all of it or nothing", () =>
      Effect.gen(function* () {
        const store = yield* SepaStore
        const lines = [call(100), call(200)]
        const { collection, organisation } = yield* begun([call(300)])
        const remainder = { claim: nextId(), micro: 307n, at: noon, booked: false, lost: null }
        const bound = (carried: bigint, more: ReadonlyArray<DatedLine> = []) =>
          store.bindRemainder(organisation, { remainder, lines: [...lines, ...more], carried })
        expect(yield* bound(7n), "a debit is in flight").toBe(false)
        yield* store.changeCollection(collection.id, (now) => ({ ...now, status: "succeeded" }))
        expect(yield* bound(6n), "something else is carried").toBe(false)
        expect(yield* bound(7n, [{ ...call(300), id: (yield* store.callsOf(collection.id, false, 1))[0]! }]), "a line is bound").toBe(false)
        expect(yield* store.debtor(organisation)).toMatchObject({ carry: 7n, remainder: null })
        expect(yield* bound(7n)).toBe(true)
        expect(yield* store.debtor(organisation)).toMatchObject({ carry: 0n, remainder })
        expect([...(yield* store.callsOf(remainder.claim, false, 10))].sort()).toEqual(lines.map(({ id }) => id).sort())
        expect(yield* bound(0n), "it is not booked yet").toBe(false)
      }),
    )

    it.effect("the store claims a failed debit again once, and lists open and unfinished debits", () =>
      Effect.gen(function* () {
        const store = yield* SepaStore
        const line = call(100)
        const { collection, organisation } = yield* begun([line])
        const idsOf = (all: ReadonlyArray<{ readonly id: string }>) => all.map(({ id }) => id)
        const unfinished = Effect.map(store.unfinished(null, 1_000), (all) => idsOf(all.filter((one) => one.organisation === organisation)))
        expect(yield* unfinished).toEqual([collection.id])
        expect(idsOf(yield* store.unfinished(collection.id, 1_000))).not.toContain(collection.id)
        expect(yield* store.collection("no id at all")).toBeUndefined()
        expect(
          yield* store.begin(collectionOf(organisation, { claim: collection.id, attempt: 2 }), { instead: collection.id }),
          "it is in flight",
        ).toBe(false)
        yield* store.changeCollection(collection.id, (now) => ({ ...now, status: "failed", failedAt: noon }))
        expect(yield* unfinished).toEqual([collection.id])
        yield* store.changeCollection(collection.id, (now) => ({ ...now, booked: "failed" }))
        expect(yield* unfinished).toEqual([])
        expect(idsOf(yield* store.open(organisation))).toEqual([collection.id])
        const again = collectionOf(organisation, { claim: collection.id, attempt: 2 })
        expect(yield* store.begin(again, { instead: collection.id })).toBe(true)
        expect((yield* store.collection(collection.id))?.next).toBe(again.id)
        expect(idsOf(yield* store.open(organisation))).toEqual([again.id])
        expect(idsOf(yield* store.collectionsOfCall(organisation, line.id))).toEqual([again.id, collection.id])
        expect(yield* store.collectionsOfCall(newOrganisation(), line.id)).toEqual([])
        expect(idsOf(yield* store.claimOf(collection.id))).toEqual([collection.id, again.id])
        yield* store.changeCollection(again.id, (now) => ({ ...now, status: "failed" }))
        expect(yield* store.begin(collectionOf(organisation, { attempt: 3 }), { instead: collection.id }), "its place is taken").toBe(false)
        yield* store.changeCollection(again.id, (now) => ({ ...now, voidedAt: noon }))
        expect(yield* store.open(organisation)).toEqual([])
        yield* store.changeCollection(again.id, (now) => ({ ...now, voidedAt: null }))
        expect(idsOf(yield* store.open(organisation))).toEqual([again.id])
        yield* store.changeCollection(again.id, (now) => ({ ...now, writtenOffAt: noon }))
        expect(yield* store.open(organisation)).toEqual([])
        expect(yield* store.changeCollection(nextId(), (now) => now)).toBeUndefined()
      }),
    )

    it.effect("the store marks the calls of a claim that are settled in the ledger", () =>
      Effect.gen(function* () {
        const store = yield* SepaStore
        const lines = [call(1), call(2), call(3)]
        const { collection } = yield* begun(lines)
        const ids = lines.map(({ id }) => id)
        expect(yield* store.callsOf(collection.id, false, 2)).toHaveLength(2)
        yield* store.mark(collection.id, ids.slice(0, 2), true)
        expect([...(yield* store.callsOf(collection.id, true, 10))].sort()).toEqual(ids.slice(0, 2).sort())
        expect(yield* store.callsOf(collection.id, false, 10)).toEqual(ids.slice(2))
        yield* store.mark(collection.id, ids, false)
        expect(yield* store.callsOf(collection.id, true, 10)).toEqual([])
      }),
    )

    it.effect("the store adds a month's fee once, and a debit can claim it once it is booked", () =>
      Effect.gen(function* () {
        const store = yield* SepaStore
        const organisation = newOrganisation()
        yield* store.changeDebtor(organisation, (debtor) => ({ ...debtor, feeFrom: "2025-12" }))
        const fee = feeLine("2025-12", microUsd(9_783_000n), 900n, Date.UTC(2026, 0, 1) - 1)
        yield* store.addFees(organisation, [fee], "2026-01")
        yield* store.addFees(organisation, [{ ...fee, amount: microUsd(1n) }], "2026-01")
        expect((yield* store.debtor(organisation))?.feeFrom).toBe("2026-01")
        expect(yield* store.freeFees(organisation)).toEqual([])
        const unbooked = (yield* store.unbookedFees(1_000)).find((one) => one.organisation === organisation)
        expect(unbooked).toEqual({ organisation, id: fee.id, amount: fee.amount })
        yield* store.feeBooked(unbooked!)
        expect(yield* store.freeFees(organisation)).toEqual([fee])
        const collection = collectionOf(organisation)
        expect(yield* store.begin(collection, { lines: [fee, call(4)], carried: 0n, carry: 0n })).toBe(true)
        expect(yield* store.freeFees(organisation)).toEqual([])
        expect(yield* store.callsOf(collection.id, false, 10), "a fee is no call").toHaveLength(1)
      }),
    )

    it.effect("the store counts the lines of claims, fees included, and reports since when the oldest is owed", () =>
      Effect.gen(function* () {
        const store = yield* SepaStore
        const { collection, organisation } = yield* begun([call(10), call(30), call(20)])
        expect(yield* store.covered(organisation, [])).toEqual({ entries: 0, oldestAt: null })
        expect(yield* store.covered(newOrganisation(), [collection.id])).toEqual({ entries: 0, oldestAt: null })
        expect(yield* store.covered(organisation, [collection.id])).toEqual({ entries: 3, oldestAt: noon - 30 })
        yield* store.changeCollection(collection.id, (now) => ({ ...now, status: "failed" }))
        const fee = feeLine("2025-12", microUsd(9_783_000n), 900n, noon - 99)
        yield* store.addFees(organisation, [fee], "2026-01")
        const other = collectionOf(organisation)
        expect(yield* store.begin(other, { lines: [{ ...fee, at: noon }], carried: 7n, carry: 0n })).toBe(true)
        expect(yield* store.covered(organisation, [collection.id, other.id])).toEqual({ entries: 4, oldestAt: noon - 99 })
      }),
    )

    it.effect("an organisation has at most 20 open top-ups, whatever is requested at the same time", () =>
      Effect.gen(function* () {
        const store = yield* TopupStore
        const organisation = newOrganisation()
        const first = topupOf(organisation, { idempotency: { key: "k", hash: "h" } })
        const others = Array.from({ length: 24 }, () => topupOf(organisation))
        const added = yield* Effect.forEach([first, ...others], (topup) => store.add(topup), { concurrency: 8 })
        expect(added.filter((topup) => topup !== undefined)).toHaveLength(20)
        expect(yield* store.add(first), "a repeated request is answered although no other is accepted").toEqual(first)
        expect(yield* store.add(topupOf(newOrganisation())), "another organisation is not affected").toBeDefined()
        yield* store.change(first.id, (topup) => ({ ...topup, status: "expired" }))
        expect(yield* store.add(topupOf(organisation))).toBeDefined()
      }),
    )

    it.effect("the store begins one top-up for an Idempotency-Key, and lists waiting top-ups", () =>
      Effect.gen(function* () {
        const store = yield* TopupStore
        const organisation = newOrganisation()
        const first = topupOf(organisation, { idempotency: { key: "k", hash: "h" } })
        expect(yield* store.add(first)).toEqual(first)
        expect(yield* store.add({ ...topupOf(organisation, { idempotency: { key: "k", hash: "other" } }), key: first.key })).toEqual(first)
        const without = topupOf(organisation)
        yield* store.add(without)
        const waiting = Effect.map(store.open(1_000), (all) => all.filter((one) => one.organisation === organisation).map(({ id }) => id))
        expect([...(yield* waiting)].sort()).toEqual([first.id, without.id].sort())
        yield* store.change(first.id, (topup) => ({ ...topup, status: "paid", paidAt: noon }))
        expect(yield* waiting, "paid and not credited").toContain(first.id)
        yield* store.change(first.id, (topup) => ({ ...topup, creditedAt: noon }))
        expect(yield* waiting).toEqual([without.id])
        expect((yield* store.find(first.id))?.paidAt).toBe(noon)
        expect((yield* store.page(organisation, { limit: 10 })).map(({ id }) => id)).toEqual([without.id, first.id])
        expect((yield* store.page(organisation, { limit: 10, before: without.id })).map(({ id }) => id)).toEqual([first.id])
      }),
    )

    it.effect("the store pages debits newest first, within a span of time", () =>
      Effect.gen(function* () {
        const store = yield* SepaStore
        const { collection, organisation } = yield* begun([])
        const idsOf = (page: { readonly from?: number; readonly to?: number; readonly before?: string }) =>
          Effect.map(store.collections(organisation, { limit: 10, ...page }), (all) => all.map(({ id }) => id))
        expect(yield* idsOf({ from: collection.createdAt, to: collection.createdAt + 1 })).toEqual([collection.id])
        expect(yield* idsOf({ from: collection.createdAt + 1 })).toEqual([])
        expect(yield* idsOf({ to: collection.createdAt })).toEqual([])
        expect(yield* idsOf({ before: collection.id })).toEqual([])
      }),
    )

    it.effect("the store marks an event as handled, and gives each run of a job to one node by the ledger's clock", () =>
      Effect.gen(function* () {
        const store = yield* StripeStore
        expect(yield* store.isHandled("evt_1")).toBe(false)
        yield* store.markHandled("evt_1")
        yield* store.markHandled("evt_1")
        expect(yield* store.isHandled("evt_1")).toBe(true)

        yield* setTime(noon)
        expect(yield* store.now).toBe(noon)
        const jobRuns = yield* Effect.forEach([1, 2, 3, 4], () => store.claimRun("sweep", 60_000), { concurrency: "unbounded" })
        expect(jobRuns.filter((jobRun) => jobRun !== undefined)).toEqual([{ mark: null }])
        yield* store.keepMark("sweep", noon - 5)
        yield* setTime(noon + 59_999)
        expect(yield* store.claimRun("sweep", 60_000)).toBeUndefined()
        yield* setTime(noon + 60_000)
        expect(yield* store.claimRun("sweep", 60_000)).toEqual({ mark: noon - 5 })
        // The run that began has not ended; then it has, and is due again after its minute.
        expect(yield* store.unfinishedJobs(noon + 60_000)).toEqual(["sweep"])
        yield* store.endRun("sweep")
        expect(yield* store.unfinishedJobs(noon + 119_999)).toEqual([])
        expect(yield* store.unfinishedJobs(noon + 120_000)).toEqual(["sweep"])
        yield* setTime(noon)
      }),
    )
  })
