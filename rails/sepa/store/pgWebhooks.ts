import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { reached } from "./reached.ts"

/** Secrets of the webhook endpoints that this gateway has registered by itself, in a sandbox. */
export const pgWebhooks = Effect.gen(function* () {
  const sql = yield* SqlClient
  return {
    secrets: Effect.map(
      reached(sql.unsafe<{ readonly secret: string }>(`select secret from rail_sepa.webhook order by url limit 20`)),
      (rows) => rows.map(({ secret }) => Redacted.make(secret)),
    ),
    knows: (url: string) =>
      Effect.map(reached(sql.unsafe(`select url from rail_sepa.webhook where url = $1`, [url])), ({ length }) => length > 0),
    keep: (url: string, secret: string) =>
      reached(
        Effect.asVoid(
          sql.unsafe(
            `insert into rail_sepa.webhook (url, secret) values ($1, $2) on conflict (url) do update set secret = excluded.secret`,
            [url, secret],
          ),
        ),
      ),
  }
})
