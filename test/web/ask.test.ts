import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../layers/postgres/Database.ts"
import { newBuyer } from "../support/gateway.ts"
import { look, password, seriousFindings, signedIn, withAskApp } from "./fixture.ts"

const promise = <A>(work: () => Promise<A>) => Effect.promise(work)

layer(withAskApp, { excludeTestServices: true })("questions in the app, in Chromium", (it) => {
  it.effect("a member asks, supplies what is missing, reads the plan, approves it under a cap, and follows evidence to the document", () =>
    Effect.gen(function* () {
      const { errors, page } = yield* signedIn("member")
      yield* promise(async () => {
        await page.getByRole("link", { name: "Ask", exact: true }).click()
        await page.getByText("Your questions appear here", { exact: false }).waitFor()
        await page.getByRole("button", { name: "Make a plan" }).click()
        await page.getByText("Write a question.").waitFor()
        await look(page, "ask")
        expect(await seriousFindings(page)).toEqual([])
        await page.getByLabel("What do you want to know?").fill("Validate an IBAN")
        await page.getByRole("button", { name: "Make a plan" }).click()
        await page.getByLabel("Which IBAN?").fill("DE89370400440532013000")
        await look(page, "run-input")
        expect(await seriousFindings(page)).toEqual([])
        await page.getByRole("button", { name: "Continue" }).click()
        const steps = page.getByRole("list", { name: "Steps" })
        await steps.getByText("DE89370400440532013000").waitFor()
        await look(page, "run-plan")
        await page.getByLabel("Spend at most, in USD").fill("0.01")
        await page.getByRole("button", { name: "Approve and run" }).click()
        await steps.getByText("delivered").waitFor()
        const evidence = page.getByRole("list", { name: "Evidence" }).first().getByRole("link").first()
        const place = await evidence.innerText()
        expect(place).toMatch(/^[A-Z][a-z ]+, [a-z ]+ \(.+\)$/)
        await evidence.click()
        const marked = page.locator("mark")
        await marked.waitFor()
        const [, member] = /, (.+) \(/.exec(place)!
        expect(decodeURIComponent(page.url()).replaceAll("_", " ").toLowerCase()).toContain(`/${member}`)
        expect(await marked.isVisible()).toBe(true)
        await look(page, "run-answer")
        expect(await seriousFindings(page)).toEqual([])
        await page.getByRole("link", { name: "Ask", exact: true }).click()
        await page.getByRole("list", { name: "Recent runs" }).getByRole("link", { name: "Validate an IBAN" }).waitFor()
      })
      expect(errors).toEqual([])
    }).pipe(Effect.scoped),
  )

  it.effect("a question with several readings offers them, charges nothing until one is chosen, and answers the chosen one", () =>
    Effect.gen(function* () {
      const { page } = yield* signedIn("member")
      yield* promise(async () => {
        await page.getByRole("link", { name: "Ask", exact: true }).click()
        await page.getByLabel("What do you want to know?").fill("What is the capital of Congo?")
        await page.getByRole("combobox", { name: "How" }).click()
        await page.getByRole("option", { name: "Buy at once, up to a cap" }).click()
        await page.getByRole("button", { name: "Answer it" }).click()
        await page.getByText("needs selection", { exact: true }).waitFor()
        expect(await page.getByText("$0.00 charged").count()).toBe(1)
        await look(page, "run-selection")
        expect(await seriousFindings(page)).toEqual([])
        await page
          .getByRole("button", { name: /^Choose .*Kinshasa|Choose .*Democratic/ })
          .first()
          .click()
        await page.getByText("completed", { exact: true }).waitFor()
        expect(await page.getByText("$0.00 charged").count()).toBe(0)
        await page.getByRole("list", { name: "Evidence" }).first().waitFor()
      })
    }).pipe(Effect.scoped),
  )

  it.effect(
    "a question is bought at once within its cap; a plan that no rail covers is refused, and one that is cancelled costs nothing",
    () =>
      Effect.gen(function* () {
        const { base, page } = yield* signedIn("owner", { dark: true, width: 390 })
        yield* promise(async () => {
          await page.goto(`${base}/app/ask`)
          await page.getByLabel("What do you want to know?").fill("What currency does Japan use?")
          await page.getByRole("combobox", { name: "How" }).click()
          await page.getByRole("option", { name: "Buy at once, up to a cap" }).click()
          await page.getByLabel("Spend at most, in USD").fill("much")
          await page.getByRole("button", { name: "Answer it" }).click()
          await page.getByText("Enter an amount above 0", { exact: false }).waitFor()
          await page.getByLabel("Spend at most, in USD").fill("0.05")
          await page.getByRole("button", { name: "Answer it" }).click()
          await page.getByText("Japanese Yen (JPY)", { exact: false }).first().waitFor()
          await look(page, "run-phone")
          expect(await seriousFindings(page)).toEqual([])
        })
        const poor = yield* signedIn("member", {}, yield* newBuyer({ dollars: 0 }))
        yield* promise(async () => {
          await poor.page.goto(`${base}/app/ask`)
          await poor.page.getByLabel("What do you want to know?").fill("What currency does Japan use?")
          await poor.page.getByRole("button", { name: "Make a plan" }).click()
          await poor.page.getByRole("button", { name: "Approve and run" }).waitFor()
          await poor.page.getByRole("link", { name: "Ask", exact: true }).click()
          const waiting = poor.page.getByRole("list", { name: "Recent runs" }).getByRole("listitem").first()
          await waiting.getByText("requires approval").waitFor()
          await look(poor.page, "ask-waiting")
          await waiting.getByRole("link", { name: "What currency does Japan use?" }).click()
          await poor.page.getByRole("button", { name: "Approve and run" }).click()
          await poor.page.getByRole("alert").getByText("Nothing was charged", { exact: false }).waitFor()
          await poor.page.getByRole("button", { name: "Cancel the run" }).click()
          await poor.page.getByText("cancelled", { exact: true }).waitFor()
          expect(await poor.page.getByRole("button", { name: "Approve and run" }).count()).toBe(0)
          expect(await poor.page.getByText("$0.00 charged").count()).toBe(1)
          await poor.page.goto(`${base}/app/runs/0199f0a4-7c1e-7b7a-9d51-3f0c2a6b8e01`)
          await poor.page.getByRole("alert").waitFor()
        })
      }).pipe(Effect.scoped),
  )

  it.effect("a question whose session had ended is offered again as it was written after the sign-in, and is sent only when pressed", () =>
    Effect.gen(function* () {
      const { base, email, page } = yield* signedIn("member")
      const { money: sql } = yield* Database
      let sent = 0
      yield* promise(async () => {
        page.on("request", (request) => void (request.url().endsWith("/v2/ask") && sent++))
        await page.goto(`${base}/app/ask`)
        await page.getByLabel("What do you want to know?").fill("Validate an IBAN")
        // A read that is still under way would notice the end of the session before the question does.
        await page.waitForLoadState("networkidle")
      })
      yield* sql`update app.session set "expiresAt" = now() - interval '1 minute' where "userId" = (select id from app."user" where email = ${email})`
      yield* promise(async () => {
        await page.getByRole("button", { name: "Make a plan" }).click()
        await page.getByText("Your session has ended.", { exact: false }).waitFor()
        await page.getByLabel("Password").fill(password)
        await page.keyboard.press("Enter")
        await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor({ state: "detached" })
        await page.getByRole("button", { name: "Send it again" }).waitFor()
        await page.waitForLoadState("networkidle")
        expect([sent, await page.getByLabel("What do you want to know?").inputValue()]).toEqual([1, "Validate an IBAN"])
        await page.getByRole("button", { name: "Send it again" }).click()
        await page.getByLabel("Which IBAN?").waitFor()
        expect(sent).toBe(2)
      })
    }).pipe(Effect.scoped),
  )
})
