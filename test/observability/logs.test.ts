import { expect, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer } from "effect"
import { Database } from "../../layers/postgres/Database.ts"
import type { DatabaseLocation } from "../../layers/postgres/connection.ts"
import { prepaidAlone } from "../../rails/credits/rail.ts"
import { freshDatabase } from "../support/database.ts"
import { newBuyer, storage } from "../support/gateway.ts"
import { creditsPosition } from "../support/ledger/assertions.ts"
import { type Reply, send } from "../support/cluster/client.ts"
import { proxyTo, type SocketLocation } from "../support/cluster/databaseProxy.ts"
import { until } from "../support/until.ts"
import { talkative } from "./talkative.ts"

class Place extends Context.Service<Place, SocketLocation>()("farthing/test/observability/LogPlace") {}

const books = Layer.unwrap(
  Effect.map(freshDatabase, (location) =>
    storage.pipe(Layer.provideMerge(Layer.mergeAll(Database.layer(location), prepaidAlone)), Layer.merge(Layer.succeed(Place, location))),
  ),
)

const canary = (what: string) => `canary-${what}-d41d8cd98f00`
const canaries = {
  databasePassword: canary("password"),
  metricsToken: canary("metrics"),
  otlpHeader: canary("otlp"),
  idempotencyKey: canary("idempotency"),
  body: canary("body"),
  path: canary("path"),
  query: canary("query"),
  header: canary("header"),
}

const urlOf = ({ database, directory, port, username }: Extract<DatabaseLocation, { readonly _tag: "Socket" }>) =>
  `postgresql://${username}:${canaries.databasePassword}@localhost:${port}/${database}?host=${encodeURIComponent(directory)}`

interface Line {
  readonly time: string
  readonly level: string
  readonly message: string
  readonly request_id?: string
  readonly organisation_id?: string
  readonly key_id?: string
  readonly route?: string
  readonly status?: number
  readonly elapsed_ms?: number
  readonly errors?: ReadonlyArray<{ readonly type: string; readonly stack?: ReadonlyArray<string> }>
}

layer(books, { excludeTestServices: true })("the log of a gateway", (it) => {
  it.effect("the log has lines of JSON for success, refusal, fault and outage, and never a secret", () =>
    Effect.gen(function* () {
      const proxy = yield* proxyTo(yield* Place)
      const { key, organisation, secret } = yield* newBuyer()
      const { output, stop, url } = yield* talkative({
        DATABASE_URL: urlOf(proxy.location),
        FARTHING_METRICS_TOKEN: canaries.metricsToken,
        FARTHING_LOG_LEVEL: "debug",
        FARTHING_BEAT_MS: "300",
        FARTHING_SILENT_MS: "1000",
        FARTHING_SOURCE_TIMEOUT_MS: "20000",
        OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1",
        OTEL_EXPORTER_OTLP_HEADERS: `authorization=${canaries.otlpHeader}`,
      })
      const buy = (operation: string, over: Partial<Parameters<typeof send>[0]> = {}) =>
        send({
          baseUrl: url,
          secret,
          method: "POST",
          path: `/v1/execute/script/script.${operation}`,
          body: { token: canaries.body },
          headers: { "x-extra": canaries.header },
          ...over,
        })

      const bought = yield* buy("echo", { headers: { "idempotency-key": canaries.idempotencyKey } })
      expect([bought.status, bought.text.includes(canaries.body)]).toEqual([200, true])
      const replayed = yield* buy("failure", { headers: { "idempotency-key": canaries.idempotencyKey } })
      const defects = yield* Effect.forEach(["defect", "object", "text", "parse", "failure"], (operation) => buy(operation))
      expect([replayed.status, ...defects.map(({ status }) => status)]).toEqual([409, 502, 502, 502, 502, 502])
      const refused = [
        yield* buy("echo", { secret: `frt_org_${canaries.header}` }),
        yield* buy("echo", { body: `{"token": "${canaries.body}` }),
        yield* buy("echo", { path: `/v1/execute/script/script.echo?max_spend=${canaries.query}` }),
        yield* buy("echo", { path: `/v1/${canaries.path}/nothing?q=${canaries.query}` }),
        yield* buy("echo", { headers: { "idempotency-key": `${canaries.idempotencyKey} with a space` } }),
      ]
      expect(refused.map(({ status }) => status)).toEqual([401, 400, 400, 404, 400])
      // PostgreSQL stores no NUL, and says what it was given instead.
      const unstorable = yield* buy("echo", { body: { token: `${canaries.body}\u0000` } })
      const { captured } = yield* creditsPosition(organisation)
      const running = yield* Effect.forkChild(buy("slow"))
      // Or it is over already, where this process was not looking.
      yield* until(Effect.map(creditsPosition(organisation), (now) => now.open === 1 || now.captured > captured))
      yield* proxy.cut
      yield* until(Effect.sync(() => output.stderr.includes("the heartbeat of this node could not be written")))
      const away = [yield* buy("echo"), yield* send({ baseUrl: url, secret, path: "/v2/balance" })]
      expect(away.map(({ status }) => status)).toEqual([503, 503])
      yield* proxy.restore
      const late = yield* Fiber.join(running)
      yield* stop

      for (const [name, text] of Object.entries({ ...canaries, secret })) {
        for (const stream of ["stdout", "stderr"] as const)
          expect(
            output[stream].split("\n").filter((line) => line.includes(text)),
            `${name} on ${stream}`,
          ).toEqual([])
      }
      expect(output.stdout).toMatch(/^ready http:\S+\n$/)
      const lines = output.stderr
        .trimEnd()
        .split("\n")
        .map((line): Line => JSON.parse(line))
      for (const line of lines) {
        expect(new Date(line.time).toISOString()).toBe(line.time)
        expect(["debug", "info", "warn", "error"]).toContain(line.level)
        expect(line.message.length).toBeGreaterThan(0)
      }
      const of = ({ header }: Reply) => lines.filter((line) => line.request_id === header("x-request-id"))
      expect(of(bought)).toEqual([
        expect.objectContaining({
          message: "answered",
          status: 200,
          route: "/v1/execute/:source/:operation",
          key_id: key.id,
          organisation_id: organisation,
        }),
      ])
      for (const defect of defects.slice(0, 4)) {
        const failed = of(defect).find(({ message }) => message === "source failed unexpectedly")
        expect(failed).toMatchObject({ level: "error", organisation_id: organisation, key_id: key.id })
      }
      const [leaky] = of(defects[0]!).flatMap(({ errors = [] }) => errors)
      expect(leaky?.stack?.[0]).toMatch(/talkativeMain\.ts:\d+:\d+/)
      for (const reply of [...refused, unstorable, ...away, late]) {
        const answered = of(reply).find(({ message }) => message === "answered")
        expect([answered?.status, (answered?.elapsed_ms ?? -1) >= 0]).toEqual([reply.status, true])
      }
      const messages = lines.map(({ level, message }) => `${level} ${message}`)
      expect(messages).toContain("error the gate's statement failed")
      expect(messages).toContain("warn the heartbeat of this node could not be written")
    }),
  )
})
