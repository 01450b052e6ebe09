import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import type { Page } from "playwright-core"
import { Database } from "../../../layers/postgres/Database.ts"
import { openBrowser, openTab, type Wallet } from "../../support/browser.ts"
import { paidBy } from "../../support/connect/fakeCheckoutChain.ts"
import { baseUrl } from "../../support/gateway.ts"
import { callMarketplace } from "./client.ts"
import { FakeChain, newCheckout, newMarketplace, openShop, wallet, withFakeChain } from "./sale.ts"

const buyer = wallet("b0")
const sent = () => `0x${randomUUID().replaceAll("-", "").repeat(2)}`

/** A wallet that signs and sends everything. It has ETH only where the test gives it some. */
const wallets =
  ({ gas = "0x0", hash = sent(), on = {} as Record<string, (params: ReadonlyArray<unknown>) => unknown> } = {}): Wallet =>
  async (method, params) => {
    if (on[method] !== undefined) return on[method](params)
    const answers: Record<string, unknown> = {
      eth_requestAccounts: [buyer],
      eth_chainId: "0x14a34",
      eth_getBalance: gas,
      eth_signTypedData_v4: "0x01",
      eth_sendTransaction: hash,
      personal_sign: buyer,
    }
    return answers[method] ?? null
  }
const decline = () => {
  throw Object.assign(new Error("User rejected the request."), { code: 4001 })
}

/** Writes what the page shows to a folder, for a person who looks at it. */
const look = async (page: Page, name: string) => {
  const folder = process.env["PAGE_SCREENSHOTS"]
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

const promise = <A>(work: () => Promise<A>) => Effect.promise(work)
const heading = (page: Page, text: string) => page.getByRole("heading", { name: text }).waitFor({ timeout: 60_000 })
const alert = (page: Page, text: string) => page.getByText(text).first().waitFor({ timeout: 60_000 })

layer(withFakeChain(), { excludeTestServices: true })("the page of a checkout, in Chromium", (it) => {
  it.effect("a buyer without ETH connects, signs once and has paid, and the page breaks no rule of its policy", () =>
    Effect.gen(function* () {
      const [shop, chain, browser] = [yield* openShop(), yield* FakeChain, yield* openBrowser]
      const { id, url } = yield* newCheckout(shop, {
        description: "A lamp of brass with a shade of linen.\nShips within two days.",
        product_image: "💡",
        return_url: "https://shop.example/thanks",
      })
      const tab = yield* promise(() => openTab(browser, wallets()))
      yield* promise(async () => {
        const response = await tab.page.goto(url)
        expect(response!.headers()["content-security-policy"]).toContain("default-src 'self'")
        expect(response!.headers()["content-security-policy"]).toContain("frame-ancestors 'none'")
        await look(tab.page, "1-loading-or-open")
        await tab.page.getByRole("button", { name: "Connect wallet" }).waitFor()
        await look(tab.page, "2-open")
        expect(await tab.page.locator("#clock").textContent()).toMatch(/^(20|19):\d\d left$/)
        await tab.page.keyboard.press("Tab")
        await tab.page.keyboard.press("Enter")
        await tab.page.getByRole("button", { name: "Pay 10.50 USDC" }).waitFor()
        expect(await tab.page.getByRole("radio", { name: "Sign once" }).isChecked()).toBe(true)
        await look(tab.page, "3-connected")
        await tab.page.getByRole("button", { name: "Pay 10.50 USDC" }).click()
        await heading(tab.page, "Confirming your payment")
        await look(tab.page, "4-confirming")
      })
      const tx = sent()
      chain.relays.set(`${id} ${buyer}`, paidBy(tx))
      yield* promise(async () => {
        await heading(tab.page, "Paid")
        await look(tab.page, "5-paid")
        expect(await tab.page.getByRole("link", { name: "Return to Harbour Market" }).getAttribute("href")).toBe(
          "https://shop.example/thanks",
        )
      })
      expect(tab.errors).toEqual([])
    }).pipe(Effect.scoped),
  )

  it.effect("a wallet with ETH sends the transaction itself, and a second tab that pays too is stopped", () =>
    Effect.gen(function* () {
      const [shop, chain, browser] = [yield* openShop(), yield* FakeChain, yield* openBrowser]
      const { id, url } = yield* newCheckout(shop)
      const hash = sent()
      const [one, two] = yield* promise(() =>
        Promise.all([openTab(browser, wallets({ gas: "0xde0b6b3a7640000", hash })), openTab(browser, wallets())]),
      )
      const connect = async (page: Page) => {
        await page.goto(url)
        await page.getByRole("button", { name: "Connect wallet" }).click()
        await page.getByRole("button", { name: "Pay 10.50 USDC" }).waitFor()
      }
      yield* promise(async () => {
        await Promise.all([connect(one.page), connect(two.page)])
        expect(await one.page.getByRole("radio", { name: "Send it yourself" }).isChecked()).toBe(true)
        await one.page.getByRole("button", { name: "Pay 10.50 USDC" }).click()
        await heading(one.page, "Confirming your payment")
        await two.page
          .getByRole("button", { name: "Pay 10.50 USDC" })
          .click()
          .catch(() => undefined)
        await heading(two.page, "Confirming your payment")
      })
      expect(chain.relays.size === 0 || !chain.relays.has(`${id} ${buyer}`)).toBe(true)
      chain.proofs.set(`${id} ${hash}`, paidBy(hash))
      yield* promise(() => Promise.all([heading(one.page, "Paid"), heading(two.page, "Paid")]))
      const { money: sql } = yield* Database
      expect(yield* sql`select event from connect_event where subject = ${id}::uuid`).toEqual([{ event: "payment.paid" }])
    }).pipe(Effect.scoped),
  )

  it.effect(
    "a buyer who declines, a chain that does not answer and a transaction that did not pay are sentences, and then the payment works",
    () =>
      Effect.gen(function* () {
        const [shop, chain, browser] = [yield* openShop(), yield* FakeChain, yield* openBrowser]
        const { id, url } = yield* newCheckout(shop)
        const hash = sent()
        let declines = true
        const own = wallets({ gas: "0x1", hash, on: { eth_sendTransaction: () => (declines ? decline() : hash) } })
        const { page } = yield* promise(() => openTab(browser, own, { width: 390, dark: true }))
        const pay = () => page.getByRole("button", { name: "Pay 10.50 USDC" }).click()
        yield* promise(async () => {
          await page.goto(url)
          await page.getByRole("button", { name: "Connect wallet" }).click()
          await pay()
          await alert(page, "You declined in your wallet. Nothing was paid.")
          await look(page, "6-declined-phone-dark")
        })
        chain.isDown = true
        yield* promise(async () => {
          await pay()
          await alert(page, "The chain could not be read now.")
          await look(page, "7-chain-down-phone-dark")
        })
        chain.isDown = false
        declines = false
        chain.proofs.set(`${id} ${hash}`, { _tag: "NotPaid", reason: "The transaction was reverted." })
        yield* promise(async () => {
          await pay()
          await alert(page, "The transaction was reverted. You can try again.")
          await look(page, "8-failed-phone-dark")
        })
        chain.proofs.set(`${id} ${hash}`, paidBy(hash))
        yield* promise(async () => {
          await pay()
          await heading(page, "Paid")
          await look(page, "9-paid-phone-dark")
        })
      }).pipe(Effect.scoped),
  )

  it.effect("a checkout that is cancelled, expired or missing says so, and a browser without a wallet gets advice", () =>
    Effect.gen(function* () {
      const [shop, browser] = [yield* openShop(), yield* openBrowser]
      const { money: sql } = yield* Database
      const [cancelled, expired] = [yield* newCheckout(shop, { cancel_url: "https://shop.example/cart" }), yield* newCheckout(shop)]
      const { page } = yield* promise(() => openTab(browser, undefined, { width: 360 }))
      yield* promise(async () => {
        await page.goto(cancelled.url)
        await alert(page, "No wallet was found in this browser.")
        await look(page, "10-no-wallet-phone")
        await page.getByRole("button", { name: "Cancel" }).click()
        await heading(page, "Cancelled")
        await look(page, "11-cancelled-phone")
        expect(await page.getByRole("link", { name: "Back to Harbour Market" }).getAttribute("href")).toBe("https://shop.example/cart")
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true)
        await page.goto(expired.url)
        await page.getByRole("button", { name: "Look again" }).waitFor()
      })
      yield* sql`update checkout set expires_at = farthing_now() - interval '1 minute', created_at = created_at - interval '21 minutes' where id = ${expired.id}`
      yield* promise(async () => {
        await page.reload()
        await heading(page, "The time to pay is over")
        await look(page, "12-expired-phone")
        const missing = await page.goto(`${expired.url.slice(0, -4)}ffff`)
        expect(missing!.status()).toBe(404)
        await heading(page, "There is no such checkout")
        await look(page, "13-missing-phone")
      })
    }).pipe(Effect.scoped),
  )

  it.effect("names and descriptions are text: markup in them is shown and never run", () =>
    Effect.gen(function* () {
      const [shop, browser] = [yield* openShop(), yield* openBrowser]
      const markup = "<img src=x onerror=document.title=1><script>document.title=2</script>"
      const { url } = yield* newCheckout(shop, { product_name: markup, description: markup })
      const { errors, page } = yield* promise(() => openTab(browser, wallets()))
      yield* promise(async () => {
        await page.goto(url)
        await page.getByRole("button", { name: "Connect wallet" }).waitFor()
        expect(await page.locator("#product").textContent()).toBe(markup)
        expect(await page.locator("main img, main script").count()).toBe(0)
        expect(await page.title()).toContain("<script>")
      })
      expect(errors).toEqual([])
    }).pipe(Effect.scoped),
  )

  it.effect("a seller goes through the onboarding of its link, and the activation is an event", () =>
    Effect.gen(function* () {
      const [market, browser, base] = [yield* newMarketplace(), yield* openBrowser, yield* baseUrl]
      const { body: link } = yield* callMarketplace(market.secret_key, "POST", "/v1/merchants/onboarding-link", {
        external_seller_id: "s-1",
      })
      const { errors, page } = yield* promise(() => openTab(browser, wallets(), { width: 390 }))
      yield* promise(async () => {
        await page.goto(link.url)
        await page.getByLabel("Name that buyers see").fill("Lamps of Lyon")
        await page.getByLabel("E-mail").fill("shop@lamps.example")
        await look(page, "14-profile-phone")
        await page.getByRole("button", { name: "Continue" }).click()
        await page.getByRole("button", { name: "Sign with your wallet" }).waitFor()
        await look(page, "15-wallet-phone")
        await page.getByRole("button", { name: "Sign with your wallet" }).click()
        await heading(page, "Your wallet is proven")
        await look(page, "16-proven-phone")
        await page.getByRole("button", { name: "Finish" }).click()
        await heading(page, "You are ready to be paid")
        await look(page, "17-ready-phone")
        await page.goto(`${base}/onboarding#wrong`)
        await page.reload()
        await heading(page, "This link is not valid")
      })
      expect(errors.filter((text) => !text.includes("404"))).toEqual([])
      const merchant = yield* callMarketplace(market.secret_key, "GET", "/v1/merchants/s-1")
      expect(merchant.body).toMatchObject({ status: "active", payable: true, profile: { display_name: "Lamps of Lyon" } })
      const { money: sql } = yield* Database
      expect(yield* sql`select event from connect_event where subject = ${link.merchant_id}::uuid`).toEqual([
        { event: "merchant.activated" },
      ])
    }).pipe(Effect.scoped),
  )
})
