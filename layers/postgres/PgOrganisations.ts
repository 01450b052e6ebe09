import { Effect, Layer, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import {
  maxActiveKeys,
  KeyLimitReached,
  KeyNotFound,
  type KeyRecord,
  type NewKey,
  OrganisationNotFound,
  Organisations,
} from "../../domain/identity/Organisations.ts"
import { type KeyId, type OrganisationId } from "../../domain/money/ids.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { Rails } from "../../domain/rail/Rail.ts"
import { secretHash, newApiKey } from "../identity/secret.ts"
import { Database, orUnavailable } from "./Database.ts"

type Row = Omit<KeyRecord, "perRequest" | "monthly" | "daily"> & {
  readonly perRequest: string | null
  readonly monthly: string | null
  readonly daily: string | null
}

const columns = `json_build_object('organisation', org, 'id', id, 'name', name, 'scopes', scopes, 'perRequest', per_request::text,
  'monthly', monthly::text, 'daily', daily::text, 'createdAt', ms(created_at), 'expiresAt', ms(expires_at), 'revokedAt', ms(revoked_at),
  'status', case when revoked_at is not null then 'revoked' when expires_at <= farthing_now() then 'expired' else 'active' end) as key`

const make = Effect.gen(function* () {
  const { money: sql } = yield* Database
  const rails = yield* Rails
  const keyColumns = sql.literal(columns)

  return Organisations.of({
    create: ({ concurrency, name, rate }) => {
      const id = randomUUID() as OrganisationId
      return sql
        .withTransaction(
          Effect.gen(function* () {
            yield* sql`insert into organisation (id, name, rate_per_minute, concurrency) values (${id}, ${name}, ${rate}, ${concurrency})`
            for (const rail of rails.values()) {
              if (rail.opensWithOrganisation === undefined) continue
              yield* sql`insert into account (org, id, rail) values (${id}, ${rail.opensWithOrganisation.account}, ${rail.id})`
            }
            return id
          }),
        )
        .pipe(orUnavailable)
    },

    find: (id) =>
      sql<{ readonly name: string }>`select name from organisation where id::text = ${id}`.pipe(
        orUnavailable,
        Effect.flatMap(([row]) => (row === undefined ? noOrganisation(id) : Effect.succeed(row))),
      ),

    createKey: (key) => {
      const secret = newApiKey()
      return sql
        .withTransaction(
          Effect.gen(function* () {
            const organisation = yield* sql`select id from organisation where id::text = ${key.organisation} for update`
            if (organisation.length === 0) return yield* noOrganisation(key.organisation)
            const [{ active }] = (yield* sql<{ readonly active: number }>`select count(*)::int as active from api_key
              where org = ${key.organisation} and revoked_at is null and expires_at > farthing_now()`) as unknown as [{ active: number }]
            if (active >= maxActiveKeys) {
              return yield* new KeyLimitReached({
                message: `An organisation has at most ${maxActiveKeys} active keys. Revoke one first.`,
              })
            }
            return yield* insertKey(key, Redacted.value(secret))
          }),
        )
        .pipe(
          Effect.map((key) => ({ key, secret })),
          Effect.catchTag("SqlError", (error) => orUnavailable(Effect.fail(error))),
        )
    },

    keys: (organisation) =>
      sql<{ readonly key: Row }>`select ${keyColumns} from api_key where ${organisation}::text is null or org::text = ${organisation}
        order by created_at, id limit 1000`.pipe(
        Effect.map((rows) => rows.map((row) => recordOf(row.key))),
        orUnavailable,
      ),

    revokeKey: (id) =>
      sql<{
        readonly key: Row
      }>`update api_key set revoked_at = coalesce(revoked_at, farthing_now()) where id::text = ${id} returning ${keyColumns}`.pipe(
        orUnavailable,
        Effect.flatMap(([row]) =>
          row === undefined ? new KeyNotFound({ message: `There is no key ${id}.` }) : Effect.succeed(recordOf(row.key)),
        ),
      ),
  })

  function insertKey(key: NewKey, secret: string) {
    const id = randomUUID() as KeyId
    return Effect.map(
      sql<{ readonly key: Row }>`insert into api_key (org, id, name, hash, scopes, per_request, monthly, daily, expires_at)
        values (${key.organisation}, ${id}, ${key.name}, ${secretHash(secret)}, ${JSON.stringify(key.scopes).replace("[", "{").replace("]", "}")}::text::text[],
          ${key.perRequest?.toString() ?? null}::text::bigint, ${key.monthly?.toString() ?? null}::text::bigint, ${key.daily?.toString() ?? null}::text::bigint,
          farthing_now() + make_interval(days => ${key.expiresInDays}::int))
        returning ${keyColumns}`,
      ([row]) => recordOf(row!.key),
    )
  }
})

export const PgOrganisations: Layer.Layer<Organisations, never, Database | Rails> = Layer.effect(Organisations, make)

const noOrganisation = (id: OrganisationId) => new OrganisationNotFound({ message: `There is no organisation ${id}.` })

const recordOf = (row: Row): KeyRecord => ({
  ...row,
  perRequest: money(row.perRequest),
  monthly: money(row.monthly),
  daily: money(row.daily),
})
const money = (text: string | null) => (text === null ? null : microUsd(BigInt(text)))
