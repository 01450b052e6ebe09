import { Effect, Layer } from "effect"
import { accountKey } from "../../../domain/ledger/state.ts"
import type { Ledger } from "../../../domain/ledger/Ledger.ts"
import { type MicroUsd, zero } from "../../../domain/money/Money.ts"
import { type MemoryLedgerState, MemoryLedger, MemoryStore } from "./MemoryLedger.ts"
import { LedgerFixture, noon, type Rows } from "./LedgerFixture.ts"

const bench = (books: MemoryLedgerState) => {
  books.now = noon
  return LedgerFixture.of({
    organisation: (organisation) => Effect.sync(() => void books.organisations.set(organisation.id, organisation)),
    account: (account) =>
      Effect.sync(() => {
        const key = accountKey(account.organisation, account.id)
        books.accounts.set(key, { posted: zero, held: zero, open: 0, transit: false, ...books.accounts.get(key), ...account })
      }),
    key: (key) => Effect.sync(() => void books.keys.set(key.id, key)),
    setTime: (at) => Effect.sync(() => void (books.now = at)),
    beat: (node) => Effect.sync(() => void books.nodes.add(node)),
    rows: (organisation) => Effect.sync(() => rowsOf(books, organisation)),
  })
}

const rowsOf = (books: MemoryLedgerState, organisation: string): Rows => {
  const mine = <A extends { readonly organisation: string }>(rows: Iterable<A>) =>
    [...rows].filter((row) => row.organisation === organisation)
  const by = <A>(rows: ReadonlyArray<A>, key: (row: A) => string) => [...rows].sort((a, b) => (key(a) < key(b) ? -1 : 1))
  const calls = mine(books.calls.values())
  const prefix = `${organisation}/`
  return {
    accounts: by(mine(books.accounts.values()), (a) => a.id),
    spends: Object.fromEntries(
      [...books.spends]
        .filter(([key, spent]) => key.startsWith(prefix) && spent !== 0n)
        .map(([key, spent]): [string, MicroUsd] => [key.slice(prefix.length), spent])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    calls: by(calls, (c) => c.id),
    runs: by(mine(books.runs.values()), (r) => r.id),
    results: by(mine(books.results.values()), (r) => r.call),
    transfers: mine(books.transfers).map(({ organisation, call, ref, debit, credit, amount }) => ({
      organisation,
      call,
      ref,
      debit,
      credit,
      amount,
    })),
    idempotency: by(mine(books.idempotency.values()), (i) => `${i.key}/${i.endpoint}/${i.idempotencyKey}`),
    claims: [...books.claims]
      .filter(([, call]) => calls.some((c) => c.id === call))
      .map(([hash, call]) => `${hash} → ${call}`)
      .sort(),
    refs: [...books.refs]
      .filter((ref) => ref.startsWith(prefix))
      .map((ref) => ref.slice(prefix.length))
      .sort(),
    events: mine(books.events),
  }
}

/** The memory ledger with its bench; the store is there for tests that look closer. */
export const memoryLedgerFixture: Layer.Layer<Ledger | LedgerFixture | MemoryStore> = Layer.merge(
  MemoryLedger,
  Layer.effect(LedgerFixture, Effect.map(MemoryStore, bench)),
).pipe(Layer.provideMerge(MemoryStore.layer))
