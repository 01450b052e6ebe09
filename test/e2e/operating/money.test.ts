import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { CallId, NodeId, type OrganisationId } from "../../../domain/money/ids.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { unfreezeAccount } from "../../../domain/operating/accounts.ts"
import { endCall } from "../../../domain/operating/endCall.ts"
import { Operator } from "../../../domain/operating/OperatorLog.ts"
import { Rails } from "../../../domain/rail/Rail.ts"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { buyerAccount, outside } from "../../../domain/ledger/postings.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { call, readRun, send } from "../../support/cluster/client.ts"
import { expectJsonError } from "../../support/cluster/commandLine.ts"
import { FakeRail } from "../../support/fakeRail.ts"
import { baseUrl, newBuyer } from "../../support/gateway.ts"
import { expectCleanAudit } from "../../support/ledger/assertions.ts"
import { until } from "../../support/until.ts"
import { balance, paid } from "./calls.ts"
import { buy, farthing, json, log, operated, passDeadline, unknownCall, why } from "./fixture.ts"

const fake = new FakeRail({ settles: "before_answer", opens: microUsd(1_000_000n) })
const mine = Layer.succeed(Operator, Operator.of({ user: "ops", host: "here" }))

layer(operated({ fake: fake.rail }), { excludeTestServices: true })("what operators do about money", (it) => {
  it.effect("a frozen account pays for nothing at the next call, and pays again when the freeze ends", () =>
    Effect.gen(function* () {
      const { organisation, secret } = yield* newBuyer({ dollars: 1 })
      const pin = { "x-payment-rail": "credits" }
      expect(yield* json("account", "freeze", "credits", "--org", organisation, ...why)).toMatchObject({ status: "frozen" })
      expect(yield* buy(secret, pin)).toBe("organisation_unavailable")
      expect(yield* balance(secret)).toBe(0)
      expect(yield* json("account", "unfreeze", "credits", "--org", organisation, ...why)).toMatchObject({ status: "active" })
      expect(yield* buy(secret, pin)).toBe(200)
      expect(yield* log(organisation)).toMatchObject([
        { action: "account unfreeze", before: { status: "frozen" }, after: { status: "active", posted: "1" } },
        { action: "account freeze", before: { status: "active" }, after: { status: "frozen" } },
      ])
    }),
  )

  it.effect("the end of a freeze leaves an account suspended that its rail suspends", () =>
    Effect.gen(function* () {
      const { organisation } = yield* newBuyer({ dollars: 1 })
      yield* json("account", "freeze", "credits", "--org", organisation, ...why)
      const refreshed: Array<OrganisationId> = []
      const strict = { ...fake.rail, id: "credits", refreshAccount: (id: OrganisationId) => Effect.sync(() => void refreshed.push(id)) }
      const unfrozen = unfreezeAccount(organisation, "credits", "why").pipe(
        Effect.provide(mine),
        Effect.provideService(Rails, new Map([["credits", strict]])),
      )
      expect(yield* unfrozen).toMatchObject({ status: "suspended" })
      expect(refreshed).toEqual([organisation])
    }),
  )

  it.effect("credits are taken back and paid out once per reference, and never what an open call holds", () =>
    Effect.gen(function* () {
      const { organisation, secret } = yield* newBuyer({ dollars: 10 })
      const take = ["credits", "take-back", "--org", organisation, "--amount", "4", "--ref", "grant-1", ...why]
      expect(yield* json(...take)).toMatchObject({ posted: true, ref: "take-back:grant-1" })
      expect(yield* json(...take)).toMatchObject({ posted: false })
      const conflict = yield* farthing(...take.map((word) => (word === "4" ? "3" : word)), "--json")
      expectJsonError(conflict, { code: "reference_conflict", sentence: /booked before with 4 USD, not 3 USD\. Nothing was booked now/ })
      const payOut = (amount: string) =>
        ["credits", "pay-out", "--org", organisation, "--amount", amount, "--ref", "bank-1", "--force", ...why] as const
      expectJsonError(yield* farthing(...payOut("6.000001"), "--json"), { code: "insufficient_balance", sentence: /has 6 USD to give/ })
      expect(yield* json(...payOut("6"))).toMatchObject({ posted: true })
      expect(yield* balance(secret)).toBe(0)
      const { money: sql } = yield* Database
      expect(
        yield* sql`select credit, amount::int from transfer where org = ${organisation} and debit = 'buyer:credits' order by id`,
      ).toEqual([
        { credit: "outside:grant", amount: 4_000_000 },
        { credit: "outside:payout", amount: 6_000_000 },
      ])
      expect((yield* log(organisation)).map(({ action, outcome }: { action: string; outcome: string }) => [action, outcome])).toEqual([
        ["credits pay-out --force", "done"],
        ["credits pay-out --force", "refused"],
        ["credits take-back", "refused"],
        ["credits take-back", "done"],
        ["credits take-back", "done"],
      ])
      yield* expectCleanAudit
    }),
  )

  it.effect("only granted credits are taken back, not what the customer paid for, and a grant is booked once per reference", () =>
    Effect.gen(function* () {
      const { organisation } = yield* newBuyer({ dollars: 0 })
      const ledger = yield* Ledger
      const transfers = [{ debit: outside("card"), credit: buyerAccount("credits"), amount: microUsd(20_000_000n) }]
      yield* ledger.execute({ _tag: "Post", organisation, ref: "topup", transfers })
      const order = (action: string, amount: string, ref: string) =>
        ["credits", action, "--org", organisation, "--amount", amount, "--ref", ref, ...why] as const
      const paidByCard = yield* farthing(...order("take-back", "3", "t1"), "--json")
      expectJsonError(paidByCard, { code: "not_granted", sentence: /was granted 0 USD.*at most 0 USD/ })
      expect(yield* json(...order("grant", "5", "g1"))).toMatchObject({ posted: true, ref: "grant:g1" })
      expect(yield* json(...order("grant", "5", "g1"))).toMatchObject({ posted: false })
      expectJsonError(yield* farthing(...order("grant", "2", "g1"), "--json"), {
        code: "reference_conflict",
        sentence: /with 5 USD, not 2 USD/,
      })
      // Two at once: together they are more than was granted.
      const both = yield* Effect.all(
        ["t2", "t3"].map((ref) => farthing(...order("take-back", "3", ref), "--json")),
        { concurrency: 2 },
      )
      expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1])
      const more = yield* farthing(...order("take-back", "2.5", "t4"), "--json")
      expectJsonError(more, { code: "not_granted", sentence: /was granted 5 USD, of which 3 USD are taken back: at most 2 USD/ })
      expect(yield* json(...order("take-back", "2", "t5"))).toMatchObject({ posted: true })
      const none = yield* farthing(...order("pay-out", "0", "p1"), "--json")
      expectJsonError(none, { code: "invalid_invocation", sentence: /--amount must be above 0 USD/ })
      const silent = yield* farthing(...order("pay-out", "1", "p1").slice(0, -1), "", "--json")
      expectJsonError(silent, { code: "invalid_invocation", sentence: /--reason must be one line/ })
      expect((yield* log(organisation)).at(-2)).toMatchObject({ action: "credits grant", reason: "ticket 4711", after: { posted: "25" } })
      yield* expectCleanAudit
    }),
  )

  it.effect("an unknown outcome is listed by age, and ends as paid by an operator's evidence once nothing else can end it", () =>
    Effect.gen(function* () {
      const { organisation, secret } = yield* newBuyer()
      const { id, run } = yield* unknownCall(secret, fake, "pays unanswered")
      const listed = yield* json("unknowns", "--org", organisation)
      expect(listed).toMatchObject({
        unknowns: [
          {
            call_id: id,
            rail: "fake",
            held: { amount: 0.001 },
            settlement: "unknown",
            delivered: true,
            overdue_seconds: 0,
            node_alive: true,
          },
        ],
        total: { amount: 0.001 },
      })
      expect(yield* json("holds", "--org", organisation)).toMatchObject({ holds: [{ call_id: id }] })
      const end = ["call", "end", id, "--settled", "--evidence", "letter of the bank", ...why]
      expectJsonError(yield* farthing(...end, "--json"), { code: "not_endable", sentence: /until then its node ends it/ })
      yield* passDeadline(id)
      expectJsonError(yield* farthing(...end, "--json"), { code: "not_endable", sentence: /rail fake is not set up here/ })
      expectJsonError(yield* farthing(...end, "--released", "--json"), { code: "how_to_end", sentence: /either/ })
      expect(yield* json(...end, "--without-rail")).toMatchObject({ status: "settled", amount: { amount: 0.001 } })
      const read = yield* readRun({ baseUrl: yield* baseUrl, secret }, run)
      expect([read.status, read.header("x-money-moved"), read.body.status]).toEqual([200, "charged", "completed"])
      expect(yield* json("unknowns", "--org", organisation)).toMatchObject({ unknowns: [] })
      expect((yield* log(organisation))[0]).toMatchObject({
        action: "call end --settled",
        reason: "ticket 4711 (letter of the bank)",
        before: { state: "reserved", settlement: "unknown" },
        after: { state: "captured", settlement: "settled" },
      })
      expectJsonError(yield* farthing(...end, "--json"), { code: "not_endable", sentence: /holds no money/ })
      yield* expectCleanAudit
    }),
  )

  it.effect(
    "a call is not ended by hand while its payment is valid or its rail knows, and is released by hand when the rail does not",
    () =>
      Effect.gen(function* () {
        const { organisation, secret } = yield* newBuyer()
        const { id, run } = yield* unknownCall(secret, fake, "refuses unanswered")
        yield* passDeadline(id)
        const end = (rail: Partial<FakeRail["rail"]> = {}) =>
          endCall(CallId.make(id), NodeId.make(randomUUID()), { as: "released", evidence: "e", reason: "r", withoutRail: true }).pipe(
            Effect.provide(mine),
            Effect.provideService(Rails, new Map([["fake", { ...fake.rail, ...rail }]])),
          )
        const soon = Date.UTC(2100, 0)
        expect(yield* Effect.flip(end({ mayMoveUntil: () => soon }))).toMatchObject({
          message: expect.stringContaining("valid until 2100-01-01"),
        })
        const knows = { lookup: () => Effect.succeed({ _tag: "Settled", proof: "p", final: true } as const) }
        expect(yield* Effect.flip(end(knows))).toMatchObject({ message: expect.stringContaining("Its rail knows: it was paid") })
        expect((yield* json("holds", "--org", organisation)).holds).toHaveLength(1)
        expect(yield* end()).toMatchObject({ state: "released", settlement: "failed", amount: 0n })
        const read = yield* readRun({ baseUrl: yield* baseUrl, secret }, run)
        expect([read.status, read.header("x-money-moved"), read.body.status]).toEqual([502, "none", "failed"])
        yield* expectCleanAudit
      }),
  )

  it.effect("a paused rail pays for nothing within a second, and pays again when it is resumed", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      const onCredits = buy(secret, { "x-payment-rail": "credits" })
      expect(yield* onCredits).toBe(200)
      const whilePaused = Effect.gen(function* () {
        yield* json("rail", "pause", "credits", ...why)
        yield* until(Effect.map(onCredits, (answer) => answer === "service_unavailable"))
        const refused = yield* call({ baseUrl: yield* baseUrl, secret, token: "t", headers: { "x-payment-rail": "credits" } })
        expect(refused.body.error!.message).toContain("credits: an operator has paused this rail")
        expect(refused.body.error!.message).toContain("Nothing was charged")
        const other = yield* call({ baseUrl: yield* baseUrl, secret, token: "t" })
        expect([other.status, other.header("x-payment-rail-used")]).toEqual([200, "fake"])
        expect((yield* json("rail", "list")).rails).toContainEqual({ rail: "credits", paused: true })
        const status = (yield* send({ baseUrl: yield* baseUrl, secret, path: "/status" })).body as unknown as Record<string, unknown>
        expect(status["rails"]).toContainEqual({ rail: "credits", status: "warn" })
        expect(status["reasons"]).toContain("An operator has paused the rail credits.")
      })
      // The other tests of this gateway pay on credits, also after a failure here.
      yield* Effect.ensuring(whilePaused, Effect.ignore(json("rail", "resume", "credits", ...why)))
      yield* until(Effect.map(onCredits, (answer) => answer === 200))
      expectJsonError(yield* farthing("rail", "pause", "cash", ...why, "--json"), { code: "invalid_request", sentence: /no rail cash/ })
    }),
  )

  it.effect("erasing an organisation removes names, requests and documents, and keeps the books", () =>
    Effect.gen(function* () {
      const { organisation, secret } = yield* newBuyer({ dollars: 1, key: { name: "Ada Lovelace" } })
      const { id, run } = yield* paid(secret)
      yield* json("org", "set", "--org", organisation, "--setting", "email", "--value", "ada@example.com", ...why)
      const erase = ["erase", "--org", organisation, ...why, "--confirm"]
      expectJsonError(yield* farthing(...erase, "yes", "--json"), { code: "unconfirmed", sentence: /Nothing was removed/ })
      expectJsonError(yield* farthing(...erase, organisation, "--json"), { code: "not_erasable", sentence: /Suspend it first/ })
      yield* json("org", "suspend", organisation, ...why)
      expectJsonError(yield* farthing(...erase, organisation, "--json"), { code: "not_erasable", sentence: /credits has 0.999 USD/ })
      yield* json("credits", "pay-out", "--org", organisation, "--amount", "0.999", "--ref", "last", "--force", ...why)
      expect(yield* json(...erase, organisation)).toEqual({ organisation_id: organisation, keys: 1, runs: 1, documents: 1, questions: 0 })

      const { money: sql } = yield* Database
      const left = yield* sql`select o.name, o.email, k.name as key, k.revoked_at is not null as revoked, r.request, x.body,
          (select count(*)::int from transfer t where t.org = o.id) as transfers
        from organisation o join api_key k on k.org = o.id join run r on r.org = o.id join result x on x.org = o.id where o.id = ${organisation}`
      expect(left).toEqual([{ name: "erased", email: null, key: "erased", revoked: true, request: "{}", body: "null", transfers: 4 }])
      expect((yield* readRun({ baseUrl: yield* baseUrl, secret }, run)).body.error?.code).toBe("api_key_revoked")
      expect(yield* json("call", "show", id)).toMatchObject({ status: "settled", amount: { amount: 0.001 } })
      yield* expectCleanAudit
    }),
  )

  it.effect("the refusal of suspended credits says what is owed", () =>
    Effect.gen(function* () {
      const { organisation, secret } = yield* newBuyer({ dollars: 1 })
      const ledger = yield* Ledger
      const account = { organisation, account: "credits", rail: "credits" } as const
      const transfers = [{ debit: "buyer:credits", credit: "outside:card", amount: microUsd(3_500_000n) }]
      yield* ledger.execute({ _tag: "Post", organisation, ref: "chargeback", transfers })
      yield* ledger.execute({ _tag: "ConfigureAccount", ...account, status: "suspended" })
      const refused = yield* call({ baseUrl: yield* baseUrl, secret, token: "t", headers: { "x-payment-rail": "credits" } })
      expect(refused.body.error).toMatchObject({
        code: "organisation_unavailable",
        message: expect.stringContaining("2.5 USD is owed on it"),
      })
      const me = yield* send({ baseUrl: yield* baseUrl, secret, path: "/v1/me" })
      expect(me.text).toContain("2.5 USD is owed on it")
    }),
  )
})
