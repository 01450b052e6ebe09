import { expect, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { scopes } from "../../domain/identity/errors.ts"
import { Organisations } from "../../domain/identity/Organisations.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { call, send } from "../support/cluster/client.ts"
import { Nodes, twoNodes } from "../support/cluster/gatewaysInProcess.ts"
import { newBuyer, type NewBuyer } from "../support/gateway.ts"

interface RotatedKey {
  readonly key_id: string
  readonly secret: string
  readonly old_secret_until: string | null
  readonly expires_at: string
  readonly error?: { readonly code: string; readonly message: string }
}

/** A key of these terms, and what an owner does with it by another key, which has no limits. */
const scene = Effect.fnUntraced(function* (key: NewBuyer["key"] = {}) {
  const { a, b } = yield* Nodes
  const buyer = yield* newBuyer({ key: { name: "production", ...key } })
  const limits = { perRequest: null, monthly: null, daily: null }
  const { createKey } = yield* Organisations
  const owner = yield* createKey({ organisation: buyer.organisation, name: "owner", scopes, expiresInDays: 30, ...limits })
  const manage = (method: "POST" | "DELETE", path: string, body?: object, secret = Redacted.value(owner.secret)) =>
    Effect.map(send({ baseUrl: a, secret, method, path, body }), ({ status, text }) => ({ status, body: JSON.parse(text) as RotatedKey }))
  const rotate = (secret?: string, overlap: { readonly overlap_hours?: number } = {}) =>
    manage("POST", `/v1/keys/${buyer.key.id}/rotate`, { expires_in_days: 30, ...overlap }, secret)
  return { a, b, old: buyer.secret, key: buyer.key.id, manage, rotate }
})

const statuses = (replies: ReadonlyArray<{ readonly status: number }>) => replies.map(({ status }) => status).toSorted()

layer(twoNodes(), { excludeTestServices: true })("the rotation of a key", (it) => {
  it.effect("both secrets of a rotated key keep to its one monthly and daily limit, however their calls meet on two nodes", () =>
    Effect.gen(function* () {
      for (const limit of [{ monthly: microUsd(10_000n) }, { daily: microUsd(10_000n) }]) {
        const { a, b, key, old, rotate } = yield* scene(limit)
        for (let i = 0; i < 4; i++) expect((yield* call({ baseUrl: a, secret: old, token: "before" })).status).toBe(200)
        const { body } = yield* rotate()
        expect([body.key_id, body.old_secret_until]).toEqual([key, expect.stringMatching(/^20/)])
        const both = [old, body.secret]
        const calls = Array.from({ length: 30 }, (_, i) => call({ baseUrl: i % 4 < 2 ? a : b, secret: both[i % 2]!, token: "after" }))
        const replies = yield* Effect.all(calls, { concurrency: "unbounded" })
        expect(statuses(replies)).toEqual([...Array<number>(6).fill(200), ...Array<number>(24).fill(402)])
      }
    }),
  )

  it.effect("a call that is repeated with the new secret under its Idempotency-Key is not paid twice", () =>
    Effect.gen(function* () {
      const { a, old, rotate } = yield* scene()
      const headers = { "idempotency-key": "once" }
      const first = yield* call({ baseUrl: a, secret: old, token: "same", headers })
      const { body } = yield* rotate()
      const second = yield* call({ baseUrl: a, secret: body.secret, token: "same", headers })
      expect([second.status, second.header("x-idempotent-replay"), second.body.id]).toEqual([200, "true", first.body.id])
    }),
  )

  it.effect("the old secret is refused as revoked once it is ended, on every node, and the new one works; revoking the key ends both", () =>
    Effect.gen(function* () {
      const { a, b, key, manage, old, rotate } = yield* scene()
      const { body } = yield* rotate()
      const again = yield* rotate()
      expect([again.status, again.body.error?.code, again.body.error?.message]).toEqual([
        409,
        "key_not_rotated",
        expect.stringContaining("end it first"),
      ])
      const ended = yield* manage("DELETE", `/v1/keys/${key}/old-secret`)
      expect([ended.status, ended.body.old_secret_until]).toEqual([200, null])
      for (const baseUrl of [a, b]) {
        const refused = yield* call({ baseUrl, secret: old, token: "old" })
        expect([refused.status, refused.body.error?.code]).toEqual([401, "api_key_revoked"])
        expect((yield* call({ baseUrl, secret: body.secret, token: "new" })).status).toBe(200)
      }
      const third = yield* rotate()
      yield* manage("DELETE", `/v1/keys/${key}`)
      for (const secret of [body.secret, third.body.secret]) {
        expect((yield* call({ baseUrl: b, secret, token: "revoked" })).body.error?.code).toBe("api_key_revoked")
      }
      expect((yield* rotate()).body.error?.code).toBe("key_not_rotated")
    }),
  )

  it.effect(
    "the old secret works for the hours that the rotation names and not beyond its own expiry, and with none it is refused at once",
    () =>
      Effect.gen(function* () {
        const { a, b, key, manage, old, rotate } = yield* scene()
        // By the clock of the books: the new secret expires 30 days after the rotation.
        const hoursLeft = ({ expires_at, old_secret_until }: RotatedKey) =>
          (Date.parse(old_secret_until!) - Date.parse(expires_at)) / 3_600_000 + 30 * 24
        const day = yield* rotate(undefined, { overlap_hours: 24 })
        expect(hoursLeft(day.body)).toBeGreaterThan(23.9)
        expect(hoursLeft(day.body)).toBeLessThan(24.1)
        for (const secret of [old, day.body.secret]) expect((yield* call({ baseUrl: b, secret, token: "day" })).status).toBe(200)
        yield* manage("DELETE", `/v1/keys/${key}/old-secret`)
        const beyond = yield* rotate(undefined, { overlap_hours: 8_760 })
        expect(hoursLeft(beyond.body), "its own 30 days").toBeLessThan(30 * 24 + 1)
        yield* manage("DELETE", `/v1/keys/${key}/old-secret`)
        const none = yield* rotate(undefined, { overlap_hours: 0 })
        expect([none.status, none.body.old_secret_until]).toEqual([201, null])
        for (const baseUrl of [a, b]) {
          expect((yield* call({ baseUrl, secret: beyond.body.secret, token: "none" })).status).toBe(401)
          expect((yield* call({ baseUrl, secret: none.body.secret, token: "none" })).status).toBe(200)
        }
        const wrong = yield* rotate(undefined, { overlap_hours: -1 })
        expect([wrong.status, wrong.body.error?.code]).toEqual([400, "invalid_request"])
      }),
  )

  it.effect("a key with a limit rotates itself, and no other key that can spend; a key of another organisation is not found", () =>
    Effect.gen(function* () {
      const { key, manage, old, rotate } = yield* scene({ monthly: microUsd(10_000n) })
      expect((yield* rotate(old)).status).toBe(201)
      const limited = yield* scene({ monthly: microUsd(10_000n) })
      expect((yield* limited.rotate(old)).body.error?.code).toBe("key_not_found")
      const made = { name: "second", scopes: ["sources:execute"], expires_in_days: 30, monthly: 0.001 }
      const second = yield* manage("POST", "/v1/keys", made)
      const refused = yield* manage("POST", `/v1/keys/${second.body.key_id}/rotate`, { expires_in_days: 30 }, old)
      expect([refused.status, refused.body.error?.code]).toEqual([403, "limits_not_permitted"])
      expect(second.body.key_id).not.toBe(key)
    }),
  )
})
