import { Context, Effect, Layer, Result } from "effect"
import type { LedgerState, Call, PaymentEvent, StoredResult, Transfer } from "../../../domain/ledger/state.ts"
import { applyChange } from "../../../domain/ledger/change.ts"
import { decide } from "../../../domain/ledger/decide.ts"
import { Ledger } from "../../../domain/ledger/Ledger.ts"

/** Everything the memory ledger knows, open to the tests that use it. */
export interface MemoryLedgerState extends Omit<LedgerState, "now"> {
  now: number
  readonly results: Map<Call["id"], StoredResult>
  readonly transfers: Array<Transfer>
  readonly events: Array<PaymentEvent>
  /** Nodes that are not silent. */
  readonly nodes: Set<string>
}

export class MemoryStore extends Context.Service<MemoryStore, MemoryLedgerState>()("farthing/test/support/MemoryStore") {
  static readonly layer = Layer.sync(MemoryStore, () => emptyLedgerState())
}

export const emptyLedgerState = (): MemoryLedgerState => ({
  now: Date.UTC(2026, 0, 15),
  organisations: new Map(),
  keys: new Map(),
  accounts: new Map(),
  spends: new Map(),
  calls: new Map(),
  runs: new Map(),
  idempotency: new Map(),
  claims: new Map(),
  refs: new Set(),
  executing: new Map(),
  results: new Map(),
  transfers: [],
  events: [],
  nodes: new Set(),
})

/** The ledger without a database: the same decisions over the same books, one command at a time. */
export const MemoryLedger: Layer.Layer<Ledger, never, MemoryStore> = Layer.effect(
  Ledger,
  Effect.map(MemoryStore, (books) =>
    Ledger.of({
      execute: (command) =>
        Effect.suspend(() => {
          if (command._tag === "Reserve" && command.wallet && !books.organisations.has(command.organisation)) {
            books.organisations.set(command.organisation, { id: command.organisation, status: "active", spending: true, concurrency: 64 })
          }
          const { answer, changes } = decide(books, command)
          for (const change of changes) {
            applyChange(books, change)
            if (change._tag === "Transfer") books.transfers.push(change.transfer)
            if (change._tag === "Result") books.results.set(change.result.call, change.result)
            if (change._tag === "Event") books.events.push(change.event)
          }
          return Result.isSuccess(answer) ? Effect.succeed(answer.success as never) : Effect.fail(answer.failure)
        }),
      expects: (command) => Result.isSuccess(decide(books, command).answer),
      unsettled: ({ after, before, organisation, rail }, limit) =>
        Effect.sync(() => {
          const at = (call: Call) => [call.closedAt ?? 0, call.id] as const
          const isBehind = (a: Call, b: Call) => at(a)[0] - at(b)[0] || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
          return [...books.calls.values()]
            .filter((c) => c.rail === rail && (c.state === "captured" || c.state === "refunded") && c.settlement === "pending")
            .filter((c) => organisation === undefined || c.organisation === organisation)
            .filter((c) => (before === undefined || at(c)[0] < before) && (after === undefined || isBehind(c, after) > 0))
            .sort(isBehind)
            .slice(0, limit)
        }),
      overdue: (node, _silentMs, limit) =>
        Effect.sync(() =>
          [...books.calls.values()]
            .filter((c) => c.state === "reserved" && (c.node === node ? c.deadline < books.now : !books.nodes.has(c.node)))
            .sort((a, b) => a.deadline - b.deadline)
            .slice(0, limit),
        ),
    }),
  ),
)
