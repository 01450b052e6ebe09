import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hostname, userInfo } from "node:os"
import { scopes } from "../../../domain/identity/errors.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { walletAccount } from "../../../rails/x402/wallets/deposits.ts"
import { call, readRun, send } from "../../support/cluster/client.ts"
import { expectJsonError } from "../../support/cluster/commandLine.ts"
import { baseUrl, newBuyer } from "../../support/gateway.ts"
import { buy, farthing, json, log, operated, why } from "./fixture.ts"

layer(operated(), { excludeTestServices: true })("what operators do", (it) => {
  it.effect("a suspended organisation buys nothing from its next call on, and buys again when it is resumed", () =>
    Effect.gen(function* () {
      const { organisation, secret } = yield* newBuyer({ dollars: 1 })
      expect(yield* buy(secret)).toBe(200)
      expect(yield* json("org", "suspend", organisation, ...why)).toMatchObject({ organisation_id: organisation, status: "suspended" })
      expect(yield* buy(secret)).toBe("organisation_unavailable")
      expect((yield* json("org", "list", "--status", "suspended")).organisations).toMatchObject([{ organisation_id: organisation }])
      yield* json("org", "resume", organisation, ...why)
      expect(yield* buy(secret)).toBe(200)

      const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
      const who = {
        operator: userInfo().username,
        host: hostname(),
        organisation_id: organisation,
        subject: organisation,
        reason: "ticket 4711",
      }
      const state = (status: string) => ({ status, spending: true, preference: [] })
      const done = { ...who, outcome: "done", message: null, at, entry: expect.any(String) }
      expect(yield* log(organisation)).toEqual([
        { ...done, action: "org resume", before: state("suspended"), after: state("active") },
        { ...done, action: "org suspend", before: state("active"), after: state("suspended") },
      ])
    }),
  )

  it.effect("an owner who stops spending is refused with spending_not_permitted and can still read", () =>
    Effect.gen(function* () {
      const { organisation, secret } = yield* newBuyer({ dollars: 1 })
      expect(yield* json("org", "stop-spending", organisation, ...why)).toMatchObject({ spending: false })
      expect(yield* buy(secret)).toBe("spending_not_permitted")
      expect((yield* send({ baseUrl: yield* baseUrl, secret, path: "/v2/balance" })).status).toBe(200)
      yield* json("org", "allow-spending", organisation, ...why)
      expect(yield* buy(secret)).toBe(200)
    }),
  )

  it.effect("while an organisation may not spend, /v1/me and each rail of a preflight say so, as the next call does", () =>
    Effect.gen(function* () {
      const { organisation, secret } = yield* newBuyer({ dollars: 1 })
      const url = yield* baseUrl
      const read = Effect.gen(function* () {
        const me = JSON.parse((yield* send({ baseUrl: url, secret, path: "/v1/me" })).text)
        const dry = JSON.parse((yield* call({ baseUrl: url, secret, token: "t", headers: { "x-payment-dry-run": "1" } })).text)
        return { me, dry }
      })
      for (const [off, on, code] of [
        ["stop-spending", "allow-spending", "spending_not_permitted"],
        ["suspend", "resume", "organisation_unavailable"],
      ] as const) {
        yield* json("org", off, organisation, ...why)
        const { dry, me } = yield* read
        expect(yield* buy(secret)).toBe(code)
        expect(dry).toMatchObject({ would_succeed: false, reason_if_not: { code } })
        expect(dry.rails).toMatchObject([{ rail: "credits", viable: false, gaps: [dry.reason_if_not] }])
        expect(me).toMatchObject({ rails: [{ ready: false, reason: dry.reason_if_not.message }], default_rail: null })
        yield* json("org", on, organisation, ...why)
      }
      const { dry, me } = yield* read
      expect(dry).toMatchObject({ would_succeed: true, rails: [{ viable: true, gaps: [] }] })
      expect(me).toMatchObject({ rails: [{ ready: true, reason: null }], default_rail: "credits" })
    }),
  )

  it.effect("a changed limit of a key holds from its next call on, and a limit that is not named stays", () =>
    Effect.gen(function* () {
      const { key, secret } = yield* newBuyer({ dollars: 1 })
      expect(yield* json("key", "limit", key.id, "--per-request", "0.0005", "--daily", "5", ...why)).toMatchObject({
        per_request: { amount: 0.0005 },
        daily: { amount: 5 },
        monthly: null,
      })
      expect(yield* buy(secret)).toBe("spend_limit_exceeded")
      expect(yield* json("key", "limit", key.id, "--per-request", "none", ...why)).toMatchObject({
        per_request: null,
        daily: { amount: 5 },
      })
      expect(yield* buy(secret)).toBe(200)
    }),
  )

  it.effect("the help of account freeze names accounts that exist", () =>
    Effect.gen(function* () {
      const { stdout } = yield* farthing("account", "freeze", "--help")
      expect(stdout).toContain(`for instance credits, sepa or ${walletAccount}`)
    }),
  )

  it.effect("the preferred rails of an organisation are set and shown", () =>
    Effect.gen(function* () {
      const { organisation } = yield* newBuyer()
      yield* json("org", "prefer", organisation, "--rails", "x402,credits", ...why)
      expect(yield* json("org", "show", organisation)).toMatchObject({ preferred_rails: ["x402", "credits"], balance: { amount: 25 } })
      expectJsonError(yield* farthing("org", "prefer", organisation, "--rails", "cash", ...why, "--json"), {
        code: "invalid_invocation",
        sentence: /"cash" is not a list of rails/,
      })
    }),
  )

  it.effect("the contact e-mail of an organisation is set, shown and removed, and one that is not valid is refused", () =>
    Effect.gen(function* () {
      const { organisation_id: id } = yield* json("org", "create", "--name", "Ada Ltd", "--email", "ada@example.com")
      const email = Effect.map(json("org", "show", id as string), (shown) => shown["email"])
      expect(yield* email).toBe("ada@example.com")
      yield* json("org", "set", "--org", id as string, "--setting", "email", "--value", "billing@example.com", ...why)
      expect(yield* email).toBe("billing@example.com")
      const refused = yield* farthing("org", "set", "--org", id as string, "--setting", "email", "--value", "billing@", ...why, "--json")
      expectJsonError(refused, { code: "no_such_setting", sentence: /not valid/ })
      const created = yield* farthing("org", "create", "--name", "x", "--email", "a b@example.com", "--json")
      expectJsonError(created, { code: "invalid_invocation", sentence: /not valid/ })
      expect(yield* email).toBe("billing@example.com")
      yield* json("org", "set", "--org", id as string, "--setting", "email", "--value", "", ...why)
      expect(yield* email).toBe(null)
    }),
  )

  it.effect(
    "the URL of an organisation's notices is set with a new secret that is shown once, and erased with the organisation and its links",
    () =>
      Effect.gen(function* () {
        const { organisation_id: id } = yield* json("org", "create", "--name", "Ada Ltd")
        const set = (url: string) =>
          farthing("org", "set", "--org", id as string, "--setting", "notice_url", "--value", url, ...why, "--json")
        const secretOf = (url: string) => Effect.map(set(url), ({ stdout }) => JSON.parse(stdout).secret as string)
        const url = "https://shop.example.com/hooks?token=1"
        const secrets = [yield* secretOf(url), yield* secretOf(url)]
        expect(secrets).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.not.stringMatching(secrets[0]!)])
        const { money: sql } = yield* Database
        const stored = Effect.map(sql`select notice_url, notice_secret from organisation where id = ${id}`, ([row]) => row)
        expect(yield* stored).toEqual({ notice_url: url, notice_secret: expect.stringMatching(/^enc1:/) })
        const shown = yield* json("org", "show", id as string)
        expect([shown["notice_url"], JSON.stringify(shown).includes(secrets[1]!)]).toEqual([url, false])
        for (const [wrong, sentence] of [
          ["http://shop.example.com/", /The URL must use https/],
          ["https://10.0.0.1/", /private address/],
        ] as const) {
          expectJsonError(yield* set(wrong), { code: "no_such_setting", sentence })
        }
        expect(yield* secretOf("http://127.0.0.1:9000/hooks"), "the sandbox posts to its own machine").toHaveLength(43)
        yield* sql`insert into linked_key (org, kind, account, hash, linked_by)
        values (${id}, 'publisher', gen_random_uuid(), '\\x00'::bytea, gen_random_uuid())`
        yield* json("org", "suspend", id as string, ...why)
        yield* json("erase", "--org", id as string, ...why, "--confirm", id as string)
        const key = ["key", "create", "--org", id as string, "--name", "k", "--scopes", "sources:read", "--expires", "30"]
        for (const command of [["org", "resume", id as string, ...why], key]) {
          expectJsonError(yield* farthing(...command, "--json"), {
            code: "organisation_not_found",
            sentence: /was erased, which cannot be undone/,
          })
        }
        expect(yield* stored).toEqual({ notice_url: null, notice_secret: null })
        expect(yield* sql`select from linked_key where org = ${id}`).toEqual([])
      }),
  )

  it.effect(
    "a user signs in by a link that works once, a second link sets a new password and ends the sessions, and an unknown user is refused",
    () =>
      Effect.gen(function* () {
        const base = yield* baseUrl
        const { organisation } = yield* newBuyer()
        const email = "grace@example.com"
        const post = (path: string, body: object) =>
          Effect.promise(() =>
            fetch(`${base}/app/api/auth/${path}`, {
              method: "POST",
              headers: { origin: base, "sec-fetch-site": "same-origin", "content-type": "application/json" },
              body: JSON.stringify(body),
            }),
          )
        const tokenOf = (made: { readonly url: string }) => made.url.split("#")[1]!
        const balance = (cookie: string) =>
          Effect.promise(async () => (await fetch(`${base}/v2/balance`, { headers: { origin: base, cookie } })).status)
        const first = tokenOf((yield* json("user", "create", "--email", email, "--org", organisation, "--role", "owner", ...why)) as never)
        const used = yield* post("link/use", { token: first, password: "five quiet herons waded" })
        const cookie = used.headers.getSetCookie()[0]!.split(";", 1)[0]!
        expect([used.status, (yield* post("link/use", { token: first, password: "five quiet herons waded" })).status]).toEqual([200, 404])
        expect(yield* balance(cookie)).toBe(200)

        const second = tokenOf((yield* json("user", "link", "--email", email, ...why)) as never)
        yield* post("link/use", { token: second, password: "six calm otters slept" })
        expect(yield* balance(cookie)).toBe(401)
        const signIns = ["five quiet herons waded", "six calm otters slept"].map((password) => post("sign-in/email", { email, password }))
        expect((yield* Effect.all(signIns)).map(({ status }) => status)).toEqual([401, 200])

        const unknown = yield* farthing("user", "link", "--email", "no-user@example.com", ...why, "--json")
        expectJsonError(unknown, { code: "user_refused", sentence: /There is no user no-user@example.com/ })
        expectJsonError(yield* farthing("user", "create", "--email", email, ...why, "--json"), {
          code: "which_user",
          sentence: /Name the organisation with --org, or give --operator/,
        })
      }),
  )

  it.effect("all keys of an organisation are revoked at once", () =>
    Effect.gen(function* () {
      const { key, organisation, secret } = yield* newBuyer()
      expect((yield* json("key", "revoke", "--org", organisation, ...why)).keys).toMatchObject([{ key_id: key.id, status: "revoked" }])
      expect(yield* buy(secret)).toBe("api_key_revoked")
      expect(yield* log(organisation)).toMatchObject([{ action: "key revoke", before: { active_keys: 1 }, after: { active_keys: 0 } }])
    }),
  )

  it.effect("a key with every scope reads the runs of its organisation's revoked keys, and no other key does", () =>
    Effect.gen(function* () {
      const { key, organisation, secret } = yield* newBuyer({ dollars: 1 })
      const run = (yield* call({ baseUrl: yield* baseUrl, secret, token: "mine" })).body.id!
      const keyOf = Effect.fnUntraced(function* (scopesOfKey: string, of: string = organisation) {
        const created = yield* json("key", "create", "--org", of, "--name", "k", "--scopes", scopesOfKey, "--expires", "30")
        return created.secret as string
      })
      const [owner, reader, stranger] = [
        yield* keyOf(scopes.join()),
        yield* keyOf("sources:read,sources:execute,ask:create,ask:execute"),
        yield* keyOf(scopes.join(), (yield* newBuyer()).organisation),
      ]
      const read = Effect.fnUntraced(function* (reading: string) {
        const { body, status } = yield* readRun({ baseUrl: yield* baseUrl, secret: reading }, run, 1)
        return body.data?.script.token ?? body.error?.code ?? status
      })
      expect([yield* read(secret), yield* read(owner), yield* read(reader)]).toEqual(["mine", "run_not_found", "run_not_found"])
      yield* json("key", "revoke", key.id, ...why)
      expect([yield* read(secret), yield* read(owner), yield* read(reader), yield* read(stranger)]).toEqual([
        "api_key_revoked",
        "mine",
        "run_not_found",
        "run_not_found",
      ])
      const cancel = yield* send({ baseUrl: yield* baseUrl, secret: owner, method: "POST", path: `/v2/runs/${run}/cancel` })
      expect(cancel.body.error?.code).toBe("run_not_found")
    }),
  )

  it.effect("an operator's command without a reason is refused, and one that changes nothing writes nothing", () =>
    Effect.gen(function* () {
      const { organisation } = yield* newBuyer()
      for (const reason of [[], ["--reason", ""], ["--reason", " "], ["--reason", "a\nb"], ["--reason", "x".repeat(501)]]) {
        const refused = yield* farthing("org", "suspend", organisation, ...reason, "--json")
        expectJsonError(refused, { code: "invalid_invocation", sentence: /reason/ })
      }
      const unknown = "00000000-0000-4000-8000-000000000000"
      const refused = yield* farthing("org", "suspend", unknown, ...why, "--json")
      expectJsonError(refused, { code: "organisation_not_found", sentence: /There is no organisation/ })
      expect(yield* log(organisation)).toEqual([])
      const unlisted = yield* farthing("log", "--org", unknown, "--json")
      expectJsonError(unlisted, { code: "organisation_not_found", sentence: /There is no organisation/ })
    }),
  )

  it.effect("the log of the operators cannot be changed or deleted", () =>
    Effect.gen(function* () {
      const { organisation } = yield* newBuyer()
      yield* json("org", "suspend", organisation, ...why)
      const { money: sql } = yield* Database
      for (const statement of ["update operator_log set reason = 'x'", "delete from operator_log", "truncate operator_log"]) {
        expect((yield* Effect.exit(sql.unsafe(statement)))._tag).toBe("Failure")
      }
    }),
  )

  it.effect("the 26th active key is refused with the code of the API", () =>
    Effect.gen(function* () {
      const { organisation } = yield* newBuyer()
      const { money: sql } = yield* Database
      yield* sql`insert into api_key (org, id, name, hash, scopes, expires_at) select ${organisation}::uuid, gen_random_uuid(), 'k',
        sha256((${organisation} || n)::bytea), '{sources:read}', now() + interval '1 day' from generate_series(1, 24) as n`
      const another = ["key", "create", "--org", organisation, "--name", "k", "--scopes", "sources:read", "--expires", "30"]
      const refused = yield* farthing(...another, "--json")
      expectJsonError(refused, { code: "key_limit_reached", sentence: /at most 25 active keys/ })
    }),
  )
})
