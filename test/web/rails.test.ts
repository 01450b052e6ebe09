import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SandboxStripe } from "../../rails/stripe/SandboxStripe.ts"
import { baseUrl, newBuyer } from "../support/gateway.ts"
import { until } from "../e2e/sepa/client.ts"
import { fromPage, giveMandate, look, seriousFindings, signedIn, withSepaApp } from "./fixture.ts"

const promise = <A>(work: () => Promise<A>) => Effect.promise(work)

layer(withSepaApp, { excludeTestServices: true, timeout: "180 seconds" })("the rails of the app, in Chromium", (it) => {
  it.effect("an owner tops up by card and sets up a mandate after its terms, each on the page of the processor, and ends the mandate", () =>
    Effect.gen(function* () {
      yield* (yield* SandboxStripe)!.registerWebhook(yield* baseUrl)
      const { base, page } = yield* signedIn("owner", {}, yield* newBuyer({ dollars: 0 }))
      yield* promise(async () => {
        await page.getByRole("link", { name: "Rails", exact: true }).click()
        await page.getByText("There is no top-up yet.").waitFor()
        const amount = page.getByLabel("Amount in USD")
        await amount.fill("0.5")
        await page.getByRole("button", { name: "Top up by card" }).click()
        await page.getByText("Enter an amount from 1 to 10,000", { exact: false }).waitFor()
        await amount.fill("12.34")
        await page.getByRole("button", { name: "Top up by card" }).click()
        await page.waitForURL((url) => url.origin !== new URL(base).origin)
        // Left and taken up again: the top-up is pending, and its page is still open.
        await page.goto(`${base}/app/rails`)
        await page.getByRole("list", { name: "Top-ups" }).getByRole("link").first().click()
        await page.getByRole("link", { name: "Continue to the card" }).click()
        await page.waitForURL((url) => url.origin !== new URL(base).origin)
        await page.locator('[name="number"]').fill("4242424242424242")
        await page.locator('[name="name"]').fill("Ada")
        await page.locator('button[type="submit"], input[type="submit"]').first().click()
        await page.getByRole("heading", { level: 1, name: "Rails" }).waitFor()
      })
      const topups = promise(async () => (await page.reload(), { text: await page.getByRole("list", { name: "Top-ups" }).innerText() }))
      yield* until(topups, ({ text }) => text.includes("settled"))
      yield* promise(async () => {
        expect(await page.getByRole("list", { name: "Top-ups" }).innerText()).toContain("$12.34")
        await page.getByText("Monthly fee").waitFor()
        await look(page, "rails")
        expect(await seriousFindings(page)).toEqual([])

        await page.getByRole("button", { name: "Set up a mandate" }).click()
        await giveMandate(page, base)
      })
      const card = page.locator("section", { hasText: "SEPA direct debit" })
      const mandate = promise(async () => {
        await page.reload()
        await card.getByText("Monthly fee").waitFor()
        return { text: await card.innerText() }
      })
      yield* until(mandate, ({ text }) => text.includes("ending in 3000"))
      yield* promise(async () => {
        await look(page, "rails-mandate")
        await page.getByRole("button", { name: "End the mandate" }).click()
        const dialog = page.getByRole("alertdialog")
        await dialog.getByRole("button", { name: "End the mandate" }).click()
        await page.getByText("The mandate ends.").first().waitFor()
        expect(await page.getByRole("button", { name: "End the mandate" }).count()).toBe(0)
      })
    }).pipe(Effect.scoped),
  )

  it.effect("a member can neither buy credits by card nor set up or end the mandate, while a key with the documented scopes can", () =>
    Effect.gen(function* () {
      yield* (yield* SandboxStripe)!.registerWebhook(yield* baseUrl)
      const scopes = ["sources:execute", "billing:read"] as const
      const buyer = yield* newBuyer({ dollars: 3, key: { scopes } })
      const { base, errors, page } = yield* signedIn("member", {}, buyer)
      const cookies = yield* promise(async () => (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; "))
      const member = fromPage(base, cookies)
      const answers = yield* promise(() =>
        Promise.all([
          member.post("/v1/topups", { amount: 25 }),
          member.post("/v1/me/sepa/mandate", {}),
          member.delete("/v1/me/sepa/mandate"),
        ]),
      )
      for (const response of answers) {
        const { error } = yield* promise(() => response.json() as Promise<{ error: object }>)
        expect([response.status, error]).toEqual([
          403,
          expect.objectContaining({
            code: "insufficient_scope",
            required_scope: "organisation:manage",
            message: expect.stringContaining("owner or admin"),
          }),
        ])
      }
      yield* promise(async () => {
        await page.goto(`${base}/app/rails`)
        await page.getByText("Owners and admins buy credits by card.").waitFor()
        await page.getByText("Owners and admins set up and end the mandate.").waitFor()
        expect(await page.getByRole("button", { name: /Top up|mandate/ }).count()).toBe(0)
      })
      const headers = { authorization: `Bearer ${buyer.secret}`, "content-type": "application/json" }
      const opened = yield* promise(() =>
        Promise.all([
          fetch(`${base}/v1/topups`, { method: "POST", headers, body: JSON.stringify({ amount: 25 }) }),
          fetch(`${base}/v1/me/sepa/mandate`, { method: "POST", headers, body: "{}" }),
        ]),
      )
      expect(opened.map(({ status }) => status)).toEqual([201, 200])
      expect(errors).toEqual([])
    }).pipe(Effect.scoped),
  )

  it.effect("an admin orders the rails and stops all spending after a confirmation; a member can do neither", () =>
    Effect.gen(function* () {
      const buyer = yield* newBuyer({ dollars: 3 })
      const { base, page } = yield* signedIn("admin", { dark: true, width: 390 }, buyer)
      const settings = () =>
        promise(async () => {
          const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ")
          return (await (await fromPage(base, cookies).get("/v1/organisation")).json()) as { spending: boolean; rail_preference: string[] }
        })
      yield* promise(async () => {
        await page.goto(`${base}/app/rails`)
        const caps = page.locator("#caps")
        await caps.getByText("0 of 1 active keys have a limit per day or month").waitFor()
        await caps.getByText(/^\$[\d.]+ owed, being debited, or able to go back$/).waitFor()
        expect(await caps.getByRole("link", { name: "Set the limits of the keys" }).getAttribute("href")).toBe("/app/keys")
        await page.getByRole("button", { name: "Move Direct debit up" }).click()
        await page.getByText("The order was saved.").first().waitFor()
      })
      expect((yield* settings()).rail_preference[0]).toBe("sepa")
      yield* promise(async () => {
        await page.locator("#spending").getByRole("button", { name: "Stop spending" }).click()
        await page.getByRole("alertdialog").getByRole("button", { name: "Keep it" }).click()
        await page.locator("#spending").getByRole("button", { name: "Stop spending" }).click()
        await page.getByRole("alertdialog").getByRole("button", { name: "Stop spending" }).click()
        await page.getByRole("button", { name: "Allow spending" }).waitFor()
        await look(page, "rails-phone")
        expect(await seriousFindings(page)).toEqual([])
      })
      expect((yield* settings()).spending).toBe(false)
      const member = yield* signedIn("member", {}, buyer)
      yield* promise(async () => {
        await member.page.goto(`${base}/app/rails`)
        await member.page.getByText("Owners and admins order the rails").waitFor()
        expect(await member.page.getByRole("button", { name: /Allow spending|Move/ }).count()).toBe(0)
        await member.page.locator("#caps").getByText("Owners and admins set them.", { exact: false }).waitFor()
      })
      expect(member.errors).toEqual([])
    }).pipe(Effect.scoped),
  )
})
