import { Effect, Layer } from "effect"
import { type ClaimedEvent, EventQueue } from "../../../domain/connect/ConnectEvents.ts"
import { SecretCipher } from "../../../domain/SecretCipher.ts"
import { Database, orUnavailable, refusalOrUnavailable } from "../Database.ts"
import { arrayOf } from "../parameters.ts"
import { signingSecret } from "./webhookSecrets.ts"

const make = Effect.gen(function* () {
  const { money: sql, reads } = yield* Database
  const cipher = yield* SecretCipher
  // What an attempt has delivered stays delivered, whatever becomes of a later one that was made by hand, and needs no retry.
  const wasDelivered = sql.literal(
    `exists (select from connect_delivery f where f.marketplace = e.marketplace and f.event = e.id and f.status = 'delivered')`,
  )

  return EventQueue.of({
    // The recursion steps from one marketplace with due events to the next, so that a million events of one cost no more than a few.
    claim: (node, busy, { all, each }) =>
      sql<ClaimedEvent>`
        with recursive clocks as materialized (select farthing_now() as at),
        due (marketplace) as (
          (select marketplace from connect_event where due_at <= (select at from clocks) order by marketplace limit 1)
          union all
          select (select e.marketplace from connect_event e where e.due_at <= (select at from clocks) and e.marketplace > d.marketplace
            order by e.marketplace limit 1) from due d where d.marketplace is not null),
        busy as (select * from unnest(${arrayOf("uuid", [...busy.keys()])}, ${arrayOf("int", [...busy.values()])}) as b (marketplace, places)),
        locked as (
          select e.* from due d left join busy b on b.marketplace = d.marketplace
            cross join lateral (
              select c.marketplace, c.id, c.due_at, c.by_hand from connect_event c
              where c.marketplace = d.marketplace and c.due_at <= (select at from clocks)
              order by c.due_at, c.id limit greatest(0, ${each}::int - coalesce(b.places, 0)) for update skip locked) e),
        picked as (
          select marketplace, id, by_hand from locked
          order by row_number() over (partition by marketplace order by due_at, id), due_at limit ${all}),
        claimed as (
          update connect_event e set status = 'sending', due_at = null, by_hand = false, attempts = e.attempts + 1, reason = null
          from picked p where e.marketplace = p.marketplace and e.id = p.id
          returning e.marketplace, e.id, e.event, e.url, e.body, e.attempts, e.retries_left, p.by_hand),
        written as (
          insert into connect_delivery (marketplace, event, attempt, node, by_hand, url, status)
          select marketplace, id, attempts, ${node}, by_hand, url, 'sending' from claimed)
        select id, marketplace, event, url, body, attempts as attempt, retries_left as "retriesLeft" from claimed order by id`.pipe(
        orUnavailable,
      ),

    // A node that was treated as dead may still know the outcome: it replaces "unknown".
    finish: ({ attempt, id, marketplace }, { httpStatus, reason, retryAfterMs, status }) =>
      sql`
        with written as (
          update connect_delivery set status = ${status}, http_status = ${httpStatus}, reason = ${reason}, ended_at = farthing_now()
          where marketplace = ${marketplace} and event = ${id} and attempt = ${attempt} and status in ('sending', 'unknown') returning 1),
        outcome as (
          select case when ${wasDelivered} then 'delivered' when ${retryAfterMs === null}::boolean then ${status}::text else 'pending' end as status
          from connect_event e where e.marketplace = ${marketplace} and e.id = ${id})
        update connect_event e set status = o.status, reason = case when o.status <> 'delivered' then ${reason}::text end,
          due_at = case when o.status = 'pending' then farthing_now() + make_interval(secs => ${(retryAfterMs ?? 0) / 1000}::float8) end,
          retries_left = e.retries_left - case when o.status = 'pending' then 1 else 0 end
        from outcome o where e.marketplace = ${marketplace} and e.id = ${id} and e.attempts = ${attempt} and e.status in ('sending', 'unknown')
          and exists (select from written)`.pipe(orUnavailable, Effect.asVoid),

    endAbandoned: (silentMs) =>
      sql`
        with lost as (
          update connect_delivery d set status = 'unknown', reason = ${abandoned}, ended_at = farthing_now()
          where d.status = 'sending' and (d.raw_started_at < clock_timestamp() - interval '2 minutes'
            or not exists (select from node n where n.id = d.node and n.seen_at > clock_timestamp() - make_interval(secs => ${silentMs / 1000}::float8)))
          returning d.marketplace, d.event, d.attempt),
        outcome as (
          select e.marketplace, e.id, case when ${wasDelivered} then 'delivered' when e.retries_left > 0 then 'pending' else 'unknown' end as status
          from lost join connect_event e on e.marketplace = lost.marketplace and e.id = lost.event and e.attempts = lost.attempt and e.status = 'sending')
        update connect_event e set status = o.status, reason = case when o.status <> 'delivered' then ${abandoned}::text end,
          due_at = case when o.status = 'pending' then farthing_now() + interval '1 minute' end,
          retries_left = e.retries_left - case when o.status = 'pending' then 1 else 0 end
        from outcome o where e.marketplace = o.marketplace and e.id = o.id returning 1`.pipe(
        Effect.map((rows) => rows.length),
        orUnavailable,
      ),

    signingSecret: (marketplace) => refusalOrUnavailable(signingSecret(reads, cipher, marketplace)),

    deleteOlder: (ageMs) =>
      sql`delete from connect_event where (marketplace, id) in (select marketplace, id from connect_event
          where created_at < farthing_now() - make_interval(secs => ${ageMs / 1000}::float8) and status not in ('pending', 'sending')
          order by created_at limit 1000) returning 1`.pipe(
        Effect.map((rows) => rows.length),
        orUnavailable,
      ),

    backlog: reads<{ readonly pending: number; readonly oldestMs: number }>`
      select count(*)::float8 as pending,
        greatest(0, coalesce(extract(epoch from farthing_now() - min(due_at)) * 1000, 0))::float8 as "oldestMs"
      from connect_event where due_at is not null`.pipe(
      Effect.map(([row]) => row!),
      orUnavailable,
    ),
  })
})

export const PgEventQueue: Layer.Layer<EventQueue, never, Database | SecretCipher> = Layer.effect(EventQueue, make)

const abandoned =
  "The gateway's node stopped while it sent the event. It may have been received: redeliver it if your server does not have it."
