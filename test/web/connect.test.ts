import { expect, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type { Page } from "playwright-core"
import { Marketplaces } from "../../domain/connect/Marketplaces.ts"
import { Merchants } from "../../domain/connect/Merchants.ts"
import { receiver } from "../e2e/connect/receiver.ts"
import { newBuyer } from "../support/gateway.ts"
import { fromPage, look, newMember, seriousFindings, sessionOf, signedIn, withApp } from "./fixture.ts"

const promise = <A>(work: () => Promise<A>) => Effect.promise(work)

/** A marketplace and its secret key. */
const newMarketplace = Effect.fnUntraced(function* (name: string) {
  const marketplaces = yield* Marketplaces
  const { id } = yield* marketplaces.create({ name, feeBasisPoints: 250, wallet: null, rate: 600, webhookUrl: null })
  const { key, secret } = yield* marketplaces.createKey(id, "secret", "first")
  return { id, key: key.id, secret: Redacted.value(secret) }
})

const link = async (page: Page, secret: string) => {
  await page.getByLabel("Secret key of the marketplace").fill(secret)
  await page.getByRole("button", { name: "Link", exact: true }).click()
}

layer(withApp, { excludeTestServices: true })("the page of marketplaces, in Chromium", (it) => {
  it.effect("an admin links a marketplace, sets its webhook, tests it, rotates the secret and sends an event again", () =>
    Effect.gen(function* () {
      const { base, page } = yield* signedIn("admin")
      const { id, secret } = yield* newMarketplace("Harbour Market")
      yield* Effect.flatMap(Merchants, ({ startLink }) => startLink(id, "seller-7"))
      const { received, url } = yield* receiver((response) => void response.writeHead(204).end())
      yield* promise(async () => {
        await page.getByRole("link", { name: "Connect", exact: true }).click()
        await page.getByText("No marketplace is linked yet.").waitFor()
        await look(page, "connect-empty")
        await link(page, "frt_mk_wrong")
        await page.getByText("Nothing was linked.").waitFor()
        await link(page, secret)
        await page.getByRole("heading", { level: 2, name: "Harbour Market" }).waitFor()
        await page.getByText("There is no wallet for it").waitFor()
        await page.getByRole("row").filter({ hasText: "seller-7" }).waitFor()
        const key = page.getByRole("region", { name: "Keys" }).getByRole("row").filter({ hasText: "first" })
        // The session presents the link's hash of this key at each request.
        expect(await key.innerText()).toMatch(new RegExp(`secret.*${secret.slice(0, 11)}….* UTC|${secret.slice(0, 11)}`, "s"))
        expect(await key.innerText()).not.toContain("never")
        expect(await page.content()).not.toContain(secret.slice(0, 12))
        await page.getByLabel("URL").fill(url)
        await page.getByRole("button", { name: "Save" }).click()
        await page.getByText("Copy the webhook secret now.").waitFor()
        await look(page, "connect-secret")
        expect(await seriousFindings(page)).toEqual([])
        const first = await page.locator("output").textContent()
        await page.getByRole("button", { name: "I have stored it" }).click()
        await page.getByRole("button", { name: "Send a test event" }).click()
        await page.getByText("Your server answered 204.").waitFor()
        await page.getByRole("button", { name: "Rotate the secret" }).click()
        await page.getByRole("button", { name: "Make a new secret" }).click()
        await page.getByText("Copy the webhook secret now.").waitFor()
        expect(await page.locator("output").textContent()).not.toBe(first)
        await page.getByRole("button", { name: "I have stored it" }).click()
        await page.getByText("The new secret signs from").waitFor()
        await look(page, "connect")
        expect(await seriousFindings(page)).toEqual([])
        await page.getByRole("region", { name: "Events" }).getByRole("link").first().click()
        const dialog = page.getByRole("dialog")
        await dialog.getByRole("button", { name: "Send it again" }).click()
        await dialog.getByText("by hand").nth(1).waitFor()
        await look(page, "connect-event")
        expect(await seriousFindings(page)).toEqual([])
      })
      expect(received.length).toBe(2)
      expect(page.url()).toContain(base)
    }),
  )

  it.effect("a revoked key ends the link, which the page says; the link is removed and leaves the key as it is", () =>
    Effect.gen(function* () {
      const { page } = yield* signedIn("owner", { dark: true, width: 390 })
      const { key, secret } = yield* newMarketplace("Night Market")
      const { secret: other } = yield* newMarketplace("Day Market")
      yield* promise(async () => {
        await page.goto(new URL("/app/connect", page.url()).href)
        await link(page, secret)
        await page.getByRole("heading", { level: 2, name: "Night Market", exact: true }).waitFor()
        await look(page, "connect-390-dark")
        expect(await seriousFindings(page)).toEqual([])
        await page.getByRole("button", { name: "Link a marketplace" }).click()
        await link(page, other)
        await page.getByRole("combobox", { name: "Choose the marketplace" }).click()
        await page.getByRole("option", { name: "Day Market" }).click()
        await page.getByRole("heading", { level: 2, name: "Day Market" }).waitFor()
        await page.getByRole("button", { name: "Remove the link" }).click()
        await page.getByRole("alertdialog").getByRole("button", { name: "Remove the link" }).click()
        await page.getByRole("heading", { level: 2, name: "Night Market", exact: true }).waitFor()
      })
      yield* Effect.flatMap(Marketplaces, ({ revokeKey }) => revokeKey(key))
      yield* promise(async () => {
        await page.reload()
        await page.getByText("The key that linked Night Market was revoked or replaced.").waitFor()
      })
      const caller = yield* Effect.flatMap(Marketplaces, ({ list }) => list(null, 10))
      expect(caller.length).toBeGreaterThan(1)
    }),
  )

  it.effect("only owners and admins of the organisation that linked it reach a marketplace by a session, and only from a page", () =>
    Effect.gen(function* () {
      const { base, organisation, page } = yield* signedIn("member")
      const { id, secret } = yield* newMarketplace("Fish Market")
      yield* promise(async () => {
        expect(await page.getByRole("link", { name: "Connect" }).count()).toBe(0)
        await page.goto(`${base}/app/connect`)
        await page.getByText("Owners and admins see this page.").waitFor()
      })
      const session = Effect.fnUntraced(function* (org: typeof organisation, role: "owner" | "member") {
        const { token } = yield* newMember(org, role)
        return yield* promise(() => sessionOf(base, token))
      })
      const owner = yield* session(organisation, "owner")
      expect((yield* promise(() => fromPage(base, owner).post("/v1/organisation/links", { key: secret }))).status).toBe(201)
      const read = (cookie: string, more: object = {}) =>
        promise(async () => (await fromPage(base, cookie).get("/v1/marketplaces/me", { "x-farthing-account": id, ...more })).status)
      expect(yield* read(owner)).toBe(200)
      expect(yield* read(owner, { "sec-fetch-site": "cross-site" })).toBe(401)
      expect(yield* read(owner, { "x-farthing-account": organisation })).toBe(401)
      expect(yield* read(yield* session(organisation, "member"))).toBe(401)
      const stranger = yield* newBuyer()
      expect(yield* read(yield* session(stranger.organisation, "owner"))).toBe(401)
      const member = fromPage(base, yield* session(organisation, "member"))
      expect((yield* promise(() => member.post("/v1/organisation/links", { key: secret }))).status).toBe(403)
    }),
  )
})
