import { Effect, Layer, Redacted } from "effect"
import { type Listing, Listings } from "../../domain/listing/Listing.ts"
import { microUsd } from "../../domain/money/Money.ts"
import type { DatabaseLocation } from "../../layers/postgres/connection.ts"
import { SecretCipher } from "../../domain/SecretCipher.ts"
import { aesGcm, newEncryptionKey } from "../../layers/secrets/aesGcm.ts"
import { PgListings } from "../../layers/postgres/PgListings.ts"
import type { PgClient } from "@effect/sql-pg"
import { type ChildServer, childServer, gatewayProcess } from "./childServer.ts"
import { costOfCalls } from "./costOfCalls.ts"
import { ledgerLayer } from "./database.ts"
import { inTurns, latenciesAt, mean, median, quantile, requestsPerSecond, type Target } from "./load.ts"
import { stageTimes } from "./stages.ts"

const seconds = 1.5
const costCalls = 4_000
const turns = 4
const latencyTurns = 3

/**
 * Paid relayed calls against the same route with the ledger left out, and against a bare proxy; and the latency that the
 * gateway adds to that of the origin at half of its maximum rate, with the p99 of the paid calls; and what a paid call costs, by stage. `spread` is the minimum and the maximum of the single rounds.
 */
export const relay = (sql: PgClient.PgClient, location: DatabaseLocation, secret: Redacted.Redacted, gateway: ChildServer) =>
  Effect.gen(function* () {
    const { ledgerLeftOut, origin, paid, proxy } = yield* relayTargets(location, secret, gateway)
    const rate = (target: Target, seconds: number) => requestsPerSecond(target, seconds)
    yield* inTurns(1, { paid: rate(paid, 1), ledgerLeftOut: rate(ledgerLeftOut, 1), proxy: rate(proxy, 1), origin: rate(origin, 1) })
    const measured = yield* inTurns(turns, {
      paid: rate(paid, seconds),
      ledgerLeftOut: rate(ledgerLeftOut, seconds),
      proxy: rate(proxy, seconds),
    })
    const against = (reference: "ledgerLeftOut" | "proxy") => {
      const ratios = measured.map((round) => round.paid / round[reference])
      return {
        product_per_s: mean(measured.map((round) => round.paid)),
        reference_per_s: mean(measured.map((round) => round[reference])),
        ratio: median(ratios),
        spread: spreadOf(ratios),
      }
    }
    const paymentOff = against("ledgerLeftOut")
    const halfLoad = paymentOff.product_per_s / 2
    const p99s: Array<number> = []
    const latency = (target: Target) =>
      Effect.map(latenciesAt(target, halfLoad, seconds), (ascending) => {
        if (target === paid) p99s.push(quantile(ascending, 0.99))
        return quantile(ascending, 0.5)
      })
    const latencies = yield* inTurns(latencyTurns, { origin: latency(origin), paid: latency(paid), ledgerLeftOut: latency(ledgerLeftOut) })
    const added = latencies.map((round) => round.paid - round.origin)
    return {
      payment_off: { reference: "the same route with the ledger left out", ...paymentOff },
      bare_proxy: { reference: "node:http before undici, nothing checked", ...against("proxy") },
      half_load: {
        per_s: halfLoad,
        added_p50_ms: median(added),
        spread: spreadOf(added),
        p99_ms: median(p99s),
        without_ledger_ms: median(latencies.map((round) => round.ledgerLeftOut - round.origin)),
        ...(yield* stageTimes(sql, gateway, latenciesAt(paid, halfLoad, seconds), halfLoad * seconds)),
      },
      processor_time_per_call: yield* costOfCalls(sql, gateway, paid, costCalls),
    }
  }).pipe(Effect.scoped)

const spreadOf = (values: ReadonlyArray<number>) => [Math.min(...values), Math.max(...values)]

/** The same request to a gateway that charges for it, to one with the ledger left out, to a bare proxy, and to the origin itself. */
const relayTargets = Effect.fnUntraced(function* (location: DatabaseLocation, secret: Redacted.Redacted, gateway: ChildServer) {
  const origin = yield* childServer("relayOriginEntry.ts", {})
  yield* list(location, origin.url)
  const withoutLedger = yield* gatewayProcess(location, "left out")
  const proxy = yield* childServer("relayProxyEntry.ts", { BENCH_ORIGIN: origin.url })
  const headers = { authorization: `Bearer ${Redacted.value(secret)}`, accept: "application/json" }
  const relayed = { method: "GET", path: "/bench-parcels/parcels/7?fields=state", headers } as const
  const direct = { ...relayed, path: "/parcels/7?fields=state" }
  const targets = {
    paid: { ...relayed, pool: gateway.pool },
    ledgerLeftOut: { ...relayed, pool: withoutLedger.pool },
    proxy: { ...direct, pool: proxy.pool },
    origin: { ...direct, pool: origin.pool },
  } satisfies Record<string, Target>
  yield* Effect.repeat(Effect.delay(isListed(targets.paid, targets.ledgerLeftOut), "100 millis"), { until: (listed) => listed })
  return targets
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
    Effect.provide(PgListings.pipe(Layer.provideMerge(ledgerLayer(location)), Layer.provide(benchCipher))),
    Effect.orDie,
  )

/** The listing has no secret. */
const benchCipher = Layer.sync(SecretCipher, () => aesGcm([Redacted.make(newEncryptionKey())]))

/** A gateway reads the listings once a second. */
const isListed = (...targets: ReadonlyArray<Target>) =>
  Effect.promise(async () => {
    const statuses = targets.map(async ({ headers, method, path, pool }) => {
      const answer = await pool.request({ method, path, headers })
      await answer.body.dump()
      return answer.statusCode
    })
    return (await Promise.all(statuses)).every((status) => status === 200)
  })
