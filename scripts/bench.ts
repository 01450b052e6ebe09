import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect } from "effect"
import { Database } from "../layers/postgres/Database.ts"
import { airports } from "../layers/sources/airports/source.ts"
import { loadDataset } from "../layers/sources/dataset/openDataset.ts"
import { places } from "../layers/sources/gazetteer/source.ts"
import { ipNetworks } from "../layers/sources/ip-registry/network.ts"
import { ipRanges } from "../layers/sources/ip-registry/source.ts"
import { benchDatabase } from "./bench/database.ts"
import { confirmedCheckouts } from "./bench/checkouts.ts"
import { gatewayProcess, memoryOf } from "./bench/childServer.ts"
import { closedLoop, compare, type Comparison, each, latenciesAt, paidCall, quantile, requestsPerSecond, send } from "./bench/load.ts"
import { installPlainTransactions } from "./bench/plainTransactions.ts"
import { planningTimes } from "./bench/planning.ts"
import { relay } from "./bench/relay.ts"
import { costOfCalls } from "./bench/costOfCalls.ts"
import { storage } from "./bench/storage.ts"
import { settlements, paidCalls as x402PaidCalls } from "./bench/x402.ts"
import { deliveries } from "./bench/webhooks.ts"
import { verification } from "./bench/verification.ts"

const seconds = 3
const rounds = 2
const growthCalls = 100_000
const costCalls = 4_000

const measurements = Effect.gen(function* () {
  const bench = yield* benchDatabase
  yield* installPlainTransactions(bench.sql)
  // The first start of a gateway loads these datasets in the background, which would slow the measurements down.
  yield* Effect.forEach([airports, ipNetworks, ipRanges, places], loadDataset).pipe(Effect.provide(Database.layer(bench.location)))
  const { buyers, payers, single, two } = yield* storage(bench, rounds, seconds)
  const secret = buyers[0]!.secret

  // The first start leaves its compiled code to the next ones.
  yield* Effect.scoped(gatewayProcess(bench.location, "in"))
  const gateway = yield* gatewayProcess(bench.location, "in")
  const call = paidCall(gateway, secret)
  const atRest = yield* memoryOf(gateway)
  const http = yield* Effect.scoped(
    Effect.gen(function* () {
      const withoutLedger = paidCall(yield* gatewayProcess(bench.location, "left out"), secret)
      yield* compare(1, requestsPerSecond(call, 2), requestsPerSecond(withoutLedger, 2))
      return yield* compare(rounds, requestsPerSecond(call, seconds), requestsPerSecond(withoutLedger, seconds))
    }),
  )
  const processes = yield* Effect.scoped(
    Effect.gen(function* () {
      const two = paidCall(yield* gatewayProcess(bench.location, "in", 2), secret)
      yield* requestsPerSecond(two, 2)
      return yield* compare(rounds, requestsPerSecond(two, seconds), requestsPerSecond(call, seconds))
    }),
  )
  const cost = yield* costOfCalls(bench.sql, gateway, call, costCalls)
  const latencies = yield* latenciesAt(call, http.product / 2, seconds)
  const relayed = yield* relay(bench.sql, bench.location, secret, gateway)
  const settled = yield* settlements(bench.location, rounds)
  const checkouts = yield* Effect.scoped(confirmedCheckouts(bench.location))
  const verified = yield* verification(seconds, rounds)
  const events = yield* deliveries(bench.sql)
  const x402 = yield* Effect.scoped(x402PaidCalls(bench.sql, bench.location, secret, rounds))
  const before = yield* memoryOf(gateway)
  yield* closedLoop(each(Array.from({ length: growthCalls }, (_, n) => n)), () => send(call))
  const after = yield* memoryOf(gateway)

  const ratio = ({ product, reference }: Comparison) => ({ product_per_s: product, reference_per_s: reference, ratio: product / reference })
  return {
    storage: {
      reference: "one transaction per step, 16 connections",
      one_organisation: ratio(two.one),
      hundred_organisations: ratio(two.hundred),
      in_one_command: { one_organisation: ratio(single.one), hundred_organisations: ratio(single.hundred) },
    },
    payers: { reference: "an organisation for which no wallet has paid", with_50000_payers: ratio(payers) },
    http: {
      reference: "the same route with the ledger left out",
      ...ratio(http),
      processor_time_per_call: cost,
      half_load: { p50Ms: quantile(latencies, 0.5), p99Ms: quantile(latencies, 0.99) },
    },
    processes: { reference: "one process", two: ratio(processes) },
    relay: relayed,
    planning: planningTimes(),
    x402: { reference: "settling one by one with viem, without a gateway", ...ratio(x402.compared), ...x402.stages },
    x402_verification: verified,
    checkouts,
    x402_settlements: { reference: "one by one with viem: writeContract, then its receipt", ...ratio(settled) },
    connect_events: { reference: "the same bodies posted with undici, without a log", ...ratio(events) },
    memory: { at_rest: atRest, growth: { calls: growthCalls, before, after } },
  }
})

const round = (_: string, value: unknown) => (typeof value === "number" ? Math.round(value * 100) / 100 : value)

/** All measurements run on the embedded database with fsync on. Ratios vary less from machine to machine than rates do. */
Effect.scoped(measurements).pipe(
  Effect.flatMap((result) => Console.log(JSON.stringify(result, round, process.argv.includes("--json") ? undefined : 2))),
  NodeRuntime.runMain,
)
