import { expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { type PostedEvent, verifiedEvent } from "../../../../rails/stripe/webhook.ts"
import type { Outgoing } from "../../../../rails/stripe/sandbox/deliveries.ts"
import { dayMs, debitParams, key, mandated, scene, type Scene } from "./bench.ts"

const listening = Effect.fnUntraced(function* (
  { sdk }: Scene,
  types: ReadonlyArray<"payment_intent.succeeded" | "payment_intent.processing" | "*"> = ["*"],
) {
  const made = yield* Effect.promise(() =>
    sdk.webhookEndpoints.create({
      url: "http://127.0.0.1:9/v1/webhooks/stripe",
      enabled_events: [...types],
      api_version: "2026-10-28.endive",
    }),
  )
  return { id: made.id, secret: Redacted.make(made.secret ?? "") }
})

const posted = ({ body, headers }: Outgoing, now: number): PostedEvent => ({
  body: new TextEncoder().encode(body),
  signature: headers["stripe-signature"],
  now,
})

/** Takes what is due and says that all was well. Answers the types. */
const received = ({ emulator }: Scene, status = 200) =>
  emulator.takeDeliveries().map(({ body, id }) => {
    emulator.delivered(id, status)
    return String(JSON.parse(body).type)
  })

it.effect("a webhook is signed over its bytes, by the sandbox's clock", () =>
  Effect.gen(function* () {
    const stage = scene()
    const { secret } = yield* listening(stage)
    yield* stage.api.createCustomer({ name: "Zoë" }, key())
    const [outgoing] = stage.emulator.takeDeliveries()
    if (outgoing === undefined) throw new Error("nothing was posted")
    const now = stage.emulator.now
    const event = yield* verifiedEvent([secret], posted(outgoing, now))
    expect(event.type).toBe("customer.created")
    expect(JSON.parse(outgoing.body)).toMatchObject({ api_version: "2026-10-28.endive", data: { object: { name: "Zoë" } } })

    const refused = (more: Partial<PostedEvent>, secrets = [secret]) =>
      Effect.map(Effect.flip(verifiedEvent(secrets, { ...posted(outgoing, now), ...more })), ({ message }) => message)
    expect(yield* refused({ body: new TextEncoder().encode(outgoing.body.replace("Zoë", "Zoe")) })).toContain("does not prove")
    expect(yield* refused({ body: new TextEncoder().encode(JSON.stringify(JSON.parse(outgoing.body))) })).toContain("does not prove")
    expect(yield* refused({ now: now + 301_000 })).toContain("too old")
    expect((yield* verifiedEvent([secret], { ...posted(outgoing, now), now: now + 299_000 })).type).toBe("customer.created")
    expect(yield* refused({ signature: undefined })).toContain("missing")
    expect(yield* refused({ signature: "" })).toContain("does not prove")
    expect(yield* refused({ signature: "t=1,v0=abc" })).toContain("does not prove")
    expect(yield* refused({}, [Redacted.make("whsec_other")])).toContain("does not prove")
    expect(yield* refused({}, [])).toContain("FARTHING_STRIPE_WEBHOOK_SECRET")
    expect(yield* refused({ body: new Uint8Array() })).toContain("does not prove")
    expect(yield* refused({ now: now + 301_000 }, [Redacted.make("whsec_other"), secret])).toContain("too old")
  }),
)

it.effect("both webhook secrets are valid while a secret is rolled, and then only the new one", () =>
  Effect.gen(function* () {
    const stage = scene()
    const { id, secret } = yield* listening(stage)
    const next = Redacted.make(stage.emulator.rollSecret(id, 3_600_000))
    yield* stage.api.createCustomer({}, key())
    const [both] = stage.emulator.takeDeliveries()
    expect(both?.headers["stripe-signature"]?.match(/v1=/g)).toHaveLength(2)
    for (const one of [secret, next]) expect((yield* verifiedEvent([one], posted(both!, stage.emulator.now))).type).toBe("customer.created")
    stage.emulator.advance(3_600_000)
    const [later] = stage.emulator.takeDeliveries()
    expect((yield* verifiedEvent([secret, next], posted(later!, stage.emulator.now))).type).toBe("customer.created")
    expect((yield* Effect.flip(verifiedEvent([secret], posted(later!, stage.emulator.now)))).message).toContain("does not prove")
  }),
)

it.effect("an endpoint receives its enabled event types, and delivery is retried until it answers 2xx", () =>
  Effect.gen(function* () {
    const stage = scene()
    yield* listening(stage, ["payment_intent.processing"])
    yield* stage.api.createPaymentIntent(debitParams(yield* mandated(stage)), key())
    expect(received(stage, 500)).toEqual(["payment_intent.processing"])
    expect(received(stage)).toEqual([])
    stage.emulator.advance(60_000)
    expect(received(stage, 0)).toEqual(["payment_intent.processing"])
    stage.emulator.advance(300_000)
    expect(received(stage)).toEqual(["payment_intent.processing"])
    stage.emulator.advance(4 * dayMs)
    expect(received(stage)).toEqual([])
  }),
)

it.effect("a webhook without an answer is given up after three days", () =>
  Effect.gen(function* () {
    const stage = scene()
    yield* listening(stage)
    yield* stage.api.createCustomer({}, key())
    let hours = 0
    for (; stage.emulator.state.all("delivery")[0]?.state === "waiting" && hours < 200; hours++) {
      received(stage, 503)
      stage.emulator.advance(3_600_000)
    }
    expect(stage.emulator.state.all("delivery")[0]?.state).toBe("failed")
    expect(hours).toBeGreaterThan(48)
    expect(hours).toBeLessThanOrEqual(73)
  }),
)

it.effect("events are all listed although their webhooks are lost, duplicated and shuffled", () =>
  Effect.gen(function* () {
    const stage = scene()
    yield* listening(stage)
    stage.emulator.setWeather({ drop: 0.3, duplicate: 0.3, shuffle: true, delayMs: 60_000 })
    for (let i = 0; i < 100; i++) yield* stage.api.createCustomer({ name: String(i) }, key())
    stage.emulator.advance(60_000)
    const names = stage.emulator.takeDeliveries().map(({ body }) => Number(JSON.parse(body).data.object.name))
    const times = (n: number) => names.filter((name) => name === n).length
    const all = Array.from({ length: 100 }, (_, i) => times(i))
    expect(all.filter((n) => n === 0).length).toBeGreaterThan(5)
    expect(all.filter((n) => n === 2).length).toBeGreaterThan(10)
    expect(names).not.toEqual([...names].sort((a, b) => a - b))
    expect((yield* stage.api.events({ types: ["customer.created"] }, 1000)).items).toHaveLength(100)
  }),
)

it.effect("events can be listed by type and time, 30 days back", () =>
  Effect.gen(function* () {
    const stage = scene()
    yield* stage.api.createCustomer({}, key())
    stage.emulator.advance(10 * dayMs)
    const since = Math.floor(stage.emulator.now / 1000)
    yield* stage.api.createPaymentIntent(debitParams(yield* mandated(stage)), key())
    const types = (items: ReadonlyArray<{ readonly type: string }>) => items.map(({ type }) => type)
    expect(
      types((yield* stage.api.events({ types: ["customer.created", "mandate.updated"], created: { gte: since } }, 100)).items),
    ).toEqual(["customer.created"])
    expect(types((yield* stage.api.events({ created: { lt: since } }, 100)).items)).toEqual(["customer.created"])
    stage.emulator.advance(20 * dayMs + 1000)
    expect(types((yield* stage.api.events({ types: ["customer.created"] }, 100)).items)).toEqual(["customer.created"])
    stage.emulator.advance(30 * dayMs)
    stage.emulator.tidy()
    expect(types((yield* stage.api.events({}, 100)).items).includes("customer.created")).toBe(false)
  }),
)
