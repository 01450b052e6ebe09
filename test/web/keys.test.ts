import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Organisations } from "../../domain/identity/Organisations.ts"
import { newBuyer } from "../support/gateway.ts"
import { look, seriousFindings, signedIn, withApp } from "./fixture.ts"

const promise = <A>(work: () => Promise<A>) => Effect.promise(work)

/** Spends 0.001 USD with this key. */
const buy = (base: string, secret: string) =>
  fetch(`${base}/v1/execute/script/script.fast`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify({ "script.token": secret.slice(-8) }),
  })

layer(withApp, { excludeTestServices: true })("the keys in the app, in Chromium", (it) => {
  it.effect("an owner creates a key, whose secret is shown once and buys, changes its limits, rotates it and revokes it", () =>
    Effect.gen(function* () {
      const { base, errors, organisation, page } = yield* signedIn("owner")
      yield* promise(async () => {
        await page.getByRole("link", { name: "Keys", exact: true }).click()
        const heading = page.getByRole("heading", { level: 1, name: "Keys" })
        await heading.waitFor()
        await page.waitForFunction(() => document.activeElement?.tagName === "H1")
        expect(await seriousFindings(page)).toEqual([])

        await page.getByRole("button", { name: "Create a key" }).click()
        const dialog = page.getByRole("dialog")
        await page.waitForFunction(() => (document.activeElement as HTMLInputElement | null)?.name === "name")
        await dialog.getByLabel("Name").fill("production")
        await dialog.getByRole("checkbox", { name: /ask:execute/ }).click()
        await dialog.getByLabel("Per month").fill("0.5")
        await dialog.getByLabel("Cost tag").fill("research")
        await look(page, "key-create")
        expect(await seriousFindings(page)).toEqual([])
        await dialog.getByRole("button", { name: "Create the key" }).click()
        const secret = (await dialog.locator("output").textContent())!
        await look(page, "key-secret")
        expect(secret).toMatch(/^frt_org_\w{49}$/)
        expect((await buy(base, secret)).status).toBe(200)
        await page.keyboard.press("Escape")
        await page.mouse.click(5, 5)
        await dialog.getByRole("button", { name: "I have stored it" }).click()
        await page.reload()
        const row = page.getByRole("row", { name: /production/ })
        await row.waitFor()
        expect(await page.content()).not.toContain(secret)
        expect(await row.textContent()).toContain("$0.001")
        await look(page, "keys")

        await row.getByRole("button", { name: "Actions for production" }).click()
        await page.getByRole("menuitem", { name: "Change limits" }).click()
        await page.getByRole("dialog").getByLabel("Per month").fill("0.001")
        await page.getByRole("dialog").getByLabel("Per request").fill("not an amount")
        await page.getByRole("button", { name: "Save" }).click()
        expect(
          await page
            .getByRole("dialog")
            .getByLabel("Per request")
            .evaluate((input: HTMLInputElement) => input.validity.valid),
        ).toBe(false)
        await page.getByRole("dialog").getByText("An amount in USD such as 10 or 0.25").waitFor()
        await page.getByRole("dialog").getByLabel("Per request").fill("")
        await page.getByRole("button", { name: "Save" }).click()
        await page.getByText("The limits were changed.").waitFor()
        expect((await buy(base, secret)).status).toBe(402)

        await row.getByRole("button", { name: "Actions for production" }).click()
        await page.getByRole("menuitem", { name: "Rotate" }).click()
        await page.getByRole("button", { name: "Make the new secret" }).click()
        await page.getByText("Both secrets work now, the old one until", { exact: false }).waitFor()
        const newSecret = (await page.getByRole("dialog").locator("output").textContent())!
        await look(page, "key-rotated")
        expect(await seriousFindings(page)).toEqual([])
        await page.getByRole("button", { name: "I have stored it" }).click()
        await page
          .getByRole("row")
          .getByText(/old secret works until/)
          .waitFor()
        // Both secrets are one key with one limit, which is used up.
        for (const one of [secret, newSecret]) expect((await buy(base, one)).status).toBe(402)
        await page.getByRole("button", { name: "Actions for production", exact: true }).click()
        await page.getByRole("menuitem", { name: "End the old secret" }).click()
        await page.getByRole("alertdialog").getByRole("button", { name: "End the old secret" }).click()
        await page.getByText("The old secret was ended.").waitFor()
        expect([(await buy(base, secret)).status, (await buy(base, newSecret)).status]).toEqual([401, 402])

        await page.getByRole("button", { name: "Actions for production", exact: true }).click()
        await page.getByRole("menuitem", { name: "Revoke" }).click()
        await page.getByRole("alertdialog").getByText("A revoked key stays revoked.").waitFor()
        await look(page, "key-revoke")
        expect(await seriousFindings(page)).toEqual([])
        await page.getByRole("button", { name: "Revoke the key" }).click()
        await page.getByText('"production" was revoked.').waitFor()
        expect((await buy(base, newSecret)).status).toBe(401)
        await page.getByRole("button", { name: "All", exact: true }).click()
        await page.getByRole("row").getByText("revoked", { exact: true }).waitFor()
        expect(page.url()).toContain("show=all")
        expect(errors).toEqual([])
      })
      const keys = yield* Effect.flatMap(Organisations, (organisations) => organisations.keys(organisation))
      expect(keys.map(({ name, scopes, status, tag }) => [name, status, tag, scopes.includes("ask:execute")])).toEqual(
        expect.arrayContaining([["production", "revoked", "research", false]]),
      )
    }).pipe(Effect.scoped),
  )

  it.effect("a key that was rotated and then revoked has no old secret that works", () =>
    Effect.gen(function* () {
      const { base, page } = yield* signedIn("owner", {}, yield* newBuyer({ key: { name: "batch" } }))
      yield* promise(async () => {
        await page.goto(`${base}/app/keys?show=all`)
        const row = page.getByRole("row", { name: /batch/ })
        const act = async (name: string) => {
          await row.getByRole("button", { name: "Actions for batch" }).click()
          await page.getByRole("menuitem", { name }).click()
        }
        await act("Rotate")
        await page.getByRole("button", { name: "Make the new secret" }).click()
        await page.getByRole("button", { name: "I have stored it" }).click()
        await row.getByText(/old secret works until/).waitFor()
        await act("Revoke")
        await page.getByRole("button", { name: "Revoke the key" }).click()
        await row.getByText("revoked", { exact: true }).waitFor()
        await look(page, "key-rotated-revoked")
        expect(await row.innerText()).not.toContain("old secret")
      })
    }).pipe(Effect.scoped),
  )

  it.effect("limits that two tabs change are both kept: a save sends the changed ones alone", () =>
    Effect.gen(function* () {
      const { base, organisation, page } = yield* signedIn("owner", {}, yield* newBuyer({ key: { name: "batch" } }))
      yield* promise(async () => {
        const second = await page.context().newPage()
        for (const tab of [page, second]) {
          await tab.goto(`${base}/app/keys`)
          await tab.getByRole("button", { name: "Actions for batch" }).click()
          await tab.getByRole("menuitem", { name: "Change limits" }).click()
        }
        await page.getByRole("dialog").getByLabel("Per month").fill("20")
        await page.getByRole("button", { name: "Save" }).click()
        await page.getByText("The limits were changed.").waitFor()
        await second.getByRole("dialog").getByLabel("Per day").fill("5")
        const [request] = await Promise.all([
          second.waitForRequest((request) => request.method() === "PATCH"),
          second.getByRole("button", { name: "Save" }).click(),
        ])
        expect(request.postDataJSON()).toEqual({ daily: 5 })
        await second.getByText("The limits were changed.").waitFor()
        const row = second.getByRole("row", { name: /batch/ })
        await row.getByText("$20.00").waitFor()
        await row.getByRole("button", { name: "Actions for batch" }).click()
        await second.getByRole("menuitem", { name: "Change limits" }).click()
        await second.getByRole("button", { name: "Save" }).click()
        await second.getByRole("dialog").waitFor({ state: "detached" })
      })
      const keys = yield* Effect.flatMap(Organisations, (organisations) => organisations.keys(organisation))
      expect(keys.filter(({ name }) => name === "batch").map(({ daily, monthly }) => [daily, monthly])).toEqual([[5_000_000n, 20_000_000n]])
    }).pipe(Effect.scoped),
  )

  it.effect("an owner with a phone sees each key with what can be done with it", () =>
    Effect.gen(function* () {
      const buyer = yield* newBuyer({ key: { name: "batch" } })
      const { base, page } = yield* signedIn("owner", { width: 390 }, buyer)
      yield* promise(async () => {
        await page.goto(`${base}/app/keys`)
        const row = page.getByRole("listitem").filter({ hasText: "batch" })
        await row.getByText("Last call: never").waitFor()
        await look(page, "keys-phone")
        expect(await seriousFindings(page)).toEqual([])
        const { width, x } = (await row.getByRole("button", { name: "Actions for batch" }).boundingBox())!
        expect(x + width).toBeLessThanOrEqual(390)
        await row.getByRole("button", { name: "Actions for batch" }).click()
        await page.getByRole("menuitem", { name: "Change limits" }).click()
        await page.getByRole("dialog").getByLabel("Per month").waitFor()
      })
    }).pipe(Effect.scoped),
  )

  it.effect("a key that was revoked in another tab is refused with the gateway's sentence, and the list is read again", () =>
    Effect.gen(function* () {
      const buyer = yield* newBuyer({ key: { name: "batch" } })
      const { base, page } = yield* signedIn("admin", {}, buyer)
      yield* promise(async () => {
        await page.goto(`${base}/app/keys`)
        const second = await page.context().newPage()
        await second.goto(`${base}/app/keys`)
        for (const tab of [page, second]) await tab.getByRole("button", { name: "Actions for batch" }).waitFor()
        await second.getByRole("button", { name: "Actions for batch" }).click()
        await second.getByRole("menuitem", { name: "Revoke" }).click()
        await second.getByRole("button", { name: "Revoke the key" }).click()
        await second.getByText('"batch" was revoked.').waitFor()
        await page.getByRole("button", { name: "Actions for batch" }).click()
        await page.getByRole("menuitem", { name: "Rotate" }).click()
        await page.getByRole("button", { name: "Make the new secret" }).click()
        await page.getByText('The key "batch" is revoked: create a new one. Nothing was changed.').waitFor()
        await page.getByRole("button", { name: "Cancel" }).click()
        await page.reload()
        await page.getByRole("button", { name: "Create a key" }).first().waitFor()
        expect(await page.getByRole("button", { name: "Actions for batch", exact: true }).count()).toBe(0)
      })
    }).pipe(Effect.scoped),
  )

  it.effect("a member without rights sees whom to ask, and the gateway refuses the write behind the page", () =>
    Effect.gen(function* () {
      const { base, page } = yield* signedIn("member", { width: 390 })
      yield* promise(async () => {
        await page.goto(`${base}/app/keys`)
        await page.getByText("Keys are for owners and admins.").waitFor()
        await look(page, "keys-member-phone")
        expect(await page.getByRole("button", { name: "Create a key" }).count()).toBe(0)
        const status = await page.evaluate(async () => (await fetch("/v1/keys")).status)
        expect(status).toBe(403)
        expect(await seriousFindings(page)).toEqual([])
      })
    }).pipe(Effect.scoped),
  )

  it.effect("a server that answers late shows that the page loads, and one that fails shows a sentence and a button that tries again", () =>
    Effect.gen(function* () {
      const { base, page } = yield* signedIn("owner")
      yield* promise(async () => {
        let answer: "late" | "broken" | "well" = "late"
        let release = () => {}
        const held = new Promise<void>((resolve) => (release = resolve))
        await page.route("**/v1/keys", async (route) => {
          if (answer === "late") await held
          if (answer === "broken")
            return route.fulfill({
              status: 503,
              contentType: "application/json",
              body: JSON.stringify({ error: { code: "service_unavailable", message: "The database did not answer." } }),
            })
          return route.continue()
        })
        await page.goto(`${base}/app/keys`)
        await page.getByText("Loading", { exact: true }).waitFor()
        answer = "broken"
        release()
        await page.getByText("The database did not answer.").waitFor()
        await look(page, "keys-failed")
        answer = "well"
        await page.getByRole("button", { name: "Try again" }).click()
        await page.getByRole("row", { name: /test/ }).waitFor()
      })
    }).pipe(Effect.scoped),
  )
})
