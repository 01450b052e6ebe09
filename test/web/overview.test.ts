import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Alerts } from "../../domain/alerts/Alerts.ts"
import { Organisations } from "../../domain/identity/Organisations.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { newBuyer } from "../support/gateway.ts"
import { look, seriousFindings, signedIn, withApp } from "./fixture.ts"

const promise = <A>(work: () => Promise<A>) => Effect.promise(work)

layer(withApp, { excludeTestServices: true })("the overview in the app, in Chromium", (it) => {
  it.effect("a new organisation sees the steps to a first paid call, and after it what was spent, by day and by every other group", () =>
    Effect.gen(function* () {
      const buyer = yield* newBuyer({ key: { name: "research", monthly: 2_000n as never } })
      const { base, errors, page } = yield* signedIn("owner", {}, buyer)
      yield* promise(async () => {
        await page.getByText("$25.00").first().waitFor()
        await page.getByText("To the first paid call").waitFor()
        expect(await page.getByText("/v1/execute/bank-check/").textContent()).toContain(base)
        await look(page, "overview-new")
        expect(await seriousFindings(page)).toEqual([])
        const bought = await page.evaluate(
          async ({ secret }) =>
            (
              await fetch("/v1/execute/script/script.fast", {
                method: "POST",
                headers: { authorization: `Bearer ${secret}`, "content-type": "application/json", "x-cost-tag": "lab" },
                body: JSON.stringify({ "script.token": "one" }),
              })
            ).status,
          buyer,
        )
        expect(bought).toBe(200)
        await page.reload()
        await page.getByText("script.fast").waitFor()
        expect(await page.getByText("To the first paid call").count()).toBe(0)
        await page.getByText("$0.001 of $0.002").waitFor()
        // What was spent is summed in the background.
        const paid = page.getByText("1 paid call")
        await expect
          .poll(
            async () => (
              await page.reload(),
              await paid.waitFor({ timeout: 2_000 }).then(
                () => true,
                () => false,
              )
            ),
            { timeout: 60_000 },
          )
          .toBe(true)
        for (const [group, label] of [
          ["Key", "research"],
          ["Source", "script"],
          ["Tag", "lab"],
          ["Rail", "Credits"],
        ] as const) {
          await page.getByRole("button", { name: group, exact: true }).click()
          await page.locator("li", { hasText: label }).filter({ hasText: "· 1" }).waitFor()
          expect(page.url()).toContain(`by=${group.toLowerCase()}`)
        }
        await page.getByRole("button", { name: "Day", exact: true }).click()
        await page.locator(".uplot canvas").waitFor()
        await page.getByRole("table", { name: "Spent by day" }).waitFor()
        await page.getByRole("button", { name: "Month before" }).click()
        await page.getByText("Nothing was spent in", { exact: false }).waitFor()
        expect(new URL(page.url()).searchParams.get("month")).toMatch(/^20\d\d-\d\d$/)
        await look(page, "overview-month")
        await page.getByRole("button", { name: "Month after" }).click()
        await page.getByRole("heading", { name: "Spent this month" }).waitFor()
        expect(await page.getByRole("button", { name: "Month after" }).isDisabled()).toBe(true)
        await look(page, "overview")
        expect(await seriousFindings(page)).toEqual([])
      })
      expect(errors).toEqual([])
    }).pipe(Effect.scoped),
  )

  it.effect(
    "the alert about a limit says the true percentage, leads an owner to that limit, and vanishes once it is raised or the key is revoked",
    () =>
      Effect.gen(function* () {
        const buyer = yield* newBuyer({ key: { name: "research", monthly: microUsd(1_010n), daily: microUsd(1_500n) } })
        const { base, errors, page } = yield* signedIn("owner", {}, buyer)
        const headers = { authorization: `Bearer ${buyer.secret}`, "content-type": "application/json" }
        const body = JSON.stringify({ "script.token": "limit" })
        const bought = yield* promise(() => fetch(`${base}/v1/execute/script/script.fast`, { method: "POST", headers, body }))
        expect(bought.status).toBe(200)
        const { watch } = yield* Alerts
        yield* watch(0)
        const member = yield* signedIn("member", {}, buyer)
        yield* promise(async () => {
          const nearly = /has spent 0.001 USD of its monthly limit of 0.00101 USD in .* \(99 %\)/
          await member.page.getByText(nearly).waitFor()
          await member.page.getByText("Ask an owner or admin of your organisation.").first().waitFor()
          expect(await member.page.getByRole("link", { name: "Change the limit", exact: true }).count()).toBe(0)
          expect(await member.page.getByRole("button", { name: "Acknowledge" }).count()).toBe(0)

          await page.reload()
          await page.getByRole("listitem").filter({ hasText: nearly }).getByRole("link", { name: "Change the limit", exact: true }).click()
          const dialog = page.getByRole("dialog", { name: "Limits of research" })
          await dialog.getByLabel("Per month").fill("5")
          await dialog.getByRole("button", { name: "Save" }).click()
          await dialog.waitFor({ state: "detached" })
          await page.goto(`${base}/app/`)
          await page.getByText("its daily limit of 0.0015 USD").waitFor()
          expect(await page.getByText("its monthly limit").count()).toBe(0)
        })
        yield* Effect.flatMap(Organisations, ({ revokeKey }) => revokeKey(buyer.key.id))
        yield* promise(async () => {
          await page.reload()
          await page.getByRole("heading", { name: "Recent payments" }).waitFor()
          await page.waitForLoadState("networkidle")
          expect(await page.getByText("its daily limit").count()).toBe(0)
        })
        expect([...errors, ...member.errors]).toEqual([])
      }).pipe(Effect.scoped),
  )

  it.effect("the overview is readable in dark colours and at phone width, for a member without rights too", () =>
    Effect.gen(function* () {
      for (const [name, width] of [
        ["overview-dark", 1280],
        ["overview-phone", 390],
      ] as const) {
        const { page } = yield* signedIn("member", { dark: name === "overview-dark", width })
        yield* promise(async () => {
          await page.getByText("Ask an owner or admin for a key.").waitFor()
          await page.waitForLoadState("networkidle")
          await look(page, name)
          expect(await seriousFindings(page)).toEqual([])
          expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
        })
      }
    }).pipe(Effect.scoped),
  )
})
