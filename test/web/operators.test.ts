import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import type { Page } from "playwright-core"
import { Organisations } from "../../domain/identity/Organisations.ts"
import { newBuyer } from "../support/gateway.ts"
import { AppFixture, fromPage, look, newMember, seriousFindings, sessionOf, signedIn, withApp } from "./fixture.ts"

const promise = <A>(work: () => Promise<A>) => Effect.promise(work)

const operator = (appearance: { readonly dark?: boolean; readonly width?: number } = {}) =>
  signedIn("owner", appearance, undefined, { isOperator: true })

/** Presses the button of an action, gives the reason and waits until the dialogue has closed. */
const act = async (page: Page, action: string, reason: string) => {
  await page.getByRole("main").getByRole("button", { name: action, exact: true }).first().click()
  // A short message is a dialogue too.
  const dialog = page.getByRole("dialog").filter({ has: page.getByLabel("Reason") })
  await dialog.getByLabel("Reason").fill(reason)
  await dialog.getByRole("button", { name: action, exact: true }).click()
  await dialog.waitFor({ state: "hidden" })
}

const bought = (base: string, secret: string) =>
  fetch(`${base}/v1/execute/script/script.fast`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json", "idempotency-key": randomUUID() },
    body: JSON.stringify({ "script.token": randomUUID() }),
  })

layer(withApp, { excludeTestServices: true })("the pages of the operators, in Chromium", (it) => {
  it.effect("an operator finds an organisation, suspends it for a reason, and the log shows who, why and what changed", () =>
    Effect.gen(function* () {
      const { base, email, page, errors } = yield* operator()
      const { organisation, secret } = yield* newBuyer()
      yield* promise(async () => {
        await page.getByRole("link", { name: "Operators", exact: true }).click()
        await page.getByLabel("Search").fill(organisation.slice(0, 13))
        await page.getByRole("button", { name: "Search" }).click()
        await page.waitForURL(/search=/)
        await look(page, "operators-organisations")
        await page.getByRole("table").getByRole("link", { name: "test", exact: true }).click()
        await page.getByRole("heading", { level: 2, name: "test" }).waitFor()
        await look(page, "operators-organisation")
        expect(await seriousFindings(page)).toEqual([])
        await page.getByRole("button", { name: "Suspend" }).click()
        const confirm = page.getByRole("dialog").getByRole("button", { name: "Suspend" })
        expect(await confirm.isDisabled()).toBe(true)
        await look(page, "operators-reason")
        expect(await seriousFindings(page)).toEqual([])
        await page.keyboard.press("Escape")
        await act(page, "Suspend", "a leaked key")
        await page.getByText("suspended", { exact: true }).waitFor()
        expect((await bought(base, secret)).status).toBe(403)
        await page.getByRole("link", { name: "Log of this organisation", exact: true }).click()
        const row = page.getByRole("row").filter({ hasText: "a leaked key" })
        await row.waitFor()
        for (const text of ["org suspend", email, "status: active → suspended", "done"]) expect(await row.textContent()).toContain(text)
        await look(page, "operators-log")
        expect(await seriousFindings(page)).toEqual([])
      })
      const found = yield* Effect.flatMap(Organisations, ({ find }) => find(organisation))
      expect(found.status).toBe("suspended")
      expect(errors).toEqual([])
    }),
  )

  it.effect("an operator freezes an account, refunds a call once, pauses a rail and resumes it", () =>
    Effect.gen(function* () {
      const { base, page } = yield* operator({ dark: true })
      const { organisation, secret } = yield* newBuyer()
      const call = yield* promise(async () => (await bought(base, secret)).headers.get("x-payment-id")!)
      yield* promise(async () => {
        await page.goto(`${base}/app/operators?view=calls&call=${call}`)
        await page.getByRole("button", { name: "Refund" }).waitFor()
        await look(page, "operators-call-dark")
        expect(await seriousFindings(page)).toEqual([])
        await act(page, "Refund", "the answer was wrong")
        await page.getByText("nothing of it can be given back here").waitFor()
        await page.goto(`${base}/app/operators?view=switches`)
        const rail = page.getByRole("region", { name: "Rails" }).getByRole("row").filter({ hasText: "credits" })
        await rail.getByRole("button", { name: "Pause" }).waitFor()
        await look(page, "operators-switches-dark")
        expect(await seriousFindings(page)).toEqual([])
        await act(page, "Pause", "a test of the switch")
        await rail.getByText("paused").waitFor()
        await act(page, "Resume", "the test has ended")
        await rail.getByText("active").waitFor()
        await page.goto(`${base}/app/operators?organisation=${organisation}`)
        await act(page, "Freeze", "a dispute")
        await page.getByText("frozen", { exact: true }).waitFor()
      })
      const refused = yield* promise(() => bought(base, secret))
      expect([refused.status, refused.headers.get("x-money-moved")]).toEqual([403, "none"])
    }),
  )

  it.effect(
    "an operator takes granted credits back once per reference, revokes all keys and erases an organisation whose accounts are empty",
    () =>
      Effect.gen(function* () {
        const { base, page } = yield* operator()
        const { organisation, secret } = yield* newBuyer({ dollars: 2 })
        const organisations = yield* Organisations
        yield* promise(async () => {
          await page.goto(`${base}/app/operators?organisation=${organisation}`)
          const move = async (action: string, amount: string, ref: string) => {
            await page.getByRole("button", { name: action, exact: true }).first().click()
            const dialog = page.getByRole("dialog").filter({ has: page.getByLabel("Reason") })
            await dialog.getByLabel("Amount in USD").fill(amount)
            await dialog.getByLabel("Reference").fill(ref)
            await dialog.getByLabel("Reason").fill("a gift by mistake")
            await dialog.getByRole("button", { name: action, exact: true }).click()
            return dialog
          }
          const gift = await move("Pay out", "1", "transfer 1")
          await gift.getByText("Take a gift back").waitFor()
          expect(await seriousFindings(page)).toEqual([])
          await look(page, "operators-credits")
          await page.keyboard.press("Escape")
          for (const ref of ["gift 1", "gift 1", "gift 2"]) await (await move("Take back", "1", ref)).waitFor({ state: "hidden" })
          await page
            .getByRole("table", { name: /Accounts/ })
            .getByText("0.00")
            .first()
            .waitFor()
          await act(page, "Revoke all keys", "the contract has ended")
          expect((await bought(base, secret)).status).toBe(401)
          await act(page, "Suspend", "the contract has ended")
          await page.getByRole("button", { name: "Erase", exact: true }).click()
          const erasing = page.getByRole("dialog").filter({ has: page.getByLabel("Reason") })
          await erasing.getByLabel("Reason").fill("the customer wants it")
          expect(await erasing.getByRole("button", { name: "Erase", exact: true }).isDisabled()).toBe(true)
          await erasing.getByLabel("Name of the organisation").fill("test")
          expect(await seriousFindings(page)).toEqual([])
          await look(page, "operators-erase")
          await erasing.getByRole("button", { name: "Erase", exact: true }).click()
          await erasing.waitFor({ state: "hidden" })
        })
        expect(yield* organisations.find(organisation)).toMatchObject({ isErased: true, activeKeys: 0 })
      }),
  )

  it.effect("a dialogue of a row stays open with what was typed while the row's figures change", () =>
    Effect.gen(function* () {
      const { base, page } = yield* operator()
      const { organisation } = yield* newBuyer({ dollars: 2 })
      yield* promise(async () => {
        await page.goto(`${base}/app/operators?organisation=${organisation}`)
        const row = page.getByRole("row", { includeHidden: true }).filter({ hasText: "credits" })
        await row.getByText("2.00").waitFor()
        const changed = Promise.withResolvers<void>()
        await page.route("**/v1/operator/organisations/**", async (route) => {
          if (route.request().method() === "GET") await changed.promise
          await route.continue()
        })
        await page.getByRole("button", { name: "Take back", exact: true }).click()
        const dialog = page.getByRole("dialog").filter({ has: page.getByLabel("Reason") })
        await dialog.getByLabel("Amount in USD").fill("1")
        await dialog.getByLabel("Reference").fill("gift 1")
        await dialog.getByLabel("Reason").fill("a gift by mistake")
        await dialog.getByRole("button", { name: "Take back", exact: true }).click()
        await dialog.waitFor({ state: "hidden" })
        await page.getByRole("button", { name: "Take back", exact: true }).click()
        for (const label of ["Amount in USD", "Reference", "Reason"]) expect(await dialog.getByLabel(label).inputValue()).toBe("")
        await dialog.getByLabel("Reason").fill("another mistake")
        changed.resolve()
        await row.getByText("1.00").waitFor({ state: "attached" })
        expect(await dialog.getByLabel("Reason").inputValue()).toBe("another mistake")
      })
    }),
  )

  it.effect("the queues and the audit of the books are readable at phone width, in light and dark", () =>
    Effect.gen(function* () {
      for (const dark of [false, true]) {
        const { base, page } = yield* operator({ dark, width: 390 })
        yield* promise(async () => {
          await page.goto(`${base}/app/operators?view=queues`)
          await page.getByText("Payouts to decide").waitFor()
          await look(page, `operators-queues-390-${dark ? "dark" : "light"}`)
          expect(await seriousFindings(page)).toEqual([])
          await page.goto(`${base}/app/operators?view=books`)
          await page.getByRole("button", { name: "Run the audit" }).click()
          await page.getByRole("heading", { name: "The books agree" }).waitFor()
          await look(page, `operators-books-390-${dark ? "dark" : "light"}`)
          expect(await seriousFindings(page)).toEqual([])
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
          expect(overflow).toBe(0)
        })
      }
    }),
  )

  it.effect("an owner who is no operator sees no such page, and the routes refuse the session, a key and another site", () =>
    Effect.gen(function* () {
      const { base, page } = yield* signedIn("owner")
      yield* promise(async () => {
        expect(await page.getByRole("link", { name: "Operators" }).count()).toBe(0)
        await page.goto(`${base}/app/operators`)
        await page.getByText("These pages are for the operators of this gateway.").waitFor()
        expect(await seriousFindings(page)).toEqual([])
      })
      const buyer = yield* newBuyer()
      const { token } = yield* newMember(buyer.organisation, "owner")
      const owner = fromPage(base, yield* promise(() => sessionOf(base, token)))
      const path = `/v1/operator/organisations/${buyer.organisation}`
      const change = { action: "suspend", reason: "none of my business" }
      const codeOf = async (response: Response) => [response.status, JSON.parse(await response.text()).error.code]
      expect(yield* promise(async () => codeOf(await owner.post(path, change)))).toEqual([403, "operator_required"])
      const authorization = `Bearer ${buyer.secret}`
      expect(yield* promise(async () => codeOf(await fetch(base + path, { headers: { authorization } })))).toEqual([401, "invalid_api_key"])
      const { token: other } = yield* newMember(buyer.organisation, "owner", { isOperator: true })
      const cookie = yield* promise(() => sessionOf(base, other))
      const site = { "sec-fetch-site": "cross-site" }
      expect(yield* promise(async () => codeOf(await fromPage(base, cookie).post(path, change, site)))).toEqual([401, "invalid_api_key"])
      const noReason = yield* promise(async () => codeOf(await fromPage(base, cookie).post(path, { action: "suspend", reason: " " })))
      expect(noReason).toEqual([400, "invalid_request"])
      const found = yield* Effect.flatMap(Organisations, ({ find }) => find(buyer.organisation))
      expect(found.status).toBe("active")
    }),
  )

  it.effect(
    "an action that its subject does not permit is answered 409 with its sentence, and the published document has no operators' route",
    () =>
      Effect.gen(function* () {
        const { base } = yield* AppFixture
        const { organisation } = yield* newBuyer()
        const { token } = yield* newMember(organisation, "member", { isOperator: true })
        const page = fromPage(base, yield* promise(() => sessionOf(base, token)))
        const refused = yield* promise(() =>
          page.post(`/v1/operator/organisations/${organisation}/accounts/gold`, { action: "freeze", reason: "x" }),
        )
        const body = JSON.parse(yield* promise(() => refused.text()))
        expect([refused.status, body.error.code]).toEqual([409, "operation_refused"])
        expect(body.error.message).toContain("has no account gold")
        const document = yield* promise(async () => (await fetch(`${base}/openapi.json`)).text())
        expect(document).not.toContain("/v1/operator")
        const method = yield* promise(() => fetch(`${base}/v1/operator/log`, { method: "DELETE" }))
        expect([method.status, method.headers.get("allow")]).toEqual([405, "GET"])
      }),
  )
})
