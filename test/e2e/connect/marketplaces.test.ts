import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Marketplaces } from "../../../domain/connect/Marketplaces.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { freshDatabase } from "../../support/database.ts"
import { baseUrl, newBuyer, testGateway } from "../../support/gateway.ts"
import { farthing, json, operated, why } from "../operating/fixture.ts"
import { until } from "../../support/until.ts"
import { type Called, callMarketplace } from "./client.ts"
import { newMarketplace, record, settled } from "./fixture.ts"
import { receiver } from "./receiver.ts"

const expectRefused = ({ body, headers, status }: Called, expected: number, code: string) => {
  expect([status, body.error?.code, headers.get("cache-control")]).toEqual([expected, code, "no-store"])
}

layer(operated(), { excludeTestServices: true })("marketplaces", (it) => {
  const create = Effect.fnUntraced(function* (...flags: ReadonlyArray<string>) {
    return yield* json("marketplace", "create", "--name", "Harbour Market", ...flags)
  })

  it.effect("an operator creates a marketplace, whose secret key reads it, and no key is stored", () =>
    Effect.gen(function* () {
      const wallet = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
      const { marketplace_id, publishable_key, secret_key, ...rest } = yield* create("--fee", "250", "--wallet", wallet)
      expect(secret_key).toMatch(/^frt_mk_[0-9A-Za-z]{49}$/)
      expect(publishable_key).toMatch(/^frt_pk_[0-9A-Za-z]{49}$/)
      expect(rest).toMatchObject({ status: "active", fee_basis_points: 250, wallet: wallet.toLowerCase(), rate_per_minute: 600 })
      const me = yield* callMarketplace(secret_key, "GET", "/v1/marketplaces/me")
      expect([me.status, me.headers.get("cache-control"), me.headers.get("ratelimit-policy")]).toEqual([
        200,
        "no-store",
        '"minute";q=600;w=60',
      ])
      expect(me.body).toMatchObject({
        id: marketplace_id,
        name: "Harbour Market",
        fee_basis_points: 250,
        has_wallet: true,
        webhook_url: null,
      })
      expect(JSON.stringify(me.body)).not.toContain(wallet.toLowerCase().slice(2))
      const { money: sql } = yield* Database
      const [stored] = yield* sql<{
        text: string
      }>`select string_agg(k::text || m::text, '') as text from marketplace m join marketplace_key k on k.marketplace = m.id`
      for (const key of [secret_key, publishable_key]) expect(stored!.text).not.toContain(key.slice(7))
      const shown = yield* json("marketplace", "show", marketplace_id)
      expect(shown.keys.map((key: { kind: string }) => key.kind).sort()).toEqual(["publishable", "secret"])
      expect((yield* json("marketplace", "list", "--limit", "1000")).marketplaces).toContainEqual(
        expect.objectContaining({ marketplace_id }),
      )
    }),
  )

  it.effect("no key, an unknown, mistyped, revoked, publishable or organisation key get one and the same answer", () =>
    Effect.gen(function* () {
      const { marketplace_id, publishable_key, secret_key } = yield* create()
      const second = yield* json("marketplace", "keys", "create", marketplace_id, "--kind", "secret", "--name", "second")
      expect((yield* callMarketplace(second.secret, "GET", "/v1/marketplaces/me")).status).toBe(200)
      expect((yield* json("marketplace", "keys", "revoke", second.key_id, ...why)).revoked_at).not.toBeNull()
      const { secret: organisationKey } = yield* newBuyer({ dollars: 0 })
      const other = yield* create()
      const { money: sql } = yield* Database
      yield* sql`update marketplace_key set hash = decode(md5('a') || md5('b'), 'hex') where marketplace = ${other.marketplace_id} and kind = 'secret'`
      const mistyped = secret_key.slice(0, -1) + (secret_key.endsWith("a") ? "b" : "a")
      const refused: Array<unknown> = []
      for (const key of [undefined, mistyped, other.secret_key, second.secret, publishable_key, organisationKey]) {
        const answered = yield* callMarketplace(key, "GET", "/v1/marketplaces/me")
        expectRefused(answered, 401, "invalid_api_key")
        refused.push(answered.body)
      }
      expect(new Set(refused.map((body) => JSON.stringify(body))).size).toBe(1)
      for (const key of [mistyped, publishable_key]) {
        const answered = yield* callMarketplace(key, "GET", `/v1/payments/${marketplace_id}`)
        expect([answered.status, answered.headers.get("cache-control"), answered.body]).toEqual([401, "no-store", refused[0]])
      }
      const base = yield* baseUrl
      const twice = yield* Effect.promise(() =>
        fetch(`${base}/v1/marketplaces/me?x=1`, { headers: { authorization: `Bearer ${secret_key}` } }),
      )
      expect(twice.status).toBe(400)
    }),
  )

  it.effect("a marketplace has its own minute, and its publishable key takes nothing from it", () =>
    Effect.gen(function* () {
      const { publishable_key, secret_key } = yield* create("--rate", "2")
      for (let i = 0; i < 5; i++) yield* callMarketplace(publishable_key, "GET", "/v1/marketplaces/me")
      for (const expected of [200, 200, 429, 429]) {
        const answered = yield* callMarketplace(secret_key, "GET", "/v1/marketplaces/me")
        expect(answered.status).toBe(expected)
        if (expected === 429) expect(Number(answered.headers.get("retry-after"))).toBeGreaterThan(0)
      }
    }),
  )

  it.effect("what an operator changes takes effect at once and is in the log with its reason", () =>
    Effect.gen(function* () {
      const { marketplace_id: id } = yield* create("--fee", "100")
      expect(yield* json("marketplace", "suspend", id, ...why)).toMatchObject({ status: "suspended" })
      expect(yield* json("marketplace", "resume", id, ...why)).toMatchObject({ status: "active" })
      const wallet = `0x${"12".repeat(20)}`
      const set = yield* json(
        "marketplace",
        "set",
        id,
        "--fee",
        "5000",
        "--wallet",
        wallet,
        "--name",
        "New name",
        "--webhook-url",
        "https://example.com/",
        ...why,
      )
      expect(set).toMatchObject({ webhook_url: "https://example.com/", fee_basis_points: 5000, wallet, name: "New name" })
      const { entries } = yield* json("log", "--limit", "10")
      const own = entries.filter((entry: { subject: string }) => entry.subject === id)
      expect(own.map((entry: { action: string }) => entry.action)).toEqual(["marketplace set", "marketplace resume", "marketplace suspend"])
      expect(own[0]).toMatchObject({
        reason: "ticket 4711",
        outcome: "done",
        before: { fee_basis_points: 100 },
        after: { fee_basis_points: 5000 },
      })
      for (const wrong of [
        ["set", id, "--fee", "5001", ...why],
        ["set", id, ...why],
        ["set", id, "--webhook-url", "http://10.0.0.1/hook", ...why],
        ["set", id, "--wallet", `0x${"00".repeat(20)}`, ...why],
        // The last letter is mistyped; the token of the sandbox.
        ["set", id, "--wallet", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD", ...why],
        ["set", id, "--wallet", "0x036CbD53842c5426634e7929541eC2318f3dCF7e", ...why],
        ["suspend", id],
        ["show", "not-an-id"],
        ["keys", "revoke", "00000000-0000-4000-8000-000000000000", ...why],
      ]) {
        const { code, stderr } = yield* farthing("marketplace", ...wrong)
        expect([wrong[0], code, stderr.length > 20]).toEqual([wrong[0], 1, true])
      }
    }),
  )

  it.effect("a suspended marketplace reads its events and rotates its secret, and changes no URL", () =>
    Effect.gen(function* () {
      const { url } = yield* receiver()
      const market = yield* newMarketplace(url)
      yield* json("marketplace", "suspend", market.id, ...why)
      expect((yield* market.own("GET", "/events")).status).toBe(200)
      expect((yield* market.own("POST", "/webhook/rotate-secret")).status).toBe(200)
      const { body, status } = yield* market.own("PUT", "/webhook", { url })
      expect([status, body.error.code]).toEqual([403, "marketplace_suspended"])
    }).pipe(Effect.scoped),
  )

  it.effect("an operator lists and shows events, sends one again with a reason, and checks a signature as a receiver would", () =>
    Effect.gen(function* () {
      let status = 500
      const { received, url } = yield* receiver((response) => void response.writeHead(status).end())
      const market = yield* newMarketplace(url)
      yield* record(market.id, url)
      yield* settled(market)
      const { events } = yield* json("events", "list", "--marketplace", market.id, "--status", "failed")
      expect(events).toEqual([expect.objectContaining({ event: "payment.paid", marketplace_id: market.id, attempts: 1 })])
      const { id } = events[0]
      status = 200
      expect(yield* json("events", "redeliver", id, ...why)).toMatchObject({ id, status: "pending" })
      yield* until(Effect.map(json("events", "show", id), (shown) => shown.status === "delivered" && shown.deliveries.length === 2))
      const { entries } = yield* json("log", "--limit", "1")
      expect(entries[0]).toMatchObject({
        action: "events redeliver",
        subject: id,
        reason: "ticket 4711",
        before: { status: "failed", attempts: 1 },
      })
      for (const wrong of [
        ["list", "--marketplace", "x"],
        ["show", "x"],
        ["redeliver", id],
        ["redeliver", "x", ...why],
      ]) {
        expect((yield* farthing("events", ...wrong)).code).toBe(1)
      }

      const { body, headers } = received[1]!
      const file = join(tmpdir(), `farthing-body-${id}`)
      yield* Effect.acquireRelease(
        Effect.sync(() => writeFileSync(file, body)),
        () => Effect.sync(() => rmSync(file)),
      )
      process.env["WEBHOOK_TEST_SECRET"] = market.secret
      const check = ["webhook", "verify", "--secret-env", "WEBHOOK_TEST_SECRET", "--body-file", file, "--header"]
      const signature = String(headers["x-service-signature"])
      expect(yield* json(...check, signature)).toEqual({ ok: true, id, event: "payment.paid" })
      const refusals = [
        [[signature.replace(/.$/, (last) => (last === "0" ? "1" : "0"))], "wrong_signature"],
        [[signature, "--at", "1000000000"], "outside_tolerance"],
        [[signature, "--kind", "merchant"], "malformed_signature"],
      ] as const
      for (const [args, reason] of refusals) {
        const { code, stdout } = yield* farthing(...check, ...args, "--json")
        expect([code, JSON.parse(stdout).reason]).toEqual([1, reason])
      }
      delete process.env["WEBHOOK_TEST_SECRET"]
      expect((yield* farthing(...check, signature)).stderr).toContain("WEBHOOK_TEST_SECRET is empty or not set")
    }).pipe(Effect.scoped),
  )
})

const live = Layer.unwrap(Effect.map(freshDatabase, (location) => testGateway(location, { sources: [], settings: { mode: "live" } })))

layer(live, { excludeTestServices: true })("marketplaces of a live gateway", (it) => {
  it.effect("a live gateway registers no URL with plain HTTP or a private address", () =>
    Effect.gen(function* () {
      const marketplaces = yield* Marketplaces
      const { id } = yield* marketplaces.create({ name: "Market", feeBasisPoints: 0, wallet: null, rate: 600, webhookUrl: null })
      const { secret } = yield* marketplaces.createKey(id, "secret", "first")
      const put = (url: string) => callMarketplace(Redacted.value(secret), "PUT", "/v1/marketplaces/me/webhook", { url })
      const refused = [
        "http://market.example.com/hook",
        "http://127.0.0.1/hook",
        "https://127.0.0.1/hook",
        "https://10.1.2.3/",
        "https://[::1]/",
        "https://169.254.169.254/",
      ]
      for (const url of refused) {
        const { body, status } = yield* put(url)
        expect([url, status, body.error?.code]).toEqual([url, 400, "invalid_url"])
      }
      expect((yield* put("https://market.example.com/hook?shop=1")).status).toBe(200)
    }),
  )
})
