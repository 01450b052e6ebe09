import { describe, expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { advance } from "../../../../rails/sepa/debits/submit.ts"
import { debitDay } from "../../../../rails/sepa/debits/debitDay.ts"
import type { FaultKind } from "../../../../rails/stripe/sandbox/faults.ts"
import { StripeRefused } from "../../../../rails/stripe/StripeFailure.ts"
import { StripeApi } from "../../../../rails/stripe/StripeApi.ts"
import { runAllJobs } from "../support/runAllJobs.ts"
import { quietly } from "../simulation/quietly.ts"
import { World } from "../simulation/World.ts"

const dayMs = 86_400_000
const create = "POST /v1/payment_intents"

/** A debit that is due while Stripe does with the request what the fault says, for two days. */
const troubled = Effect.fnUntraced(function* (seed: number, kind: FaultKind) {
  const world = new World(seed)
  yield* world.open
  yield* world.giveMandate("DE89370400440532013000")
  world.advance(3_600_000)
  yield* world.work
  yield* world.buy(10, 4_000_000)
  world.advance(8 * dayMs)
  world.emulator.addFault({ kind, route: create, times: 100 })
  const debit = () => [...world.sepa.collections.values()][0]!
  const intents = () => world.emulator.state.all("payment_intent")
  yield* world.work
  const first = debit().notice
  expect(first).toMatchObject({ at: world.now, debitOn: debitDay(world.now) })
  return { debit, first, intents, world }
})

describe("the notice of a debit", () => {
  it("the notice of a debit has the day that is sent to Stripe, no earlier than the mandate allows", () =>
    quietly(
      Effect.gen(function* () {
        const { debit, first, intents, world } = yield* troubled(11, "drop_before")
        world.emulator.clearFaults()
        world.advance(dayMs)
        yield* world.work
        expect(debit()).toMatchObject({ status: "processing", notice: first })
        expect(intents()).toMatchObject([{ payment_method_options: { sepa_debit: { target_date: first.debitOn } } }])
        const expected = world.emulator.state.all("charge")[0]?.payment_method_details?.sepa_debit?.expected_debit_date ?? ""
        expect(Date.parse(expected)).toBeGreaterThanOrEqual(Date.parse(first.debitOn))
        expect(Date.parse(expected) - first.at).toBeGreaterThanOrEqual(2 * dayMs)
      }),
    ))

  it("a new notice with another day is given if Stripe was not reached in time, and the debit is made once", () =>
    quietly(
      Effect.gen(function* () {
        const { debit, first, intents, world } = yield* troubled(12, "drop_before")
        world.emulator.clearFaults()
        const events: Array<string> = []
        world.webhooks = {
          ...world.webhooks,
          send: ({ body }) =>
            Effect.sync(() => {
              events.push(JSON.parse(Buffer.from(body).toString()).id)
              return { _tag: "Delivered", status: 200 }
            }),
        }
        world.receiver = { url: "https://shop.example.com/hooks", secret: Redacted.make("shared") }
        world.advance(2 * dayMs)
        yield* world.work
        expect([debit().status, intents()], "nothing is sent beside a request that may be late").toEqual(["new", []])
        expect(debit().notice).toMatchObject(first)
        world.advance(dayMs)
        yield* world.work
        expect(debit()).toMatchObject({ status: "processing", notice: { at: world.now, debitOn: debitDay(world.now) } })
        expect(intents()).toMatchObject([{ payment_method_options: { sepa_debit: { target_date: debitDay(world.now) } } }])
        world.advance(61_000)
        yield* world.work
        expect(events, "each day is announced once").toEqual([`${debit().id}.${first.debitOn}`, `${debit().id}.${debit().notice.debitOn}`])
        const keys = world.emulator.state.all("key").map(({ id }) => id)
        expect(keys, "another request has another key").toContain(`collection:${debit().id}:${debitDay(world.now)}`)
      }),
    ))

  it("the notice stays valid if the request took effect, even if its answer was lost and the lookup is late", () =>
    quietly(
      Effect.gen(function* () {
        for (const days of [1, 2, 3, 20]) {
          const { debit, first, intents, world } = yield* troubled(13 + days, "drop_after")
          expect(intents()).toHaveLength(1)
          world.advance(days * dayMs)
          yield* world.work
          expect([debit().paymentIntent, debit().notice, intents().length]).toEqual([intents()[0]?.id, first, 1])
        }
      }),
    ))

  it("no new notice is given for a debit whose end another node has stored", () =>
    quietly(
      Effect.gen(function* () {
        const { debit, first, intents, world } = yield* troubled(30, "drop_before")
        world.emulator.clearFaults()
        const stale = debit()
        world.sepa.collections.set(stale.id, { ...stale, status: "failed", booked: "failed" })
        world.advance(9 * dayMs)
        yield* world.as(advance(stale))
        expect([debit().status, debit().notice, intents()]).toEqual(["failed", first, []])
      }),
    ))

  it("a debit day that Stripe refuses leaves the debit new, without a remedy for the payer", () =>
    quietly(
      Effect.gen(function* () {
        const { debit, world } = yield* troubled(40, "drop_before")
        world.emulator.clearFaults()
        const param = "payment_method_options[sepa_debit][target_date]"
        const no = new StripeRefused({ message: "Not this day", status: 400, code: "invalid_target_date", param })
        const refusing = Effect.flatMap(StripeApi, (stripe) =>
          Effect.provideService(runAllJobs, StripeApi, { ...stripe, createPaymentIntent: () => Effect.fail(no) }),
        )
        yield* world.as(refusing)
        expect([debit().status, debit().remedy]).toEqual(["new", null])
        world.advance(9 * dayMs)
        yield* world.work
        expect(debit().status).toBe("processing")
      }),
    ))
})
