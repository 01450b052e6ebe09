import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Alerts } from "../../domain/alerts/Alerts.ts"
import { AlertQueue } from "../../domain/alerts/AlertQueue.ts"
import { Organisations } from "../../domain/identity/Organisations.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { Database } from "../../layers/postgres/Database.ts"
import { verifyNoticeWebhook } from "../../src/webhooks/verify.js"
import { send } from "../support/cluster/client.ts"
import { freshDatabase } from "../support/database.ts"
import { baseUrl, grant, newBuyer, testGateway } from "../support/gateway.ts"
import { smtpServer } from "../support/smtpServer.ts"
import { until } from "../support/until.ts"
import { mill } from "./asks/scripts.ts"

interface Posted {
  readonly body: string
  readonly signature: string
  readonly event: string
}

class AlertScene extends Context.Service<
  AlertScene,
  {
    readonly a: string
    readonly receiver: { readonly url: string; readonly posted: Array<Posted>; status: number }
    readonly mails: ReadonlyArray<{ readonly to: string; readonly text: string }>
  }
>()("farthing/test/e2e/AlertScene") {}

const startReceiver = Effect.acquireRelease(
  Effect.promise(async () => {
    const receiver = { url: "", posted: new Array<Posted>(), status: 200 }
    const server = createServer((request, response) => {
      let body = ""
      request.on("data", (chunk: Buffer) => (body += chunk.toString()))
      request.on("end", () => {
        const { "x-service-event": event, "x-service-signature": signature } = request.headers
        receiver.posted.push({ body, event: String(event), signature: String(signature) })
        response.writeHead(receiver.status).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
    return { receiver, server }
  }),
  ({ server }) => Effect.sync(() => void server.close()),
)

const scene = Layer.effectContext(
  Effect.gen(function* () {
    const location = yield* freshDatabase
    const { receiver } = yield* startReceiver
    const smtp = yield* smtpServer
    const settings = { smtpUrl: Redacted.make(smtp.url), mailFrom: "gateway@example.com" }
    const node = Layer.build(Layer.fresh(testGateway(location, { sources: [mill(() => {})], settings })))
    const [first, second] = [yield* node, yield* node]
    yield* Effect.succeed(second)
    const a = yield* Effect.provide(baseUrl, first)
    return Context.add(Context.pick(Organisations, Ledger, Database, Alerts, AlertQueue)(first), AlertScene, {
      a,
      receiver,
      mails: smtp.mails,
    })
  }),
)

interface AlertBody {
  readonly id: string
  readonly code: string
  readonly message: string
  readonly action: string
  readonly cause: string
  readonly data: Readonly<Record<string, unknown>>
  readonly acknowledged_at: string | null
  readonly webhook: { readonly sent_at: string | null; readonly error: string | null }
  readonly mail: { readonly sent_at: string | null; readonly error: string | null }
}
interface Body {
  readonly alerts: ReadonlyArray<AlertBody>
  readonly next_cursor: string | null
  readonly error?: { readonly code: string }
}

const at = Effect.fnUntraced(function* (secret: string, method: "GET" | "POST" | "PUT" | "PATCH", path: string, body?: unknown) {
  const reply = yield* send({ baseUrl: (yield* AlertScene).a, secret, method, path, ...(body !== undefined && { body }) })
  return { ...reply, body: JSON.parse(reply.text) as Body & AlertBody }
})
const alertsOf = (secret: string, query = "") => Effect.map(at(secret, "GET", `/v1/alerts${query}`), ({ body }) => body.alerts)
const press = (secret: string) => at(secret, "POST", "/v1/execute/mill/mill.press", { word: randomUUID() })
/** The alerts that are due now, as a node raises them. */
const watch = Effect.flatMap(Alerts, (alerts) => alerts.watch(0))
const percents = (secret: string) =>
  Effect.map(alertsOf(secret), (alerts) => alerts.map(({ data }) => `${data["limit"]} ${data["percent"]}`))

layer(scene, { excludeTestServices: true })("alerts", (it) => {
  it.effect("of a limit and its period each percentage is raised once, also by several nodes, and only the highest that is reached", () =>
    Effect.gen(function* () {
      // A call costs 0.004 USD.
      const { secret } = yield* newBuyer({ key: { monthly: microUsd(40_000n), daily: microUsd(10_000n) } })
      yield* press(secret)
      yield* watch
      expect(yield* percents(secret)).toEqual([])
      yield* press(secret)
      yield* Effect.all([watch, watch, watch], { concurrency: 3 })
      yield* watch
      expect(yield* percents(secret)).toEqual(["daily 80"])
      const [alert] = yield* alertsOf(secret)
      expect(alert).toMatchObject({
        code: "limit_reached",
        acknowledged_at: null,
        data: { limit_micro_usd: "10000", spent_micro_usd: "8000" },
      })
      expect(alert!.message).toContain("0.008 USD of its daily limit of 0.01 USD")
    }),
  )

  it.effect("a limit that was changed is another limit; a revoked key and another organisation get no alert", () =>
    Effect.gen(function* () {
      const organisations = yield* Organisations
      const { key, secret } = yield* newBuyer({ key: { monthly: microUsd(8_000n) } })
      const neighbour = yield* newBuyer({ key: { monthly: microUsd(8_000n) } })
      yield* press(secret)
      yield* press(secret)
      yield* watch
      expect(yield* percents(secret)).toEqual(["monthly 100"])
      yield* organisations.changeKey(key.id, { monthly: microUsd(9_000n) })
      yield* watch
      expect(yield* percents(secret)).toEqual(["monthly 80", "monthly 100"])
      expect((yield* alertsOf(secret)).map(({ action, cause }) => [cause, action])).toEqual([
        ["lasts", "Raise the limit if the key needs more."],
        ["gone", "Nothing: its cause is gone."],
      ])
      expect(yield* alertsOf(neighbour.secret)).toEqual([])
      yield* press(neighbour.secret)
      yield* organisations.revokeKey(neighbour.key.id)
      yield* watch
      const { money: sql } = yield* Database
      expect(yield* sql`select 1 from alert where org = ${neighbour.organisation}`).toEqual([])
    }),
  )

  it.effect("a balance that falls below the organisation's threshold is raised once, and again after it was above it", () =>
    Effect.gen(function* () {
      const { organisation, secret } = yield* newBuyer({ dollars: 1.001 })
      const set = yield* at(secret, "PATCH", "/v1/organisation", { low_balance_alert: 1 })
      expect([set.status, (set.body as unknown as { low_balance_alert: { amount: number } }).low_balance_alert.amount]).toEqual([200, 1])
      yield* watch
      expect(yield* alertsOf(secret)).toEqual([])
      yield* press(secret)
      yield* Effect.all([watch, watch], { concurrency: 2 })
      yield* watch
      expect(yield* alertsOf(secret)).toMatchObject([
        { code: "balance_low", data: { threshold_micro_usd: "1000000", available_micro_usd: "997000" } },
      ])
      // A little more, as by the refund of a call, and the next call.
      yield* grant(organisation, 0.004, `little:${organisation}`)
      yield* watch
      yield* press(secret)
      yield* watch
      expect(yield* alertsOf(secret)).toHaveLength(1)
      yield* grant(organisation, 1, `again:${organisation}`)
      yield* watch
      yield* at(secret, "PATCH", "/v1/organisation", { low_balance_alert: 50 })
      yield* watch
      expect((yield* alertsOf(secret)).map(({ code }) => code)).toEqual(["balance_low", "balance_low"])
      expect((yield* at(secret, "PATCH", "/v1/organisation", { low_balance_alert: null })).status).toBe(200)
      expect((yield* at(secret, "PATCH", "/v1/organisation", { low_balance_alert: 0 })).body.error?.code).toBe("invalid_request")
    }),
  )

  it.effect(
    "an alert is posted and mailed to where the buyer set it, signed with the secret that was shown, once; a failed delivery is tried again under the same id",
    () =>
      Effect.gen(function* () {
        const { mails, receiver } = yield* AlertScene
        const { organisation, secret } = yield* newBuyer({ key: { monthly: microUsd(4_000n) } })
        for (const [method, path, body] of [
          ["PATCH", "/v1/organisation", { email: "no address" }],
          ["PUT", "/v1/organisation/notices", { url: "https://10.0.0.1/" }],
        ] as const) {
          expect((yield* at(secret, method, path, body)).status).toBe(400)
        }
        yield* at(secret, "PATCH", "/v1/organisation", { email: "finance@buyer.example" })
        const set = yield* at(secret, "PUT", "/v1/organisation/notices", { url: receiver.url })
        const noticeSecret = (JSON.parse(set.text) as { secret: string }).secret
        expect((yield* at(secret, "GET", "/v1/organisation")).text).not.toContain(noticeSecret)
        receiver.status = 500
        yield* press(secret)
        yield* until(Effect.map(alertsOf(secret), ([alert]) => alert?.webhook.error != null && alert.mail.sent_at !== null))
        const [failed] = yield* alertsOf(secret)
        expect(failed).toMatchObject({
          webhook: { sent_at: null, error: "The receiver answered with the status 500." },
          mail: { error: null },
        })
        expect(mails.filter(({ to }) => to === "finance@buyer.example")).toHaveLength(1)
        expect(mails[0]!.text).toContain("monthly limit of 0.004 USD")
        receiver.status = 200
        const { money: sql } = yield* Database
        yield* sql`update alert set webhook_due_at = clock_timestamp() where org = ${organisation}`
        yield* until(Effect.map(alertsOf(secret), ([alert]) => alert!.webhook.sent_at !== null))
        const [first, second, ...more] = receiver.posted
        expect([more, JSON.parse(first!.body), first!.event]).toEqual([[], JSON.parse(second!.body), "alert.limit_reached"])
        const { body, event, signature } = second!
        const verified = verifyNoticeWebhook({ body, signature, eventName: event, secret: noticeSecret })
        expect(verified).toMatchObject({
          ok: true,
          event: { id: failed!.id, event: "alert.limit_reached", data: { percent: 100, organisation_id: organisation } },
        })
        expect(verifyNoticeWebhook({ body, signature, eventName: event, secret: "another" })).toMatchObject({ ok: false })
        expect(mails.filter(({ to }) => to === "finance@buyer.example")).toHaveLength(1)
      }),
  )

  it.effect("a delivery whose node died is made again later: its attempt was counted before it began", () =>
    Effect.gen(function* () {
      const { claim, finish } = yield* AlertQueue
      const { raise } = yield* Alerts
      const { money: sql } = yield* Database
      const { organisation, secret } = yield* newBuyer()
      const data = { failures: 3, reason: "declined" }
      yield* raise({ organisation, topic: "t", code: "auto_topup_disabled", data })
      yield* raise({ organisation, topic: "t", code: "auto_topup_disabled", data })
      yield* (yield* Organisations).change(organisation, { email: "dead@buyer.example" })
      // No round of the gateways sees it between these two statements: the claim is made in the same transaction.
      const [claimed] = yield* sql.withTransaction(
        Effect.andThen(sql`update alert set mail_due_at = clock_timestamp() where org = ${organisation}`, claim(20)),
      )
      expect(claimed).toMatchObject({ channels: ["mail"], email: "dead@buyer.example", alert: { mail: { attempts: 1 } } })
      const state = sql<{
        later: boolean
        attempts: number
      }>`select mail_due_at > clock_timestamp() + interval '50 seconds' as later, mail_attempts as attempts
        from alert where org = ${organisation}`
      expect(yield* state).toEqual([{ later: true, attempts: 1 }])
      yield* finish(claimed!.alert, { channel: "mail", failure: undefined })
      expect(yield* alertsOf(secret)).toMatchObject([{ mail: { attempts: 1, error: null, sent_at: expect.any(String) } }])
    }),
  )

  it.effect("alerts are listed in pages, by acknowledgement, and acknowledged once with the right scope", () =>
    Effect.gen(function* () {
      const { raise } = yield* Alerts
      const { organisation, secret } = yield* newBuyer()
      for (const topic of ["1", "2", "3"]) {
        yield* raise({
          organisation,
          topic,
          code: "debit_failed",
          data: { payment_id: topic, amount_minor: 1_000, currency: "EUR", reason: null },
        })
        // Alerts are in the order of milliseconds.
        yield* Effect.sleep("2 millis")
      }
      const first = yield* at(secret, "GET", "/v1/alerts?limit=2")
      expect([first.body.alerts.map(({ data }) => data["payment_id"]), first.header("cache-control")]).toEqual([["3", "2"], "no-store"])
      const rest = yield* alertsOf(secret, `?limit=2&cursor=${first.body.next_cursor}`)
      expect(rest.map(({ data, message }) => [data["payment_id"], message.includes("10.00 EUR")])).toEqual([["1", true]])
      const path = `/v1/alerts/${rest[0]!.id}/acknowledge`
      const reader = yield* (yield* Organisations).createKey({
        organisation,
        name: "reader",
        scopes: ["billing:read"],
        expiresInDays: 30,
        perRequest: null,
        monthly: null,
        daily: null,
      })
      expect((yield* at(Redacted.value(reader.secret), "POST", path)).body.error?.code).toBe("insufficient_scope")
      const once = yield* at(secret, "POST", path)
      expect((yield* at(secret, "POST", path)).body.acknowledged_at).toBe(once.body.acknowledged_at)
      expect(yield* alertsOf(secret, "?acknowledged=false")).toHaveLength(2)
      expect(yield* alertsOf(secret, "?acknowledged=true")).toHaveLength(1)
      const other = yield* newBuyer()
      for (const id of [rest[0]!.id, "1"]) {
        expect((yield* at(other.secret, "POST", `/v1/alerts/${id}/acknowledge`)).body.error?.code).toBe("alert_not_found")
      }
    }),
  )
})
