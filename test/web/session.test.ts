import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { OperatorLog } from "../../domain/operating/OperatorLog.ts"
import { Organisations } from "../../domain/identity/Organisations.ts"
import { Database } from "../../layers/postgres/Database.ts"
import { newBuyer } from "../support/gateway.ts"
import { until } from "../e2e/sepa/client.ts"
import { AppFixture, fromPage, newMember, password, sessionOf, withApp } from "./fixture.ts"

const promise = <A>(work: () => Promise<A>) => Effect.promise(work)
const body = async (response: Response) => ({ status: response.status, json: JSON.parse(await response.text()) })

/** An organisation and the session of a member. */
const session = Effect.fnUntraced(function* (role: "owner" | "admin" | "member", dollars = 25) {
  const { base } = yield* AppFixture
  const buyer = yield* newBuyer({ dollars })
  const { email, token } = yield* newMember(buyer.organisation, role)
  const cookie = yield* promise(() => sessionOf(base, token))
  return { base, cookie, email, page: fromPage(base, cookie), ...buyer }
})

const call = { "idempotency-key": "once", "content-type": "application/json" }

layer(withApp, { excludeTestServices: true })("the session of the app in place of a key", (it) => {
  it.effect("a member's session reads the balance and buys a call, which the organisation pays", () =>
    Effect.gen(function* () {
      const { organisation, page } = yield* session("member")
      const balance = yield* promise(async () => body(await page.get("/v2/balance")))
      expect(balance.json).toMatchObject({ organisation_id: organisation, balance: { available: { amount_micro_usd: "25000000" } } })
      const bought = yield* promise(() => page.post("/v1/execute/script/script.fast", { "script.token": randomUUID() }, call))
      expect([bought.status, bought.headers.get("x-money-moved")]).toEqual([200, "charged"])
      const after = yield* promise(async () => body(await page.get("/v2/balance")))
      expect(after.json.balance.available.amount_micro_usd).toBe("24999000")
    }),
  )

  it.effect("a session that another site, a navigation or a program without the browser's headers sends is refused", () =>
    Effect.gen(function* () {
      const { base, cookie } = yield* session("owner")
      for (const headers of [
        { cookie, origin: base, "sec-fetch-site": "cross-site" },
        { cookie, "sec-fetch-site": "none" },
        { cookie, "sec-fetch-site": "same-site" },
        { cookie, origin: "https://evil.example" },
        { cookie },
      ]) {
        const { json, status } = yield* promise(async () => body(await fetch(`${base}/v2/balance`, { headers })))
        expect([status, json.error.code]).toEqual([401, "invalid_api_key"])
      }
      const { status } = yield* promise(async () => body(await fetch(`${base}/v2/balance`, { headers: { cookie, origin: base } })))
      expect(status).toBe(200)
    }),
  )

  it.effect("no answer to a page has the token of the session, which the cookie hides from scripts", () =>
    Effect.gen(function* () {
      const { cookie, email, page } = yield* session("owner")
      const token = decodeURIComponent(cookie.slice(cookie.indexOf("=") + 1)).split(".")[0]!
      expect(token.length).toBeGreaterThan(20)
      const read = yield* promise(async () => (await page.get("/app/api/auth/get-session")).text())
      expect(JSON.parse(read)).toMatchObject({ user: { email }, session: { expiresAt: expect.any(String) } })
      expect(read).not.toContain(token)
    }),
  )

  it.effect("a key in the Authorization header counts, and the session beside it is not read", () =>
    Effect.gen(function* () {
      const { page, secret } = yield* session("member")
      const other = yield* newBuyer({ dollars: 1 })
      const { json } = yield* promise(async () => body(await page.get("/v2/balance", { authorization: `Bearer ${other.secret}` })))
      expect(json.organisation_id).toBe(other.organisation)
      const wrong = yield* promise(() => page.get("/v2/balance", { authorization: `Bearer ${secret.slice(0, -1)}` }))
      expect(wrong.status).toBe(401)
    }),
  )

  it.effect("signing out ends the session on every route at once", () =>
    Effect.gen(function* () {
      const { page } = yield* session("member")
      expect((yield* promise(() => page.post("/app/api/auth/sign-out", {}))).status).toBe(200)
      const { json, status } = yield* promise(async () => body(await page.get("/v2/balance")))
      expect([status, json.error.message]).toEqual([401, expect.stringContaining("sign in again at /app")])
    }),
  )

  it.effect("a member lacks the scope of an owner, gets it with the role, and loses all of it on removal, each at the next request", () =>
    Effect.gen(function* () {
      const { base, organisation, page } = yield* session("owner")
      const { email, token } = yield* newMember(organisation, "member")
      const member = fromPage(base, yield* promise(() => sessionOf(base, token)))
      const settings = () => promise(async () => (await member.get("/v1/organisation")).status)
      expect(yield* settings()).toBe(403)
      const { json } = yield* promise(async () => body(await page.get("/app/api/auth/organization/list-members")))
      const { id } = json.members.find((one: { user: { email: string } }) => one.user.email === email)
      const change = yield* promise(() => page.post("/app/api/auth/organization/update-member-role", { memberId: id, role: "admin" }))
      expect([change.status, yield* settings()]).toEqual([200, 200])
      yield* promise(() => page.post("/app/api/auth/organization/update-member-role", { memberId: id, role: "member" }))
      expect(yield* settings()).toBe(403)
      yield* promise(() => page.post("/app/api/auth/organization/remove-member", { memberIdOrEmail: id }))
      expect(yield* settings()).toBe(401)
      const { money: sql } = yield* Database
      const keys = yield* sql`select revoked_at is not null as revoked from api_key where name = ${`App: ${email}`}`
      expect(keys).toEqual([{ revoked: true }])
    }),
  )

  it.effect(
    "what a member bought and an admin changed shows the e-mail of the person in payments, in spending by key and in the operators' log",
    () =>
      Effect.gen(function* () {
        const { base, email, organisation, page } = yield* session("member")
        const bought = yield* promise(() => page.post("/v1/execute/script/script.fast", { "script.token": randomUUID() }, call))
        const id = bought.headers.get("x-payment-id")!
        const name = `App: ${email}`
        expect((yield* promise(async () => body(await page.get(`/v1/payments/${id}`)))).json.key_name).toBe(name)
        expect((yield* promise(async () => body(await page.get("/v1/payments")))).json.payments[0].key_name).toBe(name)
        const spending = promise(async () => (await body(await page.get("/v1/spending?group_by=key"))).json)
        const { rows } = yield* until(spending, (report) => report.rows.length > 0)
        expect(rows).toEqual([expect.objectContaining({ label: name })])

        const { email: adminEmail, token } = yield* newMember(organisation, "admin")
        const admin = fromPage(base, yield* promise(() => sessionOf(base, token)))
        const made = yield* promise(() => admin.post("/v1/keys", { name: "new", scopes: ["sources:read"], expires_in_days: 30 }))
        expect(made.status).toBe(201)
        const log = yield* Effect.flatMap(OperatorLog, ({ read }) => read({ organisation, before: null }, 5))
        expect(log.map(({ action, operator }) => [action, operator])).toEqual([["key create", `App: ${adminEmail}`]])
      }),
  )

  it.effect("the key of a member is neither listed nor counted, and cannot be changed or revoked as a key", () =>
    Effect.gen(function* () {
      const { key, organisation, page } = yield* session("owner")
      const { json } = yield* promise(async () => body(await page.get("/v1/keys")))
      expect(json.keys.map(({ key_id: id }: { key_id: string }) => id)).toEqual([key.id])
      const found = yield* Effect.flatMap(Organisations, ({ find }) => find(organisation))
      expect(found.activeKeys).toBe(1)
      const { identity } = (yield* promise(async () => body(await page.get("/v1/me")))).json
      const revoked = yield* promise(() => page.delete(`/v1/keys/${identity.key_id}`))
      expect(revoked.status).toBe(404)
    }),
  )

  it.effect("the pages of a member do not use up the requests a minute of the organisation's programs", () =>
    Effect.gen(function* () {
      const { base } = yield* AppFixture
      const buyer = yield* newBuyer({ rate: 3 })
      const { token } = yield* newMember(buyer.organisation, "member")
      const page = fromPage(base, yield* promise(() => sessionOf(base, token)))
      for (let i = 0; i < 6; i++) expect((yield* promise(() => page.get("/v2/balance"))).status).toBe(200)
      const program = yield* promise(() => fetch(`${base}/v2/balance`, { headers: { authorization: `Bearer ${buyer.secret}` } }))
      expect([program.status, program.headers.get("ratelimit")]).toEqual([200, expect.stringContaining("r=2;")])
    }),
  )

  it.effect("a person of two organisations reads the chosen one only, and cannot choose a third", () =>
    Effect.gen(function* () {
      const { email, organisation, page } = yield* session("owner")
      const other = yield* newBuyer({ dollars: 7 })
      const { money: sql } = yield* Database
      yield* sql`insert into app.member (id, "organizationId", "userId", role)
        select gen_random_uuid()::text, ${other.organisation}::text, id, 'member' from app."user" where email = ${email}`
      const own = () => promise(async () => (await body(await page.get("/v2/balance"))).json.organisation_id)
      expect(yield* own()).toBe(organisation)
      yield* promise(() => page.post("/app/api/auth/organization/set-active", { organizationId: other.organisation }))
      expect(yield* own()).toBe(other.organisation)
      const foreign = yield* newBuyer()
      const refused = yield* promise(() => page.post("/app/api/auth/organization/set-active", { organizationId: foreign.organisation }))
      // The library leaves the session without an organisation, so the pages choose again.
      expect([refused.status, yield* own()]).toEqual([403, undefined])
    }),
  )

  it.effect(
    "twenty wrong passwords for different accounts within a minute are answered, and the next one from the address is refused with 429",
    () =>
      Effect.gen(function* () {
        const { base } = yield* AppFixture
        const page = fromPage(base)
        const answers: Array<Response> = []
        for (let i = 0; i < 22; i++) {
          const sent = { email: `stranger-${i}@example.com`, password }
          answers.push(yield* promise(() => page.post("/app/api/auth/sign-in/email", sent)))
        }
        expect(answers.slice(0, 20).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 401))
        const refused = answers.at(-1)!
        const wait = Number(refused.headers.get("retry-after"))
        expect([refused.status, wait >= 1 && wait <= 60]).toEqual([429, true])
        expect((yield* promise(async () => body(refused))).json.message).toMatch(new RegExp(`Try again in ${wait} seconds?\\.`))
      }),
  )
})
