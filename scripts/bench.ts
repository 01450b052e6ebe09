import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect } from "effect"
import { benchDatabase } from "./bench/database.ts"
import { closedLoop, gatewayProcess, memoryOf, openLoop } from "./bench/http.ts"
import { books, installBaseline, makeBuyers, plain, product } from "./bench/storage.ts"

const seconds = 5
const growthCalls = 100_000

/** Reserve + capture through the product's storage layer against a transaction per step, on one organisation and on 100. */
const storage = (bench: Effect.Success<typeof benchDatabase>) =>
  Effect.gen(function* () {
    const buyers = yield* makeBuyers(100)
    const one = buyers.slice(0, 1)
    yield* product(buyers, 2)
    const measured = {
      one_organisation: { product: yield* product(one, seconds), plain: yield* plain(bench.sql, bench.owner, one, seconds) },
      hundred_organisations: { product: yield* product(buyers, seconds), plain: yield* plain(bench.sql, bench.owner, buyers, seconds) },
    }
    return { buyers, measured }
  }).pipe(Effect.provide(books(bench.location)))

const paidCalls = Effect.gen(function* () {
  const bench = yield* benchDatabase
  yield* installBaseline(bench.sql)
  const { buyers, measured } = yield* storage(bench)
  const secrets = buyers.slice(0, 1).map((buyer) => buyer.secret)

  const leftOut = yield* Effect.scoped(
    Effect.gen(function* () {
      const gateway = yield* gatewayProcess(bench.location, "left out")
      yield* closedLoop(gateway, secrets, { seconds: 2 })
      return yield* closedLoop(gateway, secrets, { seconds })
    }),
  )
  const gateway = yield* gatewayProcess(bench.location, "in")
  const atRest = yield* memoryOf(gateway)
  yield* closedLoop(gateway, secrets, { seconds: 3 })
  const paid = yield* closedLoop(gateway, secrets, { seconds })
  const halfLoad = yield* openLoop(gateway, secrets, Math.floor(paid / 2), seconds)
  const before = yield* memoryOf(gateway)
  yield* closedLoop(gateway, secrets, { calls: growthCalls })
  const after = yield* memoryOf(gateway)

  const ratio = ({ plain, product }: { readonly plain: number; readonly product: number }) => ({
    product_per_s: product,
    plain_per_s: plain,
    ratio: product / plain,
  })
  return {
    storage: { one_organisation: ratio(measured.one_organisation), hundred_organisations: ratio(measured.hundred_organisations) },
    http: { paid_per_s: paid, ledger_left_out_per_s: leftOut, ratio: paid / leftOut, half_load: halfLoad },
    memory: { at_rest: atRest, growth: { calls: growthCalls, before, after } },
  }
})

const round = (_: string, value: unknown) => (typeof value === "number" ? Math.round(value * 100) / 100 : value)

/** Ratios of one run on the embedded database with fsync on. The machine is noisy: trust ratios. */
Effect.scoped(paidCalls).pipe(
  Effect.flatMap((result) => Console.log(JSON.stringify(result, round, process.argv.includes("--json") ? undefined : 2))),
  NodeRuntime.runMain,
)
