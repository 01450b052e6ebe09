import { expect, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { supervisorRow } from "../../layers/postgres/PgComponents.ts"
import { componentStatus, stopComponents } from "../../src/sandbox/supervisor/operate.ts"
import { eventually, freshPlace, held, holder, runningIn, tallies, tallyAt, until } from "./harness.ts"

const kill = (pid: number | null) => Effect.sync(() => process.kill(pid ?? 0, "SIGKILL"))

it.live("processes that start at once share one instance of each component and its state", () =>
  Effect.gen(function* () {
    const { database, holding } = yield* freshPlace
    const holders = yield* Effect.all([holder(holding), holder(holding), holder(holding)], { concurrency: "unbounded" })
    expect(new Set(holders.map(({ baseUrl }) => baseUrl)).size).toBe(1)
    yield* until("two components run", () => runningIn(holding.dataDirectory).length === 2)
    yield* tallyAt(holders[0]!.baseUrl, "POST")
    expect(yield* tallyAt(holders[1]!.baseUrl)).toMatchObject({ count: 1, mark: "first" })
    const now = yield* eventually(
      Effect.filterOrFail(database(componentStatus), (rows) => rows.length === 2 && rows.every(({ alive }) => alive)),
    )
    expect(now.map(({ name, pid }) => [name, runningIn(holding.dataDirectory).includes(pid ?? 0)])).toEqual([
      ["ported", true],
      ["tally", true],
    ])
  }),
)

it.live("a component does not receive the gateway's environment variables", () =>
  Effect.gen(function* () {
    const { holding } = yield* freshPlace
    const { names } = yield* tallyAt((yield* holder(holding)).baseUrl)
    expect(names.filter((name) => !name.startsWith("__")).sort()).toEqual(["LC_ALL", "MARK", "NODE_COMPILE_CACHE", "PATH", "TZ"])
  }),
)

it.live.each(["tally", "ported"])(
  "a component (%s) that is killed with -9 is restarted with its state, and its new address is published",
  (name) =>
    Effect.gen(function* () {
      const { holding } = yield* freshPlace
      const components = yield* held(holding)
      const { pid } = yield* tallyAt(yield* components.url(name), "POST")
      yield* kill(pid)
      const back = yield* eventually(Effect.flatMap(components.url(name), (url) => tallyAt(url)))
      expect(back).toMatchObject({ count: 1 })
      expect(back.pid).not.toBe(pid)
    }),
)

it.live("kill -9 of the supervisor ends its components too, and a running gateway launches another supervisor", () =>
  Effect.gen(function* () {
    const { database, holding } = yield* freshPlace
    const components = yield* held(holding)
    const { pid } = yield* tallyAt(yield* components.url("tally"), "POST")
    const supervisor = yield* database(supervisorRow)
    yield* kill(supervisor.pid)
    yield* until("the component has ended too", () => !runningIn(holding.dataDirectory).includes(pid))
    expect(yield* eventually(Effect.flatMap(components.url("tally"), (url) => tallyAt(url)))).toMatchObject({ count: 1 })
    expect((yield* database(supervisorRow)).instance).not.toBe(supervisor.instance)
  }),
)

it.live("the next start after kill -9 of the gateway finds the same components", () =>
  Effect.gen(function* () {
    const { holding } = yield* freshPlace
    const first = yield* holder(holding)
    const { pid } = yield* tallyAt(first.baseUrl, "POST")
    first.signal("SIGKILL")
    yield* first.ended
    const next = yield* holder(holding)
    expect(yield* tallyAt(next.baseUrl)).toMatchObject({ count: 1, pid })
  }),
)

it.live("after kill -9 of the last gateway the components end by themselves, and the next start has their state", () =>
  Effect.gen(function* () {
    const { database, holding } = yield* freshPlace
    const first = yield* holder({ ...holding, graceMs: 300 })
    yield* tallyAt(first.baseUrl, "POST")
    first.signal("SIGKILL")
    yield* until("nothing runs", () => runningIn(holding.dataDirectory).length === 0)
    yield* eventually(Effect.filterOrFail(database(supervisorRow), ({ instance }) => instance === null))
    expect(yield* tallyAt((yield* holder(holding)).baseUrl)).toMatchObject({ count: 1 })
  }),
)

it.live("a gateway that ends leaves the components to the others, and the last one ends them before it ends itself", () =>
  Effect.gen(function* () {
    const { database, holding } = yield* freshPlace
    const [first, second] = [yield* holder(holding), yield* holder(holding)]
    const { pid } = yield* tallyAt(second.baseUrl)
    first.signal("SIGTERM")
    yield* first.ended
    expect((yield* tallyAt(second.baseUrl)).pid).toBe(pid)
    second.signal("SIGTERM")
    yield* second.ended
    expect(runningIn(holding.dataDirectory)).toEqual([])
    expect(yield* database(supervisorRow)).toMatchObject({ instance: null, controlUrl: null, wanted: true })
  }),
)

it.live("stop ends the components for every gateway, and only the next start of a gateway starts them again", () =>
  Effect.gen(function* () {
    const { database, holding } = yield* freshPlace
    const running = yield* holder(holding)
    yield* tallyAt(running.baseUrl, "POST")
    yield* until("two components run", () => runningIn(holding.dataDirectory).length === 2)
    yield* eventually(Effect.filterOrFail(database(componentStatus), (rows) => rows.every(({ alive }) => alive)))
    expect(yield* database(stopComponents)).toEqual(["ported", "tally"])
    expect(runningIn(holding.dataDirectory)).toEqual([])
    // The gateway has looked, found that nothing is wanted, and looks again in a second.
    yield* Effect.sleep("1200 millis")
    expect(running.hasEnded()).toBe(false)
    expect(runningIn(holding.dataDirectory)).toEqual([])
    expect((yield* database(componentStatus)).map(({ alive, url }) => [alive, url])).toEqual([
      [false, null],
      [false, null],
    ])
    expect(yield* database(stopComponents)).toEqual([])
    expect(yield* tallyAt((yield* holder(holding)).baseUrl)).toMatchObject({ count: 1 })
  }),
)

it.live("the components of another version replace the running ones and keep their state", () =>
  Effect.gen(function* () {
    const { holding } = yield* freshPlace
    const old = yield* holder(holding)
    yield* tallyAt(old.baseUrl, "POST")
    const fresh = yield* holder({ ...holding, components: tallies("second") })
    expect(yield* tallyAt(fresh.baseUrl)).toMatchObject({ count: 1, mark: "second" })
    yield* until("only the new ones run", () => runningIn(holding.dataDirectory).length === 2)
  }),
)

it.live("an unknown component and one that does not come up are each answered with their own error", () =>
  Effect.gen(function* () {
    const { holding } = yield* freshPlace
    const components = yield* held({
      ...holding,
      patienceMs: 1_000,
      components: [{ name: "broken", command: ["/nowhere/at/all"], ready: { says: "ready" } }],
    })
    expect((yield* Effect.flip(components.url("other"))).message).toMatch(/no component other/)
    expect((yield* Effect.flip(components.url("broken"))).message).toMatch(/broken is not up/)
  }),
)

it.live("a gateway that stops while its supervisor is starting leaves nothing running", () =>
  Effect.gen(function* () {
    const { database, holding } = yield* freshPlace
    const scope = yield* Scope.make()
    yield* Scope.provide(held(holding), scope)
    yield* eventually(Effect.filterOrFail(database(supervisorRow), ({ instance }) => instance !== null))
    yield* Scope.close(scope, Exit.void)
    yield* eventually(Effect.filterOrFail(database(supervisorRow), ({ instance }) => instance === null))
    yield* until("nothing runs", () => runningIn(holding.dataDirectory).length === 0)
  }),
)
