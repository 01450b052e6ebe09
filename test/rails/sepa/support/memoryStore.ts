import { Effect } from "effect"
import { microUsd } from "../../../../domain/money/Money.ts"
import { type Collection, inFlight, isUnresolved, type Line } from "../../../../rails/sepa/store/Collection.ts"
import { type Contact, type Debtor, newDebtor } from "../../../../rails/sepa/store/Debtor.ts"
import { isFee, SepaStore } from "../../../../rails/sepa/store/SepaStore.ts"
import type { Page } from "../../../../rails/documentTable.ts"
import { StripeStore } from "../../../../rails/stripe/store.ts"
import { maxOpen, TopupStore } from "../../../../rails/credits/topups/TopupStore.ts"
import { isOpen, type Topup } from "../../../../rails/credits/topups/Topup.ts"

interface StoredLine extends Line {
  readonly organisation: Debtor["organisation"]
  readonly claim: string | null
  readonly booked: boolean
  readonly settled: boolean
  readonly at: number
}

/** Everything the memory store knows, open to the tests that use it. */
export const emptySepa = () => ({
  /** Of every organisation that has no entry: a name and no e-mail. */
  contacts: new Map<string, Contact>(),
  debtors: new Map<string, Debtor>(),
  /** Since when an operator keeps an organisation from using the rail. */
  blocks: new Map<string, number>(),
  collections: new Map<string, Collection>(),
  lines: new Map<string, StoredLine>(),
  topups: new Map<string, Topup>(),
  events: new Map<string, number>(),
  jobRuns: new Map<string, { takenAt: number; everyMs: number; ended: boolean; mark: number | null }>(),
  retries: new Map<string, { failures: number; firstAt: number; dueAt: number; ended: boolean }>(),
})
export type SepaRows = ReturnType<typeof emptySepa>

const keyOf = (organisation: string, id: string) => `${organisation}/${id}`

const paged = <A extends { readonly id: string; readonly createdAt: number }>(rows: Iterable<A>, { before, from, limit, to }: Page) =>
  [...rows]
    .filter(
      ({ createdAt, id }) =>
        (before === undefined || id < before) && (from === undefined || createdAt >= from) && (to === undefined || createdAt < to),
    )
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, limit)

/** The store without a database: the same port, one call at a time. */
export const memoryStore = (rows: SepaRows, now: () => number) => {
  const later = <A>(work: () => A) => Effect.sync(work)
  const collections = () => [...rows.collections.values()]
  const linesOf = (claim: string, settled: boolean) =>
    [...rows.lines.values()].filter((line) => line.claim === claim && !isFee(line) && line.settled === settled).map(({ id }) => id)

  return SepaStore.of({
    now: later(now),
    contact: (organisation) => later(() => rows.contacts.get(organisation) ?? { name: "Ada Ltd", email: null }),
    blockedSince: (organisation) => later(() => rows.blocks.get(organisation) ?? null),
    debtor: (organisation) => later(() => rows.debtors.get(organisation)),
    debtorOfCustomer: (customer) => later(() => [...rows.debtors.values()].find((debtor) => debtor.customer === customer)),
    debtorOfMandate: (mandate) => later(() => [...rows.debtors.values()].find((debtor) => debtor.mandate?.id === mandate)),
    debtors: (after, limit) =>
      later(() =>
        [...rows.debtors.values()]
          .filter(({ organisation }) => after === null || organisation > after)
          .sort((a, b) => (a.organisation < b.organisation ? -1 : 1))
          .slice(0, limit),
      ),
    changeDebtor: (organisation, change) =>
      later(() => {
        const after = change(rows.debtors.get(organisation) ?? newDebtor(organisation))
        rows.debtors.set(organisation, after)
        return after
      }),

    begin: (collection, bind) =>
      later(() => {
        const { id, organisation } = collection
        if (collections().some((other) => other.organisation === organisation && inFlight(other))) return false
        if ("instead" in bind) {
          const before = rows.collections.get(bind.instead)
          if (before === undefined || !isUnresolved(before)) return false
          rows.collections.set(before.id, { ...before, next: id })
        } else {
          const debtor = rows.debtors.get(organisation)
          if (debtor === undefined || debtor.carry !== bind.carried) return false
          const keys = bind.lines.map((line) => keyOf(organisation, line.id))
          if (keys.some((key) => (rows.lines.get(key)?.claim ?? null) !== null)) return false
          for (const line of bind.lines) {
            const before = rows.lines.get(keyOf(organisation, line.id))
            rows.lines.set(keyOf(organisation, line.id), {
              booked: true,
              ...line,
              ...before,
              organisation,
              claim: id,
              settled: false,
            })
          }
          rows.debtors.set(organisation, { ...debtor, carry: bind.carry })
        }
        rows.collections.set(id, collection)
        return true
      }),
    bindRemainder: (organisation, { carried, lines, remainder }) =>
      later(() => {
        const debtor = rows.debtors.get(organisation)
        if (debtor === undefined || debtor.carry !== carried || debtor.remainder?.booked === false) return false
        if (collections().some((other) => other.organisation === organisation && inFlight(other))) return false
        if (lines.some(({ id }) => (rows.lines.get(keyOf(organisation, id))?.claim ?? null) !== null)) return false
        for (const line of lines) {
          const before = rows.lines.get(keyOf(organisation, line.id))
          const bound = { booked: true, ...line, ...before, organisation, claim: remainder.claim, settled: false }
          rows.lines.set(keyOf(organisation, line.id), bound)
        }
        rows.debtors.set(organisation, { ...debtor, carry: 0n, remainder })
        return true
      }),
    collection: (id) => later(() => rows.collections.get(id)),
    changeCollection: (id, change) =>
      later(() => {
        const before = rows.collections.get(id)
        if (before === undefined) return undefined
        const after = change(before)
        rows.collections.set(id, after)
        return after
      }),
    collections: (organisation, page) =>
      later(() =>
        paged(
          collections().filter((c) => organisation === null || c.organisation === organisation),
          page,
        ),
      ),
    claimOf: (claim) =>
      later(() =>
        collections()
          .filter((c) => c.claim === claim)
          .sort((a, b) => (a.id < b.id ? -1 : 1)),
      ),
    unfinished: (after, limit) =>
      later(() =>
        collections()
          .filter((c) => (inFlight(c) || c.booked !== c.status) && (after === null || c.id > after))
          .sort((a, b) => (a.id < b.id ? -1 : 1))
          .slice(0, limit),
      ),
    withdrawing: (after, limit) =>
      later(() =>
        collections()
          .filter((c) => c.withdrawal !== undefined && c.withdrawal.dueAt !== null && (after === null || c.id > after))
          .sort((a, b) => (a.id < b.id ? -1 : 1))
          .slice(0, limit),
      ),
    open: (organisation) => later(() => collections().filter((c) => c.organisation === organisation && (inFlight(c) || isUnresolved(c)))),

    bound: (organisation, calls) =>
      later(() => new Set(calls.filter((call) => (rows.lines.get(keyOf(organisation, call))?.claim ?? null) !== null))),
    callsOf: (claim, settled, limit) => later(() => linesOf(claim, settled).slice(0, limit)),
    covered: (organisation, claims) =>
      later(() => {
        const lines = [...rows.lines.values()].filter(
          (line) => line.organisation === organisation && line.claim !== null && claims.includes(line.claim),
        )
        return { entries: lines.length, oldestAt: lines.length === 0 ? null : Math.min(...lines.map(({ at }) => at)) }
      }),
    collectionsOfCall: (organisation, call) =>
      later(() => {
        const claim = rows.lines.get(keyOf(organisation, call))?.claim
        return collections()
          .filter((c) => c.claim === claim)
          .sort((a, b) => (a.id < b.id ? 1 : -1))
      }),
    mark: (claim, calls, settled) =>
      later(() => {
        for (const [key, line] of rows.lines) if (line.claim === claim && calls.includes(line.id)) rows.lines.set(key, { ...line, settled })
      }),

    feesOf: (organisation, period) =>
      later(() => {
        const fees = [...rows.lines.values()].filter((line) => line.organisation === organisation && line.id.startsWith(`fee:${period}`))
        return { lines: fees.length, cents: fees.reduce((total, { cents = 0n }) => total + cents, 0n) }
      }),
    addFees: (organisation, fees, feeFrom) =>
      later(() => {
        for (const fee of fees) {
          const key = keyOf(organisation, fee.id)
          if (!rows.lines.has(key)) rows.lines.set(key, { ...fee, organisation, claim: null, booked: false, settled: false })
        }
        const debtor = rows.debtors.get(organisation)
        if (debtor !== undefined) rows.debtors.set(organisation, { ...debtor, feeFrom })
      }),
    unbookedFees: (limit) =>
      later(() =>
        [...rows.lines.values()]
          .filter((line) => isFee(line) && !line.booked)
          .slice(0, limit)
          .map(({ amount, id, organisation }) => ({ organisation, id, amount })),
      ),
    feeBooked: ({ id, organisation }) =>
      later(() => {
        const line = rows.lines.get(keyOf(organisation, id))
        if (line !== undefined) rows.lines.set(keyOf(organisation, id), { ...line, booked: true })
      }),
    freeFees: (organisation) =>
      later(() =>
        [...rows.lines.values()]
          .filter((line) => line.organisation === organisation && isFee(line) && line.booked && line.claim === null)
          .map(({ amount, at, cents, id }) => ({ id, amount: microUsd(amount), at, ...(cents === undefined ? {} : { cents }) })),
      ),
  })
}

/** The store of top-ups without a database. */
export const memoryTopupStore = (rows: SepaRows, now: () => number) =>
  TopupStore.of({
    now: Effect.sync(now),
    add: (topup) =>
      Effect.sync(() => {
        const { idempotency } = topup
        const earlier = [...rows.topups.values()].find(
          (other) =>
            idempotency !== null &&
            other.organisation === topup.organisation &&
            other.key === topup.key &&
            other.idempotency?.key === idempotency.key,
        )
        if (earlier !== undefined) return earlier
        const open = [...rows.topups.values()].filter((other) => other.organisation === topup.organisation && isOpen(other))
        if (open.length >= maxOpen) return undefined
        rows.topups.set(topup.id, topup)
        return topup
      }),
    find: (id) => Effect.sync(() => rows.topups.get(id)),
    change: (id, change) =>
      Effect.sync(() => {
        const before = rows.topups.get(id)
        if (before === undefined) return undefined
        const after = change(before)
        rows.topups.set(id, after)
        return after
      }),
    page: (organisation, page) =>
      Effect.sync(() =>
        paged(
          [...rows.topups.values()].filter((topup) => organisation === null || topup.organisation === organisation),
          page,
        ),
      ),
    open: (limit) => Effect.sync(() => [...rows.topups.values()].filter(isOpen).slice(0, limit)),
  })

/** The handled events and the runs of jobs without a database. */
export const memoryStripeStore = (rows: SepaRows, now: () => number) => {
  const changeRun = (job: string, change: { readonly ended: true } | { readonly mark: number } | { readonly takenAt: number }) =>
    Effect.sync(() => {
      const jobRun = rows.jobRuns.get(job)
      if (jobRun !== undefined) rows.jobRuns.set(job, { ...jobRun, ...change })
    })
  return StripeStore.of({
    now: Effect.sync(now),
    isHandled: (id) => Effect.sync(() => rows.events.has(id)),
    markHandled: (id) => Effect.sync(() => void rows.events.set(id, now())),
    forgetEvents: (before) =>
      Effect.sync(() => {
        for (const [id, at] of rows.events) if (at < before) rows.events.delete(id)
      }),
    claimRun: (job, everyMs) =>
      Effect.sync(() => {
        const jobRun = rows.jobRuns.get(job)
        if (jobRun !== undefined && now() - jobRun.takenAt < everyMs) return undefined
        rows.jobRuns.set(job, { takenAt: now(), everyMs, ended: false, mark: jobRun?.mark ?? null })
        return { mark: jobRun?.mark ?? null }
      }),
    endRun: (job) => changeRun(job, { ended: true }),
    hastenRun: (job) => changeRun(job, { takenAt: -Infinity }),
    unfinishedJobs: (at) =>
      Effect.sync(() =>
        [...rows.jobRuns].filter(([, { ended, everyMs, takenAt }]) => !ended || takenAt <= at - everyMs).map(([name]) => name),
      ),
    keepMark: (job, mark) => changeRun(job, { mark }),
    failures: (kind) =>
      Effect.sync(() => {
        const ofKind = [...rows.retries].filter(([key, { ended }]) => key.startsWith(`${kind}/`) && !ended)
        return new Map(ofKind.map(([key, { dueAt }]) => [key.slice(kind.length + 1), dueAt]))
      }),
    keepFailure: (kind, id, _, { endMs, firstMs, maxMs }) =>
      Effect.sync(() => {
        const before = rows.retries.get(`${kind}/${id}`) ?? { failures: 0, firstAt: now() }
        rows.retries.set(`${kind}/${id}`, {
          failures: before.failures + 1,
          firstAt: before.firstAt,
          dueAt: now() + Math.min(maxMs, firstMs * 2 ** before.failures),
          ended: endMs !== null && now() - before.firstAt > endMs,
        })
      }),
    forgetFailure: (kind, id) => Effect.sync(() => void rows.retries.delete(`${kind}/${id}`)),
    givenUp: Effect.sync(() => [...rows.retries.values()].filter(({ ended }) => ended).length),
  })
}
