import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { dayMs, isoDate, isoMonth } from "../../domain/time.ts"
import { newBuyer } from "../support/gateway.ts"
import { send } from "../support/cluster/client.ts"
import { until } from "../support/until.ts"
import { AskFixture, askFixture } from "./asks/fixture.ts"

interface Body {
  readonly from: string
  readonly to: string
  readonly as_of: string
  readonly total: { readonly amount: { readonly amount_micro_usd: string }; readonly calls: number }
  readonly rows: ReadonlyArray<{ readonly group: string | null; readonly label: string; readonly calls: number }>
  readonly keys: ReadonlyArray<{
    readonly key_id: string
    readonly month_spent: { readonly amount: number }
    readonly last_call_at: string | null
  }>
  readonly error?: { readonly code: string; readonly message: string }
}

const get = Effect.fnUntraced(function* (secret: string, path: string) {
  const { a } = yield* AskFixture
  const reply = yield* send({ baseUrl: a, secret, path })
  return { ...reply, body: JSON.parse(reply.text) as Body }
})

const press = Effect.fnUntraced(function* (secret: string, tag?: string) {
  const { a } = yield* AskFixture
  const headers = tag === undefined ? {} : { "x-cost-tag": tag }
  yield* send({ baseUrl: a, secret, method: "POST", path: "/v1/execute/mill/mill.press", body: { word: randomUUID() }, headers })
})

layer(askFixture(), { excludeTestServices: true })("GET /v1/spending", (it) => {
  it.effect("shows within seconds what was spent by day, key, source, tag and rail, with the names of keys and sources", () =>
    Effect.gen(function* () {
      const { key, secret } = yield* newBuyer()
      yield* press(secret, "team")
      yield* press(secret)
      yield* until(Effect.map(get(secret, "/v1/spending"), ({ body }) => body.total.calls === 2))
      const month = yield* get(secret, "/v1/spending")
      expect(month.body.from).toBe(`${isoMonth(Date.parse(month.body.as_of))}-01`)
      expect(month.body.total.amount.amount_micro_usd).toBe("8000")
      expect(month.header("cache-control")).toBe("no-store")
      const labels = (query: string) =>
        Effect.map(get(secret, `/v1/spending?${query}`), ({ body }) => body.rows.map(({ calls, group, label }) => [group, label, calls]))
      expect(yield* labels("group_by=key")).toEqual([[key.id, "test", 2]])
      expect(yield* labels("group_by=source")).toEqual([["mill", "Mill", 2]])
      expect(yield* labels("group_by=tag")).toEqual([
        [null, "No tag", 1],
        ["team", "team", 1],
      ])
      expect(yield* labels("group_by=rail")).toEqual([["credits", "credits", 2]])
      const today = isoDate(Date.parse(month.body.as_of))
      expect(yield* labels("tag=team")).toEqual([[today, today, 1]])
      expect(yield* labels(`key_id=${randomUUID()}`)).toEqual([])
      const neighbour = yield* newBuyer()
      expect((yield* get(neighbour.secret, `/v1/spending?key_id=${key.id}`)).body.total.calls).toBe(0)
    }),
  )

  it.effect("a key without billing:read, more than 92 days, days in the wrong order and filters that do not go together are refused", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer({ key: { scopes: ["sources:execute"] } })
      expect((yield* get(secret, "/v1/spending")).body.error?.code).toBe("insufficient_scope")
      const reader = yield* newBuyer()
      const code = (query: string) => Effect.map(get(reader.secret, `/v1/spending?${query}`), ({ body }) => body.error?.code ?? "none")
      const day = (offset: number) => isoDate(Date.UTC(2026, 0, 1) + offset * dayMs)
      expect(yield* code(`from=${day(0)}&to=${day(92)}`)).toBe("none")
      for (const query of [
        `from=${day(0)}&to=${day(93)}`,
        `from=${day(1)}&to=${day(1)}`,
        "from=2026-02-30",
        "from=2026-01-01T00:00:00Z",
        "group_by=payee",
        "group_by=key&tag=a",
        "tag=a&rail=credits",
        "tag=a%20b",
        "rail=gold",
        "limit=3",
      ]) {
        expect([query, yield* code(query)]).toEqual([query, "invalid_request"])
      }
    }),
  )

  it.effect("GET /v1/keys shows what each key spent this month and its latest paid call", () =>
    Effect.gen(function* () {
      const { key, secret } = yield* newBuyer()
      const unused = (yield* get(secret, "/v1/keys")).body.keys
      expect(unused).toMatchObject([{ key_id: key.id, month_spent: { amount: 0 }, last_call_at: null }])
      yield* press(secret)
      const used = (yield* get(secret, "/v1/keys")).body.keys
      expect(used).toMatchObject([{ month_spent: { amount: 0.004 }, last_call_at: expect.stringMatching(/^20\d\d-/) }])
    }),
  )
})
