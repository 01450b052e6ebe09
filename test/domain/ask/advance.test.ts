import type { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { type Advance, advance } from "../../../domain/ask/advance.ts"
import { listKey } from "../../../domain/ask/Ask.ts"
import { type StepState } from "../../../domain/ask/stepVerdicts.ts"
import type { Binding, Plan, PlannedStep } from "../../../domain/ask/Plan.ts"
import { planMaximum } from "../../../domain/ask/spending.ts"
import { microUsd, sum } from "../../../domain/money/Money.ts"

const step = (input: Readonly<Record<string, Binding>> = {}, over: Partial<PlannedStep> = {}): PlannedStep => ({
  source: "s",
  operation: "o.o",
  name: "O",
  input,
  conditional: over.insteadOf !== undefined && over.insteadOf !== null,
  insteadOf: null,
  price: { id: null, model: "per_call", amount: microUsd(10n) },
  max: microUsd(10n),
  limit: 10,
  ...over,
})

const planOf = (steps: ReadonlyArray<PlannedStep>, goals: ReadonlyArray<number>): Plan => ({
  steps,
  goals: goals.map((goal, i) => ({ ref: `g${i + 1}`, text: "", step: goal, facts: [] })),
  limitations: [],
})

const from = (index: number, pointer = "/v", list?: string): Binding => ({
  _tag: "From",
  step: index,
  pointer,
  ...(list !== undefined && { list }),
})

const untouched: StepState = { _tag: "Untouched" }
const open: StepState = { _tag: "Open" }
const delivered = (data: Schema.Json): StepState => ({ _tag: "Delivered", data })
const failed: StepState = { _tag: "Failed", error: { code: "source_timeout", message: "Too late." } }
const started = (move: Advance) => (move._tag === "Go" ? move.start.map((each) => each.step) : move)

describe("the next action of a run", () => {
  it("steps without inputs from other steps start at once", () => {
    expect(started(advance(planOf([step(), step(), step({ a: from(0) })], [1, 2]), [untouched, untouched, untouched], {}))).toEqual([0, 1])
  })

  it("values are passed on by their pointers, whatever their type", () => {
    const plan = planOf([step(), step({ a: from(0, "/x~1y/0/~0"), b: from(0, "") })], [1])
    const move = advance(plan, [delivered({ "x/y": [{ "~": false }] }), untouched], {})
    expect(move).toMatchObject({ _tag: "Go", start: [{ step: 1, inputs: { a: false, b: { "x/y": [{ "~": false }] } } }] })
  })

  it("a step whose input was not delivered fails, and steps that only it needs are not bought", () => {
    const plan = planOf([step(), step(), step({ a: from(0), b: from(1) })], [2])
    expect(advance(plan, [delivered({ v: null }), untouched, untouched], {})).toMatchObject({ _tag: "End", status: "failed" })
    expect(started(advance(plan, [failed, open, untouched], {}))).toEqual([])
  })

  it("an optional input that the earlier step does not have is left out", () => {
    const plan = planOf([step(), step({ a: from(0, "/a"), b: { ...from(0, "/b"), optional: true } as Binding })], [1])
    const inputs = (data: Schema.Json) => {
      const move = advance(plan, [delivered(data), untouched], {})
      return move._tag === "Go" ? move.start[0]?.inputs : move
    }
    expect(inputs({ a: 1, b: 2 })).toEqual({ a: 1, b: 2 })
    expect(inputs({ a: 1, b: null })).toEqual({ a: 1 })
    expect(inputs({ a: 1 })).toEqual({ a: 1 })
  })

  it("a fallback is made only after the steps before it have failed", () => {
    const plan = planOf([step(), step({}, { insteadOf: 0 }), step({}, { insteadOf: 0 }), step({ a: from(0) })], [3])
    expect(started(advance(plan, [open, untouched, untouched, untouched], {}))).toEqual([])
    expect(started(advance(plan, [failed, untouched, untouched, untouched], {}))).toEqual([1])
    expect(started(advance(plan, [failed, open, untouched, untouched], {}))).toEqual([])
    expect(started(advance(plan, [failed, failed, untouched, untouched], {}))).toEqual([2])
    expect(advance(plan, [failed, failed, delivered({ v: 1 }), untouched], {})).toMatchObject({ start: [{ step: 3, inputs: { a: 1 } }] })
    expect(advance(plan, [failed, failed, failed, untouched], {})).toMatchObject({
      _tag: "End",
      status: "failed",
      error: { code: "source_timeout" },
    })
  })

  it("a run waits for the buyer only if no other step can be made, and names the waiting goals", () => {
    const plan = planOf([step(), step(), step({ a: from(0, "/v", "/l") })], [2, 1])
    const list = delivered({ l: [{ v: 1 }, { v: 2 }] })
    expect(started(advance(plan, [list, open, untouched], {}))).toEqual([])
    expect(advance(plan, [list, failed, untouched], {})).toEqual({ _tag: "Select", step: 0, list: "/l", goals: ["g1"] })
    const chosen = { [listKey({ step: 0, list: "/l" })]: 1 }
    expect(advance(plan, [list, failed, untouched], chosen)).toMatchObject({ start: [{ step: 2, inputs: { a: 2 } }] })
    expect(advance(plan, [list, failed, delivered({})], chosen)).toMatchObject({ _tag: "End", status: "partial" })
    expect(started(advance(plan, [delivered({ l: [{ v: 7 }] }), open, untouched], {}))).toEqual([2])
    expect(advance(plan, [delivered({ l: [] }), failed, untouched], {})).toMatchObject({ _tag: "End", status: "failed" })
  })

  it("a plan that refers forward or to itself ends", () => {
    for (const bad of [planOf([step({ a: from(0) })], [0]), planOf([step({ a: from(1) }), step()], [0]), planOf([step()], [4])]) {
      expect(
        advance(
          bad,
          bad.steps.map(() => untouched),
          {},
        ),
      ).toMatchObject({ _tag: "End", status: "failed" })
    }
  })
})

/** Numbers that look random and are the same for a seed. */
const diceOf = (seed: number) => {
  let state = seed
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 1 | state) + 0x6d2b79f5) | 0
    const t = state ^ (state + Math.imul(state ^ (state >>> 7), 61 | state))
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return { below: (n: number) => Math.floor(next() * n), chance: (p: number) => next() < p }
}

type Dice = ReturnType<typeof diceOf>

const anyPlan = (dice: Dice): Plan => {
  const size = 1 + dice.below(8)
  const steps = Array.from({ length: size }, (_, i) => {
    const bindings = Array.from({ length: i === 0 ? 0 : dice.below(3) }, (_unused, n): [string, Binding] => [
      `f${n}`,
      from(dice.below(i), dice.chance(0.8) ? "/v" : "/none", dice.chance(0.3) ? "/l" : undefined),
    ])
    return step(Object.fromEntries(bindings), i > 0 && dice.chance(0.3) ? { insteadOf: dice.below(i) } : {})
  })
  return planOf(
    steps,
    Array.from({ length: 1 + dice.below(3) }, () => dice.below(size)),
  )
}

const anyEnd = (dice: Dice): StepState =>
  dice.chance(0.3) ? failed : delivered({ v: dice.below(9), l: Array.from({ length: dice.below(4) }, (_, v) => ({ v })) })

describe("the next action for any plan with any outcomes of its calls", () => {
  it("a run ends, makes no step twice, makes no fallback of a delivered step, and stays within its maximum", () => {
    for (let seed = 1; seed <= 5_000; seed++) {
      const dice = diceOf(seed)
      const plan = anyPlan(dice)
      const now: Array<StepState> = plan.steps.map(() => untouched)
      const selections: Record<string, number> = {}
      const made: Array<number> = []
      let end: Advance | undefined
      for (let turn = 0; turn < 200 && end === undefined; turn++) {
        const move = advance(plan, now, selections)
        // A second call over the same state gives the same action.
        expect(advance(plan, now, selections)).toEqual(move)
        if (move._tag === "Select") {
          expect(now.some(({ _tag }) => _tag === "Open")).toBe(false)
          selections[listKey(move)] = dice.below(2)
          continue
        }
        if (move._tag === "End") {
          end = move
          continue
        }
        for (const { step: index } of move.start) {
          expect([seed, index, made.includes(index)]).toEqual([seed, index, false])
          made.push(index)
          now[index] = open
        }
        const waiting = now.flatMap(({ _tag }, index) => (_tag === "Open" ? [index] : []))
        expect([seed, waiting.length > 0]).toEqual([seed, true])
        now[waiting[dice.below(waiting.length)]!] = anyEnd(dice)
      }
      expect([seed, end?._tag]).toEqual([seed, "End"])
      expect(now.some(({ _tag }) => _tag === "Open")).toBe(false)
      expect(sum(made.map((index) => plan.steps[index]!.max))).toBeLessThanOrEqual(planMaximum(plan))
      for (const [index, { insteadOf }] of plan.steps.entries()) {
        if (insteadOf !== null && made.includes(index)) expect([seed, now[insteadOf]!._tag]).not.toEqual([seed, "Delivered"])
      }
    }
  })
})
