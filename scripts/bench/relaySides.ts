import { Effect, Redacted } from "effect"
import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import { Pool } from "undici"
import { type Listing, Listings } from "../../domain/listing/Listing.ts"
import { microUsd } from "../../domain/Money.ts"
import { PgListings } from "../../layers/postgres/PgListings.ts"
import type { DatabaseLocation } from "../../layers/postgres/Database.ts"
import { type Gateway, gatewayProcess } from "./http.ts"
import type { Side } from "./relayLoad.ts"
import { books } from "./storage.ts"

const connections = 64

/**
 * Everything that is measured of the relay: paid calls by a gateway, the same with the ledger left out, a bare proxy, and the
 * origin itself, each a process of its own.
 */
export const relaySides = Effect.fnUntraced(function* (location: DatabaseLocation, secret: Redacted.Redacted, paying?: Gateway) {
  const origin = yield* helper("relayOriginEntry.ts", {})
  yield* list(location, origin.url)
  const gateway = paying ?? (yield* gatewayProcess(location, "in"))
  const withoutLedger = yield* gatewayProcess(location, "left out")
  const proxy = yield* helper("relayProxyEntry.ts", { BENCH_ORIGIN: origin.url })
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
    Effect.provide(PgListings),
    Effect.provide(books(location)),
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

const helper = (entry: string, env: Record<string, string>) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const child = fork(fileURLToPath(new URL(entry, import.meta.url)), {
        env: { ...process.env, ...env },
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      })
      const { url } = await new Promise<{ readonly url: string }>((resolve) =>
        child.once("message", (said) => resolve(said as { url: string })),
      )
      return { child, url, pool: new Pool(url, { connections, pipelining: 1 }) }
    }),
    ({ child, pool }) => Effect.promise(() => Promise.all([pool.destroy(), ended(child)])),
  )

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.once("exit", () => resolve())
    child.kill("SIGTERM")
  })
