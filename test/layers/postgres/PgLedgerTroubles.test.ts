import { expect, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Logger, Result } from "effect"
import { randomUUID } from "node:crypto"
import { OrganisationId } from "../../../domain/money/ids.ts"
import { Audit, Ledger } from "../../../domain/ledger/Ledger.ts"
import { endedOpenCalls } from "../../../layers/postgres/schema/0101_ended_open_calls.ts"
import { PgAudit } from "../../../layers/postgres/PgAudit.ts"
import {
  captureOf,
  nameOf,
  newNode,
  openBuyer,
  option,
  outcome,
  releaseOf,
  reserved,
  reserveOf,
  run,
  settleOf,
  usd,
} from "../../support/ledger/commands.ts"
import { accountOf, rowsOf } from "../../support/ledger/LedgerFixture.ts"
import { otherProcess, Owner, postgresLedgerFixture } from "../../support/ledger/postgresLedgerFixture.ts"
import { until } from "../../support/until.ts"

const expectSoundBooks = Effect.gen(function* () {
  const audit = yield* Audit
  expect((yield* audit.run).filter((check) => check.violations > 0)).toEqual([])
})

/** The ledger says what goes wrong; here plenty does. */
const quietly = PgAudit.pipe(Layer.provideMerge(postgresLedgerFixture), Layer.provide(Logger.layer([])))

layer(quietly, { excludeTestServices: true })("the ledger in PostgreSQL, in trouble", (it) => {
  it.effect("a command that the database refuses fails alone, without the other commands of its batch", () =>
    Effect.gen(function* () {
      const buyers = yield* Effect.forEach(Array.from({ length: 4 }), () => openBuyer())
      const commands = Array.from({ length: 100 }, (_, i) => reserveOf(buyers[i % 4]!, i % 25 === 13 ? { name: "not\0text" } : {}))
      const answers = yield* Effect.forEach(commands, outcome, { concurrency: "unbounded" })
      for (const [i, answer] of answers.entries()) expect(Result.isSuccess(answer), `command ${i}`).toBe(i % 25 !== 13)
      expect((yield* Effect.forEach(buyers, (buyer) => accountOf(buyer))).map((account) => account.open)).toEqual([24, 24, 24, 24])
      yield* expectSoundBooks
    }),
  )

  it.effect("a call that ends while it is listed as overdue is no open call afterwards", () =>
    Effect.gen(function* () {
      const owner = yield* Owner
      const buyer = yield* openBuyer()
      const call = yield* reserved(reserveOf(buyer))
      const ending = yield* owner.withTransaction(
        Effect.gen(function* () {
          // What the list of overdue calls does to the row, not committed yet.
          yield* owner`update open_call set deadline = deadline + interval '1 second' where org = ${buyer.organisation} and call = ${call.id}`
          const fiber = yield* Effect.forkDetach(run(releaseOf(call)))
          yield* until(
            Effect.map(
              owner`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
              (waiting) => waiting.length > 0,
            ),
          )
          return fiber
        }),
      )
      yield* Fiber.join(ending)
      yield* expectSoundBooks
    }),
  )

  it.effect("a call that an earlier release left in the list of open calls is taken out of it, and no call that is open", () =>
    Effect.gen(function* () {
      const owner = yield* Owner
      const buyer = yield* openBuyer()
      const [ended, open] = [yield* reserved(reserveOf(buyer)), yield* reserved(reserveOf(buyer))]
      yield* run(releaseOf(ended))
      yield* owner`insert into open_call (org, call, node, deadline) values (${buyer.organisation}, ${ended.id}, ${randomUUID()}, now())`
      for (const statement of endedOpenCalls) yield* owner.unsafe(statement)
      expect(yield* owner`select call from open_call where org = ${buyer.organisation}`).toEqual([{ call: open.id }])
      yield* expectSoundBooks
    }),
  )

  it.effect("no command is lost or applied twice when connections are cut again and again under load", () =>
    Effect.gen(function* () {
      const owner = yield* Owner
      const buyers = yield* Effect.forEach(Array.from({ length: 8 }), () => openBuyer())
      const cut = owner`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'farthing' and pid <> pg_backend_pid() and usename <> current_user`
      const burst = Effect.repeat(Effect.andThen(Effect.sleep(4), Effect.ignore(cut)), { times: 40 })
      const closed = buyers.map(() => 0)
      // Each time a call of every buyer has gone through: a step waits 10 seconds for its database, and no longer.
      const progress = Effect.suspend(() => {
        const before = [...closed]
        return until(Effect.sync(() => closed.every((count, i) => count > before[i]! || count === 100)))
      })
      const saboteur = yield* Effect.forkScoped(Effect.forever(Effect.andThen(progress, burst)))
      const calls = yield* Effect.forEach(
        Array.from({ length: 800 }, (_, i) => i % buyers.length),
        (i) =>
          Effect.flatMap(reserved(reserveOf(buyers[i]!)), (call) => run(captureOf(call, { amount: usd(700) }))).pipe(
            Effect.tap(() => Effect.sync(() => closed[i]!++)),
          ),
        { concurrency: 64 },
      )
      yield* Fiber.interrupt(saboteur)
      expect(calls).toHaveLength(800)
      for (const buyer of buyers) {
        const { transfers } = yield* rowsOf(buyer)
        expect(transfers).toHaveLength(1 + 2 * 100)
        expect(yield* accountOf(buyer)).toMatchObject({ posted: 930_000n, held: 0n, open: 0 })
      }
      yield* expectSoundBooks
    }),
  )

  it.effect("two processes spend a balance only once", () =>
    Effect.gen(function* () {
      const other = yield* otherProcess
      const rounds = yield* Effect.forEach(Array.from({ length: 25 }), () => openBuyer({ credits: 20_500 }))
      // Both have a connection before it counts.
      yield* Effect.provideService(run(reserveOf(yield* openBuyer())), Ledger, other)
      for (const buyer of rounds) {
        const reserves = Array.from({ length: 60 }, () => reserveOf(buyer))
        const answers = yield* Effect.forEach(
          reserves,
          (command, i) => (i % 2 === 0 ? outcome(command) : Effect.provideService(outcome(command), Ledger, other)),
          { concurrency: "unbounded" },
        )
        expect(answers.filter(Result.isSuccess)).toHaveLength(20)
        for (const answer of answers) if (Result.isFailure(answer)) expect(nameOf(answer.failure)).toBe("insufficient_balance")
        expect(yield* accountOf(buyer)).toMatchObject({ held: 20_000n, open: 20 })
      }
    }),
  )

  it.effect("two processes that use the same Idempotency-Key, claim or reference get it only once", () =>
    Effect.gen(function* () {
      const other = yield* otherProcess
      for (let round = 0; round < 10; round++) {
        const buyer = yield* openBuyer({ credits: 0 })
        const idempotency = { endpoint: "execute", key: "order-1", hash: "h" }
        const begins = { kind: "direct", request: "{}", waitMs: 0, idempotency } as const
        const topUp = { _tag: "Post", organisation: buyer.organisation, ref: "topup:1" } as const
        const transfers = [{ debit: "outside:bank", credit: "buyer:credits", amount: usd(9000) }]
        const both = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
          Effect.all([effect, Effect.provideService(effect, Ledger, other)], { concurrency: "unbounded" })
        const posted = yield* both(run({ ...topUp, transfers }))
        expect(posted.map((answer) => answer.posted).sort()).toEqual([false, true])
        const keyed = yield* both(Effect.suspend(() => run(reserveOf(buyer, { begins }))))
        expect(keyed.map((answer) => answer._tag).sort()).toEqual(["Earlier", "Reserved"])
        const options = [option({ claim: `nonce ${buyer.key}` })]
        const claimed = yield* both(Effect.suspend(() => outcome(reserveOf(buyer, { options: options }))))
        expect(claimed.filter(Result.isSuccess)).toHaveLength(1)
        expect(yield* accountOf(buyer)).toMatchObject({ posted: 9000n, held: 2000n, open: 2 })
      }
    }),
  )

  it.effect("two organisations that use the same claim get it only once, and the other learns the reason", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 30; round++) {
        const buyers = [yield* openBuyer(), yield* openBuyer()]
        const options = [option({ claim: `one payment of round ${round}` })]
        const answers = yield* Effect.forEach(buyers, (buyer) => outcome(reserveOf(buyer, { options: options })), {
          concurrency: "unbounded",
        })
        expect(answers.filter(Result.isSuccess)).toHaveLength(1)
        for (const answer of answers)
          if (Result.isFailure(answer)) expect(answer.failure.message).toContain("was presented for another call before")
      }
    }),
  )

  it.effect("many concurrent calls of a wallet create its organisation and account only once", () =>
    Effect.gen(function* () {
      const other = yield* otherProcess
      const wallet = { organisation: OrganisationId.make(randomUUID()), key: null as never, node: newNode() }
      const opens = { creditLimit: usd(30_000) }
      const command = (i: number) =>
        reserveOf(wallet, {
          wallet: true,
          options: [option({ rail: "x", settles: "before_answer", opens, claim: `${wallet.organisation} ${i}` })],
        })
      const answers = yield* Effect.forEach(
        Array.from({ length: 40 }, (_, i) => command(i)),
        (reserve, i) => (i % 2 === 0 ? outcome(reserve) : Effect.provideService(outcome(reserve), Ledger, other)),
        { concurrency: "unbounded" },
      )
      expect(answers.filter(Result.isSuccess)).toHaveLength(30)
      expect(yield* accountOf(wallet, "x")).toMatchObject({ creditLimit: 30_000n, held: 30_000n, open: 30 })
      expect((yield* rowsOf(wallet)).claims).toHaveLength(30)
    }),
  )

  it.effect("documents, reasons and proofs are stored unchanged", () =>
    Effect.gen(function* () {
      const texts = [
        `{"a":"\\u0000 \\ud800"}`,
        "",
        "null",
        `"''\\\\ \${x} $1"`,
        "{1,2}",
        "é€😀\u2028",
        JSON.stringify({ deep: "x".repeat(300_000) }),
      ]
      for (const text of texts) {
        const buyer = yield* openBuyer()
        const call = yield* reserved(reserveOf(buyer, { name: text.slice(0, 50), payee: text.slice(0, 50), source: text.slice(0, 50) }))
        yield* run(captureOf(call, { body: text, proof: text }))
        yield* run({ ...settleOf(call, "failed"), reason: text.slice(0, 50) })
        const released = yield* reserved(reserveOf(buyer))
        yield* run({ ...releaseOf(released), why: { code: "source_error", message: text.slice(0, 50) } })
        const rows = yield* rowsOf(buyer)
        expect(rows.results.map((result) => result.body)).toEqual([text])
        expect(rows.calls.find((c) => c.id === call.id)).toMatchObject({
          proof: text,
          lastError: text.slice(0, 50),
          name: text.slice(0, 50),
        })
        expect(rows.runs.find((r) => r.id === released.run)?.error).toEqual({ code: "source_error", message: text.slice(0, 50) })
      }
    }),
  )
})
