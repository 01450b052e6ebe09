import { expect, layer } from "@effect/vitest"
import type { AnyRoute } from "@tanstack/react-router"
import { Effect, Redacted } from "effect"
import type { Page } from "playwright-core"
import { Marketplaces } from "../../domain/connect/Marketplaces.ts"
import { Publishers } from "../../domain/publishing/Publishers.ts"
import { Database } from "../../layers/postgres/Database.ts"
import { operatorViews } from "../../src/web/pages/operators/route.tsx"
import { pageRoutes, publicRoutes } from "../../src/web/routes.ts"
import { openTab } from "../support/browser.ts"
import { newBuyer } from "../support/gateway.ts"
import { AppFixture, fromPage, look, password, seriousFindings, signedIn, withAskApp } from "./fixture.ts"

const promise = <A>(work: () => Promise<A>) => Effect.promise(work)

/** The path of every route, with these values in the place of its parameters. */
const pathsOf = (routes: ReadonlyArray<AnyRoute>, values: Readonly<Record<string, string>>) =>
  routes.map(({ options }) => {
    const { path = "/" } = options as { readonly path?: string }
    return path.replaceAll(/\$(\w+)/g, (_, name: string) => {
      const value = values[`${path} ${name}`]
      if (value === undefined) throw new Error(`The test has no value for ${name} of the route ${path}.`)
      return value
    })
  })

/** Adds up how far what a person saw was moved without an action of the person: the sum of Chromium's layout shifts. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const scope = globalThis as unknown as { shifted: number }
    scope.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as ReadonlyArray<{ value: number; hadRecentInput: boolean }>) {
        if (!entry.hadRecentInput) scope.shifted += entry.value
      }
    }).observe({ type: "layout-shift", buffered: true })
  })

/** What is wrong with the page at this address: overflow, shifts of the layout, an error in place of the page, serious findings of axe in light and dark. */
const problemsOf = async (page: Page, address: string) => {
  await page.emulateMedia({ colorScheme: "light" })
  await page.goto(address)
  const hasHeading = await page
    .locator("h1")
    .first()
    .waitFor({ state: "attached" })
    .then(
      () => true,
      () => false,
    )
  if (!hasHeading) return [`${address} has no heading: ${(await page.locator("body").innerText()).slice(-300)}`]
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[role=status]")].every(({ textContent }) => !/^(Loading|Reading the link)$/.test(textContent)),
  )
  await page.waitForLoadState("networkidle")
  const { overflow, shifted } = await page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - innerWidth,
    shifted: (globalThis as unknown as { shifted: number }).shifted,
  }))
  const failed = await page.getByRole("button", { name: "Try again" }).count()
  const light = await seriousFindings(page)
  await page.emulateMedia({ colorScheme: "dark" })
  // Colours change by a transition.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== "running"))
  const dark = await seriousFindings(page)
  await look(
    page,
    `every-${new URL(address).pathname.replaceAll("/", "-")}${new URL(address).search.slice(1, 30)}-${page.viewportSize()!.width}`,
  )
  return [
    ...(overflow > 0 ? [`${overflow} px too wide`] : []),
    ...(shifted > 0.1 ? [`moved by ${shifted}`] : []),
    ...(failed > 0 ? ["an error in place of the page"] : []),
    ...light,
    ...dark.map((finding) => `dark ${finding}`),
  ].map((problem) => `${address} ${problem}`)
}

layer(withAskApp, { excludeTestServices: true, timeout: "240 seconds" })("every page of the app, in Chromium", (it) => {
  it.effect("every route fits 360 px, keeps its layout while it loads, and axe finds nothing serious on it, in light and dark", () =>
    Effect.gen(function* () {
      const { base, browser } = yield* AppFixture
      const buyer = yield* newBuyer()
      const bought = yield* promise(() =>
        fetch(`${base}/v1/execute/bank-check/bank.validate_iban`, {
          method: "POST",
          headers: { authorization: `Bearer ${buyer.secret}`, "content-type": "application/json" },
          body: JSON.stringify({ iban: "DE89370400440532013000" }),
        }),
      )
      expect(bought.status).toBe(200)
      const { page } = yield* signedIn("owner", { width: 360 }, buyer, { isOperator: true })
      const cookie = (yield* promise(() => page.context().cookies())).map(({ name, value }) => `${name}=${value}`).join("; ")
      // A run is read with the key that began it: here the person's own.
      const answered = yield* promise(() =>
        fromPage(base, cookie).post("/v2/ask", { question: "What currency does Japan use?", execution_mode: "auto", max_spend: 0.05 }),
      )
      const { id } = (yield* promise(() => answered.json())) as { id: string }
      const paths = pathsOf(pageRoutes, {
        "/runs/$id id": id,
        "/payments/$id id": bought.headers.get("x-payment-id")!,
        "/sources/$source source": "bank-check",
        "/sources/$source/$operation source": "bank-check",
        "/sources/$source/$operation operation": "bank.validate_iban",
      })
      const [publisher, marketplaces] = [
        yield* Effect.flatMap(Publishers, ({ create }) => create("Every Co", ["Every Co"])),
        yield* Marketplaces,
      ]
      const { id: market } = yield* marketplaces.create({
        name: "Every Market",
        feeBasisPoints: 0,
        wallet: null,
        rate: 600,
        webhookUrl: null,
      })
      const marketKey = yield* marketplaces.createKey(market, "secret", "first")
      for (const secret of [publisher.secret, marketKey.secret]) {
        yield* promise(() => fromPage(base, cookie).post("/v1/organisation/links", { key: Redacted.value(secret) }))
      }
      const views = [
        ...operatorViews.map((view) => `/operators?view=${view}`),
        `/operators?organisation=${buyer.organisation}`,
        `/operators?view=calls&call=${bought.headers.get("x-payment-id")!}`,
      ]
      const problems: Array<string> = []
      yield* promise(async () => {
        const anonymous = await openTab(browser, undefined, { width: 360 })
        await watchShifts(page)
        await watchShifts(anonymous.page)
        for (const path of [...paths, ...views]) problems.push(...(await problemsOf(page, `${base}/app${path}`)))
        for (const path of pathsOf(publicRoutes, {})) problems.push(...(await problemsOf(anonymous.page, `${base}/app${path}#none`)))
        await anonymous.page.context().close()
      })
      expect(problems).toEqual([])
    }),
  )

  it.effect("a session that has expired leads from a click to the sign-in page, and back to the clicked page afterwards", () =>
    Effect.gen(function* () {
      const { base, email, page } = yield* signedIn("admin")
      const { money: sql } = yield* Database
      yield* sql`update app.session set "expiresAt" = now() - interval '1 second' where "userId" = (select id from app."user" where email = ${email})`
      yield* promise(async () => {
        await page.reload()
        await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor()
        expect(await page.evaluate(async () => (await fetch("/v2/balance")).status)).toBe(401)
        await page.goto(`${base}/app/payments?rail=credits`)
        await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor()
        await page.getByLabel("E-mail").fill(email)
        await page.getByLabel("Password").fill(password)
        await page.keyboard.press("Enter")
        await page.getByRole("heading", { level: 1, name: "Payments" }).waitFor()
        expect(page.url()).toBe(`${base}/app/payments?rail=credits`)
      })
    }),
  )
})
