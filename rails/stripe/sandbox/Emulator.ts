import * as deliveries from "./deliveries.ts"
import type { Stripe } from "stripe"
import {
  type Decoded,
  type EmulatorAnswer,
  type EmulatorRequest,
  authorised,
  conflict,
  decoded,
  failure,
  fingerprint,
  prune,
  remembered,
  response,
  tooMany,
} from "./apiRequest.ts"
import type { Card } from "./cards.ts"
import { deleteCustomer } from "./customers.ts"
import { type DisputeOptions, moveDisputedFunds, openDispute } from "./disputes.ts"
import { expand } from "./lists.ts"
import { type Fault, type FaultKind, Faults } from "./faults.ts"
import { acceptMandate, movePages, pay, saveCard } from "./hosted.ts"
import { type Payer, failNextDebit, revokeAtBank, setMandate } from "./mandates.ts"
import { payOut } from "./payouts.ts"
import { openRefund } from "./refunds.ts"
import { find, routes } from "./routes.ts"
import { checkAnswer } from "./schema.ts"
import { type DocumentChange, State } from "./State.ts"
import { EmulatorBug, StripeProblem, problemJson } from "./StripeProblem.ts"
import { moveTo } from "./timers.ts"
import { type Weather, World, fairWeather } from "./World.ts"

export interface EmulatorOptions {
  /** Identities and chance follow from it. */
  readonly seed: string
  /** Milliseconds since 1970. */
  readonly now: number
  /** Where the hosted pages are. */
  readonly pagesAt?: string
  /** What an earlier emulator has kept (`takeChanges`), oldest first. Its seed and time continue. */
  readonly stored?: ReadonlyArray<{ readonly kind: string; readonly doc: unknown }>
}

/**
 * Stripe's API as far as direct debits and top-ups need it, as a state machine: no clock, no network, no chance but the
 * seed. To use it in a test or a simulation:
 *
 *     const emulator = new Emulator({ seed: "1", now: Date.UTC(2026, 10, 2) })
 *     const stripe = yield* StripeApi.make({ secretKey: Redacted.make("sk_test_1"), fetch: emulatorFetch(emulator) })
 *
 * `emulatorFetch` is in `test/rails/stripe/support/emulatorFetch.ts`.
 *
 * - **A mandate**: `checkout.sessions.create({ mode: "setup", … })`, then `emulator.acceptMandate(session.id, { iban, name })`.
 *   Test accounts and cards with what they do: `testAccounts.ts`.
 * - **Time**: `advance(ms)` or `setNow(ms)`; all that comes due on the way happens at its own moment. Debits take six
 *   business days.
 * - **Webhooks**: make an endpoint by the API (its answer has the secret), then `takeDeliveries()` and post each `body` with
 *   its `headers`; report the result with `delivered(id, status)` (0: no answer), else the delivery is due again at once. `setWeather`
 *   duplicates, drops, delays and shuffles. Events that were dropped are still in `events.list`.
 * - **Faults**: `addFault({ kind, route, after, times })`, see `faults.ts`. `pruneKeys()` forgets idempotency keys early.
 * - **The other side**: `revokeAtBank`, `failNextDebit`, `setMandate`, `deleteCustomer`, `dispute`, `moveDisputedFunds`, `refund`, `payOut`.
 * - **What is true**: `state.all("payment_intent")` and so on, for comparing books. Read only.
 * - **Persistence**: store `takeChanges()` before an answer leaves; give it back as `stored`. A crash between two steps of
 *   the gateway needs none of it: keep the emulator and restart the gateway.
 *
 * Whatever it answers is checked against Stripe's own types; `EmulatorBug` is thrown where it would not fit, then and
 * (for the SDK takes an exception for a broken connection) whenever it is used again.
 */
export class Emulator {
  readonly state: State
  readonly #world: World
  readonly #faults = new Faults()
  /** Since this start: a question alone changes no document. */
  #requests = 0
  #stopped: { readonly fault: unknown } | undefined

  constructor({ now, pagesAt = "https://checkout.stripe.example", seed, stored = [] }: EmulatorOptions) {
    this.state = new State().load(stored)
    if (this.state.get("meta", "emulator") === undefined) this.state.put("meta", { id: "emulator", seed, now, sequence: 0 })
    this.#world = new World(this.state, pagesAt)
  }

  get now(): number {
    return this.#world.now
  }

  /** Moves the hosted pages. What points at them follows. */
  set pagesAt(url: string) {
    movePages(this.#world, url)
  }

  session(id: string): Stripe.Checkout.Session | undefined {
    return this.state.get("session", id)
  }

  /** How many there are of each kind. */
  counts(): Readonly<Record<string, number>> {
    return this.state.counts()
  }

  advance(ms: number): void {
    this.#going()
    moveTo(this.#world, this.now + ms)
  }

  /** Never backwards. */
  setNow(now: number): void {
    this.#going()
    moveTo(this.#world, now)
  }

  /** Documents that have changed since the last call. */
  takeChanges(): ReadonlyArray<DocumentChange> {
    return this.state.takeChanges()
  }

  addFault(fault: Fault): void {
    this.#faults.add(fault)
  }

  clearFaults(): void {
    this.#faults.clear()
  }

  get faults(): ReadonlyArray<Fault> {
    return this.#faults.waiting
  }

  pruneKeys(): void {
    prune(this.#world, "all")
  }

  /** Deletes documents that no request can read any more, so that the store stays bounded. */
  tidy(): void {
    prune(this.#world, "old")
    deliveries.forgetOld(this.#world)
  }

  setWeather(weather: Partial<Weather>): void {
    this.#world.weather = { ...fairWeather, ...weather }
  }

  takeDeliveries(): ReadonlyArray<deliveries.Outgoing> {
    this.#going()
    return deliveries.due(this.#world)
  }

  delivered(id: string, status: number): void {
    deliveries.settled(this.#world, id, status)
  }

  rollSecret(endpoint: string, overlapMs = 24 * 3_600_000): string {
    return deliveries.roll(this.#world, endpoint, overlapMs)
  }

  /** The payer uses the hosted page of a `setup` session. */
  acceptMandate(
    session: string,
    payer: Pick<Payer, "iban" | "name"> & Partial<Payer>,
    status?: "active" | "pending",
  ): Stripe.Checkout.Session {
    return this.#act(() => acceptMandate(this.#world, session, { email: null, ip: null, userAgent: null, ...payer }, status))
  }

  /** The payer uses the hosted page of a `setup` session for a card. */
  saveCard(session: string, card: Pick<Card, "number"> & Partial<Card>): Stripe.Checkout.Session {
    return this.#act(() => saveCard(this.#world, session, { name: null, email: null, ...card }))
  }

  /** The payer uses the hosted page of a `payment` session. A decline is thrown, as `StripeProblem` 402. */
  pay(session: string, card: Pick<Card, "number"> & Partial<Card>): Stripe.Checkout.Session {
    return this.#act(() => pay(this.#world, session, { name: null, email: null, ...card }))
  }

  /** The operator deletes a customer in the dashboard. */
  deleteCustomer(id: string): Stripe.DeletedCustomer {
    return this.#act(() => deleteCustomer(this.#world, id))
  }

  /** The payer revokes a mandate at the bank: Stripe hears of it when a debit fails. */
  revokeAtBank(mandate: string): void {
    this.#act(() => revokeAtBank(this.#world, mandate))
  }

  failNextDebit(mandate: string, failureCode: string): void {
    this.#act(() => failNextDebit(this.#world, mandate, failureCode))
  }

  setMandate(mandate: string, status: "active" | "inactive" | "pending"): void {
    this.#act(() => setMandate(this.#world, mandate, status))
  }

  dispute(charge: string, options: DisputeOptions = {}): Stripe.Dispute {
    return this.#act(() => openDispute(this.#world, charge, options))
  }

  /** The funds of a dispute come back, as after evidence that convinced, or are withdrawn again. */
  moveDisputedFunds(dispute: string, to: "withdrawn" | "reinstated"): Stripe.Dispute {
    return this.#act(() => moveDisputedFunds(this.#world, dispute, to))
  }

  /** As from the dashboard. */
  refund(charge: string, amount?: number): Stripe.Refund {
    return this.#act(() => openRefund(this.#world, amount === undefined ? { charge } : { charge, amount }))
  }

  /** Stripe sends our balance to our bank: one payout for each currency. */
  payOut(): ReadonlyArray<Stripe.Payout> {
    return this.#act(() => payOut(this.#world))
  }

  #act<A>(work: () => A): A {
    return this.state.atomically(work, stands)
  }

  handle(request: EmulatorRequest): EmulatorAnswer {
    this.#going()
    const requestId = `req_${this.#world.now.toString(36)}${(this.#requests += 1).toString(36).padStart(6, "0")}`
    try {
      return this.#answer(request, requestId)
    } catch (error) {
      if (error instanceof StripeProblem) return response(error.status, requestId, JSON.stringify(problemJson(error, requestId)))
      throw error
    } finally {
      // A later effect belongs to no request.
      this.#world.request = undefined
    }
  }

  /** Stops the emulator after a fault in its own code. The SDK would treat that fault as a broken connection and hide it from a test. */
  stop(fault: unknown): void {
    this.#stopped ??= { fault }
  }

  #going() {
    if (this.#stopped !== undefined) throw new EmulatorBug("the emulator is at fault", { cause: this.#stopped.fault })
  }

  #answer(request: EmulatorRequest, requestId: string): EmulatorAnswer {
    authorised(request.headers)
    const at = request.path.indexOf("?")
    const path = at < 0 ? request.path : request.path.slice(0, at)
    const match = find(routes, request.method, path)
    if (match === undefined) {
      throw new StripeProblem(404, {
        type: "invalid_request_error",
        message: `Unrecognized request URL (${request.method}: ${path}). The sandbox emulates a part of Stripe's API.`,
      })
    }
    const fault = this.#faults.take(`${match.route.method} ${match.route.path}`)
    if (fault === "drop_before") return { dropped: true }
    if (fault === "error_before") throw failure()
    if (fault === "conflict") throw conflict()
    if (fault === "rate_limit") throw tooMany()
    const answer = this.#once(request, path, match, requestId, fault)
    return fault === "drop_after" ? { dropped: true } : answer
  }

  /** Runs a request, or repeats the answer that its key has had. */
  #once(
    request: EmulatorRequest,
    path: string,
    match: NonNullable<ReturnType<typeof find>>,
    requestId: string,
    fault: FaultKind | undefined,
  ): EmulatorAnswer {
    const key = request.method === "POST" ? request.headers["idempotency-key"] : undefined
    const print = fingerprint(request.method, path, request.body)
    const before = key === undefined ? undefined : remembered(this.#world, key, print, path)
    if (before !== undefined)
      return response(before.status, requestId, before.body, { "idempotent-replayed": "true", "original-request": before.requestId })
    const parameters = decoded(request, match.route)
    this.#world.request = { id: requestId, idempotency_key: key ?? null }
    const { body, status } = this.#run(match, parameters, requestId, fault)
    if (key !== undefined) this.state.put("key", { id: key, at: this.now, request: print, requestId, status, body })
    return response(status, requestId, body)
  }

  #run({ id, route }: NonNullable<ReturnType<typeof find>>, { expands, params }: Decoded, requestId: string, fault: FaultKind | undefined) {
    try {
      if (fault === "error_without_effect") throw failure()
      const answer = this.state.atomically(() => {
        const done = expand(this.#world, route.run(this.#world, params, id), expands)
        checkAnswer(route.method, route.path, done)
        return done
      }, stands)
      if (fault === "error_after") throw failure()
      return { status: 200, body: JSON.stringify(answer) }
    } catch (error) {
      if (!(error instanceof StripeProblem)) throw error
      return { status: error.status, body: JSON.stringify(problemJson(error, requestId)) }
    }
  }
}

/** A decline is an answer: what was written down with it stays. */
const stands = (error: unknown) => error instanceof StripeProblem && error.status === 402
