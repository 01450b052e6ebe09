import { expect, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { spawn } from "node:child_process"
import { createConnection, createServer, type AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ConnectEvents } from "../../../domain/connect/ConnectEvents.ts"
import { Marketplaces } from "../../../domain/connect/Marketplaces.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { verifyPaymentWebhook } from "../../../src/webhooks/verify.js"
import { spawnGateway } from "../../support/cluster/gatewayProcess.ts"
import { freshDatabase } from "../../support/database.ts"
import { storage, testGateway } from "../../support/gateway.ts"
import { prepaidAlone } from "../../../rails/credits/rail.ts"
import { until } from "../../support/until.ts"
import { record } from "./fixture.ts"
import { receiver } from "./receiver.ts"

const platformSecret = Redacted.make("secret-of-the-settings")

/** A port that completes no handshake: the queue of its stopped process is full. */
const unansweredPort = Effect.acquireRelease(
  Effect.callback<{ readonly url: string; readonly end: () => void }>((resume) => {
    const script =
      'const s = require("net").createServer(); s.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => console.log(s.address().port))'
    const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] })
    child.stdout.once("data", (line: Buffer) => {
      const port = Number(line.toString())
      child.kill("SIGSTOP")
      const sockets = Array.from({ length: 4 }, () => createConnection({ port, host: "127.0.0.1" }).on("error", () => {}))
      const end = () => {
        for (const socket of sockets) socket.destroy()
        child.kill("SIGKILL")
      }
      resume(Effect.as(Effect.sleep(100), { url: `http://127.0.0.1:${port}/hook`, end }))
    })
  }),
  ({ end }) => Effect.sync(end),
)

it.live(
  "a node that is killed when it has claimed, connected, sent or been answered sends no event twice, and each can be sent again by hand",
  () =>
    Effect.gen(function* () {
      const location = yield* freshDatabase
      const books = storage.pipe(Layer.provideMerge(Layer.mergeAll(Database.layer(location), prepaidAlone)))
      const withBooks = yield* Layer.build(books)
      const settings = { beatMs: 200, silentMs: 1_000 }
      const dispatchLog = join(tmpdir(), `farthing-dispatches-${process.pid}`)
      let victim: { readonly signal: (signal: NodeJS.Signals) => void } | undefined
      const killNow = () => {
        victim?.signal("SIGKILL")
        victim = undefined
      }

      const claimed = yield* unansweredPort
      let connections = 0
      const connecting = yield* Effect.acquireRelease(
        Effect.callback<{ readonly url: string; readonly close: () => void }>((resume) => {
          const server = createServer((socket) => {
            connections++
            killNow()
            socket.on("error", () => {}).resume()
          })
          server.listen(0, "127.0.0.1", () =>
            resume(
              Effect.succeed({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, close: () => void server.close() }),
            ),
          )
        }),
        ({ close }) => Effect.sync(close),
      )
      const sent = yield* receiver((response) => {
        if (victim === undefined) return void response.writeHead(204).end()
        killNow()
        response.destroy()
      })
      const answered = yield* receiver((response) => {
        response.writeHead(204).end()
        setImmediate(killNow)
      })

      const id = yield* Effect.gen(function* () {
        const marketplaces = yield* Marketplaces
        const { id } = yield* marketplaces.create({ name: "Market", feeBasisPoints: 0, wallet: null, rate: 600, webhookUrl: null })
        const { secret } = yield* marketplaces.setWebhook(id, sent.url)
        expect(Redacted.value(secret!)).toMatch(/^whsec_/)
        const { money: sql } = yield* Database
        for (const { url } of [claimed, connecting, sent, answered]) {
          yield* record(id, url)
          const node = yield* spawnGateway({ location, dispatchLog, settings })
          victim = node
          if (url === claimed.url) {
            yield* until(Effect.map(sql`select from connect_event where status = 'sending'`, (rows) => rows.length === 1))
            killNow()
          }
          expect((yield* Effect.timeout(node.ended, "1 minute")).signal).toBe("SIGKILL")
        }
        return id
      }).pipe(Effect.provide(withBooks))

      yield* Effect.gen(function* () {
        const { find, list, redeliver } = yield* ConnectEvents
        const all = list({ marketplace: id }, 10)
        yield* until(Effect.map(all, (events) => events.every(({ status }) => status !== "sending" && status !== "pending")))
        const statusOf = (url: string) => Effect.map(all, (events) => events.find((event) => event.url === url)!)
        for (const { url } of [claimed, connecting, sent]) {
          expect(yield* statusOf(url)).toMatchObject({ status: "unknown", attempts: 1, reason: expect.stringContaining("node stopped") })
        }
        expect(["delivered", "unknown"]).toContain((yield* statusOf(answered.url)).status)
        // Longer than a node takes to look for due events.
        yield* Effect.sleep(600)
        expect([connections, sent.received.length, answered.received.length]).toEqual([1, 1, 1])

        const event = yield* statusOf(sent.url)
        yield* redeliver(id, event.id)
        yield* until(Effect.map(find(id, event.id), ({ status }) => status === "delivered"))
        const [first, second] = sent.received
        expect(second!.body.equals(first!.body)).toBe(true)
        expect((yield* find(id, event.id)).deliveries.map(({ byHand, status }) => [byHand, status])).toEqual([
          [false, "unknown"],
          [true, "delivered"],
        ])

        // A marketplace without a secret: that of the settings signs.
        const { create } = yield* Marketplaces
        const without = yield* create({ name: "Market", feeBasisPoints: 0, wallet: null, rate: 600, webhookUrl: null })
        yield* record(without.id, sent.url)
        yield* until(Effect.sync(() => sent.received.length === 3))
        const { body, headers } = sent.received[2]!
        const secret = Redacted.value(platformSecret)
        expect(verifyPaymentWebhook({ body, signature: headers["x-service-signature"], secret }).ok).toBe(true)
      }).pipe(Effect.provide(testGateway(location, { sources: [], settings: { ...settings, connectWebhookSecret: platformSecret } })))
    }).pipe(Effect.scoped),
  120_000,
)
