import type { PgClient } from "@effect/sql-pg"
import { Effect, type Redacted } from "effect"
import type { MarketplaceId } from "../../../domain/connect/ids.ts"
import type { SecretCipher } from "../../../domain/SecretCipher.ts"
import { secretPlace } from "../../../domain/SecretCipher.ts"
import { hourMs } from "../../../domain/time.ts"
import { newWebhookSecret } from "../../identity/secret.ts"
import { webhookSecret, webhookSecretBefore } from "../storedSecrets.ts"

interface Row {
  readonly url: string | null
  readonly secret: string | null
  readonly before: string | null
  readonly from: bigint | null
  readonly now: bigint
}

/** The webhook settings of one marketplace. Undefined: there is no such marketplace. Times are of the clock that the sandbox may move. */
const readRow = (sql: PgClient.PgClient, id: MarketplaceId, lock: boolean) =>
  Effect.map(
    sql<Row>`select webhook_url as url, webhook_secret as secret, webhook_secret_before as before, ms(webhook_secret_from) as "from",
      ms(farthing_now()) as now from marketplace where id::text = ${id} ${sql.literal(lock ? "for update" : "")}`,
    ([row]) => row,
  )

export const readWebhook = (sql: PgClient.PgClient, id: MarketplaceId) =>
  Effect.map(readRow(sql, id, false), (row) =>
    row === undefined
      ? undefined
      : {
          url: row.url,
          hasSecret: row.secret !== null,
          newSecretSignsFrom: row.from !== null && row.from > row.now ? Number(row.from) : null,
        },
  )

/** The secret that signs now. Null: the marketplace has no secret of its own. Fails if it cannot be decrypted. */
export const signingSecret = Effect.fnUntraced(function* (
  sql: PgClient.PgClient,
  cipher: SecretCipher["Service"],
  marketplace: MarketplaceId,
) {
  const row = yield* readRow(sql, marketplace, false)
  return row === undefined ? null : yield* signsNow(cipher, marketplace, row)
})

const signsNow = (cipher: SecretCipher["Service"], id: MarketplaceId, { before, from, now, secret }: Row) =>
  before !== null && from !== null && now < from
    ? cipher.decrypt(before, secretPlace(webhookSecretBefore, id))
    : secret === null
      ? Effect.succeed(null)
      : cipher.decrypt(secret, secretPlace(webhookSecret, id))

/** Sets the URL. The first one creates the secret, which is answered this once. Undefined: there is no such marketplace. */
export const setWebhookUrl = (sql: PgClient.PgClient, cipher: SecretCipher["Service"], id: MarketplaceId, url: string | null) =>
  sql.withTransaction(
    Effect.gen(function* () {
      const row = yield* readRow(sql, id, true)
      if (row === undefined) return undefined
      const created = row.secret === null && url !== null ? newWebhookSecret() : null
      const stored = created === null ? row.secret : cipher.encrypt(created, secretPlace(webhookSecret, id))
      yield* sql`update marketplace set webhook_url = ${url}, webhook_secret = ${stored} where id::text = ${id}`
      return { secret: created as Redacted.Redacted | null }
    }),
  )

/** What signs now is kept until the overlap is over. While a secret waits to sign, only a rotation without overlap is made. */
export const rotateSecret = (sql: PgClient.PgClient, cipher: SecretCipher["Service"], id: MarketplaceId, overlapHours: number) =>
  sql.withTransaction(
    Effect.gen(function* () {
      const row = yield* readRow(sql, id, true)
      if (row === undefined) return undefined
      if (overlapHours > 0 && row.from !== null && row.from > row.now) return { waitsUntil: Number(row.from) } as const
      const signing = yield* signsNow(cipher, id, row)
      const secret = newWebhookSecret()
      const overlaps = signing !== null && overlapHours > 0
      const signsFrom = Number(row.now) + (overlaps ? overlapHours * hourMs : 0)
      yield* sql`update marketplace set webhook_secret = ${cipher.encrypt(secret, secretPlace(webhookSecret, id))},
          webhook_secret_before = ${overlaps ? cipher.encrypt(signing, secretPlace(webhookSecretBefore, id)) : null},
          webhook_secret_from = at_ms(${overlaps ? signsFrom : null}::float8)
        where id::text = ${id}`
      return { secret, signsFrom }
    }),
  )
