import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SandboxSepa } from "../../rails/sepa/SandboxSepa.ts"
import { SandboxStripe } from "../../rails/stripe/SandboxStripe.ts"
import { baseUrl, newBuyer } from "../support/gateway.ts"
import { clientOf, until } from "../e2e/sepa/client.ts"
import { advance, control, daysOfADebit, StripeProcess } from "../e2e/sepa/fixture.ts"
import { giveMandate, look, seriousFindings, signedIn, withSepaApp } from "./fixture.ts"

const promise = <A>(work: () => Promise<A>) => Effect.promise(work)

layer(Layer.fresh(withSepaApp), { excludeTestServices: true, timeout: "240 seconds" })(
  "a direct debit that is taken back, in Chromium",
  (it) => {
    it.effect(
      "leads from the overview to a new mandate, says which debit is owed again, and a mandate that was ended can be given anew",
      () =>
        Effect.gen(function* () {
          yield* (yield* SandboxStripe)!.registerWebhook(yield* baseUrl)
          const stripe = (yield* StripeProcess).baseUrl
          const buyer = yield* newBuyer({ dollars: 0, key: { expiresInDays: 365 } })
          const { get, pay } = yield* clientOf(buyer.secret)
          yield* (yield* SandboxSepa)!.giveMandate(buyer.organisation)
          expect((yield* pay()).status).toBe(200)
          yield* advance(8)
          yield* until(get("/v1/payments?kind=collection"), ({ payments }) => payments[0]?.stripe.payment_intent !== undefined)
          yield* advance(daysOfADebit)
          const paid = yield* until(get("/v1/payments?kind=collection"), ({ payments }) => payments[0]?.status === "settled")
          const [debit] = paid["payments"]
          expect(yield* get("/v1/me/sepa")).toMatchObject({ mandate_required: false, returned_debit: null })
          yield* control(stripe, `/charges/${debit.stripe.charge}/dispute`, {})
          const state = yield* until(get("/v1/me/sepa"), ({ mandate_required: required }) => required === true)
          expect(state).toMatchObject({
            mandate: { status: "active" },
            returned_debit: { id: debit.id, status: "disputed", currency: "EUR" },
          })
          // The job that alerts runs every five minutes, and may have run just before.
          yield* advance(0.01)
          yield* until(get("/v1/alerts"), ({ alerts }) => alerts.length > 0)

          const { base, errors, page } = yield* signedIn("owner", {}, buyer)
          const card = page.locator("#sepa")
          yield* promise(async () => {
            const attention = page.locator("section", { hasText: "Needs a person" }).last()
            await attention.getByText("A direct debit of", { exact: false }).waitFor()
            expect(await attention.innerText()).not.toMatch(/\bpay what is owed\b/i)
            await look(page, "overview-returned-debit")
            await attention.getByRole("link", { name: "Open the rail" }).last().click()
            await card.getByText("was taken back and is owed again.", { exact: false }).waitFor()
            expect(await card.getByText(/\$[\d.]+ is owed\./).count()).toBe(1)
            expect(await card.getByRole("link", { name: "See the debit" }).getAttribute("href")).toBe(`/app/payments/${debit.id}`)
            await look(page, "rails-returned-debit")
            expect(await seriousFindings(page)).toEqual([])
            await page.setViewportSize({ width: 390, height: 740 })
            await look(page, "rails-returned-debit-phone")
            await page.setViewportSize({ width: 1280, height: 900 })
            await card.getByRole("button", { name: "Set up a new mandate" }).click()
            await giveMandate(page, base)
          })
          yield* until(get("/v1/me/sepa"), ({ mandate_required: required }) => required === false)
          yield* advance(0.1)
          yield* until(get("/v1/me/sepa"), ({ next_collection: next }) => next?.reason === "again" && next.id !== null)
          expect(yield* get("/v1/alerts")).toMatchObject({
            alerts: [{ code: "debit_failed", cause: "retrying", action: "Wait: what is owed is being debited again." }],
          })
          yield* promise(async () => {
            await page.goto(`${base}/app/rails`)
            await card.getByText("is being made again", { exact: false }).waitFor()
            expect(await card.getByRole("button", { name: "Set up a new mandate" }).count()).toBe(0)
            await look(page, "rails-debit-again")
            await card.getByRole("button", { name: "End the mandate" }).click()
            await page.getByRole("alertdialog").getByRole("button", { name: "End the mandate" }).click()
            await card.getByText("The mandate was ended.", { exact: false }).waitFor()
            await card.getByRole("button", { name: "Set up a new mandate" }).waitFor()
            await look(page, "rails-ended")
          })
          yield* promise(async () => {
            await page.goto(`${base}/app/payments/${debit.id}`)
            const proof = page.locator("section", { hasText: "Exchange rate" }).last()
            await proof.getByText(/^1 USD = [\d.]+ EUR, exactly \d+\/\d+$/).waitFor()
            expect(await proof.innerText()).toMatch(/Announced\s+€[\d.]+ for .+, on /)
            expect(await proof.innerText()).toMatch(/Taken back because\s+the payer/)
            expect(await proof.innerText()).not.toMatch(/per usd|iban|sepa code/i)
            await look(page, "payment-returned-debit")
          })
          const member = yield* signedIn("member", {}, buyer)
          yield* promise(async () => {
            await member.page.goto(`${base}/app/rails`)
            await member.page.getByText("Owners and admins set up and end the mandate.").waitFor()
            expect(await member.page.getByRole("button", { name: "Set up a new mandate" }).count()).toBe(0)
          })
          expect(errors).toEqual([])
        }).pipe(Effect.scoped),
    )
  },
)
