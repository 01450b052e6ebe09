import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../layers/postgres/Database.ts"
import { newBuyer } from "../support/gateway.ts"
import { look, password, seriousFindings, signedIn, withApp } from "./fixture.ts"

const promise = <A>(work: () => Promise<A>) => Effect.promise(work)

layer(withApp, { excludeTestServices: true })("the sources of the app, in Chromium", (it) => {
  it.effect(
    "a member finds a source, sees the price and the rail that would pay, runs the operation, and follows the result to its payment",
    () =>
      Effect.gen(function* () {
        const { errors, page } = yield* signedIn("member")
        yield* promise(async () => {
          await page.getByRole("link", { name: "Sources", exact: true }).click()
          await page.getByRole("searchbox").fill("no such thing at all")
          await page.getByText("No source fits.").waitFor()
          expect(page.url()).toContain("search=no")
          await page.getByRole("searchbox").fill("script")
          await page.getByRole("link", { name: "Script" }).waitFor()
          await look(page, "sources")
          expect(await seriousFindings(page)).toEqual([])
          await page.getByRole("link", { name: "Script", exact: true }).click()
          await page.getByRole("link", { name: "Try it: Scripted fast" }).waitFor()
          await look(page, "source")
          expect(await seriousFindings(page)).toEqual([])
          await page.getByRole("link", { name: "Try it: Scripted fast" }).click()
          await page.getByText("Credits would pay").waitFor()
          await page.getByRole("button", { name: "Run it" }).click()
          await page.getByText("This input is required.").waitFor()
          await page.getByLabel("script.token").fill("a-token")
          await page.getByRole("button", { name: "Run it" }).click()
          const result = page.getByRole("region", { name: "the result" })
          await result.getByText("a-token").waitFor()
          await page.getByRole("button", { name: "JSON", exact: true }).click()
          await page.locator("pre").waitFor()
          expect(JSON.parse(await result.innerText())).toMatchObject({ script: { token: "a-token" } })
          await page.getByText("$0.001 charged").waitFor()
          await look(page, "operation")
          expect(await seriousFindings(page)).toEqual([])
          await page.getByRole("link", { name: "Its payment", exact: true }).click()
          await page.getByRole("heading", { level: 1, name: "script.fast" }).waitFor()
          await page.getByText("settled", { exact: true }).first().waitFor()
        })
        expect(errors).toEqual([])
      }).pipe(Effect.scoped),
  )

  it.effect("a call that no rail covers is refused with its sentence, says that no money moved, and a failed one is not charged", () =>
    Effect.gen(function* () {
      const { base, page } = yield* signedIn("member", { dark: true, width: 390 }, yield* newBuyer({ dollars: 0 }))
      yield* promise(async () => {
        await page.goto(`${base}/app/sources/script/script.fast`)
        await page.getByText("would be refused").waitFor()
        await page.getByLabel("script.token").fill("a-token")
        await page.getByRole("button", { name: "Run it" }).click()
        await page.getByRole("alert").getByText("Nothing was charged", { exact: false }).waitFor()
        await page.getByText("No money moved.").waitFor()
        await look(page, "operation-phone")
        expect(await seriousFindings(page)).toEqual([])
      })
      const rich = yield* signedIn("owner")
      yield* promise(async () => {
        await rich.page.goto(`${base}/app/sources/script/script.failing`)
        await rich.page.getByLabel("script.token").fill("a-token")
        await rich.page.getByRole("combobox", { name: "script.fails_with" }).click()
        await rich.page.getByRole("option", { name: "source_timeout" }).click()
        await rich.page.getByRole("button", { name: "Run it" }).click()
        await rich.page.getByRole("alert").waitFor()
        await rich.page.getByText("No money moved.").waitFor()
      })
    }).pipe(Effect.scoped),
  )

  it.effect("an address at which nothing is has a sentence without routes of the API, and a link to the list in place of another try", () =>
    Effect.gen(function* () {
      const { base, page } = yield* signedIn("member")
      yield* promise(async () => {
        const places = [
          {
            path: "/sources/none-such",
            text: 'No purchasable source is called "none-such".',
            link: "See all sources",
            list: "/app/sources",
          },
          { path: "/runs/none-such", text: "You have begun no run with this id.", link: "See your runs", list: "/app/ask" },
          { path: "/payments/none-such", text: "", link: "See all payments", list: "/app/payments" },
        ]
        for (const { link, list, path, text } of places) {
          await page.goto(`${base}/app${path}`)
          await page.getByRole("heading", { level: 1, name: "Nothing is at this address" }).waitFor({ state: "attached" })
          const alert = await page.getByRole("alert").innerText()
          expect([alert.includes(text), /GET|this key|\/v\d/.test(alert)]).toEqual([true, false])
          expect(await page.title()).toBe("Nothing is at this address · Farthing")
          expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0)
          expect(await seriousFindings(page)).toEqual([])
          await page.getByRole("link", { name: link, exact: true }).click()
          await page.waitForURL(`${base}${list}`)
        }
        await page.goto(`${base}/app/nonsense`)
        await page.getByRole("heading", { level: 1, name: "There is no such page" }).waitFor({ state: "attached" })
        await page.getByRole("link", { name: "Go to the overview" }).click()
        await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
      })
    }).pipe(Effect.scoped),
  )

  it.effect(
    "a run whose session had ended is offered again with its inputs after the sign-in, and is sent only when the person presses it",
    () =>
      Effect.gen(function* () {
        const { base, email, page } = yield* signedIn("member")
        const { money: sql } = yield* Database
        let sent = 0
        yield* promise(async () => {
          page.on("request", (request) => void (request.url().endsWith("/v1/execute/script/script.fast") && sent++))
          await page.goto(`${base}/app/sources/script/script.fast`)
          await page.getByLabel("script.token").fill("a-token")
          await page.getByText("Credits would pay").waitFor()
        })
        yield* sql`update app.session set "expiresAt" = now() - interval '1 minute' where "userId" = (select id from app."user" where email = ${email})`
        yield* promise(async () => {
          await page.getByRole("button", { name: "Run it" }).click()
          await page.getByText("Your session has ended.", { exact: false }).waitFor()
          await page.getByLabel("Password").fill(password)
          await page.keyboard.press("Enter")
          await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor({ state: "detached" })
          await page.getByText("The session had ended, so nothing was done.", { exact: false }).waitFor()
          await page.waitForLoadState("networkidle")
          expect([sent, await page.getByLabel("script.token").inputValue()]).toEqual([1, "a-token"])
          expect(await seriousFindings(page)).toEqual([])
          await page.getByRole("button", { name: "Send it again" }).click()
          await page.getByText("$0.001 charged").waitFor()
          expect(sent).toBe(2)
        })
      }).pipe(Effect.scoped),
  )

  it.effect("a second press after a lost answer shows the first call's result and charges nothing more", () =>
    Effect.gen(function* () {
      const { base, page } = yield* signedIn("member")
      yield* promise(async () => {
        let lost = 0
        await page.route("**/v1/execute/script/script.fast", async (route) => {
          const answer = await route.fetch()
          return lost++ === 0 ? route.abort() : route.fulfill({ response: answer })
        })
        await page.goto(`${base}/app/sources/script/script.fast`)
        await page.getByLabel("script.token").fill("a-token")
        await page.getByRole("button", { name: "Run it" }).click()
        await page.getByRole("alert").getByText("cannot be reached", { exact: false }).waitFor()
        await page.getByRole("button", { name: "Run it" }).click()
        await page.getByText("$24.999 left", { exact: false }).waitFor()
        expect(lost).toBe(2)
        await page.goto(`${base}/app/payments`)
        await page.getByRole("table", { name: "Payments" }).waitFor()
        expect(await page.locator("tbody tr").count()).toBe(1)
      })
    }).pipe(Effect.scoped),
  )
})
