import { Effect } from "effect"
import { MarketplaceId } from "../../../domain/connect/ids.ts"
import { recordCheckoutEvent } from "../../../layers/postgres/connect/recordEvent.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { checkoutOf } from "../../support/checkout.ts"
import { until } from "../../support/until.ts"
import { json } from "../operating/fixture.ts"
import { callMarketplace } from "./client.ts"

/** A marketplace, a client with its key, and if it has a URL its webhook secret. */
export const newMarketplace = Effect.fnUntraced(function* (url?: string) {
  const { marketplace_id, secret_key } = yield* json("marketplace", "create", "--name", "Market")
  const own = (method: string, path: string, body?: unknown) => callMarketplace(secret_key, method, `/v1/marketplaces/me${path}`, body)
  const secret: string = url === undefined ? "" : (yield* own("PUT", "/webhook", { url })).body.secret
  return { id: MarketplaceId.make(marketplace_id), own, secret }
})
type Market = Effect.Success<ReturnType<typeof newMarketplace>>
/** The event of a paid checkout with this webhook URL. */
export const record = Effect.fnUntraced(function* (id: MarketplaceId, url: string | null) {
  const { money: sql } = yield* Database
  yield* recordCheckoutEvent(sql, checkoutOf(id, url), { status: "paid", at: Date.now() })
})
/** Moves the clock of the sandbox. */
export const advance = (hours: number) =>
  Effect.flatMap(Database, ({ money: sql }) => sql`update clock set ahead = ahead + make_interval(secs => ${hours * 3600}::float8)`)
export const eventsOf = ({ own }: Market) =>
  Effect.map(own("GET", "/events"), ({ body }) => body.events as ReadonlyArray<Record<string, string>>)
/** The events of the marketplace, once this many are there and none is to be sent. */
export const settled = Effect.fnUntraced(function* (market: Market, count = 1) {
  yield* until(
    Effect.map(eventsOf(market), (all) => all.length >= count && all.every(({ status }) => status !== "pending" && status !== "sending")),
  )
  return yield* eventsOf(market)
})
