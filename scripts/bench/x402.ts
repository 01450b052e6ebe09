import type { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql/SqlClient"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { connect, type DatabaseLocation } from "../../layers/postgres/connection.ts"
import { rpcChain } from "../../rails/x402/evm/rpcChain.ts"
import { sandboxAsset as asset, sandboxMaster, sandboxNetwork as network } from "../../rails/x402/settings.ts"
import { toHeader } from "../../rails/x402/protocol/wire.ts"
import { settlementsLayer } from "../../rails/x402/settlement/makeSettlements.ts"
import { type Authorization } from "../../rails/x402/evm/authorization.ts"
import { Settlements } from "../../rails/x402/settlement/Settlements.ts"
import { derivedAccount } from "../../rails/x402/wallets/derivedSigner.ts"
import { benchChain, value } from "./benchChain.ts"
import { childServer } from "./childServer.ts"
import { callers, closedLoop, compare, each, paidCall, send } from "./load.ts"
import { stageTimes } from "./stages.ts"

const perRound = 512
const treasury = derivedAccount(sandboxMaster, "treasury").address

/**
 * Calls per second over HTTP of 64 concurrent callers who sign each payment (it is verified, claimed and in a block before the
 * answer), against settling one payment after the other without a gateway; and the stages of such a call.
 */
export const paidCalls = Effect.fnUntraced(function* (
  sql: PgClient.PgClient,
  location: DatabaseLocation,
  secret: Redacted.Redacted,
  rounds: number,
) {
  // The rows of another benchmark's chain: the new chain has the same name and starts with its first block.
  for (const table of ["watch", "watched", "settlement", "slot", "sending"]) yield* sql.unsafe(`delete from rail_x402.${table}`)
  const { gasKeys, oneByOne, perSecond, url } = yield* benchChain
  const gateway = yield* childServer("x402Entry.ts", {
    BENCH_DATABASE: JSON.stringify(location),
    BENCH_CHAIN: url,
    BENCH_GAS_KEYS: JSON.stringify(gasKeys),
  })
  const product = perSecond(perRound, treasury, (all) =>
    closedLoop(each(all), (payment) => send(paidCall(gateway, secret, { "payment-signature": headerOf(payment) }))),
  )
  yield* product
  const compared = yield* compare(rounds, product, oneByOne)
  return { compared, stages: yield* stageTimes(sql, gateway, Effect.orDie(product), perRound) }
})

const headerOf = ({ signature, ...authorization }: Authorization) => {
  const text = { ...authorization, value: String(value), validAfter: "0", validBefore: String(authorization.validBefore) }
  const accepted = {
    scheme: "exact",
    network: network.caip2,
    amount: String(value),
    asset: asset.address,
    payTo: treasury,
    maxTimeoutSeconds: 300,
    extra: { name: asset.name, version: asset.version },
  }
  return toHeader({ x402Version: 2, accepted, payload: { signature, authorization: text }, extensions: {} })
}

/** Settlements per second through the queue with 64 concurrent callers, each until its transfer is in a block, against settling one after the other. */
export const settlements = Effect.fnUntraced(function* (location: DatabaseLocation, rounds: number) {
  const { gasKeys, oneByOne, perSecond, url } = yield* benchChain
  const sql = yield* connect(location, { maxConnections: 8 }).pipe(Effect.provide(Reactivity.layer))
  const queue = settlementsLayer({
    gasKeys: gasKeys.map((key) => Redacted.make(key)),
    confirmations: 1,
    onOutcome: () => Effect.void,
    pollMs: 50,
    maxInFlight: 64,
    maxWeiPerDay: 10n ** 21n,
  }).pipe(
    Layer.provide(rpcChain({ network, asset, urls: Effect.succeed([Redacted.make(url)]) })),
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
  return yield* Effect.andThen(product, compare(rounds, product, oneByOne)).pipe(Effect.provide(queue))
})
