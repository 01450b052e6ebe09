import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SepaAccounts } from "../../../rails/sepa/SepaAccounts.ts"
import { debitDay } from "../../../rails/sepa/debits/debitDay.ts"
import { SepaAdmin } from "../../../rails/sepa/SepaAdmin.ts"
import { SandboxSepa } from "../../../rails/sepa/SandboxSepa.ts"
import { SandboxStripe } from "../../../rails/stripe/SandboxStripe.ts"
import { payoutBreaks } from "../../../rails/stripe/payouts.ts"
import { baseUrl, newBuyer } from "../../support/gateway.ts"
import { atStripe, breaksUnder, debitsInFlight, faultsOf, faultsUnder, noDebitInFlight, otherFaultsOf } from "./checks.ts"
import { booksBalance, clientOf, type Json, railBreaks, until } from "./client.ts"
import { expectMandateDocument, expectRefusalsAreGaps, noMandateDocument } from "./mandates.ts"
import { noticeReceiver } from "./notices.ts"
import { advance, beginOnTheTenth, control, daysOfADebit, fillIn, sepaGateway, StripeProcess } from "./fixture.ts"

layer(Layer.fresh(sepaGateway), { excludeTestServices: true, timeout: "300 seconds" })("direct debits over HTTP", (it) => {
  // This test runs first: no webhook about the mandate has arrived yet.
  it.effect("the demo's mandate is given even if an earlier attempt accepted it without learning so", () =>
    Effect.gen(function* () {
      const { organisation, secret } = yield* newBuyer({ dollars: 0 })
      const returns = { successUrl: "http://127.0.0.1/", cancelUrl: "http://127.0.0.1/" }
      const page = yield* (yield* SepaAccounts)!.openMandate(organisation, returns)
      const session = page.url.slice(page.url.lastIndexOf("/") + 1)
      yield* control((yield* StripeProcess).baseUrl, `/checkout/sessions/${session}/accept`, {
        iban: "DE89370400440532013000",
        name: "Ada",
      })
      yield* (yield* SandboxSepa)!.giveMandate(organisation)
      expect(yield* (yield* clientOf(secret)).get("/v1/me/sepa")).toMatchObject({ mandate: { status: "active" }, can_spend: true })
    }),
  )

  it.effect("a month's calls are collected from a mandate, and the payer can have the debit returned", () =>
    Effect.gen(function* () {
      const stripe = (yield* StripeProcess).baseUrl
      const sandboxSepa = (yield* SandboxSepa)!
      const webhook = (yield* SandboxStripe)!
      const url = yield* baseUrl
      const endpoints = Effect.promise(async () => {
        const listed = await fetch(`${stripe}/v1/webhook_endpoints`, { headers: { authorization: "Bearer sk_test_any" } })
        return ((await listed.json()) as { data: ReadonlyArray<{ url: string }> }).data.filter((endpoint) => endpoint.url.startsWith(url))
      })
      // Two nodes at once, and a start after it.
      yield* Effect.all([webhook.registerWebhook(url), webhook.registerWebhook(url)], { concurrency: 2 })
      yield* webhook.registerWebhook(url)
      expect(yield* endpoints).toHaveLength(1)
      yield* beginOnTheTenth
      const { organisation, secret } = yield* newBuyer({ dollars: 0, key: { expiresInDays: 365 } })
      const { ask, get, pay } = yield* clientOf(secret)

      const before = yield* get("/v1/me/sepa")
      expect(before).toMatchObject({
        mandate: { status: "none" },
        subscription: { status: "none" },
        can_spend: false,
        next_collection: null,
        last_collection: null,
      })
      expect(before["gaps"][0].code).toBe("mandate_missing")
      expect(yield* noMandateDocument(secret)).toContain("POST /v1/me/sepa/mandate")
      // The monthly fee is shown before the mandate is given.
      expect(before["terms"].monthly_fee_minor).toBe(900)
      expect(before["gaps"][0].message).toContain("9.00 EUR a month")
      const { rails } = yield* get("/v1/me")
      expect(rails.find(({ rail }: Json) => rail === "sepa").reason).toContain("9.00 EUR a month")
      const refused = yield* pay()
      expect([refused.status, refused.body["error"].code]).toEqual([402, "insufficient_balance"])
      expect(refused.body["error"].message).toContain("mandate")

      const opened = yield* ask("POST", "/v1/me/sepa/mandate", { success_url: "https://shop.example/done" })
      expect(opened.status).toBe(200)
      expect(yield* noMandateDocument(secret)).toContain("has not been given yet")
      expect((yield* ask("POST", "/v1/me/sepa/mandate", { success_url: "https://shop.example/done" })).body).toEqual(opened.body)
      const shown = yield* Effect.promise(async () => (await fetch(opened.body["url"])).text())
      expect(shown).toContain("9.00 EUR a month")
      const page = yield* fillIn(opened.body["url"], { iban: "DE89 3704 0044 0532 0130 00", name: "Ada Buyer", email: "ada@example.com" })
      expect(page).toEqual({ status: 303, location: "https://shop.example/done" })
      const active = yield* until(get("/v1/me/sepa"), ({ can_spend }) => can_spend === true)
      expect(active).toMatchObject({
        mandate: { status: "active", iban_last4: "3000", scheme: "sepa_core" },
        subscription: { status: "active" },
        gaps: [],
      })
      expect(active["terms"].exposure_cap.amount).toBe(54.35)

      // The payer reads its own mandate, with a key that may read its bills.
      yield* expectMandateDocument(secret, active["mandate"])

      yield* expectRefusalsAreGaps(organisation, secret)

      const calls = [yield* pay(), yield* pay()]
      expect(calls.map(({ headers, status }) => [status, headers.get("x-payment-rail-used"), headers.get("x-money-moved")])).toEqual([
        [200, "sepa", "charged"],
        [200, "sepa", "charged"],
      ])
      const id = calls[0]!.headers.get("x-payment-id")!
      expect(yield* get(`/v1/payments/${id}`)).toMatchObject({
        status: "settling",
        kind: "call",
        split: { platform_fee: { amount: 0 } },
        rail_details: { collection: null, final: false },
      })
      expect(yield* faultsOf(id)).toEqual({ looked: 1, wrong: [] })
      const owing = yield* get("/v1/me/sepa")
      expect(owing).toMatchObject({
        ledger: { outstanding: { amount: 4 }, entries: 2 },
        next_collection: { status: "planned", amount_minor: 367, estimate: true },
      })
      const aWeekLater = Date.parse(owing["ledger"].oldest_at) + 7 * 86_400_000
      expect(owing["next_collection"].debit_on, "noticed a week after the oldest call").toBe(debitDay(aWeekLater))

      const expectPosted = yield* noticeReceiver(organisation, secret)
      yield* advance(30)
      const flying = yield* until(get("/v1/payments?kind=collection"), ({ payments }) => payments[0]?.stripe.payment_intent !== undefined)
      const collection = flying["payments"][0]
      // 4 USD of calls, and the fee of the month that has ended, for its days from the mandate on.
      const given = new Date(active["mandate"].accepted_at)
      const days = new Date(Date.UTC(given.getUTCFullYear(), given.getUTCMonth() + 1, 0)).getUTCDate()
      const cents = 367 + Math.floor((900 * (days - given.getUTCDate() + 1)) / days)
      expect(collection).toMatchObject({
        kind: "collection",
        status: "settling",
        currency: "EUR",
        currency_decimals: 2,
        run_id: null,
        amount_minor: cents,
      })
      const { debit_on, given_at } = collection.rail_details.notice
      expect(collection.rail_details.notice).toMatchObject({ amount_minor: cents, iban_last4: "3000", sent_by: "stripe" })
      expect(debit_on, "the mandate asks for two days").toBe(debitDay(Date.parse(given_at)))
      expect(collection.rail_details.expected_debit_on >= debit_on).toBe(true)
      yield* expectPosted(collection.id)
      const intent = yield* atStripe(stripe, `/v1/payment_intents/${collection.stripe.payment_intent}`)
      expect([intent["description"], intent["statement_descriptor"]]).toEqual([
        `Collection ${collection.id}`,
        collection.rail_details.reference,
      ])
      expect((yield* get("/v1/me/sepa"))["next_collection"]).toMatchObject({
        id: collection.id,
        status: "processing",
        notice: { mandate_reference: active["mandate"].reference },
      })

      // The debit of the first test too.
      yield* debitsInFlight(2)
      yield* advance(daysOfADebit)
      const settled = yield* until(get(`/v1/payments/${collection.id}`), ({ status }) => status === "settled")
      expect(settled["rail_details"]).toMatchObject({ final: false })
      const { final, reversible_until, unauthorised_until } = settled["rail_details"]
      const dayOf = (time: string, days: number) => Date.parse(time.slice(0, 10)) - days * 86_400_000
      expect([final, dayOf(reversible_until, 56)], "days count from the debit").toEqual([false, dayOf(unauthorised_until, 396)])
      expect(dayOf(reversible_until, 56)).toBeGreaterThanOrEqual(Date.parse(debit_on))
      expect(dayOf(reversible_until, 56)).toBeLessThan(Date.parse(settled["settled_at"]))
      const paid = yield* until(get(`/v1/payments/${id}`), ({ status }) => status === "settled")
      expect(paid).toMatchObject({
        stripe: { payment_intent: settled["stripe"].payment_intent },
        rail_details: { collection: { id: collection.id, status: "succeeded" }, final: false },
      })
      expect(yield* faultsOf(id)).toEqual({ looked: 5, wrong: [] })
      const { carried_in, carried_out, ...collected } = (yield* get(`/v1/payments/${collection.id}`))["rail_details"].lines
      expect(collected).toMatchObject({
        calls: [{ source_id: "dear", operation: "dear.read", calls: 2, amount: { amount: 4 } }],
        fees: [{ month: new Date(Date.parse(paid["created_at"])).toISOString().slice(0, 7) }],
      })
      const ofLines = [...collected.calls, ...collected.fees].map(({ amount }: Json) => BigInt(amount.amount_micro_usd))
      const carried = BigInt(carried_in.amount_micro_usd) - BigInt(carried_out.amount_micro_usd)
      expect(ofLines.reduce((total, amount) => total + amount, carried)).toBe(BigInt(collection.amount.amount_micro_usd))
      const its = (yield* get(`/v1/payments?collection=${collection.id}&limit=1`)) as Json
      const rest = yield* get(`/v1/payments?collection=${collection.id}&cursor=${its["next_cursor"]}`)
      expect([...its["payments"], ...rest["payments"]].map((call: Json) => call["id"])).toEqual(
        calls.map(({ headers }) => headers.get("x-payment-id")).toReversed(),
      )
      const [other] = [yield* clientOf((yield* newBuyer({ dollars: 0 })).secret)]
      expect((yield* other.ask("GET", `/v1/payments?collection=${collection.id}`)).body["error"].code).toBe("payment_not_found")
      const onlyIt = yield* ask("GET", `/v1/payments?collection=${collection.id}&kind=call`)
      expect([onlyIt.status, onlyIt.body["error"].code]).toEqual([400, "invalid_request"])
      const since = `from=${given_at}`
      expect((yield* get(`/v1/payments?by=created&${since}`))["payments"].map(({ kind }: Json) => kind)).toEqual(["collection"])
      expect((yield* get(`/v1/payments?by=settled&${since}`))["payments"].map(({ kind }: Json) => kind)).toEqual([
        "collection",
        "call",
        "call",
      ])
      expect((yield* get(`/v1/payments?by=settled&to=${given_at}`))["payments"]).toEqual([])
      expect(yield* otherFaultsOf(collection.id)).toEqual({ looked: 6, wrong: [] })
      // A month from the bank line to its calls: Stripe's balance line names the charge, and the charge its collection.
      const charge = yield* atStripe(stripe, `/v1/charges/${settled["stripe"].charge}`)
      const line = yield* atStripe(stripe, `/v1/balance_transactions/${charge["balance_transaction"]}`)
      const settledOnes = (yield* get(`/v1/payments?kind=collection&by=settled&${since}`))["payments"] as ReadonlyArray<Json>
      const paying = settledOnes.find((payment) => payment["stripe"].charge === line["source"])
      expect([line["amount"], line["currency"], paying?.["id"]]).toEqual([paying?.["amount_minor"], "eur", collection.id])
      const micro = ({ amount }: Json) => BigInt(amount.amount_micro_usd)
      const sumOf = (items: ReadonlyArray<Json>) => items.map(micro).reduce((total, amount) => total + amount, 0n)
      const itsCalls = (yield* get(`/v1/payments?collection=${paying?.["id"]}`))["payments"]
      expect(sumOf(itsCalls)).toBe(sumOf(collected.calls))
      const paidAt = new Date(line["created"] * 1000).toISOString()
      expect([settled, ...itsCalls].map((payment) => payment["settled_at"])).toEqual([paidAt, paidAt, paidAt])
      const [num, den] = collection.rail_details.rate.eur_per_usd_exact.split("/").map(BigInt)
      const converted = ((sumOf(itsCalls) + BigInt(carried_in.amount_micro_usd)) * num) / (den * 10_000n)
      const fees = collected.fees.reduce((total: number, fee: Json) => total + fee["amount_minor"], 0)
      expect(Number(converted) + fees, "the bank line is the calls, converted and rounded down, and the fee").toBe(line["amount"])
      expect(yield* railBreaks).toEqual([])
      // The debit of the first test too: one in flight would be a third break.
      yield* noDebitInFlight
      const lied = yield* breaksUnder({ micro: "1", cents: "1" })
      expect(lied.map(({ name }) => name)).toEqual([
        "the ledger has booked each debit as its status says",
        "Stripe has each debit as the books have it",
      ])
      expect(lied[1]?.breaks[0]).toMatch(/^debit \S+: \d+ cents at Stripe, 1 here, pi_/)
      expect((yield* breaksUnder({ status: "disputed" })).map(({ name }) => name)).toContain("Stripe has each debit as the books have it")
      expect((yield* faultsUnder({ micro: "1", cents: "1268" }, collection.id, otherFaultsOf)).wrong).toEqual([
        "its lines add up to what it pays",
        "the ledger has booked it as its status says",
        "the debit is of the amount in the books",
      ])
      expect((yield* faultsUnder({ cents: String(cents + 1), charge: "ch_other", status: "failed" }, id)).wrong).toEqual([
        "the call is settled as its debit is",
        "the debit is of the amount in the books",
        "Stripe says of it what the books say",
        "its charge is the one in the books",
      ])
      // What was collected can still come back, so it counts against the cap.
      const raised = yield* until(get("/v1/me/sepa"), ({ ledger }) => ledger.reversible.amount > 0)
      expect(raised).toMatchObject({ ledger: { entries: 0 }, last_collection: { status: "succeeded" }, can_spend: true })
      expect(raised["ledger"].outstanding, "what no entry shows is named").toEqual(raised["ledger"].carried)
      expect(Number(raised["ledger"].outstanding.amount_micro_usd), "less than a cent is carried over").toBeLessThan(10_870)
      // It grows by two euros for each collected one over eight weeks, from the day on which the debit was settled.
      expect(raised["terms"].exposure_cap.amount).toBeGreaterThanOrEqual(54.35)
      expect(raised["terms"].exposure_cap.amount).toBeLessThan(60)

      yield* control(stripe, `/charges/${settled["stripe"].charge}/dispute`, { ends_mandate: true })
      yield* until(get(`/v1/payments/${id}`), ({ status }) => status === "settling")
      const taken = yield* until(
        get("/v1/me/sepa"),
        ({ can_spend, mandate, terms }) => can_spend === false && mandate.status === "inactive" && terms.exposure_cap.amount === 54.35,
      )
      expect(taken).toMatchObject({ mandate: { status: "inactive" }, last_collection: { status: "disputed" } })
      expect(taken["gaps"].map(({ code }: Json) => code)).toEqual(["mandate_inactive", "collection_disputed"])
      expect(taken["ledger"].outstanding.amount).toBeGreaterThan(4)
      // The two calls and the fee are owed again, since they were owed first.
      expect([taken["ledger"].entries, taken["ledger"].oldest_at]).toEqual([3, owing["ledger"].oldest_at])
      const suspended = yield* pay()
      expect([suspended.status, suspended.body["error"].code]).toEqual([403, "organisation_unavailable"])
      expect(yield* get(`/v1/payments/${id}`)).toMatchObject({ status: "settling" })
      expect(yield* faultsOf(id)).toEqual({ looked: 5, wrong: [] })
      const [owing2] = yield* (yield* SepaAdmin)!.receivables.pipe(
        Effect.map((rows) => rows.filter((row) => row.organisation === organisation)),
      )
      expect(owing2, "by the age of the oldest line of the claim").toMatchObject({
        failed: BigInt(collection.amount.amount_micro_usd),
        older: 0n,
      })
      expect((yield* get(`/v1/payments/${collection.id}`))["last_error"]).toMatch(/^The payer took the debit back \(M[DS]0\d: /)
      expect(yield* get(`/v1/payments/${collection.id}`)).toMatchObject({
        status: "failed",
        rail_details: { final: false, reversible_until: null },
      })

      const all = yield* get("/v1/payments?limit=2")
      expect(all["payments"].map(({ kind }: Json) => kind)).toEqual(["collection", "call"])
      expect((yield* get(`/v1/payments?limit=2&cursor=${all["next_cursor"]}`))["payments"]).toHaveLength(1)

      yield* sandboxSepa.giveMandate(organisation)
      yield* advance(1)
      const again = yield* until(get("/v1/me/sepa"), ({ next_collection }) => next_collection?.status === "processing")
      expect(again["next_collection"]).toMatchObject({ reason: "again", amount_minor: cents })
      expect(again["gaps"].map(({ code }: Json) => code)).toEqual(["collection_again"])
      yield* advance(daysOfADebit)
      expect(yield* until(get("/v1/me/sepa"), ({ can_spend }) => can_spend === true)).toMatchObject({
        last_collection: { status: "succeeded" },
        gaps: [],
      })
      expect((yield* pay()).status).toBe(200)

      const ended = yield* ask("DELETE", "/v1/me/sepa/mandate")
      expect([ended.status, ended.body["subscription"].status, ended.body["can_spend"]]).toEqual([200, "cancelled", false])
      expect(ended.body["gaps"].map(({ code }: Json) => code)).toEqual(["mandate_ended"])
      expect(ended.body["next_collection"]).toMatchObject({ reason: "remainder", estimate: false })
      const { body, status } = yield* pay()
      expect([status, body["error"].code, body["error"].message]).toEqual([
        402,
        "insufficient_balance",
        expect.stringContaining("ended its direct debit mandate"),
      ])
      expect((yield* ask("DELETE", "/v1/me/sepa/mandate")).body["subscription"].status).toBe("cancelled")
      yield* booksBalance

      // Stripe pays our balance out: once the fees are booked, every line of the payout is in the ledger as it is.
      yield* control(stripe, "/payouts", {})
      const admin = (yield* SepaAdmin)!
      const compared = Effect.gen(function* () {
        const { payouts } = yield* admin.payouts(0, yield* admin.now)
        return { lines: payouts.flatMap(({ lines }) => lines), breaks: payouts.flatMap(payoutBreaks) }
      })
      const { lines } = yield* until(Effect.orDie(compared), ({ breaks, lines }) => lines.length > 0 && breaks.length === 0)
      expect(new Set(lines.map(({ finding }: Json) => finding))).toEqual(new Set(["matches"]))
      yield* advance(1)
      const isPayouts = ({ name }: { readonly name: string }) => name.startsWith("a payout of Stripe")
      expect((yield* railBreaks).filter(isPayouts)).toEqual([])
      expect((yield* breaksUnder({ micro: "1", cents: "1" })).filter(isPayouts)).toHaveLength(1)
    }),
  )
})
