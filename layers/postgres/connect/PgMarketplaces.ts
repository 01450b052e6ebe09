import { Effect, Layer, Redacted } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { randomUUID } from "node:crypto"
import type { Marketplace } from "../../../domain/connect/Marketplace.ts"
import {
  type MarketplaceKey,
  MarketplaceKeyLimitReached,
  MarketplaceKeyNotFound,
  MarketplaceNotFound,
  Marketplaces,
  maxActiveMarketplaceKeys,
  RotationInProgress,
} from "../../../domain/connect/Marketplaces.ts"
import { isoTime } from "../../../domain/time.ts"
import { SecretCipher } from "../../../domain/SecretCipher.ts"
import { newApiKey, secretHash } from "../../identity/secret.ts"
import { Database, orUnavailable, refusalOrUnavailable } from "../Database.ts"
import { authenticateMarketplace, marketplaceJson } from "./authenticateMarketplace.ts"
import { readWebhook, rotateSecret, setWebhookUrl } from "./webhookSecrets.ts"

const keyJson = `json_build_object('marketplace', k.marketplace, 'id', k.id, 'kind', k.kind, 'name', k.name,
  'prefix', coalesce(k.prefix, case k.kind when 'secret' then 'frt_mk_' else 'frt_pk_' end),
  'createdAt', ms(k.created_at), 'lastUsedAt', ms(k.last_used_at), 'revokedAt', ms(k.revoked_at)) as key`

/** `frt_mk_` and four of the 43 random characters. */
const shownCharacters = 11

const make = Effect.gen(function* () {
  const { money: sql } = yield* Database
  const cipher = yield* SecretCipher
  const columns = sql.literal(marketplaceJson)
  const keyColumns = sql.literal(keyJson)
  const one = (id: string, rows: Effect.Effect<ReadonlyArray<{ readonly marketplace: Marketplace }>, SqlError>) =>
    Effect.flatMap(orUnavailable(rows), ([row]) => (row === undefined ? noMarketplace(id) : Effect.succeed(row.marketplace)))

  return Marketplaces.of({
    create: ({ feeBasisPoints, name, rate, wallet, webhookUrl }) =>
      sql<{ readonly marketplace: Marketplace }>`
        insert into marketplace as m (id, name, fee_basis_points, wallet, rate_per_minute, webhook_url)
        values (${randomUUID()}, ${name}, ${feeBasisPoints}, ${wallet}, ${rate}, ${webhookUrl}) returning ${columns}`.pipe(
        Effect.map(([row]) => row!.marketplace),
        orUnavailable,
      ),

    find: (id) => one(id, sql`select ${columns} from marketplace m where m.id::text = ${id}`),

    list: (after, limit) =>
      sql<{ readonly marketplace: Marketplace }>`select ${columns} from marketplace m
        where ${after}::text is null or (m.created_at, m.id) > (select created_at, id from marketplace where id::text = ${after}::text)
        order by m.created_at, m.id limit ${limit}`.pipe(
        Effect.map((rows) => rows.map(({ marketplace }) => marketplace)),
        orUnavailable,
      ),

    change: (id, { feeBasisPoints, name, rate, status, wallet, webhookUrl }) =>
      one(
        id,
        sql`update marketplace m set name = coalesce(${name ?? null}::text, name), status = coalesce(${status ?? null}::text, status),
            fee_basis_points = coalesce(${feeBasisPoints ?? null}::int, fee_basis_points), rate_per_minute = coalesce(${rate ?? null}::int, rate_per_minute),
            wallet = case when ${wallet === undefined}::boolean then wallet else ${wallet ?? null}::text end,
            webhook_url = case when ${webhookUrl === undefined}::boolean then webhook_url else ${webhookUrl ?? null}::text end
          where m.id::text = ${id} returning ${columns}`,
      ),

    createKey: (marketplace, kind, name) => {
      const secret = newApiKey(kind === "secret" ? "marketplaceSecret" : "marketplacePublishable")
      return sql
        .withTransaction(
          Effect.gen(function* () {
            const owner = yield* sql`select id from marketplace where id::text = ${marketplace} for update`
            if (owner.length === 0) return yield* noMarketplace(marketplace)
            const active =
              yield* sql`select from marketplace_key where marketplace::text = ${marketplace} and kind = ${kind} and revoked_at is null`
            if (active.length >= maxActiveMarketplaceKeys) {
              return yield* new MarketplaceKeyLimitReached({
                message: `A marketplace has at most ${maxActiveMarketplaceKeys} active ${kind} keys. Revoke one first.`,
              })
            }
            const [row] = yield* sql<{
              readonly key: MarketplaceKey
            }>`insert into marketplace_key as k (marketplace, id, kind, name, hash, prefix)
              values (${marketplace}, ${randomUUID()}, ${kind}, ${name}, ${secretHash(Redacted.value(secret))},
                ${Redacted.value(secret).slice(0, shownCharacters)}) returning ${keyColumns}`
            return { key: row!.key, secret }
          }),
        )
        .pipe(refusalOrUnavailable)
    },

    keys: (marketplace) =>
      sql<{ readonly key: MarketplaceKey }>`select ${keyColumns} from marketplace_key k where k.marketplace::text = ${marketplace}
        order by k.created_at, k.id limit 1000`.pipe(
        Effect.map((rows) => rows.map(({ key }) => key)),
        orUnavailable,
      ),

    revokeKey: (id) =>
      sql<{ readonly key: MarketplaceKey }>`update marketplace_key k set revoked_at = coalesce(revoked_at, farthing_now())
        where k.id::text = ${id} returning ${keyColumns}`.pipe(
        orUnavailable,
        Effect.flatMap(([row]) =>
          row === undefined ? new MarketplaceKeyNotFound({ message: `There is no key ${id} of a marketplace.` }) : Effect.succeed(row.key),
        ),
      ),

    authenticate: authenticateMarketplace(sql),

    webhook: (id) => orNoMarketplace(id, orUnavailable(readWebhook(sql, id))),
    setWebhook: (id, url) => orNoMarketplace(id, orUnavailable(setWebhookUrl(sql, cipher, id, url))),
    rotateWebhookSecret: (id, overlapHours) =>
      Effect.flatMap(
        orNoMarketplace(id, orUnavailable(rotateSecret(sql, cipher, id, overlapHours))),
        Effect.fnUntraced(function* (rotated) {
          return "waitsUntil" in rotated ? yield* rotationInProgress(rotated.waitsUntil) : rotated
        }),
      ),
  })
})

export const PgMarketplaces: Layer.Layer<Marketplaces, never, Database | SecretCipher> = Layer.effect(Marketplaces, make)

const noMarketplace = (id: string) => new MarketplaceNotFound({ message: `There is no marketplace ${id}. See: farthing marketplace list` })

const rotationInProgress = (until: number) =>
  new RotationInProgress({
    message: `The secret of the rotation before begins to sign at ${isoTime(until)}. Rotate again after that; or, if it has leaked, send overlap_hours 0: a new secret signs at once, and both others end. Nothing was changed.`,
  })

const orNoMarketplace = <A, E, R>(id: string, lookup: Effect.Effect<A | undefined, E, R>) =>
  Effect.flatMap(lookup, (value): Effect.Effect<A, MarketplaceNotFound> =>
    value === undefined ? Effect.fail(noMarketplace(id)) : Effect.succeed(value),
  )
