import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { scopes } from "../../../domain/identity/errors.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { send } from "../../support/cluster/client.ts"
import { baseUrl, newBuyer } from "../../support/gateway.ts"
import { buy, log, operated } from "./fixture.ts"

interface OwnersAnswer {
  readonly error: { readonly required_scope: string }
  readonly secret: string
  readonly key_id: string
  readonly keys: ReadonlyArray<unknown>
}

/** The API as an owner's program uses it. */
const api = Effect.fnUntraced(function* (secret: string, method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: object) {
  const reply = yield* send({ baseUrl: yield* baseUrl, secret, method, path, ...(body && { body }) })
  return { ...reply, code: reply.body.error?.code, body: JSON.parse(reply.text) as OwnersAnswer }
})

layer(operated(), { excludeTestServices: true })("what owners do by API", (it) => {
  it.effect("an owner switches spending off and on and orders the rails; the owner is not locked out, and the log names the key", () =>
    Effect.gen(function* () {
      const { key, organisation, secret } = yield* newBuyer({ dollars: 1 })
      expect((yield* api(secret, "PATCH", "/v1/organisation", { spending: false })).body).toMatchObject({
        organisation_id: organisation,
        spending: false,
        rail_preference: [],
      })
      expect(yield* buy(secret)).toBe("spending_not_permitted")
      expect((yield* api(secret, "GET", "/v1/organisation")).body).toMatchObject({ spending: false, active_keys: 1, status: "active" })
      const changed = yield* api(secret, "PATCH", "/v1/organisation", { spending: true, rail_preference: ["credits"] })
      expect(changed.body).toMatchObject({ spending: true, rail_preference: ["credits"] })
      expect(yield* buy(secret)).toBe(200)
      for (const wrong of [{}, { rail_preference: ["gold"] }, { rail_preference: ["credits", "credits"] }, { status: "active" }]) {
        expect((yield* api(secret, "PATCH", "/v1/organisation", wrong)).code).toBe("invalid_request")
      }
      const [last, first] = yield* log(organisation)
      expect([first, last]).toMatchObject([
        { action: "organisation change", operator: `key ${key.id}`, before: { spending: true }, after: { spending: false } },
        { operator: `key ${key.id}`, reason: expect.stringMatching(/^request /), after: { spending: true, preference: ["credits"] } },
      ])
    }),
  )

  it.effect(
    "a key that an owner creates works at once, its secret is shown once, its limits can be changed, and it is revoked at once",
    () =>
      Effect.gen(function* () {
        const { key, organisation, secret } = yield* newBuyer({ dollars: 1 })
        const body = { name: "agent", scopes: ["sources:execute"], expires_in_days: 30, per_request: 0.5 }
        const made = yield* api(secret, "POST", "/v1/keys", body)
        expect([made.status, made.header("cache-control")]).toEqual([201, "no-store"])
        const { secret: second, ...shown } = made.body
        expect(shown).toMatchObject({ organisation_id: organisation, status: "active", per_request: { amount: 0.5 }, monthly: null })
        expect(yield* buy(second)).toBe(200)
        const { body: listed } = yield* api(secret, "GET", "/v1/keys")
        expect(listed.keys).toMatchObject([{ key_id: key.id }, shown])
        expect(JSON.stringify(listed)).not.toContain(second)
        const path = `/v1/keys/${shown.key_id}`
        expect((yield* api(secret, "PATCH", path, { per_request: 0.0001, monthly: 3 })).body).toMatchObject({ monthly: { amount: 3 } })
        expect(yield* buy(second)).toBe("spend_limit_exceeded")
        expect((yield* api(secret, "PATCH", path, { per_request: null })).body).toMatchObject({ per_request: null, monthly: { amount: 3 } })
        expect(yield* buy(second)).toBe(200)
        expect((yield* api(secret, "DELETE", path)).body).toMatchObject({ status: "revoked" })
        expect(yield* buy(second)).toBe("api_key_revoked")
        const lines = yield* log(organisation)
        expect(lines.map(({ action }: { readonly action: string }) => action)).toEqual([
          "key revoke",
          "key limit",
          "key limit",
          "key create",
        ])
        expect(lines.every(({ operator }: { readonly operator: string }) => operator === `key ${key.id}`)).toBe(true)
        expect(lines[3]).toMatchObject({ before: {}, after: { key: shown.key_id, scopes: "sources:execute" } })
      }),
  )

  it.effect("a key gives no scope that it lacks and no limit above its own, neither to another key nor to itself", () =>
    Effect.gen(function* () {
      const given = { scopes: ["organisation:manage", "sources:execute"], monthly: microUsd(2_000_000n) } as const
      const { key, secret } = yield* newBuyer({ dollars: 1, key: given })
      const body = { name: "agent", scopes: ["sources:execute"], expires_in_days: 30 }
      const refused = yield* api(secret, "POST", "/v1/keys", { ...body, scopes: ["sources:execute", "billing:read"], monthly: 1 })
      expect([refused.status, refused.code, refused.body.error.required_scope]).toEqual([403, "insufficient_scope", "billing:read"])
      for (const monthly of [{}, { monthly: null }, { monthly: 2.000001 }]) {
        expect((yield* api(secret, "POST", "/v1/keys", { ...body, ...monthly })).code).toBe("limits_not_permitted")
      }
      const spending = yield* api(secret, "POST", "/v1/keys", { ...body, monthly: 2 })
      expect([spending.status, spending.code]).toEqual([403, "limits_not_permitted"])
      const other = yield* api(secret, "POST", "/v1/keys", { ...body, scopes: ["organisation:manage"], monthly: 2 })
      expect(other.status).toBe(201)
      for (const id of [key.id, other.body.key_id]) {
        expect((yield* api(secret, "PATCH", `/v1/keys/${id}`, { monthly: 3 })).code).toBe("limits_not_permitted")
        expect((yield* api(secret, "PATCH", `/v1/keys/${id}`, { monthly: null })).code).toBe("limits_not_permitted")
      }
      expect((yield* api(secret, "PATCH", `/v1/keys/${key.id}`, { monthly: 1 })).body).toMatchObject({ monthly: { amount: 1 } })
      const { secret: without } = yield* newBuyer({ key: { scopes: scopes.filter((scope) => scope !== "organisation:manage") } })
      const routes = [
        ["GET", "/v1/organisation"],
        ["PATCH", "/v1/organisation", { spending: false }],
        ["GET", "/v1/keys"],
        ["POST", "/v1/keys", body],
        ["PATCH", `/v1/keys/${key.id}`, { monthly: 1 }],
        ["DELETE", `/v1/keys/${key.id}`],
      ] as const
      for (const [method, path, sent] of routes) {
        const { body: answer, code } = yield* api(without, method, path, sent)
        expect([code, answer.error.required_scope]).toEqual(["insufficient_scope", "organisation:manage"])
      }
    }),
  )

  it.effect("a key changes and revokes no key that has a scope which it lacks, and an owner's key changes and revokes every key", () =>
    Effect.gen(function* () {
      const { key, secret } = yield* newBuyer({ dollars: 1 })
      const body = { name: "agent", scopes: ["organisation:manage", "sources:execute"], expires_in_days: 30, per_request: 0.5 }
      const [weak, equal] = [yield* api(secret, "POST", "/v1/keys", body), yield* api(secret, "POST", "/v1/keys", body)]
      const owners = `/v1/keys/${key.id}`
      for (const [method, sent] of [
        ["PATCH", { daily: 1 }],
        ["PATCH", { monthly: null }],
        ["DELETE", undefined],
      ] as const) {
        const refused = yield* api(weak.body.secret, method, owners, sent)
        expect([refused.status, refused.code, refused.body.error.required_scope]).toEqual([403, "insufficient_scope", "sources:read"])
        expect(refused.text).toContain("Nothing was changed.")
      }
      expect(yield* buy(secret)).toBe(200)
      expect((yield* api(weak.body.secret, "DELETE", `/v1/keys/${equal.body.key_id}`)).body).toMatchObject({ status: "revoked" })
      expect((yield* api(secret, "PATCH", `/v1/keys/${weak.body.key_id}`, { daily: 1 })).body).toMatchObject({ daily: { amount: 1 } })
      expect((yield* api(secret, "DELETE", `/v1/keys/${weak.body.key_id}`)).body).toMatchObject({ status: "revoked" })
    }),
  )

  it.effect("a key with the same scopes and lower limits changes and revokes no key above it, and keys at its limits it does", () =>
    Effect.gen(function* () {
      const { key, secret } = yield* newBuyer({ dollars: 1, key: { scopes: ["organisation:manage", "sources:execute"] } })
      const body = { name: "agent", scopes: ["organisation:manage", "sources:execute"], expires_in_days: 30 }
      const made = Effect.fnUntraced(function* (limits: object) {
        return (yield* api(secret, "POST", "/v1/keys", { ...body, ...limits })).body
      })
      const limited = yield* made({ monthly: 1, daily: 0.5 })
      for (const above of [{ key_id: key.id }, yield* made({ monthly: 1 }), yield* made({ monthly: 2, daily: 0.5 })]) {
        for (const [method, sent] of [
          ["PATCH", { monthly: 0.1 }],
          ["DELETE", undefined],
        ] as const) {
          const refused = yield* api(limited.secret, method, `/v1/keys/${above.key_id}`, sent)
          expect([refused.status, refused.code]).toEqual([403, "limits_not_permitted"])
          expect(refused.text).toContain("Nothing was changed.")
        }
      }
      expect(yield* buy(secret)).toBe(200)
      const equal = `/v1/keys/${(yield* made({ monthly: 1, daily: 0.5 })).key_id}`
      expect((yield* api(limited.secret, "PATCH", equal, { daily: 0.25 })).body).toMatchObject({ daily: { amount: 0.25 } })
      expect((yield* api(limited.secret, "DELETE", equal)).body).toMatchObject({ status: "revoked" })
      expect((yield* api(limited.secret, "DELETE", `/v1/keys/${limited.key_id}`)).body, "a key revokes itself").toMatchObject({
        status: "revoked",
      })
    }),
  )

  it.effect("the keys of another organisation are neither listed nor changed, and no 26th key is created", () =>
    Effect.gen(function* () {
      const [{ organisation, secret }, stranger] = [yield* newBuyer(), yield* newBuyer({ dollars: 1 })]
      for (const id of [stranger.key.id, "nonsense"]) {
        expect((yield* api(secret, "PATCH", `/v1/keys/${id}`, { monthly: 1 })).code).toBe("key_not_found")
        expect((yield* api(secret, "DELETE", `/v1/keys/${id}`)).code).toBe("key_not_found")
      }
      expect(yield* buy(stranger.secret)).toBe(200)
      expect((yield* api(secret, "GET", "/v1/keys")).body.keys).toHaveLength(1)
      const { money: sql } = yield* Database
      yield* sql`insert into api_key (org, id, name, hash, scopes, expires_at) select ${organisation}::uuid, gen_random_uuid(), 'k',
        sha256((${organisation} || n)::bytea), '{sources:read}', now() + interval '1 day' from generate_series(1, 24) as n`
      const refused = yield* api(secret, "POST", "/v1/keys", { name: "k", scopes: ["sources:read"], expires_in_days: 30 })
      expect([refused.status, refused.code]).toEqual([409, "key_limit_reached"])
    }),
  )
})
