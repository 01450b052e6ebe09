import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { newBuyer } from "../support/gateway.ts"
import { RelayFixture, relayFixture, relayRequest } from "../support/relay/fixture.ts"
import { type AskBody, ask, AskFixture, askFixture, buy, request, runPlan } from "./asks/fixture.ts"
import { chain } from "./asks/scripts.ts"

interface Body extends AskBody {
  readonly tag: string | null
  readonly payments: ReadonlyArray<{
    readonly id: string
    readonly tag: string | null
    readonly key_id: string
    readonly source_id: string
  }>
  readonly key_id: string
  readonly secret: string
}

/** A request to the first node: the status or the code of a refusal, and the body. */
const at = Effect.fnUntraced(function* (
  secret: string,
  method: "GET" | "POST" | "PATCH",
  path: string,
  { body, headers = {} }: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> } = {},
) {
  const { a } = yield* AskFixture
  const reply = yield* request({ baseUrl: a, secret, method, path, headers, ...(body !== undefined && { body }) })
  return { ...reply, body: reply.body as Body, code: reply.body.error?.code ?? reply.status }
})

const press = (secret: string, headers: Readonly<Record<string, string>> = {}) =>
  at(secret, "POST", "/v1/execute/mill/mill.press", { body: { word: randomUUID() }, headers })
const tagsOf = (secret: string, query = "") =>
  Effect.map(at(secret, "GET", `/v1/payments${query}`), ({ body }) => body.payments.map(({ tag }) => tag))

layer(askFixture(), { excludeTestServices: true })("cost tags", (it) => {
  it.effect("the tag of a direct call is in its run and its payment, and payments are listed by tag, key and source", () =>
    Effect.gen(function* () {
      const { key, secret } = yield* newBuyer()
      const made = yield* at(secret, "POST", "/v1/keys", { body: { name: "other", scopes: ["sources:execute"], expires_in_days: 30 } })
      const tagged = yield* press(secret, { "x-cost-tag": "team-a/project:7" })
      expect([tagged.status, tagged.body.tag]).toEqual([200, "team-a/project:7"])
      expect((yield* at(secret, "GET", `/v2/runs/${tagged.body.id}`)).body.tag).toBe("team-a/project:7")
      yield* press(secret, { "x-cost-tag": "b" })
      expect((yield* press(made.body.secret)).body.tag).toBeNull()
      expect(yield* tagsOf(secret)).toEqual([null, "b", "team-a/project:7"])
      const payment = yield* at(secret, "GET", `/v1/payments/${tagged.header("x-payment-id")}`)
      expect(payment.body.tag).toBe("team-a/project:7")
      expect(yield* tagsOf(secret, "?tag=team-a/project:7")).toEqual(["team-a/project:7"])
      expect(yield* tagsOf(secret, `?key_id=${key.id}`)).toEqual(["b", "team-a/project:7"])
      expect(yield* tagsOf(secret, "?source=mill")).toHaveLength(3)
      expect(yield* tagsOf(secret, "?source=atlas")).toEqual([])
      for (const query of ["?tag=", "?tag=a%20b", "?key_id=1"]) {
        expect([query, (yield* at(secret, "GET", `/v1/payments${query}`)).code]).toEqual([query, "invalid_request"])
      }
    }),
  )

  it.effect("a malformed tag is refused with 400 before anything is charged, and so is a tag that is sent twice", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      for (const tag of ["", "a b", "=cmd", "-a", "ä", "x".repeat(65), "a,b"]) {
        const refused = yield* press(secret, { "x-cost-tag": encodeURI(tag) === tag ? tag : Buffer.from(tag).toString("latin1") })
        expect([tag, refused.code, refused.header("x-money-moved")]).toEqual([tag, "invalid_request", "none"])
      }
      expect((yield* press(secret, { "x-cost-tag": "x".repeat(64) })).status).toBe(200)
      const { a } = yield* AskFixture
      const repeated = yield* Effect.promise(async () => {
        const headers = new Headers({ authorization: `Bearer ${secret}`, "content-type": "application/json" })
        headers.append("x-cost-tag", "a")
        headers.append("x-cost-tag", "b")
        return (await fetch(`${a}/v1/execute/mill/mill.press`, { method: "POST", headers, body: '{"word":"w"}' })).status
      })
      expect(repeated).toBe(400)
      expect(yield* tagsOf(secret)).toEqual(["x".repeat(64)])
    }),
  )

  it.effect("a key with a tag counts every call under it, refuses another one, and follows a change from its next call on", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      const body = { name: "research", scopes: ["sources:execute"], expires_in_days: 30, tag: "research" }
      const made = yield* at(secret, "POST", "/v1/keys", { body })
      expect([made.status, made.body.tag]).toEqual([201, "research"])
      const fixed = made.body.secret
      expect((yield* press(fixed)).body.tag).toBe("research")
      expect((yield* press(fixed, { "x-cost-tag": "research" })).body.tag).toBe("research")
      const other = yield* press(fixed, { "x-cost-tag": "sales" })
      expect([other.code, other.body.error?.message]).toEqual(["invalid_request", expect.stringContaining("research")])
      const path = `/v1/keys/${made.body.key_id}`
      expect((yield* at(secret, "PATCH", path, { body: { tag: "sales" } })).body.tag).toBe("sales")
      expect((yield* press(fixed)).body.tag).toBe("sales")
      expect((yield* at(secret, "PATCH", path, { body: { monthly: 5 } })).body.tag).toBe("sales")
      expect((yield* at(secret, "PATCH", path, { body: { tag: null } })).body.tag).toBeNull()
      expect((yield* press(fixed)).body.tag).toBeNull()
      expect((yield* at(secret, "POST", "/v1/keys", { body: { ...body, tag: "a b" } })).code).toBe("invalid_request")
      expect(yield* tagsOf(secret)).toEqual([null, "sales", "research", "research"])
    }),
  )

  it.effect("a retry with the same Idempotency-Key and another tag is a replay: it pays once and keeps the first tag", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      const body = { word: randomUUID() }
      const once = (tag: string) =>
        at(secret, "POST", "/v1/execute/mill/mill.press", { body, headers: { "idempotency-key": "k", "x-cost-tag": tag } })
      const [first, second] = [yield* once("first"), yield* once("second")]
      expect([first.body.tag, second.body.tag, second.header("x-idempotent-replay")]).toEqual(["first", "first", "true"])
      expect(yield* tagsOf(secret)).toEqual(["first"])
    }),
  )

  it.effect("every call of an ask has the tag of the request that approved it", () =>
    Effect.gen(function* () {
      const { a: node } = yield* AskFixture
      const { secret } = yield* newBuyer()
      const auto = yield* buy({ node, secret, headers: { "x-cost-tag": "auto" } }, { steps: chain(randomUUID()) })
      expect([auto.summary, (auto.body as Body).tag]).toEqual([[200, "completed", "charged"], "auto"])
      expect(yield* tagsOf(secret)).toEqual(["auto", "auto", "auto"])
      const planned = yield* ask({ node, secret }, { steps: chain(randomUUID()) })
      expect((planned.body as Body).tag).toBeNull()
      const run = yield* runPlan({ node, secret, headers: { "x-cost-tag": "approved" } }, planned.body.id)
      expect((run.body as Body).tag).toBe("approved")
      expect(yield* tagsOf(secret, "?tag=approved")).toEqual(["approved", "approved", "approved"])
      const bad = yield* buy({ node, secret, headers: { "x-cost-tag": "a b" } }, { steps: chain(randomUUID()) })
      expect(bad.summary).toEqual([400, "invalid_request", "none"])
    }),
  )
})

layer(relayFixture(), { excludeTestServices: true })("cost tags of listed APIs", (it) => {
  it.effect("a relayed request has its tag in its payment, and the origin does not receive it", () =>
    Effect.gen(function* () {
      const { received } = yield* RelayFixture
      const { secret } = yield* newBuyer()
      const reply = yield* relayRequest(secret, "GET", "/parcels/parcels", { headers: { "x-cost-tag": "parcels-team" } })
      expect(reply.status).toBe(200)
      expect(JSON.stringify(received.at(-1)!.rawHeaders)).not.toContain("parcels-team")
      const { payments } = JSON.parse((yield* relayRequest(secret, "GET", "/v1/payments")).text) as Body
      expect(payments.map(({ tag }) => tag)).toEqual(["parcels-team"])
      const refused = yield* relayRequest(secret, "GET", "/parcels/parcels", { headers: { "x-cost-tag": "a b" } })
      expect([refused.status, refused.moved]).toEqual([400, "none"])
    }),
  )

  it.effect("a page may send the header", () =>
    Effect.gen(function* () {
      const headers = { origin: "https://shop.example", "access-control-request-method": "GET" }
      const preflight = yield* relayRequest("", "OPTIONS", "/parcels/parcels", { headers })
      expect(preflight.headers.get("access-control-allow-headers")).toContain("X-Cost-Tag")
    }),
  )
})
