import axe from "axe-core"
import { Context, Effect, Layer, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import type { Browser, Page } from "playwright-core"
import { AppUsers, type MemberRole } from "../../domain/identity/Members.ts"
import type { Source } from "../../domain/catalogue/Source.ts"
import type { OrganisationId } from "../../domain/money/ids.ts"
import { selfContained } from "../../layers/sources/builtin.ts"
import { asking } from "../../src/asking.ts"
import { Settings } from "../../src/Settings.ts"
import type { SettingsShape } from "../../src/SettingsShape.ts"
import { buildPages } from "../../src/http/app/buildPages.ts"
import { sepaGateway } from "../e2e/sepa/fixture.ts"
import { openBrowser, openTab, type Wallet } from "../support/browser.ts"
import { freshDatabase } from "../support/database.ts"
import { baseUrl, newBuyer, testGateway, testSettings } from "../support/gateway.ts"
import { smtpServer } from "../support/smtpServer.ts"
import { scriptedSource } from "../support/sources.ts"

/** The browser and the address of the app, which the tests of a file share. */
export class AppFixture extends Context.Service<AppFixture, { readonly base: string; readonly browser: Browser }>()(
  "farthing/test/web/AppFixture",
) {}

export const appFixture = Layer.effect(
  AppFixture,
  Effect.gen(function* () {
    return { base: yield* baseUrl, browser: yield* openBrowser }
  }),
)

/** A gateway with credits and direct debits, the sandbox's Stripe beside it, and one Chromium. */
export const withSepaApp = Layer.unwrap(Effect.as(buildPages, appFixture.pipe(Layer.provideMerge(sepaGateway))))

/** A gateway with prepaid credits, these sources and the built pages, and one Chromium. Each test has an organisation of its own. */
const appOver = (sources: ReadonlyArray<Source>, settings: Partial<SettingsShape> = {}) =>
  Layer.unwrap(
    Effect.gen(function* () {
      yield* buildPages
      return appFixture.pipe(Layer.provideMerge(testGateway(yield* freshDatabase, { sources, settings })))
    }),
  )

export const withApp = appOver([scriptedSource(() => undefined)])

/** The mails that the gateway sent. */
export class Mailbox extends Context.Service<Mailbox, Effect.Success<typeof smtpServer>>()("farthing/test/web/Mailbox") {}

/** The same with a mail server. */
export const withMailApp = Layer.unwrap(
  Effect.map(Mailbox, ({ url }) =>
    appOver([scriptedSource(() => undefined)], { smtpUrl: Redacted.make(url), mailFrom: "gateway@example.com" }),
  ),
).pipe(Layer.provideMerge(Layer.effect(Mailbox, smtpServer)))

/** The same with those sources of the gateway that only compute, and with its planner of questions. */
export const withAskApp = appOver(selfContained).pipe(Layer.provide(asking), Layer.provide(Layer.succeed(Settings, testSettings)))

export const password = "five quiet herons waded"

/** A person with this role in the organisation, and the address of the link that lets the person choose a password. */
export const newMember = Effect.fnUntraced(function* (organisation: OrganisationId, role: MemberRole, { isOperator = false } = {}) {
  const { base } = yield* AppFixture
  const email = `${role}-${randomUUID().slice(0, 8)}@example.com`
  const token = yield* Effect.flatMap(AppUsers, ({ create }) => create({ email, organisation, role, isOperator }))
  return { email, token: Redacted.value(token), link: `${base}/app/link#${Redacted.value(token)}` }
})

/** An organisation with credits and a key, and a person in it whose session is open in a tab of a browser context of its own. */
export const signedIn = Effect.fnUntraced(function* (
  role: MemberRole,
  look: { readonly dark?: boolean; readonly width?: number; readonly wallet?: Wallet } = {},
  buyer?: Effect.Success<ReturnType<typeof newBuyer>>,
  person: { readonly isOperator?: boolean } = {},
) {
  const { base, browser } = yield* AppFixture
  const { key, organisation, secret } = buyer ?? (yield* newBuyer())
  const { email, link } = yield* newMember(organisation, role, person)
  const tab = yield* Effect.acquireRelease(
    Effect.promise(() => openTab(browser, look.wallet, look)),
    ({ page }) => Effect.promise(() => page.context().close()),
  )
  yield* Effect.promise(async () => {
    await tab.page.goto(link)
    await tab.page.getByLabel("Password").fill(password)
    await tab.page.getByRole("button", { name: "Save and sign in" }).click()
    await tab.page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
  })
  return { ...tab, base, email, key, organisation, secret }
})

/** What axe finds that a person with a screen reader or a keyboard would stumble over. */
export const seriousFindings = async (page: Page): Promise<ReadonlyArray<string>> => {
  // What fades in or out has the contrast of its middle until the end.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect, playState }) => playState !== "running" || effect?.getComputedTiming().iterations === Infinity),
  )
  // As a string the library runs by the debugger's protocol, which the page's own policy does not bind.
  await page.evaluate(axe.source)
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run: (
          options: object,
        ) => Promise<{ violations: ReadonlyArray<{ id: string; impact: string; nodes: ReadonlyArray<{ html: string }> }> }>
      }
    }
    return (await axe.run({ resultTypes: ["violations"] })).violations
  })
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`)
}

/** Writes what the page shows to the folder of `PAGE_SCREENSHOTS`, for a person who looks at it. */
export const look = async (page: Page, name: string) => {
  const folder = process.env["PAGE_SCREENSHOTS"]
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

/** A request of the app's pages, as a browser sends it, without one. `cookie` is what an earlier answer set. */
export const fromPage = (base: string, cookie?: string) => {
  const headers = (more: Readonly<Record<string, string>>) => ({
    origin: base,
    "sec-fetch-site": "same-origin",
    ...(cookie !== undefined && { cookie }),
    ...more,
  })
  return {
    get: (path: string, more = {}) => fetch(base + path, { headers: headers(more) }),
    delete: (path: string) => fetch(base + path, { method: "DELETE", headers: headers({}) }),
    post: (path: string, body: object, more = {}) =>
      fetch(base + path, { method: "POST", headers: headers({ "content-type": "application/json", ...more }), body: JSON.stringify(body) }),
  }
}

/** The cookie of a session that this link opened. */
export const sessionOf = async (base: string, token: string): Promise<string> => {
  const response = await fromPage(base).post("/app/api/auth/link/use", { token, password })
  if (response.status !== 200) throw new Error(await response.text())
  return response.headers.getSetCookie()[0]!.split(";", 1)[0]!
}

/** Gives a mandate on the page of the processor, which the page of the rails has opened, and comes back. */
export const giveMandate = async (page: Page, base: string): Promise<void> => {
  await page.waitForURL((url) => url.origin !== new URL(base).origin)
  await page.locator('[name="iban"]').fill("DE89370400440532013000")
  await page.locator('[name="name"]').fill("Ada")
  await page.locator('[name="email"]').fill("ada@example.com")
  await page.locator('button[type="submit"], input[type="submit"]').first().click()
  await page.getByRole("heading", { level: 1, name: "Rails" }).waitFor()
}
