import { Result } from "effect"
import { describe, expect, it } from "vitest"
import type { Ask } from "../../../domain/ask/Ask.ts"
import { approve, type ApproveRequest } from "../../../domain/ask/approve.ts"
import type { AskContext } from "../../../domain/ask/AskStore.ts"
import { begin, type BeginRequest } from "../../../domain/ask/begin.ts"
import { conclude, expire, noteFailure } from "../../../domain/ask/conclude.ts"
import type { Draft } from "../../../domain/ask/Plan.ts"
import { resume, type ResumeRequest } from "../../../domain/ask/resume.ts"
import { CallId, NodeId, RunId } from "../../../domain/money/ids.ts"
import type { Run } from "../../../domain/ledger/state.ts"
import type { RunStatus } from "../../../domain/RunStatus.ts"
import { microUsd, zero } from "../../../domain/money/Money.ts"

import {
  after,
  approving,
  beginning,
  begunAs,
  codeOf,
  empty,
  fresh,
  key,
  means,
  node,
  now,
  organisation,
  plan,
  planned,
  account,
  statusOf,
  terms,
  use,
} from "./decisionsFixture.ts"

describe("beginning an ask", () => {
  it.each<readonly [string, Partial<BeginRequest>, RunStatus, boolean]>([
    ["a plan waits for its approval", {}, "requires_approval", false],
    ["an automatic ask runs", { mode: "auto", means: { ...means, maxSpend: microUsd(100n) } }, "running", true],
    [
      "an automatic ask whose plan is over its max_spend waits for its approval",
      { mode: "auto", means: { ...means, maxSpend: microUsd(99n) } },
      "requires_approval",
      false,
    ],
    ["a missing input is requested", { mode: "auto", draft: { _tag: "NeedsInput", message: "m", needs: [] } }, "needs_input", false],
    [
      "an ambiguous name is returned with its meanings",
      { draft: { _tag: "NeedsSelection", message: "m", choice: { id: "c", label: "l", candidates: [] } } },
      "needs_selection",
      false,
    ],
    ["an ask that no source answers is stored as unsupported", { draft: { _tag: "Unsupported", message: "m" } }, "unsupported", false],
  ])("beginning an ask: %s", (_, over, status, carriedOn) => {
    const { write } = begin(empty, { ...beginning, ...over })
    expect([write!.run.status, write!.node !== null, write!.ask.approval !== null]).toEqual([status, carriedOn, carriedOn])
    // A refusal keeps no key.
    expect(write!.idempotency === null).toBe(status === "unsupported")
    // Deciding again over what was written changes nothing.
    const again = after(empty, { answer: Result.succeed(null), write })
    expect(begin(again, { ...beginning, ...over })).toEqual({ answer: Result.succeed({ _tag: "Begun", status }), write: null })
  })

  it("a plan comes with its limitations before it is paid for", () => {
    expect(begunAs().ask!.message).toBeNull()
    const draft: Draft = { ...planned, plan: { ...plan, limitations: ["Not this.", "Nor that."] } }
    expect(begunAs({ draft }).ask!.message).toBe("Not this. Nor that.")
  })

  it("an automatic ask that is refused writes nothing", () => {
    const auto = { ...beginning, mode: "auto" as const, means: { ...means, maxSpend: microUsd(500n) } }
    const poor = { ...empty, accounts: [{ ...account, posted: microUsd(99n) }] }
    expect([codeOf(begin(poor, auto)), begin(poor, auto).write]).toEqual(["insufficient_balance", null])
    const limited = { ...empty, key: { ...empty.key!, perRequest: microUsd(99n) } }
    expect([codeOf(begin(limited, auto)), begin(limited, auto).write]).toEqual(["spend_limit_exceeded", null])
    // A rail that cannot be used now might cover the plan; it does not raise the limits of a key.
    const down = { ...auto, means: { ...auto.means, unavailable: ["x402"] } }
    expect([codeOf(begin(poor, down)), begin(poor, down).write]).toEqual(["service_unavailable", null])
    expect(codeOf(begin(limited, down))).toBe("spend_limit_exceeded")
    // A plan alone costs nothing.
    expect(begin(poor, beginning).write?.run.status).toBe("requires_approval")
  })

  it("an Idempotency-Key that was used before returns its run, or a conflict", () => {
    const earlier = { organisation, key, endpoint: "ask", idempotencyKey: "ik", hash: "h", run: RunId.make("before") }
    expect(codeOf(begin({ ...empty, earlier }, beginning))).toMatchObject({ _tag: "Earlier", run: "before" })
    expect(codeOf(begin({ ...empty, earlier: { ...earlier, hash: "other" } }, beginning))).toBe("idempotency_conflict")
  })
})

describe("approving a plan", () => {
  const ready = begunAs()
  it("an approved plan begins once, with the calls of the first approval", () => {
    const running = after(ready, approve(ready, approving))
    expect([statusOf(running), running.ask!.approval!.calls]).toEqual(["running", ["c1"]])
    expect(codeOf(approve(running, approving))).toEqual({ _tag: "Begun", status: "running" })
    const second = approve(running, { ...approving, id: "a2", calls: [CallId.make("c2")] })
    expect([codeOf(second), second.write]).toEqual([{ _tag: "Before", status: "running" }, null])
  })

  const cases: ReadonlyArray<readonly [string, AskContext, Partial<ApproveRequest>, string]> = [
    ["nothing is there", empty, {}, "run_not_found"],
    ["it was cancelled", { ...ready, run: { ...ready.run!, status: "cancelled" } }, {}, "run_cancelled"],
    ["there is no plan", begunAs({ draft: { _tag: "NeedsInput", message: "", needs: [] } }), {}, "plan_not_ready"],
    ["another quote is named", ready, { quoteRef: "q2" }, "plan_changed"],
    ["it was planned again meanwhile", ready, { seen: "q0" }, "plan_changed"],
    ["it was planned only meanwhile", ready, { seen: undefined, calls: [] }, "plan_changed"],
    ["its time is over", { ...ready, now: now + 900 }, {}, "plan_expired"],
    ["an operation is gone", ready, { withdrawn: ["o.o of s"] }, "plan_changed"],
    ["it is over max_spend", ready, { means: { ...means, maxSpend: microUsd(99n) } }, "spend_limit_exceeded"],
    ["no rail pays", ready, { means: { ...means, options: [] } }, "insufficient_balance"],
    [
      "the organisation is suspended",
      { ...ready, organisation: { ...ready.organisation, status: "suspended" } },
      {},
      "organisation_unavailable",
    ],
    ["the key is revoked", { ...ready, key: { ...ready.key!, revokedAt: 1 } }, {}, "api_key_revoked"],
  ]
  it.each(cases)("an approval is refused if %s", (_, context, over, code) => {
    const decision = approve(context, { ...approving, ...over })
    expect([codeOf(decision), decision.write]).toEqual([code, null])
  })
  it("a quote is valid to its last millisecond", () => {
    expect(codeOf(approve({ ...ready, now: now + 899 }, approving))).toMatchObject({ _tag: "Begun" })
  })
})

describe("concluding and resuming", () => {
  const running = after(begunAs(), approve(begunAs(), approving))
  const select = { _tag: "Select", step: 0, list: "/l", goals: ["g1"] } as const
  const end = { _tag: "End", status: "failed", failures: [], error: { code: "source_error", message: "m" } } as const
  const concluding = { move: select, calls: 1, revision: running.ask!.revision, node, question: "x2", answerWithinMs: 500 }
  const waiting = after(running, conclude(running, concluding))
  const resuming: ResumeRequest = {
    id: "r1",
    stateRef: "x2",
    revision: waiting.ask!.revision,
    idempotency: { ...use, endpoint: "ask_continue" },
    waitMs: 0,
    node,
    taking: { _tag: "Select", listKey: "s0#/l", place: 1, max: microUsd(100n), means, terms },
  }

  it("a run waits for the buyer at least as long as its prices hold", () => {
    expect([statusOf(waiting), waiting.ask!.open]).toEqual([
      "needs_selection",
      expect.objectContaining({ ref: "x2", expiresAt: now + 900 }),
    ])
    expect(conclude(running, concluding).write?.node).toBeNull()
  })

  it.each<readonly [string, AskContext, number]>([
    ["a call holds money", { ...running, openCalls: 1 }, running.ask!.revision],
    ["the ask moved on", running, running.ask!.revision - 1],
    ["the run was cancelled", { ...running, run: { ...running.run!, status: "cancelled" } }, running.ask!.revision],
    ["the run ended", { ...running, run: { ...running.run!, status: "completed" } }, running.ask!.revision],
    ["another node carries it on", { ...running, node: NodeId.make("other") }, running.ask!.revision],
  ])("a conclusion writes nothing if %s", (_, context, revision) => {
    expect(conclude(context, { ...concluding, move: end, revision })).toEqual({ answer: Result.succeed(false), write: null })
  })

  it("the Idempotency-Keys of a run are freed only if it failed without a charge", () => {
    const keys = [{ endpoint: "ask", key: "ik" }]
    expect(conclude(running, { ...concluding, move: end }).write?.freed).toEqual(keys)
    expect(conclude({ ...running, chargedCalls: 1 }, { ...concluding, move: end }).write?.freed).toEqual([])
    expect(conclude(running, { ...concluding, move: { ...end, status: "partial" } }).write?.freed).toEqual([])
  })

  it("the failure of a step is stored once, and only by the node that executes the run", () => {
    const failure = { step: 0, code: "source_timeout", message: "m" }
    const noted = after(running, noteFailure(running, failure, node))
    expect([statusOf(noted), noted.ask!.failures, noted.ask!.revision]).toEqual(["running", [failure], running.ask!.revision])
    expect(noteFailure(noted, { ...failure, code: "source_error" }, node).write).toBeNull()
    expect(noteFailure(running, failure, NodeId.make("other")).write).toBeNull()
    expect(noteFailure(waiting, failure, node).write).toBeNull()
  })

  it("a selection that cannot be paid for does not use the continuation", () => {
    const poor = { ...waiting, accounts: [{ ...account, posted: microUsd(99n) }] }
    expect([codeOf(resume(poor, resuming)), resume(poor, resuming).write]).toEqual(["insufficient_balance", null])
  })

  it("a run continues with a selection once", () => {
    const resumed = after(waiting, resume(waiting, resuming))
    expect([statusOf(resumed), resumed.ask!.selections, resumed.ask!.open]).toEqual(["running", { "s0#/l": 1 }, null])
    expect(codeOf(resume(resumed, resuming))).toEqual({ _tag: "Begun", status: "running" })
    expect(codeOf(resume(resumed, { ...resuming, id: "r2" }))).toBe("continuation_changed")
    // The calls were fixed at the approval.
    expect(resumed.ask!.approval).toEqual(running.ask!.approval)
  })

  const stale: ReadonlyArray<readonly [string, AskContext, Partial<ResumeRequest>]> = [
    ["its time is over", { ...waiting, now: now + 900 }, {}],
    ["another question is open", waiting, { stateRef: "x1" }],
    ["it is of an earlier revision", waiting, { revision: waiting.ask!.revision - 1 }],
  ]
  it.each(stale)("a continuation is refused if %s", (_, context, over) => {
    const decision = resume(context, { ...resuming, ...over })
    expect([codeOf(decision), decision.write]).toEqual(["continuation_changed", null])
  })

  it("a cancelled run is not continued", () => {
    const decision = resume({ ...waiting, run: { ...waiting.run!, status: "cancelled" } }, resuming)
    expect([codeOf(decision), decision.write]).toEqual(["run_cancelled", null])
  })

  it("a supplied input gives a new plan with a new quote, which waits for its approval", () => {
    const asks: Draft = { _tag: "NeedsInput", message: "m", needs: [] }
    const lacking = begunAs({ draft: asks, mode: "auto" })
    const taking: ResumeRequest["taking"] = {
      _tag: "Replan",
      given: { a: 1 },
      draft: planned,
      limit: 10,
      quoteTtlMs: 900,
      fresh,
      approves: null,
    }
    const replanned = after(lacking, resume(lacking, { ...resuming, stateRef: "x1", revision: 1, taking }))
    expect([statusOf(replanned), replanned.ask!.given, replanned.ask!.approval]).toEqual(["requires_approval", { a: 1 }, null])
    const approves = { means, terms }
    const goes = after(lacking, resume(lacking, { ...resuming, stateRef: "x1", revision: 1, taking: { ...taking, approves } }))
    expect([statusOf(goes), goes.ask!.approval?.calls]).toEqual(["running", ["c1"]])
  })

  it("only a run whose buyer did not select in time is ended", () => {
    const record = { run: waiting.run as Run, ask: waiting.ask as Ask, calls: [], balance: zero, now, node: null }
    expect(expire(waiting, record).write).toBeNull()
    const late = expire({ ...waiting, now: now + 900 }, record)
    expect(late.write?.freed).toEqual(record.ask.keys)
    expect(expire({ ...waiting, chargedCalls: 1, now: now + 900 }, record).write?.freed).toEqual([])
    expect([late.write?.run.status, late.write?.run.error?.code, late.write?.ask.open]).toEqual(["failed", "continuation_expired", null])
    const fresh_ = begunAs({ draft: { _tag: "NeedsSelection", message: "m", choice: { id: "c", label: "l", candidates: [] } } })
    expect(expire({ ...fresh_, now: now * 2 }, { ...record, run: fresh_.run!, ask: fresh_.ask! }).write).toBeNull()
  })
})
