import { expect, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { Database } from "../../layers/postgres/Database.ts"
import { newBuyer } from "../support/gateway.ts"
import { call, read, stateOf } from "../support/processClient.ts"
import { Lines, lines, nodeOnALine } from "../support/processLines.ts"
import { bought, expectCleanBooks, position } from "../support/processNodes.ts"
import { until } from "../support/until.ts"

layer(lines, { excludeTestServices: true })("commits that nobody heard of", (it) => {
  const commits = (["fast", "large", "failing"] as const).flatMap((script) => [1, 2, 3].map((nth) => ({ script, nth })))
  it.effect.each(commits)("are found and not repeated ($script, commit $nth)", ({ nth, script }) =>
    Effect.gen(function* () {
      const { dispatches } = yield* Lines
      const { proxy, url } = yield* nodeOnALine
      const { organisation, secret } = yield* newBuyer()
      const token = `commit-${script}-${nth}`
      proxy.loseCommit(nth)
      const reply = yield* call({ baseUrl: url, secret, script, token, idempotencyKey: token, timeoutMs: 60_000 })
      expect(stateOf(reply)).toEqual(script === "failing" ? [502, "failed", "none"] : [200, "completed", "charged"])
      expect(yield* position(organisation)).toEqual(script === "failing" ? bought([], 1) : bought([script]))
      expect(dispatches(token)).toBe(1)
    }),
  )

  it.effect("do not make an answer lie about the balance", () =>
    Effect.gen(function* () {
      const { proxy, url } = yield* nodeOnALine
      const { secret } = yield* newBuyer()
      const request = { baseUrl: url, secret, timeoutMs: 60_000 }
      proxy.loseCommit(1)
      const running = yield* call({ ...request, script: "slow", token: "balance", query: "?wait_seconds=0" })
      proxy.loseCommit(2)
      const failed = yield* call({ ...request, script: "failing", token: "balance" })
      expect([running, failed].map((reply) => [reply.status, reply.body.balance?.remaining?.amount])).toEqual([
        [202, 24.998],
        [502, 24.998],
      ])
    }),
  )

  const crashes = [2, 3, 4].flatMap((nth) => [0, 1, 2, 3, 5].map((refusals) => ({ nth, refusals })))
  it.effect.each(crashes)("hold nothing twice when PostgreSQL recovers (commit $nth, $refusals refusals)", ({ nth, refusals }) =>
    Effect.gen(function* () {
      const { proxy, url } = yield* nodeOnALine
      const { money: sql } = yield* Database
      const { organisation, secret } = yield* newBuyer()
      // The first reservation waits for this lock, and the others gather behind it in one batch.
      const lock = Effect.andThen(sql`select 1 from account where org = ${organisation} for update`, Effect.sleep(300))
      yield* Effect.forkChild(sql.withTransaction(lock))
      yield* Effect.sleep(50)
      proxy.crashAtCommit(nth, refusals)
      const many = Array.from({ length: 12 }, (_, i) => call({ baseUrl: url, secret, token: `crash-${i}`, timeoutMs: 60_000 }))
      const replies = yield* Effect.all(many, { concurrency: "unbounded" })
      for (const reply of replies) expect([200, 503]).toContain(reply.status)
      const { captured, held, open, posted, reserved } = yield* position(organisation)
      expect({ held, open }).toEqual({ held: reserved * 1_000, open: reserved })
      expect(posted).toBe(25_000_000 - captured * 1_000)
      expect(captured).toBeGreaterThanOrEqual(replies.filter((reply) => reply.status === 200).length)
      yield* expectCleanBooks
    }),
  )

  it.effect("are looked up once PostgreSQL has recovered, however long it says that it does not accept connections yet", () =>
    Effect.gen(function* () {
      const { dispatches } = yield* Lines
      const { proxy, url } = yield* nodeOnALine
      const { organisation, secret } = yield* newBuyer()
      proxy.crashAtCommit(1, 10)
      const reply = yield* call({ baseUrl: url, secret, token: "recovering", timeoutMs: 60_000 })
      expect(stateOf(reply)).toEqual([200, "completed", "charged"])
      expect(dispatches("recovering")).toBe(1)
      expect(yield* position(organisation)).toEqual(bought(["fast"]))
    }),
  )

  it.effect("do not let a node ask the source for a call that another node has taken over", () =>
    Effect.gen(function* () {
      const { dispatches } = yield* Lines
      const [a] = [yield* nodeOnALine, yield* nodeOnALine]
      const { organisation, secret } = yield* newBuyer()
      // From its lost commit on it reaches no database, or it might look the call up before another node has it.
      a.proxy.crashAtCommit(1)
      const buying = yield* Effect.forkChild(call({ baseUrl: a.url, secret, token: "taken", timeoutMs: 60_000 }))
      while ((yield* position(organisation)).open === 0) yield* Effect.sleep(5)
      yield* a.proxy.cut
      yield* anotherNodeHasIt(organisation)
      a.proxy.recover()
      yield* a.proxy.restore
      const left = yield* Fiber.join(buying)
      expect(dispatches("taken")).toBe(0)
      expect(stateOf(yield* read({ baseUrl: a.url, secret }, left.body.id!, 55))).toEqual([502, "failed", "none"])
      expect(yield* position(organisation)).toEqual(bought([], 1))
    }),
  )

  it.effect("leave the books clean", () => expectCleanBooks)
})

const anotherNodeHasIt = Effect.fnUntraced(function* (organisation: string) {
  const { money: sql } = yield* Database
  const nodeOf = Effect.map(sql<{ readonly node: string }>`select node from call where org = ${organisation}`, ([row]) => row?.node)
  const before = yield* nodeOf
  yield* until(Effect.map(nodeOf, (now) => now !== before))
})
