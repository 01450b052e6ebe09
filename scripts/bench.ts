import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect } from "effect"
import { Database } from "../layers/postgres/Database.ts"
import { airports } from "../layers/sources/airports/dataset.ts"
import { loadDataset } from "../layers/sources/dataset/openDataset.ts"
import { places } from "../layers/sources/gazetteer/dataset.ts"
import { ipRanges } from "../layers/sources/ip-registry/dataset.ts"
import { benchDatabase } from "./bench/database.ts"
import { closedLoop, gatewayProcess, memoryOf, openLoop } from "./bench/http.ts"
import { relay } from "./bench/relay.ts"
import { books, installBaseline, makeBuyers, plain, product } from "./bench/storage.ts"

const seconds = 3
const rounds = 2
const growthCalls = 100_000

interface Pair {
  readonly product: number
  readonly reference: number
}

/** Both sides in turns, so that a noisy moment of the machine meets both: the means over all rounds. */
const inTurns = <E1, R1, E2, R2>(
  product: Effect.Effect<number, E1, R1>,
  reference: Effect.Effect<number, E2, R2>,
): Effect.Effect<Pair, E1 | E2, R1 | R2> =>
  Effect.gen(function* () {
    const sums = { product: 0, reference: 0 }
    for (let round = 0; round < rounds; round++) {
      sums.product += yield* product
      sums.reference += yield* reference
    }
    return { product: sums.product / rounds, reference: sums.reference / rounds }
  })

/** Reserve + capture through the product's storage layer against a transaction per step, on one organisation and on 100. */
const storage = (bench: Effect.Success<typeof benchDatabase>) =>
  Effect.gen(function* () {
    const buyers = yield* makeBuyers(100)
    const compare = (some: typeof buyers) => inTurns(product(some, seconds), plain(bench.sql, bench.owner, some, seconds))
    yield* product(buyers, 2)
    return { buyers, one: yield* compare(buyers.slice(0, 1)), hundred: yield* compare(buyers) }
  }).pipe(Effect.provide(books(bench.location)))

const paidCalls = Effect.gen(function* () {
  const bench = yield* benchDatabase
  yield* installBaseline(bench.sql)
  // What the first start of a gateway does in the background would otherwise run beside what is measured.
  yield* Effect.forEach([airports, ipRanges, places], loadDataset).pipe(Effect.provide(Database.layer(bench.location)))
  const { buyers, hundred, one } = yield* storage(bench)
  const secrets = buyers.slice(0, 1).map((buyer) => buyer.secret)

  const gateway = yield* gatewayProcess(bench.location, "in")
  const atRest = yield* memoryOf(gateway)
  const http = yield* Effect.scoped(
    Effect.gen(function* () {
      const withoutLedger = yield* gatewayProcess(bench.location, "left out")
      yield* inTurns(closedLoop(gateway, secrets, { seconds: 1 }), closedLoop(withoutLedger, secrets, { seconds: 1 }))
      return yield* inTurns(closedLoop(gateway, secrets, { seconds }), closedLoop(withoutLedger, secrets, { seconds }))
    }),
  )
  const halfLoad = yield* openLoop(gateway, secrets, Math.floor(http.product / 2), seconds)
  const relayed = yield* relay(bench.location, secrets[0]!, gateway)
  const before = yield* memoryOf(gateway)
  yield* closedLoop(gateway, secrets, { calls: growthCalls })
  const after = yield* memoryOf(gateway)

  const ratio = ({ product, reference }: Pair) => ({ product_per_s: product, reference_per_s: reference, ratio: product / reference })
  return {
    storage: { reference: "one transaction per step, 16 connections", one_organisation: ratio(one), hundred_organisations: ratio(hundred) },
    http: { reference: "the same route with the ledger left out", ...ratio(http), half_load: halfLoad },
    relay: relayed,
    memory: { at_rest: atRest, growth: { calls: growthCalls, before, after } },
  }
})

const round = (_: string, value: unknown) => (typeof value === "number" ? Math.round(value * 100) / 100 : value)

/** Ratios of one run on the embedded database with fsync on. The machine is noisy: trust ratios. */
Effect.scoped(paidCalls).pipe(
  Effect.flatMap((result) => Console.log(JSON.stringify(result, round, process.argv.includes("--json") ? undefined : 2))),
  NodeRuntime.runMain,
)
