import { Effect, Layer } from "effect"
import type { Call, Run } from "../../domain/ledger/state.ts"
import type { Capture, Closed, Reserve, Reserved } from "../../domain/ledger/command.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { zero } from "../../domain/money/Money.ts"

/** A ledger that admits every call and writes nothing: the difference to the product is the cost of the ledger. */
export const ledgerLeftOut = Layer.sync(Ledger, () => {
  const open = new Map<string, { readonly call: Call; readonly run: Run }>()

  const reserve = (c: Reserve): Reserved => {
    const now = Date.now()
    const [option] = c.options
    const call: Call = {
      organisation: c.organisation,
      id: c.call,
      run: c.run,
      step: c.step,
      key: c.key,
      source: c.source,
      operation: c.operation,
      name: c.name,
      payee: c.payee,
      price: c.price,
      rail: option!.rail,
      account: option!.account,
      feeBasisPoints: option!.feeBasisPoints,
      settles: option!.settles,
      deposits: false,
      remainderTo: option!.account,
      max: c.max,
      amount: c.max,
      state: "reserved",
      settlement: "none",
      delivered: false,
      evidence: null,
      proof: null,
      lastError: null,
      node: c.node,
      reservedAt: now,
      deadline: now + c.deadlineMs,
      closedAt: null,
      attempts: [],
      tag: null,
    }
    const { kind, request, waitMs } = c.begins!
    const times = { createdAt: now, waitUntil: now + waitMs, finishedAt: null }
    const run: Run = {
      organisation: c.organisation,
      id: c.run,
      key: c.key,
      kind,
      status: "running",
      request,
      error: null,
      idempotency: null,
      ...times,
    }
    open.set(call.id, { call, run })
    return { _tag: "Reserved", call, run, balance: zero }
  }

  const capture = (c: Capture): Closed => {
    const { call, run } = open.get(c.call)!
    open.delete(c.call)
    const closedAt = Date.now()
    return {
      call: { ...call, state: "captured", settlement: "settled", delivered: true, amount: c.amount, closedAt },
      run: { ...run, status: "completed", finishedAt: closedAt },
      balance: zero,
    }
  }

  return Ledger.of({
    execute: (command) =>
      command._tag === "Reserve"
        ? Effect.sync(() => reserve(command) as never)
        : command._tag === "Capture"
          ? Effect.sync(() => capture(command) as never)
          : Effect.die(new Error(`${command._tag} without a ledger`)),
    expects: () => false,
    unsettled: () => Effect.succeed([]),
    overdue: () => Effect.succeed([]),
  })
})
