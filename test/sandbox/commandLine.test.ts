import { expect, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { createConnection, type Socket } from "node:net"
import * as Reactivity from "effect/reactivity/Reactivity"
import { connect } from "../../layers/postgres/connection.ts"
import { start } from "../../layers/embedded/EmbeddedPostgres.ts"
import { runForJson, expectCommandError, farthing, DataDirectory, dataDirectory, serve } from "../support/cluster/commandLine.ts"
import { testEncryptionKey } from "../support/gateway.ts"
import { ask as askOrigin } from "./originHarness.ts"
import { eventually, until } from "./harness.ts"

interface Shown {
  readonly name: string
  readonly alive: boolean
  readonly url: string
  readonly pid: number
}

const components = ["chain", "notifications-api", "stripe", "webhook-service"]

const shown = Effect.map(runForJson("sandbox", "status"), ({ components }) => (components ?? []) as ReadonlyArray<Shown>)

const allUp = eventually(
  Effect.filterOrFail(shown, (all: ReadonlyArray<Shown>) => all.length === components.length && all.every(({ alive }) => alive)),
)

const urlOf = (all: ReadonlyArray<Shown>, name: string) => all.find((component) => component.name === name)!.url

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * Kills a process of the gateway while the first process does not run. That finds the scrapes that wait before it finds that end,
 * and asks the killed process for its metrics.
 */
const killUnnoticed = Effect.fnUntraced(function* ({ baseUrl, pid }: { readonly baseUrl: string; readonly pid: number }, killed: number) {
  const { hostname, port } = new URL(baseUrl)
  const connected = Effect.callback<Socket>((resume) => {
    const socket = createConnection(Number(port), hostname, () => resume(Effect.succeed(socket))).on("error", () => undefined)
  })
  // Connections go to the processes in turns: each of them has two.
  const sockets = yield* Effect.all([connected, connected, connected, connected])
  const answers = sockets.map(() => "")
  for (const [n, socket] of sockets.entries()) {
    socket.setEncoding("utf8").on("data", (text: string) => (answers[n] += text))
    socket.write("GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")
  }
  yield* until("both processes have answered", () => answers.every((text) => text.startsWith("HTTP/1.1 200")))
  process.kill(pid, "SIGSTOP")
  for (const socket of sockets) socket.write("GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n")
  yield* Effect.sleep("1 second")
  process.kill(killed, "SIGKILL")
  yield* until("the process has ended", () => / Z /.test(readFileSync(`/proc/${killed}/stat`, "utf8")))
  process.kill(pid, "SIGCONT")
  yield* until("the scrape of the other process is answered", () => answers.some((text) => text.includes("farthing_info{")))
  for (const socket of sockets) socket.destroy()
})

/** One question to the database of a place, as its owner. */
const asOwner = (directory: string, statement: string) =>
  Effect.gen(function* () {
    const { port, socketDirectory, superuser } = yield* start({ directory })
    const location = { _tag: "Socket", directory: socketDirectory, port, username: superuser, database: "postgres" } as const
    const sql = yield* connect(location, { maxConnections: 1 })
    return yield* sql.unsafe<Record<string, unknown>>(statement)
  }).pipe(Effect.provide(Reactivity.layer), Effect.scoped)

layer(dataDirectory, { excludeTestServices: true })("farthing sandbox", (it) => {
  it.effect("before the first start the sandbox command shows nothing and stops nothing", () =>
    Effect.gen(function* () {
      expect(yield* runForJson("sandbox", "status")).toEqual({ components: [] })
      expect(yield* runForJson("sandbox", "stop")).toEqual({ stopped: [] })
    }),
  )

  it.effect(
    "beside a running gateway the origins run, stop ends them, a reset is refused, and the gateway's end leaves nothing running",
    () =>
      Effect.gen(function* () {
        const { env } = yield* DataDirectory
        const gateway = yield* serve(env)
        const up = yield* allUp
        expect(up.map(({ name }) => name)).toEqual(components)
        for (const { pid, url } of up) expect([isRunning(pid), url]).toEqual([true, expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)])
        const { status } = yield* askOrigin(urlOf(up, "notifications-api"), "POST /subscribers", { body: { email: "kept@example.com" } })
        expect(status).toBe(201)

        expectCommandError(yield* farthing(["sandbox", "reset"], env), /^A gateway is running on this data: end it first/)
        expect((yield* allUp).map(({ pid }) => pid)).toEqual(up.map(({ pid }) => pid))

        expect(yield* runForJson("sandbox", "stop")).toEqual({ stopped: components })
        expect((yield* shown).map(({ alive, pid, url }) => [alive, pid, url])).toEqual(components.map(() => [false, null, null]))
        expect(up.filter(({ pid }) => isRunning(pid))).toEqual([])
        expect(gateway.hasEnded()).toBe(false)

        const next = yield* serve(env)
        // A gateway that starts again is ready when its components are, so no first request waits for them; at the latest 5 s after it listens.
        const notUp = yield* asOwner(env["FARTHING_DATA_DIR"]!, "select name from sandbox_component where url is null")
        expect(next.readyMs > 5_000 ? [] : notUp).toEqual([])
        const again = yield* allUp
        expect((yield* askOrigin(urlOf(again, "notifications-api"), "GET /subscribers?email=kept@example.com")).body["data"]).toMatchObject(
          [{ email: "kept@example.com" }],
        )
        // The jobs that the new time made due have run when the command ends.
        const { from, jobs, to } = yield* runForJson("sandbox", "advance", "2h")
        expect(jobs).toMatchObject({ ran: expect.arrayContaining(["balance", "debts", "events", "processing", "top-ups"]), pending: [] })
        const [late] = yield* asOwner(
          env["FARTHING_DATA_DIR"]!,
          `select count(*)::int as jobs from rail_sepa.turn where name in ('debts', 'processing') and ended_at >= taken_at and taken_at >= '${to!}'::timestamptz`,
        )
        expect([late!["jobs"], Date.parse(to!) - Date.parse(from!)]).toEqual([2, 7_200_000])
        gateway.signal("SIGINT")
        yield* gateway.ended
        expect((yield* allUp).map(({ pid }) => pid)).toEqual(again.map(({ pid }) => pid))
        next.signal("SIGINT")
        yield* next.ended
        expect(again.filter(({ pid }) => isRunning(pid))).toEqual([])
        expect(existsSync(`${env["FARTHING_DATA_DIR"]}/data/postmaster.pid`)).toBe(false)
      }),
  )

  it.effect("two processes share one port, are scraped as one, replace one that is killed, and end together", () =>
    Effect.gen(function* () {
      const { env } = yield* DataDirectory
      const gateway = yield* serve({ ...env, FARTHING_WORKERS: "2" })
      const processes = () => readFileSync(`/proc/${gateway.pid}/task/${gateway.pid}/children`, "utf8").trim().split(" ").map(Number)
      // A connection that was kept to a process that is killed fails.
      const scraped = eventually(Effect.tryPromise(async () => (await fetch(`${gateway.baseUrl}/metrics`)).text()))
      const nodes = Effect.map(scraped, (metrics) => {
        // A process that is killed or busy may leave a scrape without its answer.
        if (!metrics.includes("# TYPE farthing_info ")) return []
        expect(metrics.match(/^# TYPE farthing_info /gm)).toHaveLength(1)
        // The ledger that the shipped rails share counts into the metrics that are scraped.
        expect(metrics).toContain("farthing_calls_taken_over_total")
        return [...metrics.matchAll(/^farthing_info\{process="(\d+)".*node="([^"]+)"/gm)].map(([, process, node]) => [process, node])
      })
      const both = eventually(Effect.filterOrFail(nodes, (found) => found.length === 2))
      const first = yield* both
      expect(new Set(first.map(([, node]) => node)).size).toBe(2)
      const [killed, kept] = processes()
      yield* killUnnoticed(gateway, killed!)
      const replaced = yield* eventually(
        Effect.filterOrFail(Effect.sync(processes), (pids) => pids.length === 2 && !pids.includes(killed!)),
      )
      // One that dies before it listens is replaced too.
      process.kill(
        replaced.find((pid) => pid !== kept)!,
        "SIGKILL",
      )
      const next = yield* eventually(
        Effect.filterOrFail(nodes, (found) => found.length === 2 && found.some(([process]) => process === "4")),
      )
      expect(next.filter(([, node]) => first.some(([, known]) => known === node))).toHaveLength(1)
      expect(processes()).toContain(kept)
      const pids = processes()
      gateway.signal("SIGTERM")
      expect((yield* gateway.ended).code).toBe(0)
      expect(pids.filter(isRunning)).toEqual([])
    }),
  )

  it.effect("advance moves the time forward and never back", () =>
    Effect.gen(function* () {
      const { env } = yield* DataDirectory
      const { from, jobs, to } = yield* runForJson("sandbox", "advance", "P1DT12H")
      // No gateway runs: nothing is waited for.
      expect(jobs).toMatchObject({ ran: [], pending: expect.arrayContaining(["debts", "events"]) })
      expect(Date.parse(to!) - Date.parse(from!)).toBe(36 * 3_600_000)
      expectCommandError(yield* farthing(["sandbox", "advance", "--", "-1d"], env), /is no duration/)
      const [row] = yield* asOwner(env["FARTHING_DATA_DIR"]!, "select ms(farthing_now())::float8 as now")
      expect(Number(row!["now"])).toBeGreaterThanOrEqual(Date.parse(to!))
    }),
  )

  it.effect("the sandbox time is stored where every process reads it", () =>
    Effect.gen(function* () {
      const { env } = yield* DataDirectory
      yield* asOwner(env["FARTHING_DATA_DIR"]!, "update clock set ahead = '6900 years'")
      expectCommandError(yield* farthing(["sandbox", "advance", "36525d"], env), /before the year 9000/)
    }),
  )

  it.effect("a command whose query the database refuses prints the database's reason", () =>
    Effect.gen(function* () {
      const { env } = yield* DataDirectory
      yield* asOwner(env["FARTHING_DATA_DIR"]!, "alter table clock rename to clock_of_another")
      expectCommandError(
        yield* farthing(["sandbox", "advance", "1h"], env),
        /^The database did not do what the command needs: relation "clock" does not exist\.$/m,
      )
      yield* asOwner(env["FARTHING_DATA_DIR"]!, "alter table clock_of_another rename to clock")
    }),
  )

  it.effect("reset leaves a directory that is not Farthing's, and its neighbours, unchanged", () =>
    Effect.gen(function* () {
      const { env } = yield* DataDirectory
      const directory = env["FARTHING_DATA_DIR"]!
      const { organisation_id } = yield* runForJson("org", "create", "--name", "Kept")
      for (const [make, drop, named] of [
        ["create table theirs (n int)", "drop table theirs", /also holds public\.theirs/],
        ["create schema other create view v as select 1 as n", "drop schema other cascade", /also holds other\.v/],
      ] as const) {
        yield* asOwner(directory, make)
        expectCommandError(yield* farthing(["sandbox", "reset"], env), named)
        expect(yield* asOwner(directory, `select name from organisation where id = '${organisation_id}'`)).toEqual([{ name: "Kept" }])
        yield* asOwner(directory, drop)
      }
    }),
  )

  it.effect("reset empties everything, transfers and components' state included, and the next start begins anew", () =>
    Effect.gen(function* () {
      const { env } = yield* DataDirectory
      const directory = env["FARTHING_DATA_DIR"]!
      const counts = `select (select count(*)::int from transfer) as transfers, (select count(*)::int from organisation) as organisations,
        (select count(*)::int from origin_notifications.subscriber) as subscribers, (select count(*)::int from clock where ahead = interval '0') as clocks`
      const [before] = yield* asOwner(directory, counts)
      expect(before).toMatchObject({ subscribers: 1, clocks: 0 })
      expect(before!["transfers"]).toBeGreaterThan(0)
      expect(existsSync(`${directory}/sandbox`)).toBe(true)
      expect(yield* runForJson("sandbox", "reset")).toEqual({ ok: true })
      expect(existsSync(`${directory}/sandbox`)).toBe(false)
      expect(yield* asOwner(directory, counts)).toEqual([{ transfers: 0, organisations: 0, subscribers: 0, clocks: 1 }])
      const first = yield* serve(env)
      expect(first.startupOutput).toMatch(/export API_KEY=frt_org_/)
      const up = yield* allUp
      const killedAt = Date.now()
      first.signal("SIGKILL")
      yield* first.ended

      // It counts as a gateway for 10 seconds after its last beat, which is 2 seconds ago at most; its components ran on.
      const waited = yield* farthing(["sandbox", "reset", "--json"], env)
      expect([waited.code, waited.stdout]).toEqual([0, '{"ok":true}\n'])
      expect(Date.now() - killedAt).toBeGreaterThan(3_000)
      expect(up.filter(({ pid }) => isRunning(pid))).toEqual([])
      expect(yield* runForJson("sandbox", "status")).toEqual({ components: [] })
    }),
  )

  it.effect("a live database keeps its time and its data, whatever the command's own mode says", () =>
    Effect.gen(function* () {
      const { env } = yield* DataDirectory
      const directory = env["FARTHING_DATA_DIR"]!
      yield* asOwner(directory, "insert into installation (mode, ready) values ('live', true)")
      const url = `postgresql://postgres@localhost/postgres?host=${directory}/run`
      yield* start({ directory })
      for (const mode of [
        env,
        { ...env, FARTHING_MODE: "live", DATABASE_URL: url, FARTHING_ENCRYPTION_KEYS: Redacted.value(testEncryptionKey) },
      ]) {
        for (const command of [["reset"], ["advance", "1d"]]) {
          expectCommandError(yield* farthing(["sandbox", ...command], mode), /is for the sandbox: this gateway is live/)
        }
      }
      expect(yield* asOwner(directory, "select mode, (select ahead = interval '0' from clock) as still from installation")).toEqual([
        { mode: "live", still: true },
      ])
    }),
  )
})
