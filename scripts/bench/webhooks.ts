import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { childServer } from "./childServer.ts"
import { closedLoop, each, send } from "./load.ts"

const marketplaces = 64
const eventsEach = 40
const body = JSON.stringify({ id: "0".repeat(36), event: "payment.paid", ts: 1, data: { filler: "x".repeat(500) } })

/**
 * Events delivered per second by a running gateway, to 64 marketplaces with four places each, against the same bodies posted with undici over 64 kept
 * connections, without a log, a signature or a new connection for each.
 */
export const deliveries = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  const receiver = yield* childServer("relayOriginEntry.ts", {})
  const count = marketplaces * eventsEach
  const target = { pool: receiver.pool, method: "POST", path: "/hook", headers: { "content-type": "application/json" }, body } as const
  const reference = yield* closedLoop(each(Array.from({ length: count }, (_, n) => n)), () => send(target))
  // A secret of an earlier release is plain text, so the benchmark needs no key.
  yield* sql`insert into marketplace (id, name, webhook_url, webhook_secret)
    select gen_random_uuid(), 'bench', ${`${receiver.url}/hook`}, 'whsec_bench' from generate_series(1, ${marketplaces})`
  const begun = performance.now()
  yield* sql`insert into connect_event (marketplace, id, subject, event, url, body, status, due_at)
    select m.id, gen_random_uuid(), gen_random_uuid(), 'payment.paid', m.webhook_url, ${body}, 'pending', farthing_now()
    from marketplace m, generate_series(1, ${eventsEach}) where m.name = 'bench'`
  const open = sql<{ readonly open: number }>`select count(*)::int as open from connect_event where status in ('pending', 'sending')`
  yield* Effect.repeat(Effect.delay(open, "50 millis"), { until: ([row]) => row!.open === 0 })
  const product = count / ((performance.now() - begun) / 1000)
  const failed = yield* sql`select from connect_event where status <> 'delivered'`
  if (failed.length > 0) return yield* Effect.die(new Error(`${failed.length} events were not delivered`))
  return { product, reference }
}, Effect.scoped)
