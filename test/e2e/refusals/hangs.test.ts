import { expect, layer } from "@effect/vitest"
import { Context, Duration, Effect, Fiber, Layer, Redacted } from "effect"
import { Database } from "../../../layers/postgres/Database.ts"
import { type ApiKeyKind, newApiKey } from "../../../layers/identity/secret.ts"
import { prepaidAlone } from "../../../rails/credits/rail.ts"
import { freshDatabase } from "../../support/database.ts"
import { newBuyer, storage } from "../../support/gateway.ts"
import { expectCleanAudit } from "../../support/ledger/assertions.ts"
import { type Proxy, proxyTo } from "../../support/cluster/databaseProxy.ts"
import { sendBytes } from "../../support/hostile/wire.ts"
import { type Operation, openApiDocument } from "../../support/openapi.ts"
import { bytesOf, openRefusalFixture, RefusalFixture, request } from "../../support/refusals/fixture.ts"
import { until } from "../../support/until.ts"

class Line extends Context.Service<Line, Proxy>()("farthing/test/e2e/refusals/HangingLine") {}

const hanging = Layer.unwrap(
  Effect.gen(function* () {
    const location = yield* freshDatabase
    const line = yield* proxyTo(location)
    const gateway = Context.get(yield* openRefusalFixture(line.location), RefusalFixture)
    const books = storage.pipe(Layer.provideMerge(Layer.mergeAll(Database.layer(location), prepaidAlone)))
    return Layer.mergeAll(books, Layer.succeed(Line, line), Layer.succeed(RefusalFixture, gateway))
  }),
)

const uuid = "01a20725-76d2-71d0-8051-e0e9ed00958b"
const parts: Readonly<Record<string, string>> = { source: "market", source_id: "market", operation: "goods.plain", slug: "webhook-service" }

const apiKeyKinds = new Map<string | undefined, ApiKeyKind>([
  ["marketplaceSecretKey", "marketplaceSecret"],
  ["marketplacePublishableKey", "marketplacePublishable"],
  ["publisherKey", "publisher"],
])

/** A key of the kind that an operation takes. That its secret is of no caller is not known while the database hangs. */
const secretOf = ({ security }: Operation, organisation: string): string | null => {
  const [scheme] = Object.keys(security?.[0] ?? {})
  const kind = apiKeyKinds.get(scheme)
  return scheme === "organisationKey" ? organisation : kind === undefined ? null : Redacted.value(newApiKey(kind))
}

const routes = Object.entries(openApiDocument.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([name, operation]) => ({
    method: name.toUpperCase(),
    path: path.replaceAll(/\{([^}]+)\}/g, (_, parameter: string) => parts[parameter] ?? uuid),
    operation,
    ...(operation.requestBody === undefined
      ? { contentType: null, body: "" }
      : { body: operation.requestBody.content["application/json"]?.example ?? {} }),
  })),
)

/** These read nothing from the database before they answer: this gateway has no chain, so wallet sign-in and payment are not configured. */
const withoutDatabase = new Set([
  "GET /",
  "GET /healthz",
  "GET /supported",
  "POST /v1/webhooks/stripe",
  "POST /v1/siwe/nonce",
  "POST /v1/siwe/verify",
  `POST /v1/payments/${uuid}/prepare`,
  `POST /v1/payments/${uuid}/pay`,
])

/** The two health routes have a body of their own. */
const health = new Set(["GET /readyz", "GET /status"])

/** The answer, and whether it came later than after 3 s by a timer of the process that also serves: a busy machine delays both alike. */
const answerOf = Effect.fnUntraced(function* ({ operation, ...route }: (typeof routes)[number], secret: string) {
  const { port } = yield* RefusalFixture
  let late = false
  const deadline = yield* Effect.forkChild(
    Effect.andThen(
      Effect.andThen(Effect.sleep("3 seconds"), turns),
      Effect.sync(() => (late = true)),
    ),
  )
  const bytes = bytesOf({ ...route, secret: secretOf(operation, secret), headers: [["Idempotency-Key", "hangs"]] })
  const { answers } = yield* sendBytes(port, { bytes, answers: 1, quietMs: 10_000 })
  yield* Fiber.interrupt(deadline)
  const name = `${route.method} ${route.path}`
  const [answer] = answers
  if (answer === undefined) return { route: name, status: "no answer", code: undefined, late }
  const code: unknown = Object(Object(answer.text === "" ? {} : JSON.parse(answer.text)).error).code
  return { route: name, status: answer.status, code, late }
})

/** An answer that was written before the timer is read in the next turns of the loop. */
const turns = Effect.promise(async () => {
  for (let n = 0; n < 50; n++) await new Promise((resolve) => setImmediate(resolve))
})

layer(hanging, { excludeTestServices: true })("while the database hangs", (it) => {
  it.effect("every documented route answers 503 service_unavailable within 3 s, and the gateway serves again afterwards", () =>
    Effect.gen(function* () {
      const { freeze } = yield* Line
      const { secret } = yield* newBuyer()
      freeze(true)
      const answers = yield* Effect.ensuring(
        Effect.forEach(routes, (route) => answerOf(route, secret), { concurrency: "unbounded" }),
        Effect.sync(() => freeze(false)),
      )
      const waiting = answers.filter(({ route }) => !withoutDatabase.has(route))
      expect(waiting.length).toBeGreaterThan(80)
      expect(
        waiting.filter(
          ({ route, ...answer }) => answer.late || answer.status !== 503 || (!health.has(route) && answer.code !== "service_unavailable"),
        ),
      ).toEqual([])
      expect(
        answers.filter(
          ({ late, route, status }) =>
            withoutDatabase.has(route) && (late || status === "no answer" || (Number(status) >= 500 && status !== 501)),
        ),
      ).toEqual([])
      yield* until(Effect.map(request({ secret }), (answer) => answer.status === 200))
      yield* expectCleanAudit
    }),
  )

  it.effect("a scrape of the metrics answers within 3 s, and reports that the database does not", () =>
    Effect.gen(function* () {
      const { freeze } = yield* Line
      const { port } = yield* RefusalFixture
      const scrape = Effect.promise(async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
      yield* until(Effect.map(scrape, (text) => text.includes("farthing_database_up 1")))
      freeze(true)
      const durations: Array<number> = []
      const timed = Effect.map(Effect.timed(scrape), ([took, text]) => {
        durations.push(Duration.toMillis(took))
        return text.includes("farthing_database_up 0")
      })
      yield* Effect.ensuring(
        until(timed),
        Effect.sync(() => freeze(false)),
      )
      // Three seconds, and half a second for a busy machine.
      expect(durations.filter((ms) => ms > 3_500)).toEqual([])
      yield* until(Effect.map(scrape, (text) => text.includes("farthing_database_up 1")))
    }),
  )
})
