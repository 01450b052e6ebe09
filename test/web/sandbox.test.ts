import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import jsqr from "jsqr"
import type { Browser, Page } from "playwright-core"
import { PNG } from "pngjs"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { buildPages } from "../../src/http/app/buildPages.ts"
import { dataDirectory, DataDirectory, runForJson, serve } from "../support/cluster/commandLine.ts"
import { openBrowser, openTab, type Wallet } from "../support/browser.ts"
import { until } from "../support/until.ts"
import { look, password, seriousFindings } from "./fixture.ts"

/** `farthing serve` with the whole sandbox beside it, one Chromium, and a tab of the demo's owner: the printed link works once. */
class SandboxApp extends Context.Service<
  SandboxApp,
  { readonly base: string; readonly browser: Browser; readonly apiKey: string; readonly page: Page }
>()("farthing/test/web/SandboxApp") {}

const promise = <A>(work: () => Promise<A>) => Effect.promise(work)
const account = privateKeyToAccount(generatePrivateKey())

/** A wallet extension with one account. It signs messages and nothing else. */
const extension: Wallet = async (method, params) => {
  if (method === "eth_requestAccounts") return [account.address]
  if (method === "personal_sign") return account.signMessage({ message: { raw: params[0] as `0x${string}` } })
  throw Object.assign(new Error(`unexpected ${method}`), { code: 4200 })
}

const sandboxApp = Layer.effect(
  SandboxApp,
  Effect.gen(function* () {
    yield* buildPages
    const { env } = yield* DataDirectory
    const { baseUrl, startupOutput } = yield* serve({ ...env, FARTHING_PAYOUT_MINIMUM: "0.001" })
    const browser = yield* openBrowser
    const { page } = yield* promise(() => openTab(browser, extension))
    yield* promise(async () => {
      await page.goto(/http:\S+\/app\/link#\S+/.exec(startupOutput)![0])
      await page.getByRole("button", { name: "Sign in" }).click()
      await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
    })
    return { base: baseUrl, browser, page, apiKey: /export API_KEY=(\S+)/.exec(startupOutput)![1]! }
  }),
).pipe(Layer.provideMerge(dataDirectory))

/** A person whom the command line creates, in a browser context of its own. The printed link has the port of the settings. */
const choosePassword = Effect.fnUntraced(function* (page: Page, url: string, secret = password) {
  const { base } = yield* SandboxApp
  yield* promise(async () => {
    await page.goto(`${base}/app/link${new URL(url).hash}`)
    await page.reload()
    await page.getByLabel("Password").fill(secret)
    await page.getByRole("button", { name: "Save and sign in" }).click()
  })
})

const act = async (page: Page, action: string, reason: string) => {
  await page.getByRole("main").getByRole("button", { name: action, exact: true }).first().click()
  const dialog = page.getByRole("dialog").filter({ has: page.getByLabel("Reason") })
  await dialog.getByLabel("Reason").fill(reason)
  await dialog.getByRole("button", { name: action, exact: true }).click()
  await dialog.waitFor({ state: "hidden" })
}

layer(sandboxApp, { excludeTestServices: true, timeout: "240 seconds" })("the app of a sandbox as it is started, in Chromium", (it) => {
  it.effect(
    "the demo's publisher sells, proves its wallet with an extension, and is paid on chain once an operator approved proofs and payout",
    () =>
      Effect.gen(function* () {
        const { apiKey, base, browser, page } = yield* SandboxApp

        // Two paid calls of a listing: the publisher's share of one is above the smallest payout here.
        for (let i = 0; i < 2; i++) {
          const sent = yield* promise(() =>
            fetch(`${base}/notifications-api/notifications/send/sms`, {
              method: "POST",
              headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json", "x-payment-rail": "credits" },
              body: JSON.stringify({ to: "+442079460018", body: "Hello" }),
            }),
          )
          expect([sent.status < 300, sent.headers.get("x-money-moved")]).toEqual([true, "charged"])
        }
        const publisher = yield* promise(async () => {
          await page.getByRole("link", { name: "Publishing", exact: true }).click()
          await page.getByRole("heading", { level: 2, name: "Demo publisher" }).waitFor()
          await page.getByText("2 of 2 calls of the last 24 hours were answered.").waitFor()
          expect(await page.getByText("No paid call in the last 24 hours.").count()).toBe(1)
          await look(page, "sandbox-publishing")
          expect(await seriousFindings(page)).toEqual([])
          await page.getByRole("button", { name: "Prove a wallet" }).click()
          await look(page, "sandbox-prove-wallet")
          expect(await seriousFindings(page)).toEqual([])
          await page.getByRole("button", { name: "Sign with the wallet of this browser" }).click()
          await page.getByRole("dialog", { name: "Prove the wallet" }).waitFor({ state: "hidden" })
          await page.getByText(`${account.address.slice(0, 6).toLowerCase()}…`).waitFor()
          const links = await page.evaluate(async () => (await fetch("/v1/organisation/links")).json())
          return (links as { links: ReadonlyArray<{ kind: string; account_id: string }> }).links.find(({ kind }) => kind === "publisher")!
            .account_id
        })
        yield* runForJson("publisher", "iban", publisher, "--iban", "DE89370400440532013000", "--evidence", "letter 7", "--reason", "seen")

        // An operator without an organisation sees the operators' pages and nothing else.
        const { url } = yield* runForJson("user", "create", "--email", "olga@gateway.example", "--operator")
        const operator = yield* promise(() => openTab(browser, undefined))
        yield* choosePassword(operator.page, url!)
        yield* promise(async () => {
          const desk = operator.page
          await desk.getByRole("heading", { level: 1, name: "Operators" }).waitFor()
          await desk.getByText("operator", { exact: true }).waitFor()
          const pages = desk.getByRole("navigation", { name: "Pages" }).getByRole("link")
          expect(await pages.allInnerTexts()).toEqual(["Operators"])
          await pages.click()
          await desk.getByRole("heading", { level: 1, name: "Operators" }).waitFor()
          await desk.goto(`${base}/app/operators?view=payouts`)
          await desk.getByText("No publisher has requested a payout.").waitFor()
          await look(desk, "sandbox-operator-proofs")
          expect(await seriousFindings(desk)).toEqual([])
          await act(desk, "Approve the proofs", "the letter and the wallet agree")
          await desk.getByRole("row").filter({ hasText: "Demo publisher" }).getByText("verified", { exact: true }).waitFor()
        })

        yield* promise(async () => {
          await page.reload()
          await page.getByRole("button", { name: "Request a payout" }).click()
          await page.getByRole("button", { name: "Request", exact: true }).click()
          await page.getByRole("region", { name: "Payouts" }).getByText("requested", { exact: true }).waitFor()
          await operator.page.goto(`${base}/app/operators?view=queues`)
          await operator.page.getByRole("link", { name: "Decide" }).click()
          await look(operator.page, "sandbox-operator-payouts")
          expect(await seriousFindings(operator.page)).toEqual([])
          await act(operator.page, "Approve", "the month is checked")
          await operator.page.getByText("Every payout is decided.").waitFor()
          await operator.page.goto(`${base}/app/operators?view=log`)
          const row = operator.page.getByRole("row").filter({ hasText: "the month is checked" })
          await row.waitFor()
          const text = await row.innerText()
          for (const part of ["payouts approve", "olga@gateway.example", "status: requested → approved"]) expect(text).toContain(part)
          expect(text).not.toMatch(/[{}[\]"]/)
          await look(operator.page, "sandbox-operator-log")
        })
        const payouts = promise(async () => {
          await page.reload()
          return { text: await page.getByRole("region", { name: "Payouts" }).innerText() }
        })
        yield* until(Effect.map(payouts, ({ text }) => text.includes("paid")))
        yield* promise(async () => {
          expect(await page.getByRole("region", { name: "Payouts" }).innerText()).toMatch(/0x[0-9a-f]{64}/)
          await look(page, "sandbox-payout-paid")
        })
      }),
  )

  it.effect("the demo's owner finds the demo marketplace with its seller and its keys", () =>
    Effect.gen(function* () {
      const { base, page } = yield* SandboxApp
      yield* promise(async () => {
        await page.goto(`${base}/app/connect`)
        await page.getByRole("heading", { level: 2, name: "Demo market" }).waitFor()
        await page.getByRole("row").filter({ hasText: "Demo seller" }).getByText("active", { exact: true }).waitFor()
        const keys = page.getByRole("region", { name: "Keys" })
        await keys.getByRole("row").filter({ hasText: "frt_mk_" }).waitFor()
        expect(await keys.getByRole("row").filter({ hasText: "frt_pk_" }).innerText()).toContain("never")
        await look(page, "sandbox-connect")
        expect(await seriousFindings(page)).toEqual([])
      })
    }),
  )

  it.effect("the wallet's QR code is read as the wallet's address, and the mandate opens as a document", () =>
    Effect.gen(function* () {
      const { apiKey, base, page } = yield* SandboxApp
      yield* promise(async () => {
        await page.goto(`${base}/app/rails`)
        const code = page.getByRole("img", { name: "QR code of the wallet's address" })
        await code.waitFor()
        const { data, height, width } = PNG.sync.read(await code.screenshot())
        const me = await (await fetch(`${base}/v1/me`, { headers: { authorization: `Bearer ${apiKey}` } })).json()
        const { rails } = me as { rails: ReadonlyArray<{ rail: string; wallet_address?: string }> }
        const address = rails.find(({ rail }) => rail === "x402")!.wallet_address
        expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
        expect(jsqr.default(new Uint8ClampedArray(data), width, height)?.data).toBe(address)
        const opened = page.context().waitForEvent("page")
        await page.getByRole("button", { name: "Read the mandate" }).click()
        const document = await opened
        await document.waitForLoadState()
        expect(document.url()).toMatch(/^https?:/)
        await document.getByText("SEPA", { exact: false }).first().waitFor()
        await look(document, "sandbox-mandate")
        await document.close()
      })
    }),
  )

  it.effect("a person whom the command line creates signs in, and farthing user link replaces the password and ends the session", () =>
    Effect.gen(function* () {
      const { base, browser } = yield* SandboxApp
      const [organisation] = (yield* runForJson("org", "list"))["organisations"] as unknown as ReadonlyArray<{ organisation_id: string }>
      const email = "ada@demo.example"
      const created = yield* runForJson("user", "create", "--email", email, "--org", organisation!.organisation_id, "--role", "admin")
      const { page } = yield* promise(() => openTab(browser, undefined))
      yield* choosePassword(page, created["url"]!)
      yield* promise(() => page.getByText("admin", { exact: true }).waitFor())
      const linked = yield* runForJson("user", "link", "--email", email)
      const other = yield* promise(() => openTab(browser, undefined))
      yield* choosePassword(other.page, linked["url"]!, "nine calm otters swam")
      yield* promise(async () => {
        await other.page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
        await page.goto(`${base}/app/keys`)
        await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor()
        await page.getByLabel("E-mail").fill(email)
        await page.getByLabel("Password").fill(password)
        await page.keyboard.press("Enter")
        await page.getByRole("alert").waitFor()
        await page.getByLabel("Password").fill("nine calm otters swam")
        await page.keyboard.press("Enter")
        await page.getByRole("heading", { level: 1, name: "Keys" }).waitFor()
      })
    }),
  )
})
