import { Effect } from "effect"
import type { Call } from "../../../../domain/ledger/state.ts"
import type { Hex } from "../../../../rails/x402/evm/hex.ts"
import { type Buyer, openBuyer } from "../../../support/ledger/commands.ts"
import { accountOf } from "../../../support/ledger/LedgerFixture.ts"
import { FakeSource, orderOf, pay } from "../../../support/ledger/paidCalls.ts"
import { Owner } from "../../../support/ledger/postgresLedgerFixture.ts"
import { X402Scene } from "../rail/fixture.ts"

/** Repeats `look` until its result holds, while the rail's jobs run. */
export const until = <A, E, R>(look: Effect.Effect<A, E, R>, holds: (a: A) => boolean) =>
  Effect.gen(function* () {
    for (;;) {
      const seen = yield* look
      if (holds(seen)) return seen
      yield* Effect.sleep(25)
    }
  }).pipe(Effect.timeoutOrElse({ duration: "3 minutes", orElse: () => Effect.die(new Error("it never came to hold")) }))

/** Deposits were looked for in every block that is deep enough. */
export const lookedThrough = Effect.gen(function* () {
  const { chain } = yield* X402Scene
  const owner = yield* Owner
  const head = yield* Effect.promise(() => chain.client.getBlockNumber({ cacheTime: 0 }))
  const looked = Effect.map(owner<{ block: string }>`select block from rail_x402.watched`, ([row]) => BigInt(row?.block ?? -1))
  yield* until(looked, (block) => block === head - 1n)
})

/** A buyer whose wallet received `micro`, with enough confirmations to be credited. */
export const funded = Effect.fnUntraced(function* (micro: bigint) {
  const { chain, mine } = yield* X402Scene
  const buyer = yield* openBuyer({ credits: 0 })
  const wallet = yield* walletOf(buyer)
  yield* chain.mint(wallet, micro)
  yield* mine(2)
  yield* until(accountOf(buyer, "x402"), (account) => account?.posted === micro)
  return { buyer, wallet }
})

export const walletOf = Effect.fnUntraced(function* ({ organisation }: Buyer) {
  const { rail } = yield* X402Scene
  return (yield* rail.identity!({ organisation, key: null })).walletAddress! as Hex
})

export const buy = Effect.fnUntraced(function* (buyer: Buyer) {
  const { rail } = yield* X402Scene
  return yield* pay(orderOf(buyer, new FakeSource()), buyer.node, [rail])
})

export const bought = Effect.fnUntraced(function* (buyer: Buyer): Effect.fn.Return<Call, unknown, Effect.Services<ReturnType<typeof buy>>> {
  const { paid } = yield* buy(buyer)
  if (paid._tag !== "Delivered") return yield* Effect.die(new Error(paid._tag))
  return paid.closed.call
})
