import { Effect, Layer } from "effect"
import type { SettlementTiming } from "../../domain/ledger/state.ts"
import { FakeRail, type FakeRailOptions } from "../support/fakeRail.ts"
import { openBuyer, usd } from "../support/ledger/commands.ts"
import { memoryLedgerFixture } from "../support/ledger/memoryLedgerFixture.ts"
import { RailFixture } from "./RailFixture.ts"
import { railLaws } from "./railLaws.ts"

const bench = (options: FakeRailOptions) =>
  Effect.sync(() => {
    const fake = new FakeRail(options)
    const outside = options.settles.startsWith("before")
    let presented = 0
    const noOutside = { exempt: "this way of settling sends no request outside while the call is open" }
    const unsigned = { exempt: "the buyer presents no payment: the rail has its consent already" }
    return RailFixture.of({
      rail: fake.rail,
      settles: options.settles,
      buyer: openBuyer({ credits: 0, accounts: [{ id: fake.rail.id, creditLimit: usd(100_000) }] }),
      payment: () => (options.signed === true ? `signed:${++presented}` : undefined),
      moved: (call) => Effect.sync(() => (outside ? fake.moved(call.id) : call.state === "captured" ? call.amount : 0n)),
      ripen: Effect.sync(() => fake.reveal()),
      refuseNext: outside ? Effect.sync(() => void fake.fates.push("refuses")) : noOutside,
      loseAnswer: outside
        ? (moves) => Effect.sync(() => void fake.fates.push(moves ? "pays unanswered" : "refuses unanswered"))
        : noOutside,
      outage: (on) => Effect.sync(() => void (fake.outage = on)),
      badPayment: options.signed === true ? "forged" : unsigned,
      claims: options.signed === true ? true : unsigned,
      webhook: { exempt: "the fake rail answers requests, and sends no messages of its own" },
    })
  })

const ways: Readonly<Record<SettlementTiming, FakeRailOptions>> = {
  at_capture: { settles: "at_capture", id: "fake at capture" },
  later: { settles: "later", id: "fake later" },
  before_answer: { settles: "before_answer", id: "fake before the answer", signed: true },
  before_dispatch: { settles: "before_dispatch", id: "fake before the dispatch", signed: true, remainderTo: "credits" },
}

for (const options of Object.values(ways)) {
  railLaws(options.id!, Layer.effect(RailFixture, bench(options)).pipe(Layer.provideMerge(memoryLedgerFixture)))
}

const exact = { settles: "before_answer", id: "fake exact", signed: true, remainderTo: "credits" } as const
railLaws(exact.id, Layer.effect(RailFixture, bench(exact)).pipe(Layer.provideMerge(memoryLedgerFixture)))
