import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { CallId } from "../../../domain/money/ids.ts"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { Rails } from "../../../domain/rail/Rail.ts"
import type { Hex } from "../../../rails/x402/evm/hex.ts"
import { mortalChain } from "../../rails/x402/support/testChain.ts"
import { newBuyer } from "../../support/gateway.ts"
import { expectCleanAudit } from "../../support/ledger/assertions.ts"
import { broughtIn, buyOver, fromHeader, Gateway402, gateway402, paymentOf } from "./fixture.ts"

class Mortal extends Context.Service<Mortal, Effect.Success<typeof mortalChain>>()("farthing/test/e2e/x402/Mortal") {}

const scene = Layer.unwrap(Effect.map(Mortal, (chain) => gateway402({ confirmations: 6 }, { chain: Effect.succeed(chain) }))).pipe(
  Layer.provideMerge(Layer.effect(Mortal, mortalChain)),
)

layer(scene, { excludeTestServices: true })("a sandbox chain that is killed", (it) => {
  it.effect("transfers in blocks that the killed sandbox chain lost are broadcast again, and ledger, proofs and chain agree", () =>
    Effect.gen(function* () {
      const { chain, payment, received } = yield* Gateway402
      const { loseTheLast } = yield* Mortal
      const reading = yield* LedgerQueries
      const { organisation, secret } = yield* newBuyer({ dollars: 0 })
      const blockOf = (hash: Hex) => Effect.promise(async () => (await chain.client.getTransactionReceipt({ hash })).blockHash)
      for (const bought of [1n, 2n]) {
        const { before, id } = yield* loseTheLast(
          Effect.gen(function* () {
            const { headers, status } = yield* buyOver(secret, `lost ${bought}`, { "PAYMENT-SIGNATURE": payment() })
            expect(status).toBe(200)
            const { transaction } = fromHeader(headers.get("payment-response"))
            return { before: yield* blockOf(transaction), id: headers.get("x-payment-id")! }
          }),
        )
        const settled = yield* paymentOf(secret, id, "settled")
        expect(settled["rail_details"].block_hash, "it is in another block").not.toBe(before)
        expect(yield* received).toBe(bought * 1_000n)
        expect(yield* broughtIn).toBe(bought * 1_000n)
        const { call } = (yield* reading.payment(organisation, CallId.make(id)))!
        const checks = yield* (yield* Rails).get("x402")!.verify!(call)
        expect(checks.filter(({ ok }) => !ok)).toEqual([])
      }
      yield* expectCleanAudit
    }),
  )
})
