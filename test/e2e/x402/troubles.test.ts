import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { nowhere } from "../../rails/x402/rail/fixture.ts"
import { newBuyer } from "../../support/gateway.ts"
import { expectCleanAudit } from "../../support/ledger/assertions.ts"
import { until } from "../../support/until.ts"
import { broughtIn, buyOver, Gateway402, gateway402, paymentOf } from "./fixture.ts"

const rpc = Effect.fnUntraced(function* (method: string, params: ReadonlyArray<unknown>) {
  const { chain } = yield* Gateway402
  return yield* Effect.promise((): Promise<unknown> => chain.client.request({ method, params } as never))
})

const agree = Effect.gen(function* () {
  const { received } = yield* Gateway402
  expect(yield* broughtIn).toBe(yield* received)
  yield* expectCleanAudit
})

// Nothing is mined: a call that waits a second for its payment waits as long as any.
layer(gateway402({ answerWithinMs: 1_000 }), { excludeTestServices: true })("x402 while the chain does not answer", (it) => {
  it.effect("a call whose RPC node dies after accepting the transaction is held, not refused, and settled when the node is back", () =>
    Effect.gen(function* () {
      const { chain, dispatches, mine, moveTo, payment, received } = yield* Gateway402
      const { secret } = yield* newBuyer({ dollars: 0 })
      const before = yield* received
      yield* Effect.promise(() => chain.client.setAutomine(false))
      const proof = { "PAYMENT-SIGNATURE": payment() }
      const { body, headers, status } = yield* buyOver(secret, "unheard", proof)
      expect([status, headers.get("x-money-moved")]).toEqual([202, "unknown"])
      expect(headers.get("payment-required")).toBeNull()
      const again = yield* buyOver(secret, "unheard", proof)
      expect([again.status, again.body["error"].code], "no demand to pay once more").toEqual([409, "request_in_progress"])
      expect(again.headers.get("payment-required")).toBeNull()
      yield* until(
        Effect.map(
          Effect.promise(() => chain.client.getTxpoolStatus()),
          ({ pending }) => pending === 1,
        ),
      )
      moveTo(nowhere)
      yield* mine(1)
      yield* Effect.promise(() => chain.client.setAutomine(true))
      expect(yield* received).toBe(before + 1_000n)
      moveTo(chain.url)
      yield* mine(2)
      // Long before the call's deadline, which is minutes away.
      yield* paymentOf(secret, headers.get("x-payment-id")!, "settled")
      expect(body["status"]).toBe("running")
      expect(dispatches("unheard")).toBe(1)
      yield* agree
    }),
  )

  it.effect("a payment that cannot be verified because the chain does not answer is answered 503, and no demand for money", () =>
    Effect.gen(function* () {
      const { chain, dispatches, moveTo, payment } = yield* Gateway402
      const { secret } = yield* newBuyer({ dollars: 0 })
      moveTo(nowhere)
      const { body, headers, status } = yield* buyOver(secret, "unverified", { "PAYMENT-SIGNATURE": payment() })
      moveTo(chain.url)
      expect([status, body["error"].code, headers.get("x-money-moved")]).toEqual([503, "service_unavailable", "none"])
      expect(body["error"].message).toContain("x402: the chain does not answer")
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0)
      expect(headers.get("payment-required")).toBeNull()
      expect(dispatches("unverified")).toBe(0)
    }),
  )
})

layer(gateway402(), { excludeTestServices: true })("x402 on a chain that is reorganised", (it) => {
  it.effect("a transfer that a reorganised chain lost is broadcast again, and the call stays paid once", () =>
    Effect.gen(function* () {
      const { mine, payment, received } = yield* Gateway402
      const { secret } = yield* newBuyer({ dollars: 0 })
      const before = yield* received
      const { headers, status } = yield* buyOver(secret, "reorganised", { "PAYMENT-SIGNATURE": payment() })
      expect(status).toBe(200)
      yield* rpc("anvil_reorg", [1, []])
      const id = headers.get("x-payment-id")!
      yield* until(Effect.map(received, (now) => now === before + 1_000n))
      yield* mine(3)
      yield* paymentOf(secret, id, "settled")
      yield* agree
    }),
  )

  it.effect("a transfer that a reorganisation removed for good is reversed in the ledger, publisher and platform included", () =>
    Effect.gen(function* () {
      const { chain, mine, moveTo, payment, received } = yield* Gateway402
      const { organisation, secret } = yield* newBuyer({ dollars: 0 })
      const before = yield* received
      const { headers, status } = yield* buyOver(secret, "lost for good", { "PAYMENT-SIGNATURE": payment() })
      expect(status).toBe(200)
      moveTo(nowhere)
      yield* rpc("anvil_reorg", [1, []])
      yield* rpc("anvil_dropAllTransactions", [])
      expect(yield* received).toBe(before)
      yield* Effect.promise(() => chain.client.increaseTime({ seconds: 2_000 }))
      yield* mine(3)
      moveTo(chain.url)
      const failed = yield* paymentOf(secret, headers.get("x-payment-id")!, "failed")
      expect(failed["last_error"]).toContain("expired")
      yield* agree
      expect(organisation).toBeTypeOf("string")
    }),
  )
})
