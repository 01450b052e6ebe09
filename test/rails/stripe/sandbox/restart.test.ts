import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { Emulator } from "../../../../rails/stripe/sandbox/Emulator.ts"
import { dayMs, debitParams, good, idOf, key, mandated, scene, setupParams } from "./bench.ts"
import { apiAt, control, freshStripe, visit } from "./stripeProcess.ts"

/** Documents as a store keeps them: the first writing decides the place. */
const store = () => {
  const rows = new Map<string, { readonly kind: string; readonly doc: unknown }>()
  return {
    save: (emulator: Emulator) => {
      for (const { doc, id, kind } of emulator.takeChanges()) {
        if (doc === null) rows.delete(`${kind} ${id}`)
        else rows.set(`${kind} ${id}`, { kind, doc: JSON.parse(doc) })
      }
    },
    rows: () => [...rows.values()],
  }
}

it.effect("an emulator that is restored from stored documents continues as the original", () =>
  Effect.gen(function* () {
    const stage = scene()
    const kept = store()
    const who = yield* mandated(stage)
    yield* stage.api.createPaymentIntent(debitParams(who), { idempotencyKey: "debit:1" })
    kept.save(stage.emulator)
    stage.emulator.revokeAtBank(who.mandate)
    kept.save(stage.emulator)
    const other = new Emulator({ seed: "of no matter", now: 0, stored: kept.rows() })
    for (const emulator of [stage.emulator, other]) emulator.setNow(stage.emulator.now + 30 * dayMs)
    const all = (emulator: Emulator) => [
      emulator.state.all("event"),
      emulator.state.all("charge"),
      emulator.state.all("mandate"),
      emulator.counts(),
    ]
    expect(all(other)).toEqual(all(stage.emulator))
    expect(other.state.all("mandate")[0]?.status).toBe("inactive")
  }),
)

it.effect("an invalid stored document stops the emulator with a message that says what to do", () =>
  Effect.sync(() => {
    const stored = [{ kind: "charge", doc: { id: "ch_1", object: "charge" } }]
    expect(() => new Emulator({ seed: "1", now: 0, stored })).toThrow("farthing sandbox reset")
    expect(() => new Emulator({ seed: "1", now: 0, stored: [{ kind: "toString", doc: {} }] })).toThrow("unknown kind")
  }),
)

it.live("after kill -9 and a restart the emulator has everything that it answered, keys and open pages included", () =>
  Effect.gen(function* () {
    const { owner, start } = yield* freshStripe
    const first = yield* start
    const api = yield* apiAt(first.baseUrl)
    const { id: customer } = yield* api.createCustomer({ name: "Anna" }, { idempotencyKey: "customer:1" })
    const session = yield* api.createSession(setupParams(customer), key())
    const waiting = yield* api.createSession(setupParams(customer), key())
    yield* visit(session.url ?? "", { iban: good, name: "Anna", email: "" })
    const { setup_intent } = yield* api.session(session.id)
    if (setup_intent === null || typeof setup_intent === "string") throw new Error("the session has no SetupIntent")
    const who = { customer, method: idOf(setup_intent.payment_method), mandate: idOf(setup_intent.mandate) }
    const debit = yield* api.createPaymentIntent(debitParams(who), { idempotencyKey: "debit:1" })
    first.signal("SIGKILL")
    yield* first.ended

    yield* owner`update clock set ahead = ahead + interval '23 hours'`
    const second = yield* start
    const after = yield* apiAt(second.baseUrl)
    expect((yield* after.createCustomer({ name: "Anna" }, { idempotencyKey: "customer:1" })).id).toBe(customer)
    expect((yield* after.createPaymentIntent(debitParams(who), { idempotencyKey: "debit:1" })).id).toBe(debit.id)
    const open = yield* after.session(waiting.id)
    expect(open.url).toBe(`${second.baseUrl}/pay/${waiting.id}`)
    expect((yield* visit(open.url ?? "")).status).toBe(200)
    yield* owner`update clock set ahead = ahead + interval '30 days'`
    yield* control(second.baseUrl, "POST /clock")
    expect((yield* after.paymentIntent(debit.id)).status).toBe("succeeded")
    expect((yield* after.session(waiting.id)).status).toBe("expired")
  }),
)

it.live("every answer that arrived before the emulator was killed at work is still true after its restart", () =>
  Effect.gen(function* () {
    const { start } = yield* freshStripe
    const first = yield* start
    const api = yield* apiAt(first.baseUrl)
    const answered: Array<string> = []
    const took = (i: number, id: string) => {
      // Other requests are running at this moment: some took effect, and their callers received no answer.
      if (answered.push(`${i} ${id}`) === 50) first.signal("SIGKILL")
    }
    const numbers = Array.from({ length: 400 }, (_, i) => i)
    const create = (i: number) => Effect.map(api.createCustomer({ name: `c${i}` }, { idempotencyKey: `c${i}` }), ({ id }) => took(i, id))
    expect(yield* Effect.flip(Effect.forEach(numbers, create, { concurrency: 8, discard: true }))).toMatchObject({
      _tag: "StripeUncertain",
    })
    const second = yield* start
    const after = yield* apiAt(second.baseUrl)
    for (const line of answered) {
      // Before anything else is made: identities follow from how much has happened, so one that was lost would come again.
      const there = yield* Effect.promise(() =>
        fetch(`${second.baseUrl}/v1/customers/${line.split(" ")[1]}`, { headers: { authorization: "Bearer sk_test_1" } }),
      )
      expect(there.status).toBe(200)
    }
    for (const line of answered) {
      const [i, id] = line.split(" ")
      expect((yield* after.createCustomer({ name: `c${i}` }, { idempotencyKey: `c${i}` })).id).toBe(id)
    }
    const { items } = yield* after.events({ types: ["customer.created"] }, 1000)
    expect(new Set(items.map(({ data }) => ("name" in data.object ? data.object.name : ""))).size).toBe(items.length)
  }),
)
