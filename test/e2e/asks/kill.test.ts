import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer, Scope } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { prepaidAlone } from "../../../rails/credits/rail.ts"
import { freshDatabase } from "../../support/database.ts"
import { newBuyer, storage } from "../../support/gateway.ts"
import { temporaryDirectory } from "../../support/cluster/Cluster.ts"
import { type GatewayProcess, spawnNode } from "../../support/cluster/gatewayProcess.ts"
import { expectCleanAudit, creditsPosition } from "../../support/ledger/assertions.ts"
import { until } from "../../support/until.ts"
import type { AskFailpoint } from "./askFailpoints.ts"
import type { AskConfig } from "./askMain.ts"
import { type AskReply, buy, proceed, readAsk, type Sent } from "./fixture.ts"
import { chain, prices, type Script } from "./scripts.ts"

/** A living node is never that silent, on a busy machine either: what a dead one left is given up by `isGone`. */
const settings = { beatMs: 200, silentMs: 60_000, sourceTimeoutMs: 60_000, closingMs: 60_000, drainMs: 60_000 }
/** Who is to die takes nothing over before, or it would die of somebody else's run, and lose it. */
const mortal = { ...settings, silentMs: 600_000 }
const main = fileURLToPath(new URL("askMain.ts", import.meta.url))

class Processes extends Context.Service<
  Processes,
  {
    /** A gateway that dies when it passes the failpoint for the n-th time; without one it lives as long as the tests. */
    readonly up: (failpoint?: AskConfig["failpoint"]) => Effect.Effect<GatewayProcess>
    readonly survivor: GatewayProcess
    readonly dispatches: () => ReadonlyArray<string>
  }
>()("farthing/test/e2e/asks/Processes") {}

const processes = Layer.unwrap(
  Effect.gen(function* () {
    const location = yield* freshDatabase
    const dispatchLog = join(yield* temporaryDirectory, "dispatches")
    writeFileSync(dispatchLog, "")
    const scope = yield* Effect.scope
    const up = (failpoint?: AskConfig["failpoint"]) => {
      const config: AskConfig = { location, settings: failpoint === undefined ? settings : mortal, dispatchLog, failpoint }
      return spawnNode([main, JSON.stringify(config)], /^ready (http:\S+)$/).pipe(Scope.provide(scope))
    }
    const survivor = yield* up()
    const dispatches = () => readFileSync(dispatchLog, "utf8").split("\n")
    const books = storage.pipe(Layer.provideMerge(Layer.mergeAll(Database.layer(location), prepaidAlone)))
    return Layer.merge(books, Layer.succeed(Processes, { up, survivor, dispatches }))
  }),
)

interface Death {
  readonly at: AskFailpoint
  readonly nth: number
  /** Whether a call was lost on the way: its hold is released, and its step fails. */
  readonly loses: boolean
}

/** Every place between two steps of a run of three calls (what is written and not committed leaves what was there before), and places within one. */
const deaths: ReadonlyArray<Death> = [
  { at: "ask:written", nth: 1, loses: false },
  { at: "ask:committed", nth: 1, loses: false },
  { at: "reserve:written", nth: 1, loses: false },
  { at: "capture:committed", nth: 1, loses: false },
  { at: "reserve:written", nth: 2, loses: false },
  { at: "capture:committed", nth: 2, loses: false },
  { at: "capture:committed", nth: 3, loses: false },
  { at: "ask:written", nth: 2, loses: false },
  { at: "ask:committed", nth: 2, loses: false },
  { at: "dispatch:answered", nth: 1, loses: true },
  { at: "reserve:committed", nth: 2, loses: true },
  { at: "capture:written", nth: 3, loses: true },
]

const total = prices.find + prices.grind + prices.press

layer(processes, { excludeTestServices: true })("runs of asks whose gateway is killed", (it) => {
  const dies = ({ at, loses, nth }: Death) =>
    Effect.gen(function* () {
      const { dispatches, survivor, up } = yield* Processes
      const { organisation, secret } = yield* newBuyer()
      const word = `${at}-${nth}`.replaceAll(":", "-")
      const dying = yield* up({ at, nth })
      const sent: Sent = { node: dying.baseUrl, secret, key: word }
      yield* Effect.ignore(buy(sent, { steps: chain(word) }, { wait_seconds: 0 }))
      expect((yield* Effect.timeout(dying.ended, "3 minutes")).signal).toBe("SIGKILL")
      yield* isGone(organisation)

      const before = yield* begun(organisation)
      const ended = yield* untilEnded({ ...sent, node: survivor.baseUrl }, { steps: chain(word) })
      const runs = yield* begun(organisation)
      // The begun run is the one that ends. Only a run that was never stored, or that freed its Idempotency-Key, begins again.
      expect(runs.slice(0, before.length)).toEqual(before)
      if (!loses) expect([ended.summary, runs.length]).toEqual([[200, "completed", "charged"], 1])
      const first = yield* readAsk({ node: survivor.baseUrl, secret }, runs[0]!)
      const cost = Number(first.body.usage.cost.amount_micro_usd)
      if (loses) expect([first.body.status, cost]).toEqual(["failed", [0, prices.find, prices.find + prices.grind][nth - 1]])
      else expect(cost).toBe(total)

      const calls = yield* callsOf(organisation)
      for (const [step, made] of Map.groupBy(calls, (call) => `${call.run} ${call.step}`)) expect([step, made.length]).toEqual([step, 1])
      const dispatched = dispatches().filter((line) => line.includes(word))
      for (const line of dispatched)
        expect([line, dispatched.filter((other) => other === line).length <= runs.length]).toEqual([line, true])
      expect(yield* creditsPosition(organisation)).toMatchObject({ held: 0, open: 0, reserved: 0 })
    }).pipe(Effect.tapCause(() => Effect.logError(`killed at ${at} (${nth})`)))

  // Several at a time: each is mostly waiting for a silence to be noticed.
  it.effect.each([0, 1, 2, 3])(
    "another gateway continues a run from any point of death, and charges and dispatches no step twice (part %i)",
    (part) =>
      Effect.forEach(
        deaths.filter((_, i) => i % 4 === part),
        dies,
        { concurrency: 3, discard: true },
      ),
  )

  it.effect("another gateway continues a run that waits for its buyer or has just received a selection", () =>
    Effect.gen(function* () {
      const { survivor, up } = yield* Processes
      const { organisation, secret } = yield* newBuyer()
      const script: Script = {
        steps: chain("choose").map((step, i) => (i === 0 ? { ...step, input: { word: "choose", count: 2 } } : step)),
      }
      // The run begins, waits and is resumed: the gateway dies when the third write is committed but not answered.
      const dying = yield* up({ at: "ask:committed", nth: 3 })
      const sent: Sent = { node: dying.baseUrl, secret, key: "choose" }
      const waiting = yield* buy(sent, script)
      expect(waiting.summary).toEqual([200, "needs_selection", "charged"])
      const input = { entity_ref: waiting.body.candidates![0]!.entity_ref }
      yield* Effect.ignore(proceed(sent, waiting.body, input))
      expect((yield* dying.ended).signal).toBe("SIGKILL")
      yield* isGone(organisation)
      const ended = yield* readUntilEnded({ node: survivor.baseUrl, secret }, waiting.body.id)
      expect(ended.summary).toEqual([200, "completed", "charged"])
      const again = yield* proceed({ ...sent, node: survivor.baseUrl }, waiting.body, input)
      expect([again.summary, again.header("x-idempotent-replay")]).toEqual([ended.summary, "true"])
      expect(yield* creditsPosition(organisation)).toMatchObject({ posted: 25_000_000 - total, captured: 3, held: 0 })
    }),
  )

  it.effect("a gateway that is stopped hands its runs to the others at once", () =>
    Effect.gen(function* () {
      const { dispatches, survivor, up } = yield* Processes
      const { organisation, secret } = yield* newBuyer()
      const leaving = yield* up()
      const steps = chain("leave", { delay_ms: 300 })
      const running = yield* buy({ node: leaving.baseUrl, secret }, { steps }, { wait_seconds: 0 })
      yield* until(Effect.sync(() => dispatches().includes("find leave")))
      leaving.signal("SIGTERM")
      const ended = yield* readUntilEnded({ node: survivor.baseUrl, secret }, running.body.id)
      expect(ended.summary).toEqual([200, "completed", "charged"])
      yield* Effect.timeout(leaving.ended, "3 minutes")
      expect(dispatches().filter((line) => line.includes("leave")).length).toBe(3)
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 3, released: 0, held: 0 })
    }),
  )

  it.effect("the audit finds no violation after all killed gateways", () => expectCleanAudit)
})

const neverEnding = Effect.timeoutOrElse({ duration: "3 minutes", orElse: () => Effect.die(new Error("the run never ended")) })

const final = new Set(["completed", "partial", "failed", "cancelled"])

/** The same request with the same key, until it is answered by a run that ended. Its first end counts where that frees the key. */
const untilEnded = Effect.fnUntraced(function* (sent: Sent, script: Script) {
  for (;;) {
    const reply: AskReply = yield* buy(sent, script, { wait_seconds: 5 })
    if (final.has(reply.body.status)) return reply
    yield* Effect.sleep(100)
  }
}, neverEnding)

const readUntilEnded = Effect.fnUntraced(function* (sent: Sent, id: string) {
  for (;;) {
    const reply = yield* readAsk(sent, id, "?wait_seconds=5")
    if (final.has(reply.body.status)) return reply
  }
}, neverEnding)

/**
 * Makes the node with this organisation's runs and calls silent for five minutes, which is over the limit of living nodes and
 * under the limit of nodes that are still to die, and the deadlines of its calls pass.
 */
const isGone = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const { money: sql } = yield* Database
  yield* sql`update node set seen_at = clock_timestamp() - interval '5 minutes' where id in (select node from ask_at_work where org = ${organisation}
    union all select node from open_call where org = ${organisation})`
  yield* sql`update open_call set deadline = least(deadline, farthing_now()) where org = ${organisation}`
})

const begun = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const { money: sql } = yield* Database
  const rows = yield* sql<{ readonly id: string }>`select id from run where org = ${organisation} order by id`
  return rows.map(({ id }) => id)
})

const callsOf = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const { money: sql } = yield* Database
  return yield* sql<{
    readonly run: string
    readonly step: number
    readonly state: string
  }>`select run, step, state from call where org = ${organisation}`
})
