import { Effect, Layer } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import {
  type ClaimedEvent,
  type ConnectEventDetail,
  type ConnectEventRecord,
  ConnectEvents,
  EventNotFound,
  WebhookMissing,
} from "../../../domain/connect/ConnectEvents.ts"
import type { MarketplaceId } from "../../../domain/connect/ids.ts"
import { isUuid } from "../../../domain/money/ids.ts"
import { Database, orUnavailable, refusalOrUnavailable } from "../Database.ts"

const eventMembers = `'id', e.id, 'marketplace', e.marketplace, 'event', e.event, 'subject', e.subject, 'status', e.status, 'reason', e.reason, 'url', e.url,
  'attempts', e.attempts, 'nextAttemptAt', ms(e.due_at), 'deliveredAt', (select ms(min(d.ended_at)) from connect_delivery d
    where d.marketplace = e.marketplace and d.event = e.id and d.status = 'delivered'), 'createdAt', ms(e.created_at)`

const deliveries = `(select coalesce(json_agg(json_build_object('attempt', d.attempt, 'byHand', d.by_hand, 'url', d.url, 'status', d.status,
  'httpStatus', d.http_status, 'reason', d.reason, 'startedAt', ms(d.started_at), 'endedAt', ms(d.ended_at)) order by d.attempt), '[]'::json)
  from connect_delivery d where d.marketplace = e.marketplace and d.event = e.id)`

const make = Effect.gen(function* () {
  const { lists, money: sql } = yield* Database
  const record = sql.literal(`json_build_object(${eventMembers}) as event`)
  const detail = sql.literal(`json_build_object(${eventMembers}, 'body', e.body, 'deliveries', ${deliveries}) as event`)
  const orNotFound = <A>(row: A | undefined) =>
    row === undefined
      ? Effect.fail(
          new EventNotFound({ message: "Your marketplace has no event with this id. GET /v1/marketplaces/me/events lists its events." }),
        )
      : Effect.succeed(row)

  const of = (marketplace: MarketplaceId | null) => (marketplace === null ? sql`true` : sql`e.marketplace = ${marketplace}::text::uuid`)

  return ConnectEvents.of({
    list: ({ before, marketplace, status }, limit) =>
      lists<{ readonly event: ConnectEventRecord }>`select ${record} from connect_event e
        where ${of(marketplace)} and (${status ?? null}::text is null or e.status = ${status ?? null}::text)
          and (${before ?? null}::text is null or e.id < ${before ?? null}::text::uuid)
        order by e.id desc limit ${limit}`.pipe(
        Effect.map((rows) => rows.map(({ event }) => event)),
        orUnavailable,
      ),

    find: (marketplace, id) =>
      isUuid(id)
        ? sql<{ readonly event: ConnectEventDetail }>`select ${detail} from connect_event e
            where e.id = ${id}::text::uuid and ${of(marketplace)}`.pipe(
            orUnavailable,
            Effect.flatMap(([row]) => orNotFound(row?.event)),
          )
        : orNotFound(undefined),

    redeliver: (marketplace, id) =>
      sql
        .withTransaction(
          Effect.gen(function* () {
            if (!isUuid(id)) return yield* orNotFound<ConnectEventRecord>(undefined)
            const [row] = yield* sql<{ readonly url: string | null; readonly event: ConnectEventRecord }>`
              select coalesce(e.url, m.webhook_url) as url, ${record} from connect_event e join marketplace m on m.id = e.marketplace
              where e.id = ${id}::text::uuid and ${of(marketplace)} for update of e`
            const { event, url } = yield* orNotFound(row)
            if (event.status === "sending") return event
            if (url === null) return yield* noUrl()
            const [sent] = yield* sql<{ readonly event: ConnectEventRecord }>`
              update connect_event e set status = 'pending', reason = null, url = ${url}, by_hand = true, due_at = least(due_at, farthing_now())
              where e.marketplace = ${event.marketplace} and e.id = ${event.id} returning ${record}`
            return sent!.event
          }),
        )
        .pipe(refusalOrUnavailable),

    claimTest: (marketplace, node) =>
      sql
        .withTransaction(
          Effect.gen(function* () {
            const [row] = yield* sql<{ readonly url: string | null; readonly ts: bigint }>`
              select webhook_url as url, ms(farthing_now()) as ts from marketplace where id = ${marketplace}`
            if (row?.url == null) return yield* noUrl()
            const id = uuidV7Unsafe()
            const event = "webhook.test"
            const body = JSON.stringify({ id, event, ts: Math.floor(Number(row.ts) / 1000), data: { marketplace_id: marketplace } })
            yield* sql`insert into connect_event (marketplace, id, subject, event, url, body, status, attempts)
              values (${marketplace}, ${id}, ${id}, ${event}, ${row.url}, ${body}, 'sending', 1)`
            yield* sql`insert into connect_delivery (marketplace, event, attempt, node, by_hand, url, status)
              values (${marketplace}, ${id}, 1, ${node}, true, ${row.url}, 'sending')`
            return { id, marketplace, event, url: row.url, body, attempt: 1, retriesLeft: 0 } satisfies ClaimedEvent
          }),
        )
        .pipe(refusalOrUnavailable),
  })
})

export const PgConnectEvents: Layer.Layer<ConnectEvents, never, Database> = Layer.effect(ConnectEvents, make)

const noUrl = () =>
  new WebhookMissing({ message: "There is no webhook URL to send it to. Set one: PUT /v1/marketplaces/me/webhook. Nothing was sent." })
