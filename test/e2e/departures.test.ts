import { expect, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Schedule } from "effect"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { Agent, request as httpRequest } from "node:http"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { OrganisationId } from "../../domain/money/ids.ts"
import { Database } from "../../layers/postgres/Database.ts"
import { prepaidAlone } from "../../rails/credits/rail.ts"
import { freshDatabase } from "../support/database.ts"
import { newBuyer, storage } from "../support/gateway.ts"
import { call, NoAnswer, readRun, send, stateOf } from "../support/cluster/client.ts"
import { type GatewayOptions, holdFile, spawnGateway } from "../support/cluster/gatewayProcess.ts"
import { expectCleanAudit, positionAfter, creditsPosition } from "../support/ledger/assertions.ts"
import { until } from "../support/until.ts"

class Place extends Context.Service<Place, Pick<GatewayOptions, "location" | "dispatchLog">>()("farthing/test/e2e/Place") {}

/** A fresh database with the books over it, and a file for the dispatches. */
const place = Layer.unwrap(
  Effect.gen(function* () {
    const location = yield* freshDatabase
    const directory = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "farthing-dispatches-"))),
      (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })),
    )
    const books = storage.pipe(Layer.provideMerge(Layer.mergeAll(Database.layer(location), prepaidAlone)))
    return Layer.merge(books, Layer.succeed(Place, { location, dispatchLog: join(directory, "dispatches") }))
  }),
)

const aGateway = Effect.fnUntraced(function* (settings: GatewayOptions["settings"]) {
  return yield* spawnGateway({ ...(yield* Place), ...(settings === undefined ? {} : { settings }) })
})

/** Sends the bytes and closes the connection once `moment` has come, without waiting for an answer. */
const sendAndHangUp = <E, R>(baseUrl: string, text: string, moment: Effect.Effect<void, E, R>, how: "end" | "reset") =>
  Effect.gen(function* () {
    const { hostname, port } = new URL(baseUrl)
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on("error", () => {})
    yield* moment
    if (how === "reset") socket.resetAndDestroy()
    else socket.destroy()
  })

/** Calls of this token wait in the source until they are let go. */
const hold = Effect.fnUntraced(function* (token: string) {
  const file = holdFile((yield* Place).dispatchLog, token)
  writeFileSync(file, "")
  return { letGo: Effect.sync(() => rmSync(file, { force: true })) }
})

/** As many calls of this organisation are under way. */
const open = (organisation: OrganisationId, calls: number) => until(Effect.map(creditsPosition(organisation), (now) => now.open === calls))

const rawCall = (secret: string, key: string, body: string, announced = Buffer.byteLength(body)) =>
  [
    "POST /v1/execute/script/script.slow HTTP/1.1",
    "Host: 127.0.0.1",
    `Authorization: Bearer ${secret}`,
    "Content-Type: application/json",
    `Idempotency-Key: ${key}`,
    `Content-Length: ${announced}`,
    "",
    body,
  ].join("\r\n")

layer(place, { excludeTestServices: true })("departures", (it) => {
  it.effect.each(["end", "reset"] as const)(
    "a client that disconnects (%s) is charged once for the call that completes without it",
    (how) =>
      Effect.gen(function* () {
        const { baseUrl } = yield* aGateway({})
        const { organisation, secret } = yield* newBuyer()
        const { letGo } = yield* hold("hung")
        const body = '{"token":"hung"}'
        yield* sendAndHangUp(baseUrl, rawCall(secret, "hang-up", body), open(organisation, 1), how)
        expect(yield* creditsPosition(organisation)).toMatchObject({ open: 1, reserved: 1 })
        yield* letGo
        yield* open(organisation, 0)
        expect(yield* creditsPosition(organisation)).toMatchObject({ held: 0, open: 0, captured: 1, released: 0 })
        const request = { baseUrl, secret, script: "slow", token: "hung", idempotencyKey: "hang-up" } as const
        const replayed = yield* call(request)
        expect([...stateOf(replayed), replayed.header("x-idempotent-replay")]).toEqual([200, "completed", "charged", "true"])
        expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 1 })
      }),
  )

  it.effect("a client that disconnects before its request body is complete buys nothing", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* aGateway({})
      const { organisation, secret } = yield* newBuyer()
      const body = '{"token":"half"}'
      yield* sendAndHangUp(baseUrl, rawCall(secret, "half", body, body.length + 10), Effect.sleep(300), "end")
      yield* Effect.sleep(300)
      expect(yield* creditsPosition(organisation)).toMatchObject({ open: 0, captured: 0, released: 0, reserved: 0 })
      expect((yield* call({ baseUrl, secret, token: "half", idempotencyKey: "half" })).header("x-idempotent-replay")).toBeNull()
    }),
  )

  it.effect("40 clients that disconnect at 40 moments are each charged once or not at all", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* aGateway({})
      const { organisation, secret } = yield* newBuyer()
      const bodies = Array.from({ length: 40 }, (_, i) =>
        JSON.stringify({ token: `hang-${i}`, delay_ms: 100, kilobytes: i % 4 === 0 ? 40 : 0 }),
      )
      const hangUps = bodies.map((body, i) =>
        sendAndHangUp(baseUrl, rawCall(secret, `hang-${i}`, body), Effect.sleep(i * 5), i % 2 ? "end" : "reset"),
      )
      yield* Effect.all(hangUps, { concurrency: "unbounded" })
      for (const [i, body] of bodies.entries()) {
        const buying = call({
          baseUrl,
          secret,
          script: "slow",
          token: "",
          inputs: JSON.parse(body) as object as Record<string, unknown>,
          idempotencyKey: `hang-${i}`,
        })
        // While the call that was left is under way, its key is in progress.
        const reply = yield* Effect.repeat(buying, { until: ({ status }) => status !== 409, schedule: Schedule.spaced("50 millis") })
        expect(stateOf(reply)).toEqual([200, "completed", "charged"])
      }
      expect(yield* creditsPosition(organisation)).toMatchObject({ held: 0, open: 0, reserved: 0, released: 0 })
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 40, posted: 25_000_000 - 40 * 2_000 })
    }),
  )

  it.effect("SIGTERM lets all running calls end, with and without a waiting client, and accepts no new ones", () =>
    Effect.gen(function* () {
      const gateway = yield* aGateway({ drainMs: 60_000 })
      const { organisation, secret } = yield* newBuyer()
      const slow = { baseUrl: gateway.baseUrl, secret, script: "slow" } as const
      const holds = [yield* hold("left"), yield* hold("waited")]
      const left = yield* call({ ...slow, token: "left", query: "?wait_seconds=0" })
      expect(left.status).toBe(202)
      const waiting = yield* Effect.forkChild(call({ ...slow, token: "waited" }))
      yield* open(organisation, 2)
      gateway.signal("SIGTERM")
      yield* until(Effect.isFailure(send({ baseUrl: gateway.baseUrl, secret, path: "/healthz" })))
      expect(yield* Effect.flip(call({ ...slow, token: "too late" }))).toBeInstanceOf(NoAnswer)
      expect(gateway.hasEnded()).toBe(false)
      for (const { letGo } of holds) yield* letGo
      const waited = yield* Fiber.join(waiting)
      yield* gateway.ended
      expect(stateOf(waited)).toEqual([200, "completed", "charged"])
      expect(yield* creditsPosition(organisation)).toEqual(positionAfter(["slow", "slow"]))
    }),
  )

  it.effect("SIGTERM ends an idle gateway at once, although a client keeps its connection open", () =>
    Effect.gen(function* () {
      const gateway = yield* aGateway({ drainMs: 60_000 })
      const agent = new Agent({ keepAlive: true })
      yield* idleConnection(gateway.baseUrl, agent)
      const at = Date.now()
      gateway.signal("SIGTERM")
      yield* gateway.ended
      agent.destroy()
      expect(Date.now() - at).toBeLessThan(40_000)
    }),
  )

  it.effect("SIGTERM ends a gateway as soon as the last call has ended", () =>
    Effect.gen(function* () {
      const gateway = yield* aGateway({ drainMs: 60_000 })
      const { organisation, secret } = yield* newBuyer()
      const slow = { baseUrl: gateway.baseUrl, secret, script: "slow", token: "last" } as const
      const { letGo } = yield* hold("last")
      const waiting = yield* Effect.forkChild(call(slow))
      yield* open(organisation, 1)
      gateway.signal("SIGTERM")
      yield* letGo
      expect((yield* Fiber.join(waiting)).status).toBe(200)
      const at = Date.now()
      yield* gateway.ended
      expect(Date.now() - at).toBeLessThan(40_000)
    }),
  )

  it.effect("SIGTERM waits no longer than its limit: a call that is still running is released by another node and not charged", () =>
    Effect.gen(function* () {
      const gateway = yield* aGateway({ drainMs: 500, sourceTimeoutMs: 20_000 })
      const other = yield* aGateway({})
      const { organisation, secret } = yield* newBuyer()
      // The latch stays closed: a gateway that waited for the end would release the call by then, as one whose source did not answer.
      yield* hold("stuck")
      const request = { secret, script: "slow", token: "stuck" } as const
      const begun = yield* call({ ...request, baseUrl: gateway.baseUrl, query: "?wait_seconds=0" })
      gateway.signal("SIGTERM")
      yield* gateway.ended
      expect(yield* creditsPosition(organisation)).toMatchObject({ open: 1, reserved: 1, captured: 0 })
      const reading = readRun({ baseUrl: other.baseUrl, secret }, begun.body.id!, 55)
      const end = yield* Effect.repeat(reading, { until: ({ status }) => status !== 202 })
      expect([...stateOf(end), end.body.error?.code]).toEqual([502, "failed", "none", "source_error"])
      expect(yield* creditsPosition(organisation)).toEqual({ posted: 25_000_000, held: 0, open: 0, captured: 0, released: 1, reserved: 0 })
    }),
  )

  it.effect("no call was dispatched twice, and the audit finds no violation", () =>
    Effect.gen(function* () {
      const { dispatchLog } = yield* Place
      const tokens = readFileSync(dispatchLog, "utf8")
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { token: string }).token)
      expect(tokens.filter((token) => /^(hang-|waited|left|last|stuck|half)/.test(token)).length).toBe(45)
      yield* expectCleanAudit
    }),
  )
})

/** A connection that was used once and stays open. */
const idleConnection = (baseUrl: string, agent: Agent) =>
  Effect.promise(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = httpRequest(`${baseUrl}/healthz`, { agent }, (response) => response.resume().on("end", resolve))
        request.on("error", reject).end()
      }),
  )
