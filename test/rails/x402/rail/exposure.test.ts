import { expect, layer } from "@effect/vitest"
import { Effect, Option, Result } from "effect"
import { randomBytes } from "node:crypto"
import { erc20Abi } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { microUsd } from "../../../../domain/money/Money.ts"
import { evidenceOf } from "../../../../rails/x402/callRecords.ts"
import { usdcAddress } from "../../../../rails/x402/sandbox/placeContracts.ts"
import { openBuyer } from "../../../support/ledger/commands.ts"
import { FakeSource, orderOf, pay } from "../../../support/ledger/paidCalls.ts"
import { until } from "../../../support/until.ts"
import { treasury, X402Scene, x402Scene } from "./fixture.ts"
import { signer } from "./signer.ts"

const now = () => BigInt(Math.floor(Date.now() / 1000))

/** A payer of its own with this amount of money. */
const payerWith = Effect.fnUntraced(function* (amount: bigint) {
  const { chain } = yield* X402Scene
  const payer = signer(`0x${randomBytes(32).toString("hex")}`)
  yield* chain.mint(payer.address, amount)
  return { ...payer.payments({ chain, now, to: treasury }), address: payer.address, key: payer.key }
})

layer(x402Scene({ declinedUntilUpfront: 2 }), { excludeTestServices: true })("what a payer may owe", (it) => {
  it.effect("of 64 calls at once by a payer with money for one, one is dispatched", () =>
    Effect.gen(function* () {
      const { rail } = yield* X402Scene
      const { payment } = yield* payerWith(1_000n)
      const buyer = yield* openBuyer({ credits: 0 })
      const source = new FakeSource()
      const orders = Array.from({ length: 64 }, () => orderOf(buyer, source, { presented: payment() }))
      const ends = yield* Effect.forEach(orders, (order) => Effect.result(pay(order, buyer.node, [rail])), { concurrency: "unbounded" })
      expect(source.dispatches).toBe(1)
      const refused = ends.flatMap((end) => (Result.isFailure(end) ? [end.failure] : []))
      expect(refused).toHaveLength(63)
      expect(refused[0]).toMatchObject({
        code: "insufficient_balance",
        message: expect.stringContaining("0 USD available beside the 0.001 USD of the payer's open calls"),
      })
    }),
  )

  it.effect("of calls at once at three organisations by a payer with money for one, one is dispatched at each organisation", () =>
    Effect.gen(function* () {
      const { rail } = yield* X402Scene
      const { payment } = yield* payerWith(1_000n)
      const buyers = yield* Effect.all([1, 2, 3].map(() => openBuyer({ credits: 0 })))
      const sources = buyers.map(() => new FakeSource())
      const calls = buyers.flatMap((buyer, i) =>
        Array.from({ length: 8 }, () => pay(orderOf(buyer, sources[i]!, { presented: payment() }), buyer.node, [rail])),
      )
      yield* Effect.forEach(calls, Effect.result, { concurrency: "unbounded" })
      expect(sources.map(({ dispatches }) => dispatches)).toEqual([1, 1, 1])
    }),
  )

  it.effect("a payer that did not pay for two delivered calls pays before the next one is dispatched", () =>
    Effect.gen(function* () {
      const { mine, rail } = yield* X402Scene
      const { cancelLast, payment } = yield* payerWith(10_000n)
      const buyer = yield* openBuyer({ credits: 0 })
      const source = new FakeSource()
      const delivered = Effect.succeed({ body: "{}", amount: microUsd(700n) })
      for (const settles of ["before_answer", "before_answer"]) {
        const order = orderOf(buyer, source, { presented: payment() })
        // The authorization is cancelled while the source works.
        source.answers = Effect.andThen(cancelLast, delivered)
        const { paid } = yield* pay(order, buyer.node, [rail])
        if (paid._tag !== "Held" && paid._tag !== "Declined") return yield* Effect.die(new Error(paid._tag))
        const call = paid._tag === "Held" ? paid.call : paid.closed.call
        expect(call.settles).toBe(settles)
        // The cancellation is final: no transfer can follow it.
        yield* mine(3)
        yield* until(Effect.map(Effect.result(rail.lookup(call)), Result.isFailure))
      }
      source.answers = delivered
      const option = yield* rail.offer(buyer, orderOf(buyer, source).quote, payment())
      expect(option.settles).toBe("before_dispatch")
    }),
  )

  it.effect("a payer with contract code, and a call with effects, are paid before the dispatch", () =>
    Effect.gen(function* () {
      const { chain, rail } = yield* X402Scene
      const buyer = yield* openBuyer({ credits: 0 })
      const { quote } = orderOf(buyer, new FakeSource())
      const plain = yield* payerWith(10_000n)
      expect((yield* rail.offer(buyer, quote, plain.payment())).settles).toBe("before_answer")
      const withEffects = { ...quote, effects: true }
      expect(yield* Effect.flip(rail.offer(buyer, withEffects, plain.payment()))).toMatchObject({ code: "invalid_payment_requirements" })
      expect((yield* rail.offer(buyer, withEffects, plain.payment({ flow: "upfront" }))).settles).toBe("before_dispatch")
      // `isValidSignature` of this code accepts every signature.
      const code = "0x7f1626ba7e0000000000000000000000000000000000000000000000000000000060005260206000f3"
      yield* Effect.promise(() => chain.client.setCode({ address: plain.address, bytecode: code }))
      expect((yield* rail.offer(buyer, quote, plain.payment())).settles).toBe("before_dispatch")
    }),
  )
})

const cap = 3_000n
const elsewhere = "0x00000000000000000000000000000000000e15e0"

layer(x402Scene({ declinedUntilUpfront: 2, exposureCap: microUsd(cap), answerWithinMs: 500 }), { excludeTestServices: true })(
  "what a payer costs that does not pay after it was verified",
  (it) => {
    it.effect(
      "40 calls at once at two organisations whose payer then drains its balance leave each organisation at most the cap unpaid",
      () =>
        Effect.gen(function* () {
          const { chain, mine, rail } = yield* X402Scene
          const { cancel, key, payment, address } = yield* payerWith(1_000_000n)
          const buyers = yield* Effect.all([openBuyer({ credits: 0 }), openBuyer({ credits: 0 })])
          // Once as many calls as the caps allow are dispatched, the payer moves its money away.
          const transfer = { address: usdcAddress, abi: erc20Abi, functionName: "transfer", args: [elsewhere, 1_000_000n] } as const
          yield* chain.gas(address)
          const drain = yield* Effect.cached(
            Effect.promise(() => chain.client.writeContract({ ...transfer, account: privateKeyToAccount(key) })),
          )
          const sources = buyers.map(() => new FakeSource())
          const allDispatched = until(Effect.sync(() => sources.every(({ dispatches }) => BigInt(dispatches) * 1_000n >= cap)))
          for (const source of sources) {
            source.answers = Effect.as(Effect.andThen(allDispatched, drain), { body: "{}", amount: microUsd(1_000n) })
          }
          const calls = buyers.flatMap((buyer, i) =>
            Array.from({ length: 20 }, () => pay(orderOf(buyer, sources[i]!, { presented: payment() }), buyer.node, [rail])),
          )
          const ends = yield* Effect.forEach(calls, Effect.result, { concurrency: "unbounded" })
          expect(sources.map(({ dispatches }) => BigInt(dispatches) * 1_000n)).toEqual([cap, cap])

          // No transfer can follow once the authorizations are cancelled: the delivered calls stay unpaid, and the payer pays first from then on.
          const held = ends.flatMap((end) => (Result.isSuccess(end) && end.success.paid._tag === "Held" ? [end.success.paid.call] : []))
          expect(held).toHaveLength(6)
          for (const call of held) yield* cancel(Option.getOrThrow(evidenceOf(call)).authorization.nonce)
          yield* mine(3)
          for (const call of held) yield* until(Effect.map(Effect.result(rail.lookup(call)), Result.isFailure))
          yield* chain.mint(address, 10_000n)
          const option = yield* rail.offer(buyers[0]!, orderOf(buyers[0]!, sources[0]!).quote, payment())
          expect(option.settles).toBe("before_dispatch")
        }),
    )
  },
)
