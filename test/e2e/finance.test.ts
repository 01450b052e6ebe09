import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { paymentStatuses } from "../../domain/ledger/status.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { buyerAccount, outside } from "../../domain/ledger/postings.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { Database } from "../../layers/postgres/Database.ts"
import { credits } from "../../rails/credits/rail.ts"
import { FakeRail } from "../support/fakeRail.ts"
import { grant, newBuyer } from "../support/gateway.ts"
import { relayRequest, relayFixture } from "../support/relay/fixture.ts"

const later = new FakeRail({ id: "later", settles: "later", opens: microUsd(50_000n), feeBasisPoints: 0 })
const before = new FakeRail({ id: "before", settles: "before_dispatch", opens: microUsd(2_500n), remainderTo: "before" })
const rails = { credits, later: later.rail, before: before.rail }

// oxlint-disable-next-line typescript/no-explicit-any -- whatever the answer holds
const json = (text: string): any => JSON.parse(text)
const pay = (secret: string, path: string, rail = "credits") => relayRequest(secret, "GET", path, { headers: { "x-payment-rail": rail } })
const list = (secret: string, query = "") =>
  Effect.map(relayRequest(secret, "GET", `/v1/payments${query}`), ({ status, text }) => ({ status, ...json(text) }))
type Booking = { account: string; kind: string; direction: string; amount: { amount: number }; reference: string }
type Payment = { id: string; status: string; rail: string }

// Its reconciler leaves the unknown payment alone for as long as a test looks at it.
layer(relayFixture({ rails, settings: { closingMs: 600_000 } }), { excludeTestServices: true })("what finance looks at", (it) => {
  it.effect("the bookings beside the calls and the calls make up the balance, and are those of the organisation alone", () =>
    Effect.gen(function* () {
      const { organisation, secret } = yield* newBuyer({ dollars: 0 })
      yield* newBuyer()
      yield* grant(organisation, 25, "grant:invoice 17")
      const { execute } = yield* Ledger
      yield* execute({
        _tag: "Post",
        organisation,
        ref: "take-back:too much",
        transfers: [{ debit: buyerAccount("credits"), credit: outside("grant"), amount: microUsd(4_000_000n) }],
      })
      yield* pay(secret, "/parcels/parcels")
      const bookings = (query: string) => Effect.map(relayRequest(secret, "GET", `/v1/bookings${query}`), ({ text }) => json(text))
      const { bookings: all, next_cursor: end } = yield* bookings("")
      expect(
        all.map(({ account, amount, direction, kind, reference }: Booking) => [account, kind, direction, amount.amount, reference]),
      ).toEqual([
        ["credits", "take_back", "out", 4, "take-back:too much"],
        ["credits", "grant", "in", 25, "grant:invoice 17"],
      ])
      expect(end).toBeNull()
      const first = yield* bookings("?limit=1")
      const second = yield* bookings(`?limit=1&cursor=${first.next_cursor}`)
      expect([first.bookings[0], second.bookings[0], second.next_cursor]).toEqual([all[0], all[1], null])
      const [call] = (yield* list(secret)).payments
      const balance = json((yield* relayRequest(secret, "GET", "/v2/balance")).text).balance.available.amount_micro_usd
      expect(Number(balance)).toBe(25_000_000 - 4_000_000 - Number(call.amount.amount_micro_usd))
      expect((yield* relayRequest(secret, "GET", "/v1/bookings?cursor=x")).status).toBe(400)
    }),
  )

  it.effect("payments are listed newest first, in pages without gap or repetition, filtered by status, rail, kind and time", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      for (let i = 0; i < 4; i++) yield* pay(secret, "/parcels/parcels")
      yield* pay(secret, "/parcels/parcels", "later")
      before.fates.push("pays unanswered")
      const unknown = yield* pay(secret, "/parcels/parcels", "before")
      expect([unknown.status, unknown.moved]).toEqual([503, "unknown"])
      const all = yield* list(secret)
      expect(all.payments.map(({ rail, status }: Payment) => `${rail} ${status}`)).toEqual([
        "before unknown",
        "later settling",
        ...Array.from({ length: 4 }, () => "credits settled"),
      ])
      expect(all.next_cursor).toBeNull()
      const paged: Array<string> = []
      for (let cursor = ""; ;) {
        const page = yield* list(secret, `?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`)
        paged.push(...page.payments.map(({ id }: Payment) => id))
        if (page.next_cursor === null) break
        cursor = page.next_cursor
      }
      expect(paged).toEqual(all.payments.map(({ id }: Payment) => id))
      for (const status of paymentStatuses) {
        const page = yield* list(secret, `?status=${status}`)
        expect(page.payments.map(({ id }: Payment) => id)).toEqual(
          all.payments.filter((p: Payment) => p.status === status).map(({ id }: Payment) => id),
        )
      }
      expect((yield* list(secret, "?rail=credits&limit=3")).payments).toHaveLength(3)
      expect((yield* list(secret, "?kind=topup")).payments).toEqual([])
      const oldest = all.payments.at(-1).created_at
      const after = encodeURIComponent(all.payments[1].created_at)
      expect((yield* list(secret, `?from=${encodeURIComponent(oldest)}`)).payments).toHaveLength(6)
      expect((yield* list(secret, `?from=${after}`)).payments).toHaveLength(2)
      expect((yield* list(secret, `?to=${after}`)).payments).toHaveLength(4)
      expect((yield* list(secret, "?to=2020-01-01")).payments).toEqual([])
      for (const bad of [
        "status=bought",
        "rail=gold",
        "kind=x",
        "from=yesterday",
        "from=2026-02-30",
        "to=2026-11-31T00:00:00Z",
        "cursor=1",
        "limit=0",
        "limit=201",
        "page=2",
        "by=due",
        "collection=1",
      ]) {
        expect([bad, (yield* list(secret, `?${bad}`)).error?.code]).toEqual([bad, "invalid_request"])
      }
    }),
  )

  it.effect("payments are filtered by time also after the sandbox has moved its clock", () =>
    Effect.gen(function* () {
      const { money: sql } = yield* Database
      const { secret } = yield* newBuyer()
      yield* pay(secret, "/parcels/parcels")
      yield* sql`update clock set ahead = ahead + interval '20 days'`
      yield* pay(secret, "/parcels/parcels")
      const all = (yield* list(secret)).payments
      const between = new Date(Date.parse(all[0].created_at) - 5 * 86_400_000).toISOString()
      expect((yield* list(secret, `?from=${between}`)).payments.map(({ id }: Payment) => id)).toEqual([all[0].id])
      expect((yield* list(secret, `?by=settled&from=${between}`)).payments.map(({ id }: Payment) => id)).toEqual([all[0].id])
      expect((yield* list(secret, `?by=settled&to=${between}`)).payments.map(({ id }: Payment) => id)).toEqual([all[1].id])
      expect((yield* list(secret, `?to=${between}`)).payments.map(({ id }: Payment) => id)).toEqual([all[1].id])
      yield* sql`update clock set ahead = ahead - interval '20 days'`
    }),
  )

  it.effect("the list shows no payment of another organisation, and none without the scope", () =>
    Effect.gen(function* () {
      const mine = yield* newBuyer()
      const other = yield* newBuyer()
      const blind = yield* newBuyer({ key: { scopes: ["sources:execute"] } })
      const { headers } = yield* pay(mine.secret, "/parcels/parcels")
      const id = headers.get("x-payment-id")!
      expect((yield* list(other.secret)).payments).toEqual([])
      expect((yield* list(other.secret, `?cursor=${id}`)).payments).toEqual([])
      expect((yield* relayRequest(other.secret, "GET", `/v1/payments/${id}`)).status).toBe(404)
      expect((yield* list(blind.secret)).error).toMatchObject({ code: "insufficient_scope", required_scope: "billing:read" })
      expect((yield* relayRequest(blind.secret, "GET", "/v1/me")).status).toBe(200)
    }),
  )

  it.effect("the split, transfers and timeline of a payment add up", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      const { headers } = yield* pay(secret, "/parcels/parcels/7")
      const payment = json((yield* relayRequest(secret, "GET", `/v1/payments/${headers.get("x-payment-id")}`)).text)
      expect(payment).toMatchObject({
        kind: "call",
        status: "settled",
        rail: "credits",
        amount: { amount: 0.0015 },
        amount_minor: 1500,
        currency: "USD",
        currency_decimals: 6,
        source_id: "parcels",
        operation: "GET /parcels/{id}",
        split: { payee: "Parcel Co", publisher: { amount: 0.00147 }, platform_fee: { amount: 0.00003 } },
        attempts: [{ rail: "credits", outcome: "selected" }],
        last_error: null,
      })
      expect(
        payment.transfers.map((t: { credit: string; amount: { amount_micro_usd: string } }) => [t.credit, t.amount.amount_micro_usd]),
      ).toEqual([
        ["payee:Parcel Co", "1470"],
        ["platform:fees", "30"],
      ])
      expect(payment.events.map(({ type }: { type: string }) => type)).toEqual(["reserved", "captured"])
      expect(payment.settled_at).toBe(payment.events[1].at)
    }),
  )

  it.effect("/v1/me shows the caller, the balance and the state of each rail", () =>
    Effect.gen(function* () {
      const { money: sql } = yield* Database
      const { key, organisation, secret } = yield* newBuyer({ dollars: 1 })
      yield* pay(secret, "/parcels/parcels")
      const me = json((yield* relayRequest(secret, "GET", "/v1/me")).text)
      expect(me).toMatchObject({
        identity: { type: "organisation_key", organisation_id: organisation, key_id: key.id, name: "test" },
        plan: { status: "active" },
        balance: { available: { amount: 0.999 }, held: { amount: 0 } },
        default_rail: "credits",
      })
      expect(me.rails.map((r: { rail: string; ready: boolean }) => [r.rail, r.ready])).toEqual([
        ["credits", true],
        ["later", true],
        ["before", true],
      ])
      expect(me.rails[0]).toMatchObject({
        enabled: true,
        reason: null,
        daily_cap: null,
        spent_today: { amount: 0.001 },
        fee: { publisher_basis_points: 200 },
      })
      yield* sql`update account set status = 'suspended' where org = ${organisation} and id = 'credits'`
      yield* sql`update organisation set rail_preference = '{before}' where id = ${organisation}`
      const suspended = json((yield* relayRequest(secret, "GET", "/v1/me")).text)
      expect(suspended.rails[0]).toMatchObject({ ready: false, reason: expect.stringContaining("suspended") })
      expect([suspended.default_rail, suspended.balance.available.amount]).toEqual(["before", 0])
    }),
  )
})
