import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Result } from "effect"
import type { Call } from "../../../../domain/ledger/state.ts"
import { microUsd } from "../../../../domain/money/Money.ts"
import type { Quote } from "../../../../domain/rail/Rail.ts"
import { identify } from "../../../../rails/x402/acceptPayment.ts"
import { Chain } from "../../../../rails/x402/evm/Chain.ts"
import { firstBlockSince } from "../../../../rails/x402/settlement/authorizationUses.ts"
import { bindingOf } from "../../../../rails/x402/protocol/paymentIdentity.ts"
import { type Buyer, openBuyer } from "../../../support/ledger/commands.ts"
import { callOf } from "../../../support/ledger/LedgerFixture.ts"
import { FakeSource, orderOf, pay, sourceDown } from "../../../support/ledger/paidCalls.ts"
import { Owner } from "../../../support/ledger/postgresLedgerFixture.ts"
import { until } from "../../../support/until.ts"
import { treasury, X402Scene, x402Scene } from "./fixture.ts"

const resource = {
  method: "POST",
  url: "https://farthing.example/v1/execute/a/b?limit=1",
  description: "Reads",
  mimeType: "application/json",
  bodyHash: "h",
}
const quoteOf = (max: bigint, over: Partial<Quote> = {}): Quote => ({
  max: microUsd(max),
  payee: "Registry Ltd",
  priceId: null,
  resource,
  ...over,
})
const headerOf = (value: string) => JSON.parse(Buffer.from(value, "base64").toString("utf8"))

const paid = Effect.fnUntraced(function* (
  buyer: Buyer,
  proof: string,
  source = new FakeSource(),
  over: Parameters<typeof orderOf>[2] = {},
) {
  const { rail } = yield* X402Scene
  const end = yield* pay(orderOf(buyer, source, { presented: proof, ...over }), buyer.node, [rail])
  return end.paid
})

/** Settled for good, by the scene's mining. */
const settled = Effect.fnUntraced(function* (proof: string, source?: FakeSource) {
  const { quiet } = yield* X402Scene
  const buyer = yield* openBuyer({ credits: 0 })
  const end = yield* paid(buyer, proof, source)
  if (end._tag !== "Delivered" && end._tag !== "Failed") return yield* Effect.die(new Error(end._tag))
  yield* quiet
  return yield* callOf(end.closed.call)
})

// Every payment here is settled before its answer, on a busy machine either.
layer(x402Scene({ upfrontFrom: microUsd(100_000n), answerWithinMs: 60_000 }), { excludeTestServices: true })("the x402 rail", (it) => {
  it.effect(
    "the x402 rail offers both protocol versions, asks for payment up front from the set price, and offers nothing for what cannot be paid",
    () =>
      Effect.gen(function* () {
        const { rail } = yield* X402Scene
        const buyer = { ...(yield* openBuyer()), key: null }
        const { headers, members } = (yield* rail.challenge!(buyer, quoteOf(1_000n)))!
        expect(headerOf(headers["PAYMENT-REQUIRED"]!).accepts).toMatchObject([{ amount: "1000", payTo: treasury, maxTimeoutSeconds: 600 }])
        expect(members).toMatchObject({ x402Version: 1, accepts: [{ maxAmountRequired: "1000", resource: resource.url }] })
        const dear = (yield* rail.challenge!(buyer, quoteOf(100_000n)))!
        expect(headerOf(dear.headers["PAYMENT-REQUIRED"]!).accepts[0].extra).toMatchObject({ paymentFlow: "upfront" })
        const { resource: _, ...anonymous } = quoteOf(1_000n)
        expect(yield* rail.challenge!(buyer, anonymous)).toBeUndefined()
        expect(yield* rail.challenge!(buyer, quoteOf(0n))).toBeUndefined()
        expect(yield* rail.challenge!(buyer, quoteOf(5_000_001n))).toBeUndefined()
        const long = quoteOf(1_000n, {
          resource: { ...resource, url: `${resource.url}&q=${"x".repeat(9_000)}`, description: "d".repeat(9_000) },
        })
        expect((yield* rail.challenge!(buyer, long))!.headers["PAYMENT-REQUIRED"]!.length).toBeLessThan(8_192)
      }),
  )

  it.effect("the x402 rail makes no offer, for a wallet or a signed payment, while today's gas budget is used up", () =>
    Effect.gen(function* () {
      const { payment, rail } = yield* X402Scene
      const sql = yield* Owner
      const buyer = { ...(yield* openBuyer()), key: null }
      const today = sql`(clock_timestamp() at time zone 'UTC')::date`
      yield* sql`insert into rail_x402.gas_day as d (network, day, committed) values ('eip155:84532', ${today}, 1e20)
        on conflict (network, day) do update set committed = d.committed + 1e20`
      for (const proof of [undefined, payment({ url: resource.url })]) {
        expect(yield* Effect.flip(rail.offer(buyer, quoteOf(1_000n), proof))).toMatchObject({
          _tag: "Unavailable",
          message: "today's gas budget is used up",
        })
      }
      yield* sql`update rail_x402.gas_day set committed = committed - 1e20`
      expect(yield* rail.offer(buyer, quoteOf(1_000n), payment({ url: resource.url }))).toMatchObject({ rail: "x402" })
    }),
  )

  it.effect("the call keeps the whole authorization and the request that it was presented for", () =>
    Effect.gen(function* () {
      const { payment, rail } = yield* X402Scene
      const buyer = { ...(yield* openBuyer()), key: null }
      const proof = payment({ url: resource.url })
      const option = yield* rail.offer(buyer, quoteOf(1_000n), proof)
      expect(option).toMatchObject({
        settles: "before_answer",
        opens: { creditLimit: 5_000_000n, transit: true },
        deposits: { remainderTo: "credits" },
      })
      const evidence = JSON.parse(option.evidence!)
      expect(evidence).toMatchObject({ version: 2, binding: bindingOf(resource), method: "POST", url: resource.url, bodyHash: "h" })
      expect(evidence.authorization).toMatchObject({ value: "1000", to: treasury.toLowerCase() })
      const elsewhere = { ...resource, url: "https://farthing.example/v1/execute/a/c" }
      expect(yield* Effect.flip(rail.offer(buyer, quoteOf(1_000n, { resource: elsewhere }), proof))).toMatchObject({
        _tag: "Gap",
        code: "resource_mismatch",
      })
      expect(yield* Effect.flip(rail.offer(buyer, quoteOf(6_000_000n), payment({ amount: 6_000_000n })))).toMatchObject({
        code: "above_exposure_cap",
      })
      expect(yield* Effect.flip(rail.offer(buyer, quoteOf(100_000n), payment({ amount: 100_000n })))).toMatchObject({
        code: "invalid_payment_requirements",
      })
      expect((yield* rail.offer(buyer, quoteOf(100_000n), payment({ amount: 100_000n, flow: "upfront" }))).settles).toBe("before_dispatch")
    }),
  )

  it.effect("money that was paid and not earned is credited to the organisation, and ledger and chain agree", () =>
    Effect.gen(function* () {
      const { moved, payment } = yield* X402Scene
      const call = yield* settled(payment())
      const proof = JSON.parse(call.proof!)
      expect(call).toMatchObject({ amount: 700n, settlement: "settled" })
      expect([proof.amount, yield* moved(proof.payer, proof.nonce)]).toEqual(["1000", 1_000n])
    }),
  )

  it.effect("an upfront payment whose call delivers nothing is credited, and the receipt reports the payment", () =>
    Effect.gen(function* () {
      const { payment, rail } = yield* X402Scene
      const source = new FakeSource()
      source.answers = sourceDown
      const buyer = yield* openBuyer({ credits: 0 })
      const quote = quoteOf(100_000n)
      const end = yield* paid(buyer, payment({ amount: 100_000n, flow: "upfront" }), source, { quote })
      if (end._tag !== "Failed") return yield* Effect.die(new Error(end._tag))
      expect(end.closed.call).toMatchObject({ state: "refunded", amount: 0n })
      expect(headerOf(rail.receipt!(end.closed.call)["PAYMENT-RESPONSE"]!)).toMatchObject({ success: true, amount: "100000" })
      expect(end.closed.balance).toBe(100_000n)
    }),
  )

  it.effect("the receipt of a declined payment has the reason and the payment's protocol version", () =>
    Effect.gen(function* () {
      const { rail } = yield* X402Scene
      const call = yield* settled((yield* X402Scene).payment({ version: 1 }))
      const why = "The payment was declined: invalid_exact_evm_insufficient_balance: the token refuses"
      const declined: Call = { ...call, state: "released", settlement: "failed", proof: null, lastError: why }
      expect(headerOf(rail.receipt!(declined)["X-PAYMENT-RESPONSE"]!)).toMatchObject({
        success: false,
        errorReason: "invalid_exact_evm_insufficient_balance",
        errorMessage: "the token refuses",
        transaction: "",
        network: "base-sepolia",
      })
      expect(rail.receipt!({ ...call, settlement: "unknown", proof: null })).toEqual({})
    }),
  )

  it.effect("checkPayment compares a payment with the chain and reports every difference", () =>
    Effect.gen(function* () {
      const { payment, rail } = yield* X402Scene
      const call = yield* settled(payment())
      const wrong = (other: Call) => Effect.map(rail.verify!(other), (checks) => checks.filter(({ ok }) => !ok).map(({ name }) => name))
      expect(yield* wrong(call)).toEqual([])
      const proof = JSON.parse(call.proof!)
      const forged = (over: object): Call => ({ ...call, proof: JSON.stringify({ ...proof, ...over }) })
      expect(yield* wrong(forged({ hash: proof.block_hash }))).toEqual(["the transaction is in a block"])
      expect(yield* wrong(forged({ log_index: proof.log_index + 1 }))).toEqual(["the transfer is at the proven log index"])
      expect(yield* wrong(forged({ nonce: proof.hash }))).toEqual(["the transaction used the payer's authorization"])
      expect(yield* wrong(forged({ payee: proof.payer }))).toEqual([
        "the payee is this gateway's address",
        "the transfer is at the proven log index",
      ])
      expect(yield* wrong({ ...call, max: microUsd(999n) })).toEqual(["the amount equals the booked amount"])
      expect(yield* wrong({ ...call, settlement: "failed" })).toEqual(["the authorization was not used"])
      expect(yield* wrong({ ...call, proof: null })).toEqual(["a settled payment has a proof"])
    }),
  )

  it.effect("checkPayment of an unpaid call reports an authorization that was used, and accepts one that its payer cancelled", () =>
    Effect.gen(function* () {
      const { cancelLast, payment, rail } = yield* X402Scene
      const unpaid = (call: Call): Call => ({ ...call, state: "released", settlement: "failed", proof: null })
      const used = yield* settled(payment())
      const { hash } = JSON.parse(used.proof!)
      expect(yield* rail.verify!(unpaid(used))).toMatchObject([{ ok: false, found: expect.stringContaining("was used in block") }])
      expect(yield* rail.verify!(unpaid(used))).toMatchObject([{ found: expect.stringContaining(hash) }])

      const { authorization } = JSON.parse(Buffer.from(payment(), "base64").toString("utf8")).payload
      const evidence = JSON.parse(used.evidence!)
      const nonce = authorization.nonce
      const call = unpaid({ ...used, evidence: JSON.stringify({ ...evidence, authorization: { ...evidence.authorization, nonce } }) })
      expect(yield* rail.verify!(call)).toMatchObject([{ ok: true, found: expect.stringMatching(/was not used$/) }])
      yield* cancelLast
      expect(yield* rail.verify!(call)).toMatchObject([{ ok: true, found: expect.stringContaining("was cancelled by its payer in block") }])
    }),
  )

  it.effect("the search for a use begins at the first block of a time", () =>
    Effect.gen(function* () {
      const { chain: testChain, context } = yield* X402Scene
      // Blocks that are mined at once can have the same time, all earlier ones too: these do not.
      yield* Effect.promise(() => testChain.client.mine({ blocks: 7, interval: 2 }))
      yield* Effect.gen(function* () {
        const chain = yield* Chain
        const { number, timestamp } = yield* chain.head
        const middle = (yield* chain.block(number - 3n))!
        for (const time of [middle.timestamp, middle.timestamp + 1n, timestamp]) {
          const first = yield* firstBlockSince(time, number)
          expect((yield* chain.block(first))!.timestamp).toBeGreaterThanOrEqual(time)
          expect((yield* chain.block(first - 1n))!.timestamp).toBeLessThan(time)
        }
        expect([yield* firstBlockSince(0n, number), yield* firstBlockSince(timestamp + 1n, number)]).toEqual([0n, number])
      }).pipe(Effect.provide(context))
    }),
  )

  it.effect("concurrent calls of one payer stay below the cap on what the payer may owe", () =>
    Effect.gen(function* () {
      const { payment } = yield* X402Scene
      const buyer = yield* openBuyer({ credits: 0 })
      const waiting = new FakeSource()
      const decided = yield* Deferred.make<void>()
      const answers = waiting.answers
      waiting.answers = Effect.andThen(Deferred.await(decided), answers)
      const quote = quoteOf(99_999n)
      let refused = 0
      const one = Effect.tapError(
        Effect.suspend(() => paid(buyer, payment({ amount: 99_999n }), waiting, { quote, dispatchTimeoutMs: 120_000 })),
        () => Effect.sync(() => refused++),
      )
      const many = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 60 }, () => Effect.result(one)),
          { concurrency: "unbounded" },
        ),
      )
      // None is paid, and owes less, before each was taken on or refused.
      yield* until(Effect.sync(() => waiting.dispatches + refused === 60))
      yield* Deferred.succeed(decided, undefined)
      const ends = yield* Fiber.join(many)
      expect(waiting.dispatches).toBe(50)
      expect(ends.filter(Result.isFailure)).toHaveLength(10)
      for (const end of ends) if (Result.isFailure(end)) expect(end.failure).toMatchObject({ code: "insufficient_balance" })
      yield* (yield* X402Scene).quiet
    }),
  )

  it.effect("a repeated payment is recognised by the client's payment identifier, or else by the payment itself", () =>
    Effect.gen(function* () {
      const { payment } = yield* X402Scene
      const named = { "payment-identifier": { info: { id: "order_0123456789abcdef" } } }
      const [one, other] = [payment({ extensions: named }), payment({ extensions: named })]
      expect(identify(one)).toEqual(identify(one))
      expect(identify(other)).toMatchObject({ key: identify(one)!.key })
      expect(identify(other)).not.toEqual(identify(one))
      const unnamed = payment()
      expect(identify(unnamed)).toEqual(identify(unnamed))
      expect(identify(unnamed)!.key).not.toBe(identify(payment())!.key)
      expect(identify("no payment")).toBeUndefined()
    }),
  )

  it.effect("an offer stays payable after a price change, for its own request only, and ledger and chain have the amount paid", () =>
    Effect.gen(function* () {
      const { moved, payment, quiet, rail } = yield* X402Scene
      for (const [offered, now, earned] of [
        [800n, 1_000n, 800n],
        [1_200n, 1_000n, 1_000n],
      ] as const) {
        const buyer = yield* openBuyer({ credits: 0 })
        const here = { ...resource, bodyHash: `${offered}` }
        yield* rail.challenge!({ ...buyer, key: null }, quoteOf(offered, { resource: here }))
        const source = new FakeSource()
        source.answers = Effect.succeed({ body: "{}", amount: microUsd(now) })
        const elsewhere = quoteOf(now, { resource: { ...here, bodyHash: "other" } })
        expect(yield* Effect.flip(paid(buyer, payment({ amount: offered }), source, { quote: elsewhere }))).toMatchObject({
          code: "insufficient_balance",
        })
        const end = yield* paid(buyer, payment({ amount: offered }), source, { quote: quoteOf(now, { resource: here }) })
        if (end._tag !== "Delivered") return yield* Effect.die(new Error(end._tag))
        yield* quiet
        const call = yield* callOf(end.closed.call)
        expect(call).toMatchObject({ max: offered, amount: earned, settlement: "settled" })
        const proof = JSON.parse(call.proof!)
        expect(yield* moved(proof.payer, proof.nonce)).toBe(offered)
        expect(end.closed.balance).toBe(offered - earned)
      }
    }),
  )
})
