import { createHash } from "node:crypto"
import { apiVersion, checkObject } from "./schema.ts"
import type { Kinds } from "./kinds.ts"
import { missing } from "./StripeProblem.ts"
import type { State } from "./State.ts"

/** How webhooks misbehave: probabilities from 0 to 1, and the longest delay of one. */
export interface Weather {
  readonly duplicate: number
  readonly drop: number
  readonly shuffle: boolean
  readonly delayMs: number
}

export const fairWeather: Weather = { duplicate: 0, drop: 0, shuffle: false, delayMs: 0 }

type Meta = Kinds["meta"]

/**
 * What an operation works on: the documents, the time, identities, and what is announced. Everything that looks random
 * follows from the seed and from how much has happened.
 */
export class World {
  readonly state: State
  /** Where the hosted pages are, without a slash at the end. */
  pagesAt: string
  weather: Weather = fairWeather
  /** The request that is being answered: events name it. */
  request: { readonly id: string; readonly idempotency_key: string | null } | undefined

  constructor(state: State, pagesAt: string) {
    this.state = state
    this.pagesAt = pagesAt
    this.#now = this.#meta.now
  }

  #now: number

  get #meta(): Meta {
    return this.state.get("meta", "emulator") ?? { id: "emulator", seed: "", now: 0, sequence: 0 }
  }

  /** Milliseconds since 1970. */
  get now(): number {
    return this.#now
  }

  /** Seconds since 1970, as Stripe counts. */
  get seconds(): number {
    return Math.floor(this.now / 1000)
  }

  /** Never backwards. It is stored with the next thing that happens: time alone is no change. */
  setNow(now: number): void {
    this.#now = Math.max(this.#now, now)
  }

  #draw(): Buffer {
    const meta = this.#meta
    this.state.put("meta", { ...meta, now: this.#now, sequence: meta.sequence + 1 })
    return createHash("sha256").update(`${meta.seed}:${meta.sequence}`).digest()
  }

  id(prefix: string): string {
    return `${prefix}_${this.#draw().toString("hex").slice(0, 24)}`
  }

  /** From 0 up to 1. */
  dice(): number {
    return this.#draw().readUInt32BE(0) / 2 ** 32
  }

  need<
    K extends "customer" | "payment_method" | "mandate" | "setup_intent" | "payment_intent" | "charge" | "refund" | "dispute" | "session",
  >(kind: K, id: string, param = "id"): Kinds[K] {
    const document = this.state.get(kind, id)
    if (document === undefined) throw missing(kind === "session" ? "checkout.session" : kind, id, param)
    return document
  }

  schedule(at: number, task: Kinds["timer"]["task"], subject: string, detail: string | null = null): void {
    this.state.put("timer", { id: this.id("tmr"), at, task, subject, detail })
  }

  /** Writes an event down and queues its deliveries. The object is as it is now, for ever. */
  emit(type: string, object: object & { readonly id: string }, previous?: Record<string, never>): void {
    const name = objectNames[type.startsWith("charge.dispute.") ? "charge.dispute" : type.slice(0, type.lastIndexOf("."))]
    if (name !== undefined) checkObject(name, object)
    const event = this.state.put("event", {
      id: this.id("evt"),
      object: "event",
      api_version: apiVersion,
      created: this.seconds,
      data: { object: JSON.parse(JSON.stringify(object)), ...(previous === undefined ? {} : { previous_attributes: previous }) },
      livemode: false,
      pending_webhooks: 0,
      request: this.request ?? { id: null, idempotency_key: null },
      type,
    })
    announce(this, event)
  }
}

const objectNames: Readonly<Record<string, string>> = {
  customer: "Customer",
  payment_method: "PaymentMethod",
  mandate: "Mandate",
  setup_intent: "SetupIntent",
  payment_intent: "PaymentIntent",
  charge: "Charge",
  refund: "Refund",
  "charge.dispute": "Dispute",
  "checkout.session": "Checkout.Session",
}

/** Queues an event for every endpoint that wants its type, as the weather lets it through. */
const announce = (world: World, event: Kinds["event"]): void => {
  for (const endpoint of world.state.all("webhook_endpoint")) {
    if (endpoint.status !== "enabled") continue
    if (!endpoint.enabled_events.some((wanted) => wanted === "*" || wanted === event.type)) continue
    const { delayMs, drop, duplicate } = world.weather
    queue(world, event, endpoint.id, drop > 0 && world.dice() < drop ? "dropped" : "waiting", delayMs)
    if (duplicate > 0 && world.dice() < duplicate) queue(world, event, endpoint.id, "waiting", delayMs)
  }
}

const queue = (world: World, { id: event }: Kinds["event"], endpoint: string, state: "waiting" | "dropped", delayMs: number) => {
  const dueAt = world.now + (delayMs > 0 ? Math.floor(world.dice() * delayMs) : 0)
  world.state.put("delivery", { id: world.id("whd"), endpoint, event, attempt: 1, dueAt, firstAt: dueAt, state, status: null })
}
