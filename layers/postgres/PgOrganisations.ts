import { Effect, Layer, Redacted } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { randomUUID } from "node:crypto"
import {
  maxActiveKeys,
  KeyLimitReached,
  KeyNotFound,
  KeyNotRotated,
  type KeyRecord,
  type NewKey,
  type OrganisationRecord,
  erasedOrganisation,
  OrganisationNotFound,
  Organisations,
  noticeSecret,
} from "../../domain/identity/Organisations.ts"
import { type KeyId, type OrganisationId } from "../../domain/money/ids.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { Rails } from "../../domain/rail/Rail.ts"
import { SecretCipher, secretPlace } from "../../domain/SecretCipher.ts"
import { secretHash, newApiKey } from "../identity/secret.ts"
import { Database, orUnavailable, refusalOrUnavailable } from "./Database.ts"
import { isoTime } from "../../domain/time.ts"
import { arrayOf } from "./parameters.ts"

type Row = Omit<KeyRecord, "perRequest" | "monthly" | "daily"> & {
  readonly perRequest: string | null
  readonly monthly: string | null
  readonly daily: string | null
}

type OrganisationRow = Omit<OrganisationRecord, "lowBalance"> & { readonly lowBalance: string | null }

const oldSecretWorks = `s.revoked_at is null and s.expires_at > farthing_now()`

const columns = `json_build_object('organisation', org, 'id', id, 'name', name, 'scopes', scopes, 'perRequest', per_request::text,
  'monthly', monthly::text, 'daily', daily::text, 'createdAt', ms(created_at), 'expiresAt', ms(expires_at), 'revokedAt', ms(revoked_at), 'tag', tag,
  'oldSecretUntil', (select ms(max(s.expires_at)) from old_secret s where s.org = api_key.org and s.key = api_key.id and api_key.revoked_at is null and ${oldSecretWorks}),
  'status', case when revoked_at is not null then 'revoked' when expires_at <= farthing_now() then 'expired' else 'active' end) as key`

/** Erased by an operator: the name alone may be chosen by a customer. */
const erased = `(o.status = 'suspended' and o.name = 'erased' and exists (
  select from operator_log l where l.org = o.id and l.phase = 'began' and l.action = 'erase'))`

const organisationColumns = `json_build_object('id', o.id, 'name', o.name, 'email', o.email, 'noticeUrl', o.notice_url, 'lowBalance', o.low_balance::text, 'kind', o.kind, 'status', o.status, 'spending', o.spending,
  'rate', o.rate_per_minute, 'concurrency', o.concurrency, 'preference', o.rail_preference, 'createdAt', ms(o.created_at), 'isErased', ${erased},
  'activeKeys', (select count(*) from api_key k where k.org = o.id and k.kind = 'key' and k.revoked_at is null and k.expires_at > farthing_now())) as organisation`

const make = Effect.gen(function* () {
  const { money: sql } = yield* Database
  const rails = yield* Rails
  const { encrypt } = yield* SecretCipher
  const keyColumns = sql.literal(columns)
  const organisation = sql.literal(organisationColumns)
  const isErased = sql.literal(erased)
  const refusedChange = (id: OrganisationId) =>
    sql`select from organisation where id::text = ${id}`.pipe(
      orUnavailable,
      Effect.flatMap((rows) => (rows.length === 0 ? noOrganisation(id) : erasedOrganisation(id))),
    )
  const oneKey = (id: KeyId, rows: Effect.Effect<ReadonlyArray<{ readonly key: Row }>, SqlError>) =>
    rows.pipe(
      orUnavailable,
      Effect.flatMap(([row]) =>
        row === undefined ? new KeyNotFound({ message: `There is no key ${id}.` }) : Effect.succeed(recordOf(row.key)),
      ),
    )

  return Organisations.of({
    create: ({ concurrency, email = null, name, rate }, id = randomUUID() as OrganisationId) =>
      sql
        .withTransaction(
          Effect.gen(function* () {
            yield* sql`insert into organisation (id, name, email, rate_per_minute, concurrency)
              values (${id}, ${name}, ${email}, ${rate}, ${concurrency})`
            for (const rail of rails.values()) {
              if (rail.opensWithOrganisation === undefined) continue
              yield* sql`insert into account (org, id, rail) values (${id}, ${rail.opensWithOrganisation.account}, ${rail.id})`
            }
            return id
          }),
        )
        .pipe(orUnavailable),

    find: (id) =>
      sql<{ readonly organisation: OrganisationRow }>`select ${organisation} from organisation o where o.id::text = ${id}`.pipe(
        orUnavailable,
        Effect.flatMap(([row]) => (row === undefined ? noOrganisation(id) : Effect.succeed(organisationOf(row.organisation)))),
      ),

    list: ({ after, search, status }, limit) =>
      sql<{ readonly organisation: OrganisationRow }>`select ${organisation} from organisation o
        where (${status ?? null}::text is null or o.status = ${status ?? null}::text)
          and (${search ?? null}::text is null or starts_with(o.id::text, lower(${search ?? null}::text))
            or position(lower(${search ?? null}::text) in lower(o.name || ' ' || coalesce(o.email, ''))) > 0)
          and (${after ?? null}::text is null
            or (o.created_at, o.id) > (select created_at, id from organisation where id::text = ${after ?? null}::text))
        order by o.created_at, o.id limit ${limit}`.pipe(
        Effect.map((rows) => rows.map((row) => organisationOf(row.organisation))),
        orUnavailable,
      ),

    change: (id, { email, lowBalance, notices, preference, spending, status }) =>
      sql<{ readonly organisation: OrganisationRow }>`update organisation o set
          status = coalesce(${status ?? null}::text, o.status), spending = coalesce(${spending ?? null}::boolean, o.spending),
          email = case when ${email === undefined}::boolean then o.email else ${email ?? null}::text end,
          low_balance = case when ${lowBalance === undefined}::boolean then o.low_balance else ${lowBalance?.toString() ?? null}::text::bigint end,
          notice_url = case when ${notices === undefined}::boolean then o.notice_url else ${notices?.url ?? null}::text end,
          notice_secret = case when ${notices === undefined}::boolean then o.notice_secret
            else ${notices == null ? null : encrypt(notices.secret, secretPlace(noticeSecret, id))}::text end,
          rail_preference = coalesce(${preference === undefined ? null : arrayOf("text", preference)}::text[], o.rail_preference)
        where o.id::text = ${id} and not ${isErased} returning ${organisation}`.pipe(
        orUnavailable,
        Effect.flatMap(([row]) => (row === undefined ? refusedChange(id) : Effect.succeed(organisationOf(row.organisation)))),
      ),

    createKey: (key) => {
      const secret = newApiKey()
      return sql
        .withTransaction(
          Effect.gen(function* () {
            const organisation = yield* sql<{
              readonly erased: boolean
            }>`select ${isErased} as erased from organisation o where id::text = ${key.organisation} for update`
            if (organisation.length === 0) return yield* noOrganisation(key.organisation)
            if (organisation[0]!.erased) return yield* erasedOrganisation(key.organisation)
            const [{ active }] = (yield* sql<{ readonly active: number }>`select count(*)::int as active from api_key
              where org = ${key.organisation} and kind = 'key' and revoked_at is null and expires_at > farthing_now()`) as unknown as [
              { active: number },
            ]
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
          refusalOrUnavailable,
        )
    },

    keys: (organisation) =>
      sql<{
        readonly key: Row
      }>`select ${keyColumns} from api_key where kind = 'key' and (${organisation}::text is null or org::text = ${organisation})
        order by revoked_at is not null, created_at, id limit 1000`.pipe(
        Effect.map((rows) => rows.map((row) => recordOf(row.key))),
        orUnavailable,
      ),

    keyNames: (organisation, ids) =>
      sql<{ readonly id: string; readonly name: string }>`select id::text as id, name from api_key
        where org = ${organisation} and id = any (${arrayOf("uuid", ids)})`.pipe(
        Effect.map((rows) => new Map(rows.map(({ id, name }) => [id, name]))),
        orUnavailable,
      ),

    rotateKey: (id, days, overlapHours) => {
      const secret = newApiKey()
      return sql
        .withTransaction(
          Effect.gen(function* () {
            const before = yield* oneKey(id, sql`select ${keyColumns} from api_key where kind = 'key' and id::text = ${id} for update`)
            const problem = notRotatable(before)
            if (problem !== undefined) return yield* new KeyNotRotated({ message: `${problem} Nothing was changed.` })
            // `least` leaves a null out: then the old secret keeps its own expiry.
            yield* sql`insert into old_secret (hash, org, key, expires_at)
              select hash, org, id, least(expires_at, farthing_now() + make_interval(hours => ${overlapHours ?? null}::int))
              from api_key where id::text = ${id}`
            return yield* oneKey(
              id,
              sql`update api_key set hash = ${secretHash(Redacted.value(secret))}, expires_at = farthing_now() + make_interval(days => ${days}::int)
                where id::text = ${id} returning ${keyColumns}`,
            )
          }),
        )
        .pipe(
          Effect.map((key) => ({ key, secret })),
          refusalOrUnavailable,
        )
    },

    endOldSecret: (id) =>
      orUnavailable(
        sql`update old_secret s set revoked_at = farthing_now() where s.key::text = ${id} and ${sql.literal(oldSecretWorks)}`,
      ).pipe(Effect.andThen(oneKey(id, sql`select ${keyColumns} from api_key where kind = 'key' and id::text = ${id}`))),

    revokeKey: (id) =>
      oneKey(id, sql`update api_key set revoked_at = coalesce(revoked_at, farthing_now()) where id::text = ${id} returning ${keyColumns}`),

    revokeKeys: (id) =>
      sql<{ readonly key: Row }>`update api_key set revoked_at = farthing_now()
        where org::text = ${id} and kind = 'key' and revoked_at is null and expires_at > farthing_now() returning ${keyColumns}`.pipe(
        Effect.map((rows) => rows.map((row) => recordOf(row.key))),
        orUnavailable,
      ),

    findKey: (id) => oneKey(id, sql`select ${keyColumns} from api_key where kind = 'key' and id::text = ${id}`),

    changeKey: (id, change) => {
      const columns = { per_request: change.perRequest, monthly: change.monthly, daily: change.daily }
      const set = Object.entries(columns).flatMap(([column, limit]) =>
        limit === undefined ? [] : [sql`${sql(column)} = ${limit?.toString() ?? null}::text::bigint`],
      )
      if (change.tag !== undefined) set.push(sql`tag = ${change.tag}::text`)
      return oneKey(id, sql`update api_key set ${sql.csv([sql`name = name`, ...set])} where id::text = ${id} returning ${keyColumns}`)
    },
  })

  function insertKey(key: NewKey, secret: string) {
    const id = randomUUID() as KeyId
    return Effect.map(
      sql<{ readonly key: Row }>`insert into api_key (org, id, name, hash, scopes, per_request, monthly, daily, tag, expires_at)
        values (${key.organisation}, ${id}, ${key.name}, ${secretHash(secret)}, ${JSON.stringify(key.scopes).replace("[", "{").replace("]", "}")}::text::text[],
          ${key.perRequest?.toString() ?? null}::text::bigint, ${key.monthly?.toString() ?? null}::text::bigint, ${key.daily?.toString() ?? null}::text::bigint,
          ${key.tag ?? null}::text,
          farthing_now() + make_interval(days => ${key.expiresInDays}::int))
        returning ${keyColumns}`,
      ([row]) => recordOf(row!.key),
    )
  }
})

export const PgOrganisations: Layer.Layer<Organisations, never, Database | Rails | SecretCipher> = Layer.effect(Organisations, make)

const noOrganisation = (id: OrganisationId) => new OrganisationNotFound({ message: `There is no organisation ${id}.` })

/** One old secret works at a time: a person who rotates twice would lose sight of the first. */
const notRotatable = ({ name, oldSecretUntil, status }: KeyRecord) =>
  status !== "active"
    ? `The key "${name}" is ${status}: create a new one.`
    : oldSecretUntil === null
      ? undefined
      : `The secret before the last rotation of "${name}" works until ${isoTime(oldSecretUntil)}: end it first.`

const organisationOf = (row: OrganisationRow): OrganisationRecord => ({ ...row, lowBalance: money(row.lowBalance) })

const recordOf = (row: Row): KeyRecord => ({
  ...row,
  perRequest: money(row.perRequest),
  monthly: money(row.monthly),
  daily: money(row.daily),
})
const money = (text: string | null) => (text === null ? null : microUsd(BigInt(text)))
