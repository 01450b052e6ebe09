import { expect } from "@effect/vitest"
import { Cause, Effect } from "effect"
import { accountKey } from "../../../../domain/ledger/state.ts"
import { writeOff } from "../../../../rails/sepa/debits/book.ts"
import { inFlight, isUnresolved } from "../../../../rails/sepa/store/Collection.ts"
import { renewCustomer } from "../../../../rails/sepa/mandates/customer.ts"
import { endMandate } from "../../../../rails/sepa/mandates/endMandate.ts"
import { openSetUp } from "../../../../rails/sepa/mandates/setUpPage.ts"
import { faultKinds } from "../../../../rails/stripe/sandbox/faults.ts"
import { runAllJobs } from "../support/runAllJobs.ts"
import { holdsAlways, holdsInTheEnd } from "./invariants.ts"
import { outages } from "./ports.ts"
import type { Stage } from "./stage.ts"
import { type Without, World } from "./World.ts"

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const good = "DE89370400440532013000"
const elsewhere = { successUrl: "https://a.example", cancelUrl: "https://b.example" }
const accounts = [
  good,
  good,
  good,
  "DE62370400440532013001",
  "DE35370400440532013002",
  "DE65370400440002222227",
  "DE08370400440532013003",
  "DE78370400440532013004",
]
const codes = ["insufficient_funds", "refer_to_customer", "account_closed", "debit_not_authorized", "generic_could_not_process"]
const routes = [
  "POST /v1/payment_intents",
  "POST /v1/payment_intents",
  "GET /v1/payment_intents/{id}",
  "POST /v1/checkout/sessions",
  "POST /v1/customers",
  "GET /v1/events",
  undefined,
]

const actions = {
  buy: 26,
  wait: 10,
  sleep: 7,
  monthEnd: 3,
  longSleep: 4,
  work: 22,
  die: 10,
  deliver: 12,
  fault: 14,
  weather: 4,
  prune: 2,
  mandate: 4,
  endMandate: 2,
  revoke: 2,
  failNext: 5,
  dispute: 4,
  reinstate: 3,
  refund: 3,
  late: 6,
  writeOff: 1,
  outage: 3,
  deleteCustomer: 2,
  renewCustomer: 2,
} as const

const act = (world: World, action: keyof typeof actions): Effect.Effect<unknown, unknown> => {
  const { dice, emulator, organisation } = world
  const mandate = world.sepa.debtors.get(organisation)?.mandate?.id
  switch (action) {
    case "buy":
      return world.buy(1 + dice.below(12), dice.pick([2_000, 100_000, 4_000_000]))
    case "wait":
      return Effect.sync(() => world.advance(dice.below(30 * hourMs)))
    case "sleep":
      return Effect.sync(() => world.advance(dice.below(9) * dayMs + dice.below(dayMs)))
    case "monthEnd":
      return Effect.sync(() => world.advance(toMonthEnd(world.now) + dice.below(2 * hourMs) - hourMs))
    case "longSleep":
      // Longer than Stripe keeps events.
      return Effect.sync(() => {
        if (dice.chance(60)) disputeOne(world)
        if (dice.chance(40)) refundOne(world)
        world.advance((31 + dice.below(20)) * dayMs)
      })
    case "work":
      return world.work
    case "die":
      return dice.chance(80)
        ? world.mortally(runAllJobs, 1 + dice.below(40))
        : world.mortally(openSetUp(organisation, elsewhere), 1 + dice.below(10))
    case "deliver":
      return world.deliverWebhooks
    case "fault": {
      const route = dice.pick(routes)
      const kind = dice.pick(faultKinds)
      return Effect.sync(() =>
        emulator.addFault({ kind, times: 1 + dice.below(3), after: dice.below(2), ...(route === undefined ? {} : { route }) }),
      )
    }
    case "weather":
      return Effect.sync(() =>
        emulator.setWeather({
          duplicate: dice.roll() * 0.5,
          drop: dice.roll() * 0.9,
          shuffle: dice.chance(50),
          delayMs: dice.below(2) * dayMs,
        }),
      )
    case "prune":
      // Stripe keeps keys for 24 hours at least, counted from their first use.
      return Effect.sync(() => {
        world.advance(24 * hourMs)
        emulator.pruneKeys()
      })
    case "mandate":
      return world.giveMandate(dice.pick(accounts))
    case "endMandate":
      return world.as(endMandate(organisation, "buyer"))
    case "revoke":
      return Effect.sync(() => mandate !== undefined && emulator.revokeAtBank(mandate))
    case "failNext":
      return Effect.sync(() => mandate !== undefined && emulator.failNextDebit(mandate, dice.pick(codes)))
    case "dispute":
      return Effect.sync(() => disputeOne(world))
    case "reinstate":
      return Effect.sync(() => {
        const disputes = emulator.state.all("dispute")
        if (disputes.length === 0) return
        const { balance_transactions, id } = dice.pick(disputes)
        const taken = balance_transactions.reduce((sum, { amount }) => sum + amount, 0) < 0
        emulator.moveDisputedFunds(id, taken ? "reinstated" : "withdrawn")
      })
    case "refund":
      return Effect.sync(() => refundOne(world))
    case "late":
      return Effect.sync(() => void (world.late = dice.below(2) * 40))
    case "outage":
      return Effect.sync(() => world.beginOutage(dice.pick(outages), (1 + dice.below(96)) * hourMs))
    case "deleteCustomer":
      return Effect.sync(() => {
        const customer = world.sepa.debtors.get(organisation)?.customer ?? ""
        if (emulator.state.get("customer", customer) !== undefined) emulator.deleteCustomer(customer)
      })
    case "renewCustomer":
      return dice.chance(60) ? renewed(world) : world.mortally(renewCustomer(organisation), 1 + dice.below(12))
    case "writeOff": {
      const lost = [...world.sepa.collections.values()].find(isUnresolved)
      return lost === undefined ? Effect.void : world.as(writeOff(lost.id, { by: "operator", reason: "bankrupt" }))
    }
  }
}

/** The operator renews a customer that was deleted at Stripe. */
const renewed = (world: World) => world.as(Effect.exit(renewCustomer(world.organisation)))

const disputeOne = ({ dice, emulator }: World) => {
  const good = emulator.state.all("charge").filter(({ disputed, status }) => status === "succeeded" && !disputed)
  const status = dice.pick(["taken", "taken", "taken", "inquiry", "prevented"] as const)
  if (good.length > 0) emulator.dispute(dice.pick(good).id, { endsMandate: dice.chance(50), status })
}

const refundOne = ({ dice, emulator }: World) => {
  const paid = emulator.state.all("charge").filter(({ disputed, refunded, status }) => status === "succeeded" && !disputed && !refunded)
  if (paid.length === 0) return
  const { amount, amount_refunded: before, id } = dice.pick(paid)
  emulator.refund(id, dice.chance(50) ? undefined : 1 + dice.below(amount - before))
}

const toMonthEnd = (now: number) => {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) - now
}

/** Everything calms down: faults end, all is delivered, and time passes until nothing moves any more. */
const quieten = Effect.fnUntraced(function* (world: World) {
  world.emulator.clearFaults()
  world.emulator.setWeather({})
  world.endOutage()
  world.late = 0
  for (let i = 0; i < 7; i++) {
    world.advance(4 * dayMs)
    yield* world.work
  }
  yield* world.refresh("everything")
  holdsInTheEnd(world)
})

/** With a mandate that is good, everything that was ever bought is collected in the end. */
const collectAll = Effect.fnUntraced(function* (world: World) {
  if (!world.books.accounts.has(accountKey(world.organisation, "sepa"))) return
  for (let round = 0; round < 12; round++) {
    yield* world.refresh("debits")
    const collections = [...world.sepa.collections.values()]
    const flying = collections.filter(inFlight).reduce((total, { micro }) => total + micro, 0n)
    const owed = -(world.books.accounts.get(accountKey(world.organisation, "sepa"))?.posted ?? 0n)
    const unresolved = collections.some(isUnresolved)
    // The fees of the months that pass meanwhile are on their way.
    if (!unresolved && owed - flying < 600_000n) return
    const debtor = world.sepa.debtors.get(world.organisation)
    const isGood = debtor?.mandate?.status === "active" && debtor.subscription === "active"
    if (debtor?.customerDeletedAt) yield* renewed(world)
    if (unresolved || !isGood) yield* world.giveMandate(good)
    for (let i = 0; i < 4; i++) {
      world.advance(5 * dayMs)
      yield* world.work
    }
  }
  throw new Error("what is owed is never collected")
})

/** One life of an organisation on this rail. Dies where an invariant does not hold. */
export const story = (seed: number, without: Without = {}, stage?: (world: World) => Stage): Effect.Effect<void> => {
  const world = new World(seed, without, stage)
  return Effect.gen(function* () {
    yield* world.open
    yield* world.registerWebhooks
    if (world.dice.chance(20)) world.emulator.addFault({ kind: world.dice.pick(faultKinds), route: "POST /v1/customers" })
    yield* world.giveMandate(good)
    yield* world.work
    const steps = 20 + world.dice.below(30)
    for (let step = 0; step < steps; step++) {
      const action = world.dice.weighted(actions)
      world.log.push(action)
      yield* act(world, action)
      yield* world.refresh("debits")
      holdsAlways(world)
    }
    yield* quieten(world)
    if (world.dice.chance(30)) {
      yield* collectAll(world)
      yield* world.refresh("everything")
      holdsInTheEnd(world)
    }
    expect(yield* world.audit, "breaches that the audit finds").toEqual([])
  }).pipe(
    Effect.catchCause((cause) =>
      Effect.die(
        new Error(
          `seed ${seed} failed. Run it again: npm run simulate:sepa -- --from ${seed} --seeds 1\n${world.log.join(" ")}\n${Cause.pretty(cause)}`,
        ),
      ),
    ),
  )
}
