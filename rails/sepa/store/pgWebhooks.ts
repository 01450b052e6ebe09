import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { reached } from "./reached.ts"

/** Secrets of the webhook endpoints that gateways have registered by themselves, in a sandbox: those of the newest starts. */
export const pgWebhooks = Effect.gen(function* () {
  const sql = yield* SqlClient
  return {
    secrets: Effect.map(
      reached(sql.unsafe<{ readonly secret: string }>(`select secret from rail_sepa.webhook order by begun_at desc, url limit 20`)),
      (rows) => rows.map(({ secret }) => Redacted.make(secret)),
    ),
    /** Whether a start at this address has registered it. From now on it is among the newest. */
    knows: (url: string) =>
      Effect.map(
        reached(sql.unsafe(`update rail_sepa.webhook set begun_at = clock_timestamp() where url = $1 returning url`, [url])),
        ({ length }) => length > 0,
      ),
    keep: (url: string, secret: string) =>
      reached(
        Effect.asVoid(
          sql.unsafe(
            `insert into rail_sepa.webhook (url, secret) values ($1, $2) on conflict (url) do update
               set secret = excluded.secret, begun_at = excluded.begun_at`,
            [url, secret],
          ),
        ),
      ),
  }
})
