import { describe, expect, it } from "vitest"
import type { Ask } from "../../../domain/ask/Ask.ts"
import { approve } from "../../../domain/ask/approve.ts"
import type { AskContext } from "../../../domain/ask/AskStore.ts"
import { conclude } from "../../../domain/ask/conclude.ts"
import { refusalOfShortfall } from "../../../domain/ask/shortfall.ts"
import { microUsd } from "../../../domain/money/Money.ts"

import { after, approving, begunAs, codeOf, means, node, statusOf, use } from "./decisionsFixture.ts"

const running = after(begunAs(), approve(begunAs(), approving))
const end = { _tag: "End", status: "failed", failures: [], error: { code: "source_error", message: "m" } } as const
const concluding = { calls: 0, revision: running.ask!.revision, node, question: "x2", answerWithinMs: 500 }

describe("a run whose money is refused before it bought anything", () => {
  const shortfall = { message: "No rail covers this call.", limit: null, required: microUsd(60n), available: microUsd(7n) }
  const failure = { step: 0, code: "insufficient_balance", message: "No rail covers this call. It ended.", shortfall }
  const ended = { ...concluding, calls: 0, move: { ...end, failures: [failure] } }
  const refused = (context: AskContext, over: Partial<Ask> = {}) => ({
    ...context,
    ask: { ...context.ask!, failures: [failure], ...over },
  })

  it("waits for its approval again, with the 402 and the key of the approval freed", () => {
    const keyed = after(begunAs(), approve(begunAs(), { ...approving, idempotency: { ...use, endpoint: "ask_run" } }))
    const decision = conclude(refused(keyed), { ...ended, revision: keyed.ask!.revision })
    const again = after(keyed, decision)
    expect([statusOf(again), again.ask!.approval, again.ask!.failures, again.node]).toEqual(["requires_approval", null, [], null])
    expect([decision.write!.freed, again.ask!.keys]).toEqual([[{ endpoint: "ask_run", key: "ik" }], [{ endpoint: "ask", key: "ik" }]])
    const refusal = refusalOfShortfall(again.ask!)!
    // The next approval is checked for the maximum of the plan, 100, and not for the 60 of its first call.
    expect(refusal).toMatchObject({ status: 402, code: "insufficient_balance", required: 100n, available: 7n })
    expect(codeOf(approve(again, { ...approving, id: "a2" }))).toMatchObject({ _tag: "Begun", status: "running" })
    expect(after(again, approve(again, { ...approving, id: "a2" })).ask!.reason).toBeNull()
  })

  it("an automatic ask ends, and keeps the limit that refused it", () => {
    const auto = begunAs({ mode: "auto", means: { ...means, maxSpend: microUsd(500n) } })
    const monthly = { ...failure, code: "spend_limit_exceeded", shortfall: { ...shortfall, limit: "monthly" as const } }
    const decision = conclude(refused(auto, { failures: [monthly] }), { ...ended, revision: auto.ask!.revision })
    const failed = after(auto, decision)
    expect([statusOf(failed), decision.write!.freed]).toEqual(["failed", [{ endpoint: "ask", key: "ik" }]])
    expect(refusalOfShortfall(failed.ask!)).toMatchObject({ code: "spend_limit_exceeded", limit: "monthly", required: 100n })
  })

  it.each<readonly [string, Partial<typeof ended>, Partial<Ask>]>([
    ["it has made a call", { calls: 1 }, {}],
    ["a step failed for another reason", {}, { failures: [failure, { step: 1, code: "source_error", message: "m" }] }],
  ])("is a failed run if %s", (_, over, ask) => {
    const failed = after(running, conclude(refused(running, ask), { ...ended, ...over }))
    expect([statusOf(failed), refusalOfShortfall(failed.ask!)]).toEqual(["failed", undefined])
  })
})
