import { Effect, Layer, Redacted } from "effect"
import { type Listing, Listings } from "../../domain/listing/Listing.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { PgListings } from "../../layers/postgres/PgListings.ts"
import type { DatabaseLocation } from "../../layers/postgres/Database.ts"
import { type ChildServer, childServer } from "./childServer.ts"
import { gatewayProcess } from "./http.ts"
import type { Side } from "./relayLoad.ts"
import { books } from "./storage.ts"

/**
 * Everything that is measured of the relay: paid calls by a gateway, the same with the ledger left out, a bare proxy, and the
 * origin itself.
 */
export const relaySides = Effect.fnUntraced(function* (location: DatabaseLocation, secret: Redacted.Redacted, paying?: ChildServer) {
  const origin = yield* childServer("relayOriginEntry.ts", {})
  yield* list(location, origin.url)
  const gateway = paying ?? (yield* gatewayProcess(location, "in"))
  const withoutLedger = yield* gatewayProcess(location, "left out")
  const proxy = yield* childServer("relayProxyEntry.ts", { BENCH_ORIGIN: origin.url })
  const authorization = `Bearer ${Redacted.value(secret)}`
  const relayed = { path: "/bench-parcels/parcels/7?fields=state", headers: { authorization, accept: "application/json" } }
  const bare = { ...relayed, path: "/parcels/7?fields=state" }
  const sides = {
    paid: { ...relayed, pool: gateway.pool },
    ledgerLeftOut: { ...relayed, pool: withoutLedger.pool },
    proxy: { ...bare, pool: proxy.pool },
    origin: { ...bare, pool: origin.pool },
  } satisfies Record<string, Side>
  yield* Effect.repeat(Effect.delay(isListed(sides.paid, sides.ledgerLeftOut), "100 millis"), { until: (listed) => listed })
  return sides
})

const listing = (origin: string): Listing => ({
  slug: "bench-parcels",
  name: "Bench",
  publisher: "Bench",
  origin,
  allowPrivate: true,
  status: "active",
  signing: null,
  dailyCap: null,
  maxAnswerBytes: 1024 * 1024,
  endpoints: [{ method: "GET", path: "/parcels/{id}", name: "Parcel", pricing: { model: "per_call", price: microUsd(1000n) } }],
})

const list = (location: DatabaseLocation, origin: string) =>
  Effect.flatMap(Listings, ({ put }) => put(listing(origin))).pipe(
    Effect.provide(Layer.provideMerge(PgListings, books(location))),
    Effect.orDie,
  )

/** Gateways follow their listings within a second. */
const isListed = (...sides: ReadonlyArray<Side>) =>
  Effect.promise(async () => {
    const statuses = sides.map(async ({ headers, path, pool }) => {
      const answer = await pool.request({ method: "GET", path, headers })
      await answer.body.dump()
      return answer.statusCode
    })
    return (await Promise.all(statuses)).every((status) => status === 200)
  })
