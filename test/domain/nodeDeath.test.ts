import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import type { FakeRail, FakeRailOptions, Fate } from "../support/fakeRail.ts"
import { noon, type Rows, rowsOf, setTime } from "../support/ledger/LedgerFixture.ts"
import { document, newNode, usd } from "../support/ledger/commands.ts"
import { memoryLedgerFixture } from "../support/ledger/memoryLedgerFixture.ts"
import {
  largeDocument,
  reconcileAll,
  MortalNode,
  paidCallFixture,
  payAsMortalNode,
  reconcileAs,
  sourceDown,
} from "../support/ledger/paidCalls.ts"

interface Way {
  readonly rail: FakeRailOptions
  readonly fates: ReadonlyArray<Fate>
  /** The operation only computes, or it may be dispatched while the reservation is on its way: it answers before the reservation. */
  readonly early?: "computed" | "repeatable"
}

const settled: ReadonlyArray<Fate> = ["pays", "refuses", "pays unanswered", "refuses unanswered"]

const ways: Readonly<Record<string, Way>> = {
  "charged with the capture": { rail: { settles: "at_capture" }, fates: ["pays"] },
  "charged later": { rail: { settles: "later", feeBasisPoints: 0 }, fates: ["pays"] },
  "settled before the answer": { rail: { settles: "before_answer" }, fates: settled },
  "deposited before the answer": { rail: { settles: "before_answer", remainderTo: "credits" }, fates: settled },
  "deposited before the dispatch": { rail: { settles: "before_dispatch", remainderTo: "credits" }, fates: settled },
  "computed and charged in one step": { rail: { settles: "at_capture" }, fates: ["pays"], early: "computed" },
  "computed and charged later": { rail: { settles: "later", feeBasisPoints: 0 }, fates: ["pays"], early: "computed" },
  "computed and settled before the answer": { rail: { settles: "before_answer" }, fates: settled, early: "computed" },
  "computed and deposited": { rail: { settles: "before_dispatch", remainderTo: "credits" }, fates: settled, early: "computed" },
  "dispatched early and charged in one step": { rail: { settles: "at_capture" }, fates: ["pays"], early: "repeatable" },
  "dispatched early and charged later": { rail: { settles: "later", feeBasisPoints: 0 }, fates: ["pays"], early: "repeatable" },
}

const sources = {
  "a small document": Effect.succeed({ body: document, amount: usd(700) }),
  "a large document": Effect.succeed({ body: largeDocument, amount: usd(700) }),
  "a free document": Effect.succeed({ body: document, amount: usd(0) }),
  nothing: sourceDown,
}

/** Nothing is open, nothing was charged without a document, and the books say of the rail's money what the rail says. */
const expectSound = ({ accounts, calls, results, transfers }: Rows, fake: FakeRail) => {
  for (const { held, id, open } of accounts) expect({ id, held, open }).toEqual({ id, held: 0n, open: 0 })
  for (const call of calls) {
    expect(call.state).not.toBe("reserved")
    const of = transfers.filter((transfer) => transfer.call === call.id)
    const sum = (those: typeof of) => those.reduce((total, { amount }) => total + amount, 0n)
    const earned = sum(of.filter(({ credit, debit }) => debit.startsWith("buyer:") && !credit.startsWith("buyer:")))
    const broughtIn = sum(of.filter(({ debit }) => debit === "outside:fake"))
    expect(earned).toBe(call.amount)
    if (earned > 0n) expect(results.map((result) => result.call)).toContain(call.id)
    if (call.state === "released") expect(fake.moved(call.id)).toBe(0n)
    if (call.deposits) expect(broughtIn).toBe(fake.moved(call.id))
    else if (call.settles === "before_answer") expect(earned).toBe(fake.moved(call.id))
    if (call.settlement === "settled" && call.settles.startsWith("before")) expect(call.proof).not.toBeNull()
  }
}

/** Says where it was that a check failed. */
const at = (where: string, check: () => void): void => {
  try {
    check()
  } catch (cause) {
    throw new Error(where, { cause })
  }
}

type Answers = (typeof sources)[keyof typeof sources]

/** A node that stops at its `step`-th step, unless the call ended before. */
const stopAt = Effect.fnUntraced(function* (step: number, way: (typeof ways)[string], fate: Fate, answers: Answers) {
  const scene = yield* paidCallFixture(way.rail)
  const { fake, node, order, rails } = scene
  fake.fates.push(fate)
  scene.source.answers = answers
  const mortal = new MortalNode(step)
  const fiber = yield* payAsMortalNode({ ...order, ...(way.early && { [way.early]: true }) }, node, rails, mortal)
  yield* Effect.raceFirst(Deferred.await(mortal.died), Fiber.await(fiber))
  const died = mortal.passed.length > step
  return { ...scene, fiber, mortal, died, where: died ? mortal.passed.at(-1)! : "nowhere" }
})

const dieAt = (...script: Parameters<typeof stopAt>) =>
  Effect.tap(stopAt(...script), ({ died, fiber }) => (died ? Fiber.interrupt(fiber) : Effect.void))

describe("a node that dies", () => {
  for (const [way, script] of Object.entries(ways)) {
    for (const [delivers, answers] of Object.entries(sources)) {
      it.effect(`a node that dies between any two steps of a call ${way}, over ${delivers}, leaves no open call and a correct ledger`, () =>
        Effect.gen(function* () {
          for (const fate of script.fates) {
            for (let step = 0, alive = true; alive; step++) {
              yield* setTime(noon)
              const { buyer, died, fake, rails, source, where } = yield* dieAt(step, script, fate, answers)
              alive = died
              const dispatches = source.dispatches
              fake.reveal()
              yield* setTime(noon + 60_000)
              yield* reconcileAll(buyer, newNode(), rails)
              const rows = yield* rowsOf(buyer)
              yield* reconcileAs(newNode(), rails)
              const later = yield* rowsOf(buyer)
              at(`${fate}, died ${where} (step ${step})`, () => {
                expectSound(rows, fake)
                expect(source.dispatches, "nothing is dispatched again").toBe(dispatches)
                expect(fake.settleRequests.length).toBeLessThanOrEqual(1)
                expect(rows.runs.every((run) => run.status !== "running")).toBe(true)
                expect(later, "nothing is left to reconcile").toEqual(rows)
              })
            }
          }
        }).pipe(Effect.provide(memoryLedgerFixture)),
      )
    }
  }

  for (const way of Object.keys(ways)) {
    const script = ways[way]!
    it.effect(`a slow node that resumes a call ${way} after another node has ended it changes nothing`, () =>
      Effect.gen(function* () {
        for (const answers of Object.values(sources)) {
          for (const fate of script.fates) {
            // Before its reservation there is nothing that another node could end.
            for (let step = script.early ? 3 : 1, alive = true; alive; step++) {
              yield* setTime(noon)
              const { buyer, died, fake, fiber, mortal, rails, where } = yield* stopAt(step, script, fate, answers)
              alive = died
              fake.reveal()
              yield* setTime(noon + 60_000)
              yield* reconcileAll(buyer, newNode(), rails)
              const ended = yield* rowsOf(buyer)
              yield* Deferred.succeed(mortal.woken, undefined)
              const { paid } = yield* Fiber.join(fiber)
              const after = yield* rowsOf(buyer)
              at(`${fate}, slept ${where} (step ${step})`, () => {
                expect(after).toEqual(ended)
                expectSound(ended, fake)
                if (paid._tag === "Delivered") expect(ended.calls[0]).toMatchObject({ state: "captured", delivered: true })
                if (paid._tag === "Declined") expect(ended.calls[0]).toMatchObject({ state: "released" })
              })
            }
          }
        }
      }).pipe(Effect.provide(memoryLedgerFixture)),
    )
  }

  it.effect("the test kills the node at every step of a call", () =>
    Effect.gen(function* () {
      const died: Array<string> = []
      for (let step = 0, alive = true; alive; step++) {
        const end = yield* dieAt(step, ways["deposited before the dispatch"]!, "pays", sources["a large document"])
        alive = end.died
        if (alive) died.push(end.where)
      }
      expect(died).toEqual(["Reserve", "settle", "dispatch", "Deliver", "Capture"].flatMap((step) => [`before ${step}`, `after ${step}`]))
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )
})
