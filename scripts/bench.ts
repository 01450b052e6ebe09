import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect } from "effect"
import { Database } from "../layers/postgres/Database.ts"
import { airports } from "../layers/sources/airports/dataset.ts"
import { loadDataset } from "../layers/sources/dataset/openDataset.ts"
import { places } from "../layers/sources/gazetteer/dataset.ts"
import { ipRanges } from "../layers/sources/ip-registry/dataset.ts"
import { benchDatabase } from "./bench/database.ts"
import { planningTimes } from "./bench/planning.ts"
import { buy, callsPerSecond, gatewayProcess, latencyAt, memoryOf } from "./bench/http.ts"
import { closedLoop, each, inTurns, type Pair } from "./bench/load.ts"
import { relay } from "./bench/relay.ts"
import { settlements } from "./bench/settlements.ts"
import { books, installBaseline, makeBuyers, plain, product } from "./bench/storage.ts"
import { paidCalls as x402PaidCalls } from "./bench/x402.ts"
import { verification } from "./bench/verification.ts"

const seconds = 3
const rounds = 2
const growthCalls = 100_000

/** Reserve + capture through the product's storage layer against a transaction per step, on one organisation and on 100. */
const storage = (bench: Effect.Success<typeof benchDatabase>) =>
  Effect.gen(function* () {
    const buyers = yield* makeBuyers(100)
    const compare = (some: typeof buyers) => inTurns(rounds, product(some, seconds), plain(bench.sql, bench.owner, some, seconds))
    yield* product(buyers, 2)
    return { buyers, one: yield* compare(buyers.slice(0, 1)), hundred: yield* compare(buyers) }
  }).pipe(Effect.provide(books(bench.location)))

const paidCalls = Effect.gen(function* () {
  const bench = yield* benchDatabase
  yield* installBaseline(bench.sql)
  // What the first start of a gateway does in the background would otherwise run beside what is measured.
  yield* Effect.forEach([airports, ipRanges, places], loadDataset).pipe(Effect.provide(Database.layer(bench.location)))
  const { buyers, hundred, one } = yield* storage(bench)
  const secret = buyers[0]!.secret

  const gateway = yield* gatewayProcess(bench.location, "in")
  const atRest = yield* memoryOf(gateway)
  const http = yield* Effect.scoped(
    Effect.gen(function* () {
      const withoutLedger = yield* gatewayProcess(bench.location, "left out")
      yield* inTurns(1, callsPerSecond(gateway, secret, 2), callsPerSecond(withoutLedger, secret, 2))
      return yield* inTurns(rounds, callsPerSecond(gateway, secret, seconds), callsPerSecond(withoutLedger, secret, seconds))
    }),
  )
  const halfLoad = yield* latencyAt(gateway, secret, http.product / 2, seconds)
  const relayed = yield* relay(bench.location, secret, gateway)
  const settled = yield* settlements(bench.location, rounds)
  const verified = yield* verification(seconds, rounds)
  const x402 = yield* Effect.scoped(x402PaidCalls(bench.location, secret, rounds))
  const before = yield* memoryOf(gateway)
  yield* closedLoop(each(Array.from({ length: growthCalls }, (_, n) => n)), () => buy(gateway, secret))
  const after = yield* memoryOf(gateway)

  const ratio = ({ product, reference }: Pair) => ({ product_per_s: product, reference_per_s: reference, ratio: product / reference })
  return {
    storage: { reference: "one transaction per step, 16 connections", one_organisation: ratio(one), hundred_organisations: ratio(hundred) },
    http: { reference: "the same route with the ledger left out", ...ratio(http), half_load: halfLoad },
    relay: relayed,
    planning: planningTimes(),
    x402: { reference: "settling one by one with viem, without a gateway", ...ratio(x402) },
    x402_verification: verified,
    x402_settlements: { reference: "one by one with viem: writeContract, then its receipt", ...ratio(settled) },
    memory: { at_rest: atRest, growth: { calls: growthCalls, before, after } },
  }
})

const round = (_: string, value: unknown) => (typeof value === "number" ? Math.round(value * 100) / 100 : value)

/** Ratios of one run on the embedded database with fsync on. The machine is noisy: trust ratios. */
Effect.scoped(paidCalls).pipe(
  Effect.flatMap((result) => Console.log(JSON.stringify(result, round, process.argv.includes("--json") ? undefined : 2))),
  NodeRuntime.runMain,
)
