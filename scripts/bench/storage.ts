import { Clock, Effect } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { CallId, NodeId, RunId } from "../../domain/money/ids.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { type benchDatabase, type Buyer, ledgerLayer, makeBuyers } from "./database.ts"
import { callers, compare } from "./load.ts"
import { plainTransactions } from "./plainTransactions.ts"

const cost = microUsd(1000n)
const node = NodeId.make(uuidV7Unsafe())

/**
 * Reserve and capture through the product's storage layer against one transaction per step: for one organisation, and for 100. As two commands,
 * for an operation with effects, and as the one command that an operation which is safe to repeat needs (`Operation.computed`, `repeatable`).
 */
export const storage = (bench: Effect.Success<typeof benchDatabase>, rounds: number, seconds: number) =>
  Effect.gen(function* () {
    const buyers = yield* makeBuyers(100)
    const comparison = (buyers: ReadonlyArray<Buyer>, commands: Commands) =>
      compare(rounds, reserveAndCapture(buyers, seconds, commands), plainTransactions(bench.sql, bench.owner, buyers, seconds))
    yield* reserveAndCapture(buyers, 2, "two")
    const first = buyers.slice(0, 1)
    return {
      buyers,
      two: { one: yield* comparison(first, "two"), hundred: yield* comparison(buyers, "two") },
      single: { one: yield* comparison(first, "one"), hundred: yield* comparison(buyers, "one") },
      payers: yield* besidePayers(bench, buyers, rounds, seconds),
    }
  }).pipe(Effect.provide(ledgerLayer(bench.location)))

const payers = 50_000

/** The same for an organisation for which this many wallets have paid, against one for which none has. */
const besidePayers = Effect.fnUntraced(function* (
  { sql }: Effect.Success<typeof benchDatabase>,
  [first, second]: ReadonlyArray<Buyer>,
  rounds: number,
  seconds: number,
) {
  yield* sql`insert into account (org, id, rail, transit)
    select ${second!.organisation}::uuid, 'payer:' || n, 'x402', true from generate_series(1, ${payers}::int) as n`
  yield* reserveAndCapture([first!, second!], 1, "two")
  return yield* compare(rounds, reserveAndCapture([second!], seconds, "two"), reserveAndCapture([first!], seconds, "two"))
})

/** How many commands a call is: a reservation and a capture, or a reservation that brings its outcome. */
type Commands = "one" | "two"

const outcome = { amount: cost, body: `{"data":{"valid":true}}` }

/** 64 concurrent callers reserve and capture one call after the other: calls per second. */
const reserveAndCapture = Effect.fnUntraced(function* (buyers: ReadonlyArray<Buyer>, seconds: number, commands: Commands) {
  const ledger = yield* Ledger
  const until = (yield* Clock.currentTimeMillis) + seconds * 1000
  let calls = 0
  const pay = Effect.fnUntraced(function* ({ key, organisation }: Buyer) {
    const call = CallId.make(uuidV7Unsafe())
    yield* ledger.execute({
      _tag: "Reserve",
      organisation,
      key,
      wallet: false,
      call,
      run: RunId.make(uuidV7Unsafe()),
      step: 0,
      begins: { kind: "direct", request: "{}", waitMs: 0, idempotency: null },
      source: "bench",
      operation: "bench.call",
      name: "Bench",
      payee: "Bench",
      price: null,
      max: cost,
      maxSpend: null,
      options: [{ rail: "credits", account: "credits", settles: "at_capture", feeBasisPoints: 200, cost }],
      attempts: [],
      node,
      deadlineMs: 60_000,
      ...(commands === "one" && { outcome }),
    })
    if (commands === "two") yield* ledger.execute({ _tag: "Capture", organisation, call, node, ...outcome, proof: null, error: null })
    calls++
  })
  const caller = (n: number) =>
    Effect.gen(function* () {
      for (let i = n; (yield* Clock.currentTimeMillis) < until; i += callers) yield* pay(buyers[i % buyers.length]!)
    })
  const startedAt = performance.now()
  yield* Effect.forEach(
    Array.from({ length: callers }, (_, n) => n),
    caller,
    { concurrency: "unbounded", discard: true },
  )
  return calls / ((performance.now() - startedAt) / 1000)
})
