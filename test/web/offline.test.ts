import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { newBuyer } from "../support/gateway.ts"
import { look, seriousFindings, signedIn, withApp } from "./fixture.ts"

const promise = <A>(work: () => Promise<A>) => Effect.promise(work)
const sentence = "There is no connection. Nothing was sent, and nothing was charged. Try again once you are online."

/** The writes that the page sends from now on. */
const writesOf = (page: Page) => {
  const writes: Array<string> = []
  page.on("request", (request) => request.method() !== "GET" && writes.push(`${request.method()} ${new URL(request.url()).pathname}`))
  return writes
}

/** Connects the browser again, and waits until the page had time to send what it might have kept for later. */
const reconnect = async (page: Page) => {
  await page.context().setOffline(false)
  await page.waitForFunction(() => navigator.onLine)
  for (let i = 0; i < 5; i++) await page.evaluate(async () => (await fetch("/healthz", { cache: "no-store" })).status)
}

layer(withApp, { excludeTestServices: true })("the app without a connection, in Chromium", (it) => {
  it.effect("an action that is clicked offline fails at once, and nothing is sent after the reconnect", () =>
    Effect.gen(function* () {
      const { base, page, secret } = yield* signedIn("owner", {}, yield* newBuyer({ key: { name: "batch" } }))
      yield* promise(async () => {
        await page.goto(`${base}/app/keys`)
        await page.getByRole("button", { name: "Actions for batch" }).click()
        await page.getByRole("menuitem", { name: "Revoke" }).click()
        const writes = writesOf(page)
        await page.context().setOffline(true)
        await page.getByRole("button", { name: "Revoke the key" }).click()
        await page.getByRole("alertdialog").getByText(sentence).waitFor()
        await look(page, "offline-action")
        expect(await seriousFindings(page)).toEqual([])
        await page.keyboard.press("Escape")
        await page.getByRole("alertdialog").waitFor({ state: "detached" })
        await page.getByRole("button", { name: /Account of/ }).click()
        await page.getByRole("menuitem", { name: "Sign out" }).click()
        await page.getByText("You are still signed in.").first().waitFor()
        await reconnect(page)
        expect(writes).toEqual([])
        const status = await fetch(`${base}/v2/balance`, { headers: { authorization: `Bearer ${secret}` } })
        expect(status.status).toBe(200)

        await page.getByRole("button", { name: "Actions for batch" }).click()
        await page.getByRole("menuitem", { name: "Revoke" }).click()
        await page.getByRole("button", { name: "Revoke the key" }).click()
        await page.getByText('"batch" was revoked.').waitFor()
        expect(writes).toHaveLength(1)
      })
    }).pipe(Effect.scoped),
  )

  it.effect("an action is sent to a gateway that answers although the browser has no network", () =>
    Effect.gen(function* () {
      const { base, page } = yield* signedIn("owner", {}, yield* newBuyer({ key: { name: "batch" } }))
      yield* promise(async () => {
        // A gateway on the same machine is reached without a network.
        await page.addInitScript(() => Object.defineProperty(navigator, "onLine", { value: false }))
        await page.goto(`${base}/app/keys`)
        await page.getByRole("button", { name: "Actions for batch" }).click()
        await page.getByRole("menuitem", { name: "Revoke" }).click()
        await page.getByRole("button", { name: "Revoke the key" }).click()
        await page.getByText('"batch" was revoked.').waitFor()
      })
    }).pipe(Effect.scoped),
  )

  it.effect("a list that is opened offline states that the gateway cannot be reached, and is read at the reconnect", () =>
    Effect.gen(function* () {
      const { base, page } = yield* signedIn("member")
      yield* promise(async () => {
        await page.goto(`${base}/app/payments`)
        await page.getByText("There are no payments yet.").waitFor()
        await page.context().setOffline(true)
        await page.getByLabel("Tag").fill("research")
        await page.getByText("The gateway cannot be reached.", { exact: false }).waitFor()
        await look(page, "offline-list")
        await reconnect(page)
        await page.getByText("The gateway cannot be reached.", { exact: false }).waitFor({ state: "detached" })
        await page.getByText("No payment", { exact: false }).first().waitFor()
      })
    }).pipe(Effect.scoped),
  )
})
