import { describe, expect, it } from "vitest"
import type { Ask } from "../../../domain/ask/Ask.ts"
import { askFromJson, askToJson } from "../../../domain/ask/askCodec.ts"
import { CallId } from "../../../domain/money/ids.ts"
import { microUsd } from "../../../domain/money/Money.ts"

const ask: Ask = {
  wish: { _tag: "Workflow", slug: "w", input: { a: [1, { b: null }], __proto__x: "y" } },
  mode: "auto",
  maxSpend: microUsd(9_007_199_254_740_993n),
  limit: 10,
  given: { need: { nested: ["ü", "\u2028"] } },
  message: "m",
  plan: {
    steps: [
      {
        source: "s",
        operation: "o.o",
        name: "O",
        input: {
          "o.a": { _tag: "Value", value: 1e-7 },
          "o.b": { _tag: "From", step: 0, pointer: "/a~1b", list: "/l" },
          "o.c": { _tag: "From", step: 0, pointer: "" },
          "o.d": { _tag: "From", step: 0, pointer: "/d", optional: true },
        },
        conditional: true,
        insteadOf: 0,
        price: { id: "p", model: "per_result", amount: microUsd(9_007_199_254_740_995n) },
        max: microUsd(1n),
        limit: 3,
      },
    ],
    goals: [{ ref: "g1", text: "t", step: 0, facts: ["a.b"] }],
    limitations: ["l"],
  },
  quote: { ref: "q", expiresAt: 1_800_000_000_123 },
  reason: { code: "max_spend", message: "m" },
  approval: { at: 1, rail: null, preference: ["credits"], limit: 3, tag: "research", calls: [CallId.make("c")] },
  selections: { "s0#/l": 2 },
  open: { _tag: "Needs", ref: "r", expiresAt: 2, needs: [{ id: "n", label: "N?", field: "a.n", schema: { type: "string", enum: ["x"] } }] },
  revision: 4,
  moved: "request",
  failures: [
    { step: 0, code: "source_error", message: "m" },
    {
      step: 1,
      code: "spend_limit_exceeded",
      message: "m",
      shortfall: { message: "s", limit: "daily", required: microUsd(9_007_199_254_740_993n), available: microUsd(0n) },
    },
  ],
  keys: [{ endpoint: "ask", key: "k" }],
}

describe("askFromJson", () => {
  const open: ReadonlyArray<Ask["open"]> = [
    ask.open,
    null,
    { _tag: "Found", ref: "r", expiresAt: 3, goals: ["g1"], step: 0, list: "/l" },
    {
      _tag: "Choice",
      ref: "r",
      expiresAt: 3,
      id: "c",
      label: "L",
      candidates: [{ entityRef: "e", label: "E", description: "", attributes: { a: [null] } }],
    },
  ]
  it.each(open)("a stored ask is decoded unchanged, including every digit of its amounts (%#)", (question) => {
    expect(askFromJson(askToJson({ ...ask, open: question }))).toEqual({ ...ask, open: question })
  })
  it("a stored ask without a plan is decoded unchanged", () => {
    const bare: Ask = {
      ...ask,
      wish: { _tag: "Question", question: "?" },
      mode: "plan",
      maxSpend: null,
      plan: null,
      quote: null,
      reason: null,
      approval: null,
      open: null,
    }
    expect(askFromJson(askToJson(bare))).toEqual(bare)
  })
})
