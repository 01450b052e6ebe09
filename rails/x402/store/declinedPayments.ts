import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { forRequest } from "../../RailUnavailable.ts"
import { Chain, ChainUnavailable } from "../evm/Chain.ts"
import { lowerCase } from "../evm/hex.ts"
import type { AuthorizationId } from "./settlements.ts"

/** Delivered calls whose payment failed, by payer. They count for 30 days. */
export class DeclinedPayments extends Context.Service<
  DeclinedPayments,
  {
    /** At most 1,000. */
    readonly count: (payer: string) => Effect.Effect<number, ChainUnavailable>
    /** Counted once for each authorization. */
    readonly record: (authorization: AuthorizationId) => Effect.Effect<void>
    readonly prune: Effect.Effect<void, SqlError>
  }
>()("farthing/rails/x402/DeclinedPayments") {
  static readonly layer = Layer.suspend(() => Layer.effect(DeclinedPayments, make))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const { asset: token, network: chain } = yield* Chain
  const [network, asset] = [chain.caip2, lowerCase(token.address)]
  return DeclinedPayments.of({
    count: (payer) =>
      sql<{ readonly count: number }>`select count(*)::int as count from (select from rail_x402.declined_payment
        where network = ${network} and asset = ${asset} and payer = ${payer}
          and declined_at > clock_timestamp() - interval '30 days' limit 1000) d`.pipe(
        forRequest,
        Effect.map(([row]) => row?.count ?? 0),
        Effect.mapError(({ message }) => new ChainUnavailable({ message: `the payer's history cannot be read: ${message}` })),
      ),
    record: ({ nonce, payer }) =>
      Effect.catch(
        Effect.asVoid(sql`insert into rail_x402.declined_payment (network, asset, payer, nonce)
          values (${network}, ${asset}, ${payer}, ${nonce}) on conflict do nothing`),
        ({ message }) => Effect.logWarning(`x402: a declined payment could not be stored: ${message}`),
      ),
    prune: Effect.asVoid(sql`delete from rail_x402.declined_payment where declined_at < clock_timestamp() - interval '30 days'`),
  })
})
