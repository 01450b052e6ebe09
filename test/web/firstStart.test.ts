import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { cpSync, renameSync } from "node:fs"
import { join } from "node:path"
import { AppUsers } from "../../domain/identity/Members.ts"
import { Organisations } from "../../domain/identity/Organisations.ts"
import { buildPages } from "../../src/http/app/buildPages.ts"
import { PageDirectory } from "../../src/http/app/pageRoutes.ts"
import { openTab } from "../support/browser.ts"
import { temporaryDirectory } from "../support/cluster/Cluster.ts"
import { freshDatabase } from "../support/database.ts"
import { testGateway } from "../support/gateway.ts"
import { AppFixture, appFixture, look, password, seriousFindings } from "./fixture.ts"

/** What ends the build: until then the gateway has no pages. */
class Build extends Context.Service<Build, { readonly end: () => void }>()("farthing/test/web/Build") {}

const unbuilt = Layer.unwrap(
  Effect.gen(function* () {
    const built = yield* buildPages
    const directory = join(yield* temporaryDirectory, "app")
    const end = () => {
      cpSync(built, `${directory}.new`, { recursive: true })
      renameSync(`${directory}.new`, directory)
    }
    const gateway = testGateway(yield* freshDatabase, { sources: [] }).pipe(Layer.provide(Layer.succeed(PageDirectory, () => directory)))
    return Layer.merge(appFixture, Layer.succeed(Build, { end })).pipe(Layer.provideMerge(gateway))
  }),
)

const promise = <A>(work: () => Promise<A>) => Effect.promise(work)

layer(unbuilt, { excludeTestServices: true })("the first start of a gateway, in Chromium", (it) => {
  it.effect(
    "who opens the link of the first owner during the build reads so, gets the form without a press, and creates the owner once",
    () =>
      Effect.gen(function* () {
        const { base, browser } = yield* AppFixture
        const { end } = yield* Build
        const users = yield* AppUsers
        const link = `${base}/app/link#${Redacted.value((yield* users.setupLink)!)}`
        const { page } = yield* promise(() => openTab(browser, undefined, { width: 390 }))
        yield* promise(async () => {
          const response = await page.goto(link)
          expect([response!.status(), response!.headers()["cache-control"]]).toEqual([503, "no-store"])
          await page.getByText("The pages of the app are being built.").waitFor()
          await look(page, "first-start-building")
          // The page reloads itself, also while it is being examined.
          const still = await openTab(browser, undefined, { width: 390 })
          await still.page.setContent((await response!.text()).replace(/<script\b.*?<\/script>/s, ""))
          expect(await seriousFindings(still.page)).toEqual([])
          end()
          await page.getByRole("heading", { level: 1, name: "Create the owner" }).waitFor()
          await look(page, "first-start-owner")
          expect(await seriousFindings(page)).toEqual([])
          await page.getByRole("button", { name: "Save and sign in" }).click()
          expect(await page.getByLabel("Organisation").evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true)
          await page.getByLabel("Organisation").fill("Kestrel Ltd")
          await page.getByLabel("Your name").fill("Kay Owner")
          await page.getByLabel("E-mail").fill("kay@kestrel.example")
          await page.getByLabel("Password").fill(password)
          await page.getByRole("button", { name: "Save and sign in" }).click()
          await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
          await page.goto(`${base}/app/keys`)
          await page.getByRole("button", { name: "Create a key" }).first().waitFor()
          await page.goto(link)
          await page.reload()
          await page.getByText("This link was used before or has expired.").waitFor()
        })
        expect((yield* Effect.flatMap(Organisations, ({ list }) => list({}, 10))).map(({ name }) => name)).toEqual(["Kestrel Ltd"])
        expect(yield* users.setupLink).toBeUndefined()
      }),
  )
})
