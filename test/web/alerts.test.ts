import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { Alerts } from "../../domain/alerts/Alerts.ts"
import { Organisations } from "../../domain/identity/Organisations.ts"
import type { OrganisationId } from "../../domain/money/ids.ts"
import { SandboxStripe } from "../../rails/stripe/SandboxStripe.ts"
import { until } from "../e2e/sepa/client.ts"
import { baseUrl, newBuyer } from "../support/gateway.ts"
import { look, seriousFindings, signedIn, withSepaApp } from "./fixture.ts"

const promise = <A>(work: () => Promise<A>) => Effect.promise(work)

/** An alert about a failed debit. */
const raise = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const { raise } = yield* Alerts
  const data = { payment_id: randomUUID(), amount_minor: 1_234, currency: "EUR", reason: "insufficient_funds" }
  yield* raise({ organisation, code: "debit_failed", data, topic: data.payment_id })
})

layer(withSepaApp, { excludeTestServices: true, timeout: "180 seconds" })("the page of alerts and tags, in Chromium", (it) => {
  it.effect("an owner acknowledges an alert, sets the low-balance alert, and switches automatic top-ups on with a card and off again", () =>
    Effect.gen(function* () {
      yield* (yield* SandboxStripe)!.registerWebhook(yield* baseUrl)
      const { organisation, page } = yield* signedIn("owner", {}, yield* newBuyer({ dollars: 50 }))
      yield* raise(organisation)
      yield* promise(async () => {
        await page.getByRole("link", { name: "Alerts and tags", exact: true }).click()
        await page.getByText("A direct debit of 12.34 EUR failed or was taken back (insufficient_funds).").waitFor()
        await page.getByText("off", { exact: true }).waitFor()
        await look(page, "alerts")
        expect(await seriousFindings(page)).toEqual([])
        await page.getByRole("button", { name: "Acknowledge" }).click()
        await page.getByText("Nothing needs your attention.").waitFor()
        await page.getByRole("link", { name: "Show the acknowledged ones", exact: true }).click()
        await page.getByText("acknowledged", { exact: true }).waitFor()
        await page.getByLabel("Alert below a balance of").fill("7.5")
        await page.getByRole("button", { name: "Save", exact: true }).click()
        await page.getByText("An alert is raised below $7.50.").waitFor()
        await page.getByLabel("E-mail").fill("finance@buyer.example")
        await page.getByRole("button", { name: "Save the e-mail" }).click()
        await page.getByText("This gateway has no mail server, so nothing is mailed to it.", { exact: false }).first().waitFor()
        await page.getByLabel("URL for notices").fill("https://10.0.0.1/hooks")
        await page.getByRole("button", { name: "Save the URL" }).click()
        await page.getByText("private address", { exact: false }).waitFor()
        await page.getByLabel("URL for notices").fill("http://127.0.0.1:9/hooks")
        await page.getByRole("button", { name: "Save the URL" }).click()
        const shown = (await page.locator("output").textContent())!
        expect(shown).toMatch(/^[\w-]{43}$/)
        await page.reload()
        await page.getByRole("button", { name: "Remove the URL" }).click()
        await page.getByRole("button", { name: "Remove the URL" }).waitFor({ state: "detached" })
        expect(await page.content()).not.toContain(shown)
        await page.getByLabel("At most a month").fill("10")
        await page.getByRole("button", { name: "Switch on" }).click()
        await page.getByText("“At most a month” must be at least “Buy”.", { exact: false }).waitFor()
        expect(await page.getByRole("alert").count(), "the refusal is at its field").toBe(0)
        await page.getByLabel("At most a month").fill("60")
        await page.getByRole("button", { name: "Switch on" }).click()
        await page.getByRole("link", { name: "Save a card", exact: true }).click()
        await page.locator('[name="number"]').fill("4242424242424242")
        await page.locator('[name="name"]').fill("Ada")
        await page.locator('button[type="submit"], input[type="submit"]').first().click()
        await page.getByRole("heading", { level: 1, name: "Alerts and tags" }).waitFor()
      })
      const card = promise(async () => {
        await page.reload()
        const section = page.locator("section", { hasText: "Automatic top-up" })
        await section.getByRole("button", { name: "Switch off" }).waitFor()
        return { text: await section.innerText() }
      })
      yield* until(card, ({ text }) => text.includes("visa ending in 4242"))
      yield* promise(async () => {
        await look(page, "alerts-top-up")
        await page.getByRole("button", { name: "Switch off" }).click()
        await page.getByRole("alertdialog").getByRole("button", { name: "Switch off" }).click()
        await page.getByRole("button", { name: "Switch on" }).waitFor()
        expect(await seriousFindings(page)).toEqual([])
      })
    }),
  )

  it.effect("an alert that could not be mailed says so, without the name of the setting", () =>
    Effect.gen(function* () {
      const { base, organisation, page } = yield* signedIn("owner")
      yield* Effect.flatMap(Organisations, ({ change }) => change(organisation, { email: "finance@buyer.example" }))
      yield* raise(organisation)
      const shown = promise(async () => {
        await page.goto(`${base}/app/alerts`)
        await page.getByText("A direct debit of 12.34 EUR failed").waitFor()
        return { text: await page.getByRole("main").innerText() }
      })
      const { text } = yield* until(shown, ({ text }) => text.includes("not mailed"))
      expect(text).toContain("not mailed: The gateway has no mail server.")
      yield* promise(() => look(page, "alert-not-mailed"))
    }),
  )

  it.effect("a member reads alerts and tags in the dark at phone width, and changes nothing", () =>
    Effect.gen(function* () {
      const { base, organisation, page } = yield* signedIn("member", { dark: true, width: 390 })
      yield* raise(organisation)
      yield* promise(async () => {
        await page.goto(`${base}/app/alerts`)
        await page.getByText("A direct debit of 12.34 EUR failed").waitFor()
        await page.getByText("Owners and admins change it.").waitFor()
        for (const name of ["Acknowledge", "Save", "Switch on"]) expect(await page.getByRole("button", { name }).count()).toBe(0)
        await look(page, "alerts-390-dark")
        expect(await seriousFindings(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
      })
    }),
  )
})
