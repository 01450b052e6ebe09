import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Organisations } from "../../domain/identity/Organisations.ts"
import { Database } from "../../layers/postgres/Database.ts"
import { openTab } from "../support/browser.ts"
import { newBuyer } from "../support/gateway.ts"
import { AppFixture, fromPage, look, newMember, password, seriousFindings, signedIn, withApp } from "./fixture.ts"

const promise = <A>(work: () => Promise<A>) => Effect.promise(work)

layer(withApp, { excludeTestServices: true })("signing in to the app, in Chromium", (it) => {
  it.effect("a person chooses a password by a link, which works once, signs out, and signs in again to the page that the link named", () =>
    Effect.gen(function* () {
      const { base, browser } = yield* AppFixture
      const { organisation } = yield* newBuyer()
      const { email, link } = yield* newMember(organisation, "member")
      const { errors, page } = yield* promise(() => openTab(browser, undefined))
      yield* promise(async () => {
        const response = await page.goto(link)
        const headers = response!.headers()
        expect(headers["content-security-policy"]).toContain("default-src 'self'")
        expect([headers["x-frame-options"], headers["x-content-type-options"]]).toEqual(["DENY", "nosniff"])
        await page.getByText(email).waitFor()
        await look(page, "link")
        expect(await seriousFindings(page)).toEqual([])
        await page.getByLabel("Password").fill(password)
        await page.getByRole("button", { name: "Save and sign in" }).click()
        await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
        const [cookie] = await page.context().cookies()
        expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict" })

        await page.getByRole("button", { name: `Account of ${email}` }).click()
        await page.getByRole("menuitem", { name: "Sign out" }).click()
        await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor()
        await page.goto(link)
        await page.reload()
        await page.getByText("This link was used before or has expired.").waitFor()
        await look(page, "link-used")
        await page.getByRole("link", { name: "Go to the sign-in page" }).click()
        await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor()

        await page.goto(`${base}/app/?from=bookmark`)
        await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor()
        await look(page, "sign-in")
        expect(await seriousFindings(page)).toEqual([])
        await page.getByLabel("E-mail").fill(email)
        await page.getByLabel("Password").fill("not the password")
        await page.keyboard.press("Enter")
        await page.getByRole("alert").getByText("The e-mail or the password is wrong.").waitFor()
        expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("password")
        await page.getByLabel("Password").fill(password)
        await page.keyboard.press("Enter")
        await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
        expect(page.url()).toBe(`${base}/app/?from=bookmark`)
        await page.reload()
        await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
      })
      // The browser itself writes the refused sign-in and the used link to its console.
      expect(errors.filter((text) => !/40[14]/.test(text))).toEqual([])
    }).pipe(Effect.scoped),
  )

  it.effect("a session that ended in another tab leads to the sign-in page, and back to the page afterwards", () =>
    Effect.gen(function* () {
      const { base, email, page } = yield* signedIn("member")
      yield* promise(async () => {
        const second = await page.context().newPage()
        await second.goto(`${base}/app`)
        await second.getByRole("button", { name: `Account of ${email}` }).click()
        await second.getByRole("menuitem", { name: "Sign out" }).click()
        await second.getByRole("heading", { level: 1, name: "Sign in" }).waitFor()
        await second.close()
        // The first tab notices when a person comes back to it.
        await page.evaluate(() => dispatchEvent(new Event("visibilitychange")))
        await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor()
        await page.getByLabel("E-mail").fill(email)
        await page.getByLabel("Password").fill(password)
        await page.keyboard.press("Enter")
        await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
      })
    }).pipe(Effect.scoped),
  )

  it.effect("a session that expired asks to sign in over the page, and keeps what was filled in for the same person", () =>
    Effect.gen(function* () {
      const { base, email, page } = yield* signedIn("owner")
      const { money: sql } = yield* Database
      const expire = sql`update app.session set "expiresAt" = now() - interval '1 minute'
        where "userId" = (select id from app."user" where email = ${email})`
      yield* promise(async () => {
        await page.goto(`${base}/app/keys`)
        await page.getByRole("button", { name: "Create a key" }).click()
        await page.getByRole("dialog").getByLabel("Name").fill("half filled")
      })
      yield* expire
      yield* promise(async () => {
        await page.getByRole("button", { name: "Create the key" }).click()
        await page.getByText("Your session has ended. Sign in again: what you filled in is kept.").waitFor()
        await look(page, "sign-in-again")
        expect(await seriousFindings(page)).toEqual([])
        expect(await page.getByLabel("E-mail").inputValue()).toBe(email)
        await page.getByLabel("Password").fill(password)
        await page.keyboard.press("Enter")
        await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor({ state: "detached" })
        expect(await page.getByRole("dialog").getByLabel("Name").inputValue()).toBe("half filled")
        await page.getByRole("button", { name: "Create the key" }).click()
        await page.getByText("The key half filled").waitFor()
        expect(page.url()).toBe(`${base}/app/keys`)
      })
    }).pipe(Effect.scoped),
  )

  it.effect("a person changes the own password with the current one, which ends the sessions in other browsers", () =>
    Effect.gen(function* () {
      const { base, email, page } = yield* signedIn("member")
      const other = yield* promise(() => fromPage(base).post("/app/api/auth/sign-in/email", { email, password }))
      const elsewhere = fromPage(base, other.headers.getSetCookie()[0]!.split(";", 1)[0]!)
      expect((yield* promise(() => elsewhere.get("/v2/balance"))).status).toBe(200)
      yield* promise(async () => {
        await page.getByRole("button", { name: `Account of ${email}` }).click()
        await page.getByRole("menuitem", { name: "Change the password" }).click()
        const dialog = page.getByRole("dialog")
        await dialog.getByLabel("Current password").fill("not the password")
        await dialog.getByLabel("New password").fill("six calm otters slept")
        await dialog.getByRole("button", { name: "Change the password" }).click()
        await dialog.getByText("The current password is wrong. Nothing was changed.").waitFor()
        await look(page, "change-password")
        expect(await seriousFindings(page)).toEqual([])
        await dialog.getByLabel("Current password").fill(password)
        await dialog.getByRole("button", { name: "Change the password" }).click()
        await page.getByText("The password was changed.").first().waitFor()
        await page.reload()
        await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
      })
      expect((yield* promise(() => elsewhere.get("/v2/balance"))).status).toBe(401)
      const tries = ["six calm otters slept", password].map((text) =>
        fromPage(base).post("/app/api/auth/sign-in/email", { email, password: text }),
      )
      expect((yield* promise(() => Promise.all(tries))).map(({ status }) => status)).toEqual([200, 401])
    }).pipe(Effect.scoped),
  )

  it.effect("the first view loads less than 300 KB compressed, and its files are cached for good", () =>
    Effect.gen(function* () {
      const { page } = yield* signedIn("owner")
      yield* promise(async () => {
        let sum = 0
        page.on("response", (response) => {
          if (!response.url().includes("/app/assets/")) return
          const headers = response.headers()
          expect(headers["cache-control"]).toContain("immutable")
          expect(headers["content-encoding"]).toMatch(/^(br|gzip)$/)
          sum += Number(headers["content-length"])
        })
        const session = await page.context().newCDPSession(page)
        await session.send("Network.setCacheDisabled", { cacheDisabled: true })
        await page.reload({ waitUntil: "networkidle" })
        expect(sum).toBeGreaterThan(50_000)
        expect(sum).toBeLessThan(300_000)
      })
    }).pipe(Effect.scoped),
  )

  it.effect("a browser keeps its chosen colours, and at phone width the pages are in a drawer", () =>
    Effect.gen(function* () {
      const { email, page } = yield* signedIn("owner", { width: 390 })
      yield* promise(async () => {
        await page.getByRole("button", { name: "Open the navigation" }).click()
        await page.getByRole("link", { name: "Overview" }).waitFor()
        await look(page, "phone-navigation")
        expect(await seriousFindings(page)).toEqual([])
        await page.keyboard.press("Escape")
        await page.getByRole("button", { name: `Account of ${email}` }).click()
        await page.getByRole("menuitemradio", { name: "Dark" }).click()
        await page.reload()
        await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
        expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark")
        await look(page, "overview-dark-phone")
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
        expect(await seriousFindings(page)).toEqual([])
      })
    }).pipe(Effect.scoped),
  )

  it.effect("an invited person joins by the link, which works once, and there is no open registration", () =>
    Effect.gen(function* () {
      const { base, browser } = yield* AppFixture
      const { organisation } = yield* newBuyer()
      const owner = yield* newMember(organisation, "owner")
      const first = yield* promise(() => openTab(browser, undefined))
      const id = yield* promise(async () => {
        await first.page.goto(owner.link)
        await first.page.getByLabel("Password").fill(password)
        await first.page.getByRole("button", { name: "Save and sign in" }).click()
        await first.page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
        return first.page.evaluate(async () => {
          const response = await fetch("/app/api/auth/organization/invite-member", {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ email: "New.Person@example.com", role: "admin" }),
          })
          return ((await response.json()) as { id: string }).id
        })
      })
      const guest = yield* promise(() => openTab(browser, undefined))
      yield* promise(async () => {
        await guest.page.goto(`${base}/app/invitation#${id}`)
        await guest.page.getByRole("heading", { name: "Join test" }).waitFor()
        await look(guest.page, "invitation")
        expect(await seriousFindings(guest.page)).toEqual([])
        await guest.page.getByLabel("Your name").fill("New Person")
        await guest.page.getByLabel("Password").fill(password)
        await guest.page.getByRole("button", { name: "Join" }).click()
        await guest.page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
        await guest.page.getByText("admin", { exact: true }).waitFor()
        const again = await fromPage(base).post("/app/api/auth/invitation/join", { invitation: id, name: "x", password })
        expect(again.status).toBe(404)
        const open = await fromPage(base).post("/app/api/auth/sign-up/email", { email: "a@example.com", name: "a", password })
        expect(open.status).toBe(404)
      })
      expect((yield* Effect.flatMap(Organisations, ({ find }) => find(organisation))).activeKeys).toBe(1)
    }).pipe(Effect.scoped),
  )
})
