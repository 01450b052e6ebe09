import { describe, expect, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { dayMs, hourMs } from "../../../domain/time.ts"
import { StripeSubscribers } from "../../../rails/stripe/events.ts"
import { eachItem, givenUpWarning } from "../../../rails/stripe/retries.ts"
import { signature } from "../../../rails/stripe/sandbox/deliveries.ts"
import { StripeStore } from "../../../rails/stripe/store.ts"
import { StripeApi, type StripeApiShape } from "../../../rails/stripe/StripeApi.ts"
import { makeStripeWebhook } from "../../../rails/stripe/webhook.ts"
import { quietly } from "../sepa/simulation/quietly.ts"
import { World } from "../sepa/simulation/World.ts"
import { emptySepa, memoryStripeStore } from "../sepa/support/memoryStore.ts"
import { runAllJobs } from "../sepa/support/runAllJobs.ts"

const secret = "whsec_test"
const at = Date.UTC(2026, 10, 2)

/** A port that must not be used. */
const untouched = <S extends object>(port: string): S =>
  new Proxy({} as S, {
    get: (_, member) => {
      throw new Error(`${port}.${String(member)} was used`)
    },
  })

const webhookOver = (store: StripeStore["Service"], stripe: StripeApiShape) =>
  makeStripeWebhook(Context.make(StripeStore, store).pipe(Context.add(StripeApi, stripe), Context.add(StripeSubscribers, [])), {
    secrets: Effect.succeed([Redacted.make(secret)]),
    now: Effect.succeed(at),
    livemode: false,
  })

const signed = (text: string, by = secret) => ({ body: new TextEncoder().encode(text), signature: signature([by], at / 1000, text) })

describe("a webhook of Stripe", () => {
  it.effect("a request that Stripe did not sign is refused without a look into the database", () =>
    Effect.gen(function* () {
      const webhook = webhookOver(untouched("store"), untouched("stripe"))
      const event = `{"id":"evt_1","livemode":false,"type":"customer.created","data":{"object":{"id":"cus_1"}}}`
      const forged = [signed(event, "whsec_other"), { ...signed(event), signature: undefined }, { ...signed(event), signature: "t=1,v1=a" }]
      for (const posted of forged) expect((yield* Effect.flip(webhook.receive(posted)))._tag).toBe("NotFromStripe")
    }),
  )

  it.effect("a signed body that is no event of Stripe is refused with a sentence, and no TypeError leaves the gateway", () =>
    Effect.gen(function* () {
      const rows = emptySepa()
      const webhook = webhookOver(
        memoryStripeStore(rows, () => at),
        untouched("stripe"),
      )
      for (const body of [
        "null",
        "7",
        "{",
        "[]",
        "{}",
        `{"id":"evt_1","livemode":false,"type":"a","data":{"object":null}}`,
        `{"id":7,"livemode":false,"type":"a","data":{"object":{}}}`,
      ]) {
        const refused = yield* Effect.flip(webhook.receive(signed(body)))
        expect([refused._tag, refused.message], body).toEqual(["NotFromStripe", expect.stringContaining("is no event of Stripe")])
      }
      for (const type of ["payment_intent.succeeded", "checkout.session.completed", "charge.dispute.created"]) {
        const refused = yield* Effect.flip(webhook.receive(signed(`{"id":"evt_1","livemode":false,"type":"${type}","data":{"object":{}}}`)))
        expect(refused._tag, type).toBe("service_unavailable")
      }
      expect(yield* webhook.receive(signed(`{"id":"evt_2","livemode":false,"type":"refund.created","data":{"object":{}}}`))).toBe(true)
      expect([...rows.events.keys()]).toEqual(["evt_2"])
    }),
  )

  it.effect("an event of the other mode than the key is refused", () =>
    Effect.gen(function* () {
      const webhook = webhookOver(untouched("store"), untouched("stripe"))
      const refused = yield* Effect.flip(
        webhook.receive(signed(`{"id":"evt_1","livemode":true,"type":"customer.created","data":{"object":{"id":"cus_1"}}}`)),
      )
      expect([refused._tag, refused.message]).toEqual(["NotFromStripe", expect.stringContaining("of Stripe's live mode")])
    }),
  )

  it.effect("an object of another form than expected is answered as a failure to be repeated, not as a defect", () =>
    Effect.gen(function* () {
      const malformed = { ...untouchedStripe, session: () => Effect.die(new TypeError("Cannot read properties of undefined")) }
      const webhook = webhookOver(
        memoryStripeStore(emptySepa(), () => at),
        malformed,
      )
      const posted = signed(`{"id":"evt_1","livemode":false,"type":"checkout.session.completed","data":{"object":{"id":"cs_1"}}}`)
      expect((yield* Effect.flip(webhook.receive(posted)))._tag).toBe("service_unavailable")
    }),
  )
})

const untouchedStripe = { ...({} as StripeApiShape) }

describe("events that cannot be handled", () => {
  it("an event that cannot be read (poison) hides no event behind it, is tried again, and is given up after 30 days", () =>
    quietly(
      Effect.gen(function* () {
        const world = new World(11)
        yield* world.open
        yield* world.registerWebhooks
        yield* world.giveMandate("DE89370400440532013000")
        const { mandate } = world.sepa.debtors.get(world.organisation)!
        expect(mandate).toBeNull()
        // The first event of the list is the page that was filled in. Its object cannot be read.
        let broken = true
        let reads = 0
        const run = world.as(
          Effect.gen(function* () {
            const stripe = yield* StripeApi
            const poison: StripeApiShape = {
              ...stripe,
              session: (id) => Effect.suspend(() => (reads++, broken ? Effect.die(new TypeError("no setup_intent")) : stripe.session(id))),
            }
            yield* Effect.provideService(runAllJobs, StripeApi, poison)
          }),
        )
        const event = world.emulator.state.all("event").find(({ type }) => type === "checkout.session.completed")!
        yield* run
        expect(world.sepa.jobRuns.get("events")?.mark, "the sweep went on").toBe(world.now)
        expect(world.sepa.retries.get(`event/${event.id}`)).toMatchObject({ failures: 1, ended: false })
        expect(world.sepa.events.has(event.id)).toBe(false)

        const before = reads
        yield* run
        expect(reads, "nothing is tried again during the pause").toBe(before)
        for (let day = 0; day < 33; day++) {
          world.advance(dayMs + hourMs)
          yield* run
        }
        expect(world.sepa.retries.get(`event/${event.id}`)).toMatchObject({ ended: true })
        expect(world.sepa.retries.get(`event/${event.id}`)!.failures).toBeLessThan(60)
        expect(yield* world.as(givenUpWarning)).toContain("1 events")

        // The page itself is still read every hour, so the mandate comes as soon as it can be read.
        broken = false
        world.advance(2 * hourMs)
        yield* run
        expect(world.sepa.debtors.get(world.organisation)?.mandate?.status).toBe("active")
        expect(world.sepa.retries.has(`mandate/${world.organisation}`)).toBe(false)
      }),
    ))
})

describe("work that is done side by side", () => {
  it.effect("a request that hangs delays no other item, and is tried again after a pause that grows", () =>
    Effect.gen(function* () {
      const rows = emptySepa()
      let now = at
      const store = memoryStripeStore(rows, () => now)
      const tried: Array<string> = []
      const work = (id: string) => Effect.suspend(() => (tried.push(id), id === "hangs" ? Effect.never : Effect.void))
      const items = ["hangs", ...Array.from({ length: 20 }, (_, i) => `org ${i}`)]
      const pass = Effect.provideService(
        eachItem("debtor", items, (id) => id, work),
        StripeStore,
        store,
      )
      const first = yield* Effect.forkChild(pass)
      yield* TestClock.adjust("1 second")
      expect(tried.length, "everything else was worked on while one request hangs").toBe(21)
      yield* TestClock.adjust("60 seconds")
      expect(Exit.isSuccess(yield* Fiber.await(first))).toBe(true)
      expect(rows.retries.get("debtor/hangs")).toMatchObject({ failures: 1, dueAt: now + 30_000 })

      tried.length = 0
      now += 29_000
      yield* pass
      expect([tried.length, tried.includes("hangs")]).toEqual([20, false])
      now += 1_000
      const second = yield* Effect.forkChild(pass)
      yield* TestClock.adjust("61 seconds")
      yield* Fiber.await(second)
      expect(rows.retries.get("debtor/hangs")).toMatchObject({ failures: 2, dueAt: now + 60_000 })
      expect(tried).toContain("hangs")
    }),
  )
})
