import { Duration, Effect, Layer, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql/SqlClient"
import { inject } from "vitest"
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts"
import { erc20Abi } from "viem"
import { connect } from "../../../../layers/postgres/connection.ts"
import type { Hex } from "../../../../rails/x402/evm/hex.ts"
import { rpcChain } from "../../../../rails/x402/evm/rpcChain.ts"
import type { SettlementOptions } from "../../../../rails/x402/settlement/SettlementQueue.ts"
import { settlementsLayer } from "../../../../rails/x402/settlement/makeSettlements.ts"
import type { SettlementState } from "../../../../rails/x402/settlement/Settlements.ts"
import { usdcAddress } from "../../../../rails/x402/sandbox/placeContracts.ts"
import { tables } from "../../../../rails/x402/tables.ts"
import { freshDatabase } from "../../../support/database.ts"
import { authorize } from "./authorize.ts"
import { type TestChain, testChain } from "./testChain.ts"

/** Where the queue's tables are: a database of one's own. */
export const settlementDatabase = Effect.gen(function* () {
  const location = yield* freshDatabase
  const owner = { ...location, username: inject("postgres").superuser }
  const sql = yield* connect(owner, { maxConnections: 10 }).pipe(Effect.provide(Reactivity.layer))
  const [schema] = yield* sql<{ there: boolean }>`select to_regclass('rail_x402.settlement') is not null as there`
  if (schema?.there !== true) for (const statement of Object.values(tables).flat()) yield* sql.unsafe(statement)
  return { owner, sql }
})

export interface Scene extends TestChain {
  readonly sql: Effect.Success<typeof settlementDatabase>["sql"]
  readonly owner: Effect.Success<typeof settlementDatabase>["owner"]
  readonly gasKeys: ReadonlyArray<Hex>
  readonly outcomes: Map<string, Array<SettlementState>>
}

/** A chain, a database and funded gas keys. */
export const scene = Effect.fnUntraced(function* (keys = 2) {
  const chain = yield* testChain
  const database = yield* settlementDatabase
  const gasKeys = Array.from({ length: keys }, () => generatePrivateKey())
  for (const key of gasKeys) yield* chain.gas(privateKeyToAccount(key).address)
  return { ...chain, ...database, gasKeys, outcomes: new Map() } satisfies Scene
})

/** The queue over it, quick enough for a test; its nodes at `urls` where that is not the scene's own. */
export const queue = (
  of: Scene,
  options: Partial<SettlementOptions> & { readonly urls?: () => ReadonlyArray<string>; readonly timeoutMs?: number } = {},
) => {
  // Longer than a busy machine keeps a node from answering: one that is gone refuses at once.
  const { timeoutMs = 20_000, urls = () => [of.url], ...settled } = options
  const chain = rpcChain({
    network: of.network,
    asset: of.asset,
    urls: Effect.sync(() => urls().map((url) => Redacted.make(url))),
    timeoutMs,
  })
  return settlementsLayer({
    gasKeys: of.gasKeys.map((key) => Redacted.make(key)),
    confirmations: 3,
    pollMs: 20,
    bumpAfterMs: 60_000,
    rebroadcastAfterMs: 60_000,
    onOutcome: (reference, settlement) =>
      Effect.sync(() => void of.outcomes.set(reference, [...(of.outcomes.get(reference) ?? []), settlement])),
    ...settled,
  }).pipe(Layer.provideMerge(chain), Layer.provide(Layer.succeed(SqlClient, of.sql)))
}

export const balance = ({ client }: Pick<Scene, "client">, owner: Hex) =>
  Effect.promise(() => client.readContract({ address: usdcAddress, abi: erc20Abi, functionName: "balanceOf", args: [owner] }))

/** Signs `count` authorizations of one payer over `value` each. */
export const authorizations = (of: Scene, payer: PrivateKeyAccount, to: Hex, value: bigint, count: number, validBefore?: bigint) =>
  Effect.promise(() =>
    Promise.all(
      Array.from({ length: count }, () => authorize(of, payer, { to, value, ...(validBefore === undefined ? {} : { validBefore }) })),
    ),
  )

/** Until it holds, looked at often. The minutes only end a test where it never will. */
export const eventually = <A, E, R>(look: Effect.Effect<A, E, R>, holds: (a: A) => boolean) =>
  Effect.gen(function* () {
    for (;;) {
      const seen = yield* look
      if (holds(seen)) return seen
      yield* Effect.sleep(Duration.millis(20))
    }
  }).pipe(Effect.timeoutOrElse({ duration: "3 minutes", orElse: () => Effect.flatMap(look, (seen) => Effect.die(seen)) }))

export const mine = (of: Scene, blocks: number) => Effect.promise(() => of.client.mine({ blocks }))

/** The newest blocks are replaced by empty ones. viem does not know this method of anvil's. */
export const reorg = (of: Scene, depth: number) =>
  Effect.promise(() => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "anvil_reorg", params: [depth, []] })
    return fetch(of.url, { method: "POST", headers: { "content-type": "application/json" }, body }).then((answer) => answer.text())
  })
