import { Effect, Layer, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql/SqlClient"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { connect, type DatabaseLocation } from "../../layers/postgres/Database.ts"
import { viemChain } from "../../rails/x402/chain/viemChain.ts"
import { sandboxAsset as asset, sandboxNetwork as network } from "../../rails/x402/sandbox/sandboxChain.ts"
import { settlementsLayer } from "../../rails/x402/settlement/makeSettlements.ts"
import { Settlements } from "../../rails/x402/settlement/Settlements.ts"
import { benchChain } from "./benchChain.ts"
import { inTurns } from "./load.ts"

const callers = 64
const perRound = 512

/** Settlements a second through the queue, 64 callers at once, each until its transfer is in a block, against settling one by one. */
export const settlements = Effect.fnUntraced(function* (location: DatabaseLocation, rounds: number) {
  const { gasKeys, oneByOne, perSecond, url } = yield* benchChain
  const sql = yield* connect(location, { maxConnections: 8 }).pipe(Effect.provide(Reactivity.layer))
  const queue = settlementsLayer({
    gasKeys: gasKeys.map((key) => Redacted.make(key)),
    confirmations: 1,
    onOutcome: () => Effect.void,
    pollMs: 50,
    inFlight: 64,
    dailyGas: 10n ** 21n,
  }).pipe(
    Layer.provide(viemChain({ network, asset, urls: Effect.succeed([Redacted.make(url)]) })),
    Layer.provide(Layer.succeed(SqlClient, sql)),
  )

  const payee = privateKeyToAccount(generatePrivateKey()).address
  const product = perSecond(
    perRound,
    payee,
    Effect.fnUntraced(function* (all) {
      const { settle } = yield* Settlements
      const settled = yield* Effect.forEach(all, (one) => settle(one, one.nonce, 60_000), { concurrency: callers })
      const missing = settled.filter(({ _tag }) => _tag !== "Included").length
      if (missing > 0) return yield* Effect.die(new Error(`${missing} settlements were not included`))
    }),
  )
  return yield* Effect.andThen(product, inTurns(rounds, product, oneByOne)).pipe(Effect.provide(queue))
})
