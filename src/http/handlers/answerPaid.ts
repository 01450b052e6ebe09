import { Effect } from "effect"
import { insufficientBalance } from "../../../domain/ledger/admit.ts"
import type { Call, Run } from "../../../domain/ledger/state.ts"
import type { RunRecord } from "../../../domain/ledger/LedgerQueries.ts"
import { type MicroUsd, zero } from "../../../domain/money/Money.ts"
import type { ReservedCall, PaidCallOutcome } from "../../../domain/PaidCall.ts"
import { answerRun, readRun, runEnded } from "./readRun.ts"
import { sayReceipt } from "../payment/receipt.ts"
import { replay } from "./replay.ts"

/** How a paid call that ended within the wait is answered. */
export const answerPaid = Effect.fnUntraced(function* (paid: PaidCallOutcome, hash: string, waitMs: number) {
  switch (paid._tag) {
    case "Delivered":
      return yield* answerRun(recordOf(paid.closed.call, paid.closed.run!, paid.body, paid.closed.balance))
    case "Failed":
      return yield* answerRun(recordOf(paid.closed.call, paid.closed.run!, null, paid.closed.balance))
    case "Held":
      return yield* answerRunning(paid)
    case "Declined":
      yield* sayReceipt(paid.closed.call)
      return yield* insufficientBalance(paid.closed.call.max, zero, [
        { rail: paid.closed.call.rail, outcome: "declined", reason: paid.reason },
      ])
    case "Superseded":
      yield* Effect.timeoutOption(runEnded(paid.run), waitMs)
      return yield* answerRun(yield* readRun(paid.run))
    case "Earlier": {
      const { now, run } = yield* readRun(paid.run)
      return yield* replay({ run: run.id, hash, status: run.status, waitUntil: run.waitUntil }, hash, answerRun, now)
    }
  }
})

/** 202: the call holds its money and goes on without this request. */
export const answerRunning = ({ balance, call, run }: ReservedCall) => answerRun(recordOf(call, run!, null, balance))

const recordOf = (call: Call, run: Run, body: string | null, balance: MicroUsd): RunRecord => ({
  run,
  calls: [{ call, body }],
  balance,
  now: call.reservedAt,
})
