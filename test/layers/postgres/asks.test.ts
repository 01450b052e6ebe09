import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer, Result } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { type AskTarget, AskStore } from "../../../domain/ask/AskStore.ts"
import { approve, type ApproveRequest } from "../../../domain/ask/approve.ts"
import { begin, type BeginRequest } from "../../../domain/ask/begin.ts"
import { StateSigner } from "../../../domain/ask/continuation.ts"
import { CallId, NodeId, RunId } from "../../../domain/money/ids.ts"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { prepaidAlone } from "../../../rails/credits/rail.ts"
import { PgAskStore } from "../../../layers/postgres/asks/PgAskStore.ts"
import { PgStateSigner } from "../../../layers/postgres/asks/PgStateSigner.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { heartbeat } from "../../../layers/postgres/PgHealth.ts"
import { arrayOf } from "../../../layers/postgres/parameters.ts"
import { freshDatabase } from "../../support/database.ts"
import { newBuyer, storage, testCipher } from "../../support/gateway.ts"
import * as releaseBefore from "./releaseBefore.ts"

/** The store of another process over the same database. */
class Other extends Context.Service<Other, AskStore["Service"]>()("farthing/test/OtherAskStore") {}

const scene = Layer.unwrap(
  Effect.map(freshDatabase, (location) =>
    Layer.mergeAll(
      PgAskStore,
      PgStateSigner,
      Layer.effect(Other, Effect.map(Layer.build(Layer.fresh(PgAskStore)), Context.get(AskStore))),
    ).pipe(
      Layer.provideMerge(testCipher),
      Layer.provideMerge(storage),
      Layer.provideMerge(Layer.mergeAll(Database.layer(location), prepaidAlone)),
    ),
  ),
)

const option = { rail: "credits", account: "credits", settles: "at_capture", feeBasisPoints: 200, cost: microUsd(10n) } as const
const means = { options: [option], attempts: [], unavailable: [], maxSpend: null }
const terms = { rail: null, preference: [], limit: 10, tag: null }
const step = {
  source: "s",
  operation: "o.o",
  name: "O",
  input: {},
  conditional: false,
  insteadOf: null,
  price: { id: null, model: "per_call", amount: microUsd(10n) },
  max: microUsd(10n),
  limit: 10,
} as const

/** Longer than any pause of a machine in a test, so a node that sent a heartbeat counts as alive. */
const silentMs = 600_000
const newNode = () => NodeId.make(uuidV7Unsafe())

/** A plan that waits for its approval. */
const planned = Effect.fnUntraced(function* (node = newNode()) {
  const store = yield* AskStore
  const { key, organisation } = yield* newBuyer()
  const run = RunId.make(uuidV7Unsafe())
  const place: AskTarget = { organisation, key: key.id, run, idempotency: null, scopes: [] }
  const beginning: BeginRequest = {
    organisation,
    key: key.id,
    run,
    wish: { _tag: "Question", question: "?" },
    mode: "plan",
    request: "{}",
    waitMs: 0,
    idempotency: null,
    draft: { _tag: "Planned", plan: { steps: [step], goals: [], limitations: [] } },
    means,
    terms,
    fresh: { quote, question: uuidV7Unsafe(), calls: [CallId.make(uuidV7Unsafe())] },
    quoteTtlMs: 60_000,
    node,
  }
  expect(yield* store.step(place, (now) => begin(now, beginning))).toMatchObject({ _tag: "Begun" })
  return { place, organisation, run }
})

const quote = uuidV7Unsafe()

const approving = (node = newNode()): ApproveRequest => ({
  id: uuidV7Unsafe(),
  quoteRef: null,
  seen: quote,
  idempotency: null,
  waitMs: 0,
  means,
  terms,
  calls: [CallId.make(uuidV7Unsafe())],
  node,
  withdrawn: [],
})

layer(scene, { excludeTestServices: true })("asks in PostgreSQL", (it) => {
  it.effect("an approval by two processes at once begins the run once", () =>
    Effect.gen(function* () {
      const [store, other] = [yield* AskStore, yield* Other]
      for (let round = 0; round < 40; round++) {
        const { place } = yield* planned()
        const attempts = [store, other].map((of) => {
          const mine = approving()
          return of.step(place, (now) => approve(now, mine))
        })
        const answers = yield* Effect.all(attempts, { concurrency: 2 })
        expect(answers.map(({ _tag }) => _tag).sort()).toEqual(["Before", "Begun"])
      }
    }),
  )

  it.effect("an approval by two processes at once begins the run once if the organisation has no account yet", () =>
    Effect.gen(function* () {
      const [store, other] = [yield* AskStore, yield* Other]
      const { money: sql } = yield* Database
      const opening = { ...means, options: [{ ...option, opens: { creditLimit: microUsd(1_000n) } }] }
      for (let round = 0; round < 40; round++) {
        const { organisation, place, run } = yield* planned()
        yield* sql`delete from account where org = ${organisation}`
        const attempts = [store, other].map((of) => {
          const mine = { ...approving(), means: opening }
          return of.step(place, (now) => approve(now, mine))
        })
        const answers = yield* Effect.all(attempts, { concurrency: 2 })
        expect(answers.map(({ _tag }) => _tag).sort()).toEqual(["Before", "Begun"])
        yield* sql`delete from ask_at_work where run = ${run}`
      }
    }),
  )

  it.effect("a node of the release before reads and writes a plan, which this release then approves", () =>
    Effect.gen(function* () {
      const store = yield* AskStore
      const { money: sql } = yield* Database
      const { organisation, place, run } = yield* planned()
      const before = (yield* store.read(organisation, run))!
      const parameters = [organisation, place.key, run, arrayOf("text", []), null, null]
      const [row] = yield* sql.unsafe<{ loaded: { ask: string; run: object } }>(releaseBefore.askLoad, parameters)
      const { ask, run: loaded } = row!.loaded
      expect(row!.loaded).toMatchObject({ organisation: { id: organisation }, key: { id: place.key }, openCalls: 0, run: before.run })
      const { id: _, organisation: org, ...rest } = { id: run, organisation, ...loaded }
      yield* sql.unsafe(releaseBefore.askApply, [JSON.stringify({ ...rest, org, run, revision: 2, body: ask, freed: [] })])
      const { now: _now, ...read } = (yield* store.read(organisation, run))!
      expect(before).toMatchObject(read)
      const mine = approving()
      expect(yield* store.step(place, (now) => approve(now, mine))).toMatchObject({ _tag: "Begun" })
      yield* sql`delete from ask_at_work where run = ${run}`
    }),
  )

  it.effect("a cancelled run stays cancelled although the asks and the ledger read stale rows", () =>
    Effect.gen(function* () {
      const [store, ledger] = [yield* AskStore, yield* Ledger]
      for (let round = 0; round < 40; round++) {
        const { organisation, place, run } = yield* planned()
        const mine = approving()
        const approval = Effect.result(store.step(place, (now) => approve(now, mine)))
        const [approved, cancelled] = yield* Effect.all([approval, ledger.execute({ _tag: "Cancel", organisation, run })], {
          concurrency: 2,
        })
        expect(cancelled.status).toBe("cancelled")
        if (Result.isFailure(approved)) expect(approved.failure).toMatchObject({ code: "run_cancelled" })
        expect((yield* store.read(organisation, run))!.run.status).toBe("cancelled")
      }
    }),
  )

  it.effect("a run of a silent node goes to one of the nodes that claim it, and returns to a node that lost it from memory", () =>
    Effect.gen(function* () {
      const [store, other] = [yield* AskStore, yield* Other]
      const { money: sql } = yield* Database
      const [dead, alive, asking] = [newNode(), newNode(), newNode()]
      yield* heartbeat(alive, silentMs)
      const { place: orphan, run } = yield* planned(dead)
      const mine = approving(dead)
      yield* store.step(orphan, (now) => approve(now, mine))
      const { place: kept } = yield* planned(alive)
      const theirs = approving(alive)
      yield* store.step(kept, (now) => approve(now, theirs))
      yield* heartbeat(asking, silentMs)
      // As many as a node looks at in one turn: the runs that the tests before left are claimed too.
      const claims = yield* Effect.all(
        Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? store : other).claim(asking, silentMs, 200)),
        { concurrency: 8 },
      )
      expect(claims.flat().filter((claimed) => claimed.run === run).length).toBe(1)
      expect(claims.flat().some((claimed) => claimed.run === kept.run)).toBe(false)
      expect((yield* store.read(orphan.organisation, run))!.node).toBe(asking)
      // A moment ago it was looked at; after a while it is given back to the one who holds it.
      expect(yield* store.claim(asking, silentMs, 10)).toEqual([])
      yield* sql`update ask_at_work set looked_at = looked_at - interval '20 minutes' where run = ${run}`
      expect((yield* store.claim(asking, silentMs, 10)).map((claimed) => claimed.run)).toEqual([run])
      // A node that was itself silent does not judge the others yet.
      yield* sql`update node set seen_at = clock_timestamp() - interval '20 minutes' where id in (${asking}, ${alive})`
      expect((yield* store.claim(asking, silentMs, 10)).some((claimed) => claimed.run === kept.run)).toBe(false)
    }),
  )

  it.effect("a seal is valid for its text only, in every process, until its key is deleted", () =>
    Effect.gen(function* () {
      const seal = yield* StateSigner
      const { money: sql } = yield* Database
      const fresh = Effect.map(Layer.build(Layer.fresh(PgStateSigner)), Context.get(StateSigner))
      const token = yield* seal.sign("text")
      const another = yield* fresh
      expect([
        yield* another.verify("text", token),
        yield* another.verify("texT", token),
        yield* another.verify("text", `${token}=`),
      ]).toEqual([true, false, false])
      for (const bad of ["", ".", "a.b.c", "a", `${token}.x`]) expect([bad, yield* seal.verify("text", bad)]).toEqual([bad, false])
      yield* sql`update continuation_key set created_at = created_at - interval '30 days'`
      const newer = yield* fresh
      const next = yield* newer.sign("text")
      expect(next.split(".")[0]).not.toBe(token.split(".")[0])
      expect([yield* newer.verify("text", token), yield* seal.verify("text", next)]).toEqual([true, true])
      yield* sql`update continuation_key set created_at = created_at - interval '2 days' where id = ${token.split(".")[0]!}`
      expect(yield* (yield* fresh).verify("text", token)).toBe(false)
    }),
  )
})
