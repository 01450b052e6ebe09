import { Context, Effect, Layer, Latch } from "effect"
import { Organisations } from "../../../domain/identity/Organisations.ts"
import { Audit, Ledger } from "../../../domain/ledger/Ledger.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import type { DatabaseLocation } from "../../../layers/postgres/connection.ts"
import { ClientTimeouts, type ClientTimeoutsShape } from "../../../src/http/server/listener.ts"
import type { SettingsShape } from "../../../src/SettingsShape.ts"
import { freshDatabase } from "../database.ts"
import { baseUrl, newBuyer, type NewBuyer, testGateway } from "../gateway.ts"
import { type WireAnswer, sendBytes } from "../hostile/wire.ts"
import { deviationFromDocument } from "../openapi.ts"
import { brochure, marketOf } from "./market.ts"
import type { OrganisationId } from "../../../domain/money/ids.ts"

/** One gateway over a database of its own, and a source that notes who was served. */
export class RefusalFixture extends Context.Service<
  RefusalFixture,
  {
    readonly port: number
    /** The tokens of the calls that reached the source, in order. */
    readonly served: Array<string>
    /** `goods.slow` answers while this is open. */
    readonly counter: Latch.Latch
  }
>()("farthing/test/support/RefusalFixture") {}

export const openRefusalFixture = Effect.fnUntraced(function* (
  location: DatabaseLocation,
  settings: Partial<SettingsShape> = {},
  timeouts?: ClientTimeoutsShape,
) {
  const served: Array<string> = []
  const counter = Latch.makeUnsafe(false)
  const market = marketOf((token) => served.push(token), counter)
  const gateway = testGateway(location, { sources: [market, brochure], settings })
  const context = yield* Layer.build(
    Layer.fresh(timeouts === undefined ? gateway : Layer.provide(gateway, Layer.succeed(ClientTimeouts, timeouts))),
  )
  const port = Number(new URL(yield* Effect.provide(baseUrl, context)).port)
  return Context.add(Context.pick(Audit, Database, Ledger, Organisations)(context), RefusalFixture, { port, served, counter })
})

export const refusalFixture = (settings?: Partial<SettingsShape>, timeouts?: ClientTimeoutsShape) =>
  Layer.effectContext(Effect.flatMap(freshDatabase, (location) => openRefusalFixture(location, settings, timeouts)))

export interface RequestOptions {
  readonly method?: string
  readonly path?: string
  /** Null: no Authorization header. */
  readonly secret?: string | null
  /** Come after the usual ones, in this order. */
  readonly headers?: ReadonlyArray<readonly [name: string, value: string]>
  /** Text and bytes go out as they are, anything else as JSON. */
  readonly body?: unknown
  readonly contentType?: string | null
}

export const plain = "/v1/execute/market/goods.plain"

/** The bytes of one request: a paid call of `goods.plain` unless it says otherwise. */
export const bytesOf = ({
  path,
  // A cancellation takes no body.
  body = path?.split("?", 1)[0]!.endsWith("/cancel") === true ? "" : { token: "t" },
  contentType = "application/json",
  headers = [],
  method = "POST",
  secret,
}: RequestOptions) => {
  const bodiless = method === "GET" || method === "HEAD"
  const payload = bodiless
    ? Buffer.alloc(0)
    : Buffer.isBuffer(body)
      ? body
      : Buffer.from(typeof body === "string" ? body : JSON.stringify(body))
  const lines = [
    `${method} ${path ?? plain} HTTP/1.1`,
    "Host: gateway.test",
    ...(secret === null || secret === undefined ? [] : [`Authorization: Bearer ${secret}`]),
    ...(bodiless || contentType === null ? [] : [`Content-Type: ${contentType}`]),
    ...(bodiless ? [] : [`Content-Length: ${payload.length}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ]
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), payload])
}

/** One request on a connection of its own, and its answer, which is as its route is documented. */
export const request = Effect.fnUntraced(function* (options: RequestOptions) {
  const { port } = yield* RefusalFixture
  const { method = "POST", path = plain } = options
  const { answers, rest } = yield* sendBytes(port, { bytes: bytesOf(options), answers: 1 })
  const [answer] = answers
  if (answer === undefined) return yield* Effect.die(new Error(`no answer to ${method} ${path}: ${rest.slice(0, 200)}`))
  const { header, status, text: body } = answer
  const response = { method, path: path.split("?", 1)[0]!, status, headers: { get: header }, body }
  const wrong = method === "HEAD" || beforeRouting.has(status) ? undefined : deviationFromDocument(response)
  return wrong === undefined ? answer : yield* Effect.die(new Error(`not as documented: ${wrong}`))
})

/** What the listener says of a request that never became one. */
const beforeRouting = new Set([408, 417, 431])

export const bodyOf = (answer: WireAnswer) => JSON.parse(answer.text) as Record<string, unknown>

const tables = ["account", "call", "claim", "idempotency", "open_call", "payment_event", "post_ref", "result", "run", "spend", "transfer"]

/** All that the books say, in short: equal before and after means that nothing was written. */
export const tableDigests = Effect.gen(function* () {
  const { money: sql } = yield* Database
  const each = tables.map(
    (t) =>
      `select '${t}' as name, count(*)::int as rows, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from "${t}" t`,
  )
  return yield* sql.unsafe<{ readonly name: string; readonly rows: number; readonly hash: string }>(each.join(" union all "))
})

/** What can be wrong with an organisation or its key, as its rows say it. */
export const faults = {
  suspended: "update organisation set status = 'suspended' where id = $1::uuid",
  "spending switched off": "update organisation set spending = false where id = $1::uuid",
  "its only rail suspended": "update account set status = 'suspended' where org = $1::uuid",
  "the minute used up": `insert into rate (org, started_at, used) select id, clock_timestamp(), rate_per_minute from organisation where id = $1::uuid
    on conflict (org) do update set started_at = excluded.started_at, used = excluded.used`,
  "no scope to execute": "update api_key set scopes = '{billing:read,sources:read}' where org = $1::uuid",
  "no scope at all": "update api_key set scopes = '{}' where org = $1::uuid",
  expired: "update api_key set expires_at = farthing_now() - interval '1 second' where org = $1::uuid",
  revoked: "update api_key set revoked_at = farthing_now() where org = $1::uuid",
  "a per-request limit": "update api_key set per_request = 999 where org = $1::uuid",
  "a monthly limit": "update api_key set monthly = 999 where org = $1::uuid",
  "a daily limit": "update api_key set daily = 999 where org = $1::uuid",
} as const
export type Fault = keyof typeof faults

export const applyFault = Effect.fnUntraced(function* (organisation: OrganisationId, wrong: Fault) {
  const { money: sql } = yield* Database
  yield* sql.unsafe(faults[wrong], [organisation])
})

/** A buyer with these things wrong. */
export const buyerWithFaults = Effect.fnUntraced(function* (list: ReadonlyArray<Fault>, options: NewBuyer = {}) {
  const buyer = yield* newBuyer({ rate: 1000, ...options })
  for (const wrong of list) yield* applyFault(buyer.organisation, wrong)
  return buyer
})
