/**
 * The books as a clerk would keep them who distrusts every total: plain lists and whole numbers, nothing carried
 * forward. Held, spent and available amounts are counted again from the first entry at every read. It was written apart
 * from the ledger, sharing none of its code, so that the two agree only where both are right.
 */
export interface PlainOrganisation {
  readonly id: string
  suspended: boolean
  spending: boolean
  concurrency: number
}
export interface PlainKey {
  readonly id: string
  readonly organisation: string
  perRequest: number | null
  monthly: number | null
  daily: number | null
  expiresAt: number
  revoked: boolean
}
export interface PlainAccount {
  readonly organisation: string
  readonly id: string
  credit: number
  suspended: boolean
}
export interface PlainCall {
  readonly organisation: string
  readonly id: string
  readonly run: string
  readonly key: string | null
  readonly rail: string
  /** The API that was relayed to; null for every other call. */
  readonly api: string | null
  readonly account: string
  readonly fee: number
  readonly settles: string
  readonly remainderTo: string | null
  readonly payee: string
  readonly max: number
  readonly attempts: ReadonlyArray<string>
  readonly reservedAt: number
  readonly deadline: number
  amount: number
  state: "reserved" | "captured" | "released" | "refunded"
  settlement: "none" | "pending" | "unknown" | "settled" | "failed"
  node: string
  document: string | null
  proof: string | null
  lastError: string | null
  closedAt: number | null
}
export interface PlainRun {
  readonly organisation: string
  readonly id: string
  readonly key: string | null
  readonly kind: string
  readonly idempotency: string | null
  status: string
  error: string | null
  finishedAt: number | null
}
export interface PlainEntry {
  readonly organisation: string
  readonly of: string
  readonly debit: string
  readonly credit: string
  readonly amount: number
}

/** An answer, or the name of its refusal with what it says. */
export type Description = Readonly<Record<string, unknown>>

export class ReferenceState {
  now = 0
  readonly organisations: Array<PlainOrganisation> = []
  readonly keys: Array<PlainKey> = []
  readonly accounts: Array<PlainAccount> = []
  readonly calls: Array<PlainCall> = []
  readonly runs: Array<PlainRun> = []
  readonly journal: Array<PlainEntry> = []
  readonly claims: Array<{ readonly hash: string; readonly call: string }> = []
  readonly refs: Array<string> = []
  readonly events: Array<{ readonly call: string; readonly type: string }> = []
  idempotency: Array<{ readonly name: string; readonly hash: string; readonly run: string; readonly organisation: string }> = []

  posted(account: PlainAccount): number {
    let posted = 0
    for (const entry of this.journal) {
      if (entry.organisation !== account.organisation) continue
      if (entry.credit === `buyer:${account.id}`) posted += entry.amount
      if (entry.debit === `buyer:${account.id}`) posted -= entry.amount
    }
    return posted
  }

  openOn(account: PlainAccount): ReadonlyArray<PlainCall> {
    return this.calls.filter((c) => c.organisation === account.organisation && c.account === account.id && c.state === "reserved")
  }

  held(account: PlainAccount): number {
    return total(this.openOn(account).map((call) => call.max))
  }

  left(account: PlainAccount): number {
    return this.posted(account) - this.held(account) + account.credit
  }

  /** What the calls of a key, or on a rail, cost in the period in which they were reserved. */
  spent(organisation: string, of: { readonly key?: string; readonly rail?: string; readonly api?: string }, period: string): number {
    const counted = this.calls.filter(
      (call) =>
        call.organisation === organisation &&
        (of.key === undefined || call.key === of.key) &&
        (of.rail === undefined || call.rail === of.rail) &&
        (of.api === undefined || call.api === of.api) &&
        new Date(call.reservedAt).toJSON().startsWith(period),
    )
    return total(counted.map((call) => (call.state === "reserved" ? call.max : call.state === "released" ? 0 : call.amount)))
  }

  account(organisation: string, id: string): PlainAccount | undefined {
    return this.accounts.find((account) => account.organisation === organisation && account.id === id)
  }
}

const total = (amounts: ReadonlyArray<number>) => amounts.reduce((sum, n) => sum + n, 0)

export const viewOf = (call: PlainCall): Description => ({
  id: call.id,
  rail: call.rail,
  account: call.account,
  attempts: call.attempts,
  max: call.max,
  amount: call.amount,
  state: call.state,
  settlement: call.settlement,
  delivered: call.document !== null,
  node: call.node,
  proof: call.proof,
  lastError: call.lastError,
  reservedAt: call.reservedAt,
  deadline: call.deadline,
  closedAt: call.closedAt,
})

export const runView = (run: PlainRun): Description => ({ id: run.id, status: run.status, error: run.error, finishedAt: run.finishedAt })

/** Everything that is on record for one organisation. */
export const recordOf = (books: ReferenceState, organisation: string): Description => {
  const mine = <A extends { readonly organisation: string }>(list: ReadonlyArray<A>) => list.filter((a) => a.organisation === organisation)
  const calls = mine(books.calls)
  const periods = new Set(calls.flatMap((call) => [7, 10].map((digits) => new Date(call.reservedAt).toJSON().slice(0, digits))))
  const scopes = [
    ...mine(books.keys).map((key) => ({ of: { key: key.id }, name: `key:${key.id}` })),
    ...[...new Set(calls.map((call) => call.rail))].map((rail) => ({ of: { rail }, name: `rail:${rail}` })),
    ...[...new Set(calls.flatMap((call) => call.api ?? []))].map((api) => ({ of: { api }, name: `source:${api}` })),
  ]
  const spends = scopes.flatMap(({ name, of }) =>
    [...periods]
      .filter((period) => "key" in of || period.length === 10)
      .map((period) => [`${name}/${period}`, books.spent(organisation, of, period)]),
  )
  return {
    accounts: Object.fromEntries(mine(books.accounts).map((a) => [a.id, [books.posted(a), books.held(a), books.openOn(a).length]])),
    spends: Object.fromEntries(spends.filter(([, spent]) => spent !== 0)) as unknown,
    calls: Object.fromEntries(calls.map((call) => [call.id, viewOf(call)])),
    runs: Object.fromEntries(mine(books.runs).map((run) => [run.id, runView(run)])),
    transfers: mine(books.journal).map(({ amount, credit, debit, of }) => `${of}: ${debit} → ${credit} ${amount}`),
    documents: Object.fromEntries(calls.filter((call) => call.document !== null).map((call) => [call.id, call.document])),
    idempotency: mine(books.idempotency)
      .map((entry) => `${entry.name} ${entry.hash} ${entry.run}`)
      .sort(),
    claims: books.claims
      .filter((claim) => calls.some((call) => call.id === claim.call))
      .map((claim) => `${claim.hash} → ${claim.call}`)
      .sort(),
    refs: books.refs
      .filter((ref) => ref.startsWith(organisation))
      .map((ref) => ref.slice(organisation.length + 1))
      .sort(),
    events: books.events.filter((event) => calls.some((call) => call.id === event.call)).map((event) => `${event.call} ${event.type}`),
  }
}
