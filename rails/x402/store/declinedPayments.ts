import { Context, Effect, Exit, Layer, Request, RequestResolver } from "effect"
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

class CountRequest extends Request.Class<{ readonly payer: string }, number, SqlError> {}

const maxBatch = 128

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const { asset: token, network: chain } = yield* Chain
  const [network, asset] = [chain.caip2, lowerCase(token.address)]
  const counts = (payers: ReadonlyArray<string>) =>
    sql<{
      readonly payer: string
      readonly count: number
    }>`select x.payer, (select count(*)::int from (select from rail_x402.declined_payment d
        where d.network = ${network} and d.asset = ${asset} and d.payer = x.payer
          and d.declined_at > clock_timestamp() - interval '30 days' limit 1000) d) as count
      from jsonb_array_elements_text(${JSON.stringify(payers)}::text::jsonb) as x (payer)`
  // Calls of the same moment share a statement.
  const resolver = RequestResolver.make<CountRequest>((entries) =>
    Effect.map(counts([...new Set(entries.map(({ request }) => request.payer))]), (rows) => {
      const countOf = new Map(rows.map(({ count, payer }) => [payer, count]))
      for (const { completeUnsafe, request } of entries) completeUnsafe(Exit.succeed(countOf.get(request.payer) ?? 0))
    }),
  ).pipe(RequestResolver.batchN(maxBatch))
  return DeclinedPayments.of({
    count: (payer) =>
      Effect.request(new CountRequest({ payer }), resolver).pipe(
        forRequest,
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
