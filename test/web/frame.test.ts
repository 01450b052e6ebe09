import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { buildPages } from "../../src/http/app/buildPages.ts"
import { openTab } from "../support/browser.ts"
import { freshDatabase } from "../support/database.ts"
import { newBuyer, testGateway } from "../support/gateway.ts"
import { AppFixture, appFixture, look, seriousFindings, signedIn, withApp } from "./fixture.ts"

const promise = <A>(work: () => Promise<A>) => Effect.promise(work)
const badge = "Sandbox: test money"

layer(withApp, { excludeTestServices: true })("the frame of the app, in Chromium", (it) => {
  it.effect("every page of a sandbox has the badge that its money is test money, at each width and without a session", () =>
    Effect.gen(function* () {
      const { base, browser } = yield* AppFixture
      for (const width of [1280, 360]) {
        const { page } = yield* signedIn("owner", { width }, yield* newBuyer(), { isOperator: true })
        yield* promise(async () => {
          for (const path of ["", "/operators", "/publishing"]) {
            await page.goto(`${base}/app${path}`)
            await page.getByText(badge).filter({ visible: true }).waitFor()
            expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
            await look(page, `frame${path.replace("/", "-")}-${width}`)
          }
          expect(await seriousFindings(page)).toEqual([])
        })
      }
      const { page } = yield* promise(() => openTab(browser, undefined))
      yield* promise(async () => {
        await page.goto(`${base}/app/sign-in`)
        await page.getByText(badge).waitFor()
        await page.context().close()
      })
    }).pipe(Effect.scoped),
  )

  it.effect("an unknown address keeps the navigation and the main landmark", () =>
    Effect.gen(function* () {
      const { base, page } = yield* signedIn("member")
      yield* promise(async () => {
        for (const path of ["/nowhere", "/keys/nowhere/else"]) {
          await page.goto(`${base}/app${path}`)
          await page.getByRole("main").getByText("There is no such page.").waitFor()
          await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Keys", exact: true }).waitFor()
        }
        await look(page, "unknown-address")
        expect(await seriousFindings(page)).toEqual([])
        await page.getByRole("link", { name: "Payments", exact: true }).click()
        await page.getByRole("heading", { level: 1, name: "Payments" }).waitFor()
      })
    }).pipe(Effect.scoped),
  )
})

const live = Layer.unwrap(
  Effect.gen(function* () {
    yield* buildPages
    const settings = { mode: "live", appSecret: Redacted.make("a secret of thirty-two characters") } as const
    return appFixture.pipe(Layer.provideMerge(testGateway(yield* freshDatabase, { sources: [], settings })))
  }),
)

layer(live, { excludeTestServices: true })("the frame of the app of a live gateway, in Chromium", (it) => {
  it.effect("no page has the badge of a sandbox", () =>
    Effect.gen(function* () {
      const { base, browser } = yield* AppFixture
      const { page } = yield* promise(() => openTab(browser, undefined))
      yield* promise(async () => {
        await page.goto(`${base}/app/sign-in`)
        await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor()
        expect(await page.getByText(badge).count()).toBe(0)
        await page.context().close()
      })
    }),
  )
})
