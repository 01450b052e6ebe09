import { Effect, Exit, Layer } from "effect"
import { Authenticator, type Caller, type Credentials } from "../../domain/identity/Authenticator.ts"
import { storageUnavailable, type StorageUnavailable } from "../../domain/Refusal.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { makeBatcher } from "./Batcher.ts"
import { cancelledInBackground, Database } from "./Database.ts"

type Row = Omit<Caller, "perRequest" | "monthly" | "daily" | "rate"> & {
  readonly ord: number
  readonly perRequest: string | null
  readonly monthly: string | null
  readonly daily: string | null
  readonly rateLimit: number
  readonly rateOwner: string
  readonly usedAfter: number
  readonly resetMs: number
}

/** Requests a minute of one member in the app. */
const memberRate = 600

/**
 * The authentication of a list of credentials. What an Idempotency-Key began is a subquery: as a join, PostgreSQL read the whole table of runs each time, until
 * that was dearer than 200 look-ups. A secret that a rotation replaced presents its key until it expires or is revoked. Only live keys count to the rate: the count is one upsert per organisation and batch, on an unlogged table. The pages of the app read more
 * often than programs do, so each member has a rate of its own, and no page slows the organisation's programs down.
 */
export const authenticateStatement = `
  with requested as (
    select a.ord::int, decode(a.value->>'h', 'hex') as hash, a.value->>'e' as endpoint, a.value->>'k' as idempotency_key
    from json_array_elements($1::text::json) with ordinality as a (value, ord)),
  clocks as materialized (select farthing_now() as at, clock_timestamp() as raw),
  found as (
    select a.ord, a.endpoint, a.idempotency_key, k.*, o.status, o.spending, o.rail_preference, o.rate_per_minute, o.concurrency,
      case k.kind when 'app' then k.id else k.org end as rate_owner, k.ended_at is null and k.until > (select at from clocks) as live
    from requested a
      cross join lateral (
        select own.*, own.expires_at as until, own.revoked_at as ended_at from api_key own where own.hash = a.hash
        union all
        select own.*, least(own.expires_at, s.expires_at), coalesce(own.revoked_at, s.revoked_at)
          from old_secret s join api_key own on own.org = s.org and own.id = s.key where s.hash = a.hash) k
      join organisation o on o.id = k.org),
  counted as (
    insert into rate as r (org, started_at, used)
      select rate_owner, (select raw from clocks), count(*) from found where live group by rate_owner order by rate_owner
      on conflict (org) do update set
        used = case when r.started_at <= excluded.started_at - interval '1 minute' then excluded.used else r.used + excluded.used end,
        started_at = case when r.started_at <= excluded.started_at - interval '1 minute' then excluded.started_at else r.started_at end
      returning org, used, started_at)
  select json_agg(json_build_object(
    'ord', f.ord, 'now', ms((select at from clocks)), 'organisation', f.org, 'organisationStatus', f.status, 'spending', f.spending,
    'preference', f.rail_preference, 'key', f.id, 'keyName', f.name, 'scopes', f.scopes,
    'perRequest', f.per_request::text, 'monthly', f.monthly::text, 'daily', f.daily::text,
    'tag', f.tag, 'expiresAt', ms(f.until), 'revokedAt', ms(f.ended_at), 'rateOwner', f.rate_owner, 'rateLimit', case f.kind when 'app' then ${memberRate} else f.rate_per_minute end, 'concurrency', f.concurrency, 'usedAfter', coalesce(c.used, 0),
    'resetMs', coalesce(60000 - (ms((select raw from clocks)) - ms(c.started_at)), 60000),
    'earlier', case when f.idempotency_key is null then null else
      (select json_build_object('run', i.run, 'hash', i.hash, 'status', r.status, 'waitUntil', ms(r.wait_until))
        from idempotency i join run r on r.org = i.org and r.id = i.run
        where i.org = f.org and i.key = f.id and i.endpoint = f.endpoint and i.idempotency_key = f.idempotency_key) end)) as callers
  from found f left join counted c on c.org = f.rate_owner`

const make = Effect.gen(function* () {
  const { money } = yield* Database
  const run = (asks: ReadonlyArray<Credentials>): Effect.Effect<ReadonlyArray<Exit.Exit<Caller | undefined, StorageUnavailable>>> =>
    money.unsafe<{ readonly callers: ReadonlyArray<Row> | null }>(authenticateStatement, [credentialsJson(asks)]).pipe(
      Effect.map(([row]) => {
        const callers = callersOf(row!.callers ?? [])
        return asks.map((_, i) => Exit.succeed(callers.get(i + 1)))
      }),
      cancelledInBackground,
      Effect.timeout(maxWaitMs),
      Effect.catch((error) =>
        Effect.as(
          Effect.logError("the gate's statement failed", error),
          asks.map(() => Exit.fail(storageUnavailable())),
        ),
      ),
    )
  const enter = yield* makeBatcher({
    name: "gate",
    maxItems: 256,
    maxBytes: 1 << 20,
    bytesOf: () => 256,
    run,
    stalled: { afterMs: maxWaitMs, error: storageUnavailable },
  })
  return Authenticator.of({ authenticate: enter })
})

/** Every request begins with this statement: with a database that hangs it is answered 503 within 3 s. */
const maxWaitMs = 2_500

export const PgAuthenticator: Layer.Layer<Authenticator, never, Database> = Layer.effect(Authenticator, make)

/** The parameter of `authenticateStatement`. */
export const credentialsJson = (asks: ReadonlyArray<Credentials>) =>
  JSON.stringify(
    asks.map(({ hash, idempotency }) => ({ h: Buffer.from(hash).toString("hex"), e: idempotency?.endpoint, k: idempotency?.key })),
  )

/** Requests of one owner of a rate that share a batch take the numbers up to the count after it, in order. */
const callersOf = (rows: ReadonlyArray<Row>): ReadonlyMap<number, Caller> => {
  const ordered = [...rows].sort((a, b) => a.ord - b.ord)
  const waiting = new Map<string, number>()
  for (const row of ordered) if (isLive(row)) waiting.set(row.rateOwner, (waiting.get(row.rateOwner) ?? 0) + 1)
  const callers = new Map<number, Caller>()
  for (const { ord, rateLimit, rateOwner, resetMs, usedAfter, ...row } of ordered) {
    const behind = waiting.get(rateOwner) ?? 1
    if (isLive(row)) waiting.set(rateOwner, behind - 1)
    callers.set(ord, {
      ...row,
      perRequest: money(row.perRequest),
      monthly: money(row.monthly),
      daily: money(row.daily),
      rate: { limit: rateLimit, used: usedAfter - behind + 1, resetMs },
    })
  }
  return callers
}

const isLive = (row: Pick<Row, "revokedAt" | "expiresAt" | "now">) => row.revokedAt === null && row.expiresAt > row.now
const money = (text: string | null) => (text === null ? null : microUsd(BigInt(text)))
