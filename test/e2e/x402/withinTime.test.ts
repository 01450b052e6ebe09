import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { testChain } from "../../rails/x402/support/testChain.ts"
import { type Fate, rpcProxy } from "../../rails/x402/support/rpcProxy.ts"
import { newBuyer } from "../../support/gateway.ts"
import { expectCleanAudit } from "../../support/ledger/assertions.ts"
import { until } from "../../support/until.ts"
import { buyOver, Gateway402, gateway402, paymentOf } from "./fixture.ts"

let nodeFate: Fate = "pass"
let refused = 0

/** The gateway reaches its node through a proxy, and the test reaches the node itself. */
const behindProxy = Effect.gen(function* () {
  const chain = yield* testChain
  const proxy = yield* rpcProxy(chain.url)
  proxy.fate = () => {
    if (nodeFate === "refuse") refused++
    return nodeFate
  }
  return { ...chain, url: proxy.url }
})

/** A payment that becomes final on chain while the node is lost: milliseconds from the node's return until the call has ended. */
const endedAfterOutage = Effect.gen(function* () {
  const { chain, mine, payment } = yield* Gateway402
  const { secret } = yield* newBuyer({ dollars: 0 })
  yield* Effect.promise(() => chain.client.setAutomine(false))
  const { headers, status } = yield* buyOver(secret, "late", { "PAYMENT-SIGNATURE": payment() })
  expect([status, headers.get("x-money-moved")]).toEqual([202, "unknown"])
  yield* until(
    Effect.map(
      Effect.promise(() => chain.client.getTxpoolStatus()),
      ({ pending }) => pending === 1,
    ),
  )
  refused = 0
  nodeFate = "refuse"
  yield* mine(3)
  // The circuit of the node is open, and each loop has failed.
  yield* until(Effect.sync(() => refused >= 10))
  nodeFate = "pass"
  const provableAt = Date.now()
  yield* paymentOf(secret, headers.get("x-payment-id")!, "settled")
  return Date.now() - provableAt
})

layer(gateway402({ answerWithinMs: 1_000 }, { chain: behindProxy, productionTiming: true }), { excludeTestServices: true })(
  "a call whose RPC node was lost",
  (it) => {
    it.effect("ends within 5 s of the proof that the node can give again, although its deadline is minutes away", () =>
      Effect.gen(function* () {
        // The least of up to three times, since a busy machine delays every step.
        let least = yield* endedAfterOutage
        for (let times = 1; times < 3 && least >= 5_000; times++) least = Math.min(least, yield* endedAfterOutage)
        expect(least).toBeLessThan(5_000)
        yield* expectCleanAudit
      }),
    )
  },
)
