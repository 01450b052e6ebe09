import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { advanceClock, sandboxTime } from "../../layers/sandbox/sandboxDatabase.ts"
import { look, seriousFindings, signedIn, withAskApp } from "./fixture.ts"

const promise = <A>(work: () => Promise<A>) => Effect.promise(work)
const minuteMs = 60_000

const makePlan = async (page: Page, base: string) => {
  await page.goto(`${base}/app/ask`)
  await page.getByLabel("What do you want to know?").fill("What currency does Japan use?")
  await page.getByRole("button", { name: "Make a plan" }).click()
  await page.getByRole("button", { name: "Approve and run" }).waitFor()
}

/** The run that the page shows, as the gateway answers it, and the gateway's time. */
const runOf = (page: Page) =>
  page.evaluate(async () => {
    const { location } = globalThis as unknown as { location: { pathname: string } }
    const answer = await fetch(`/v2/runs/${location.pathname.split("/").at(-1)!}`)
    return { run: (await answer.json()) as Record<string, object>, time: answer.headers.get("x-gateway-time")! }
  })

layer(Layer.fresh(withAskApp), { excludeTestServices: true, timeout: "180 seconds" })(
  "a plan that waits for its approval, in Chromium",
  (it) => {
    it.effect(
      "whose prices have expired offers the same question again and no approval, and times and files follow the gateway's clock",
      () =>
        Effect.gen(function* () {
          const { base, page } = yield* signedIn("member")
          yield* promise(() => makePlan(page, base))
          const expired = page.url()
          yield* advanceClock(40 * 24 * 60 * minuteMs)
          yield* promise(async () => {
            // The open page learns of the jump by the refusal.
            await page.getByRole("button", { name: "Approve and run" }).click()
            await page.getByRole("button", { name: "Ask again" }).waitFor()
            await page.getByText("prices expired", { exact: true }).waitFor()
            expect(await page.getByRole("button", { name: "Approve and run" }).count()).toBe(0)
            expect(await page.locator("main").innerText()).not.toMatch(/prices hold until|requires approval|\d{4}-\d\d-\d\dT/)
            await page.reload()
            await page.getByText("prices expired", { exact: true }).waitFor()
            await look(page, "run-expired")
            expect(await seriousFindings(page)).toEqual([])
            await page.setViewportSize({ width: 390, height: 740 })
            await look(page, "run-expired-phone")
            await page.setViewportSize({ width: 1280, height: 900 })
            await page.getByRole("button", { name: "Ask again" }).click()
            await page.getByRole("button", { name: "Approve and run" }).click()
            await page.getByText("Japanese Yen (JPY)", { exact: false }).first().waitFor()
            expect(page.url()).not.toBe(expired)
            await page.getByRole("heading", { level: 1, name: "What currency does Japan use?" }).waitFor()
          })
          const day = new Date(yield* sandboxTime).toISOString().slice(0, 10)
          yield* promise(async () => {
            await page.goto(`${base}/app/ask`)
            await page.getByRole("list", { name: "Recent runs" }).getByText("just now").first().waitFor()
            await page.goto(`${base}/app/payments`)
            const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download CSV" }).click()])
            expect(file.suggestedFilename()).toBe(`payments-${day}.csv`)
          })
        }).pipe(Effect.scoped),
    )

    it.effect("whose prices expire while its page is open is shown as expired without a request", () =>
      Effect.gen(function* () {
        const { base, page } = yield* signedIn("member")
        yield* promise(async () => {
          await makePlan(page, base)
          const { run, time } = await runOf(page)
          const soon = { ...run, plan: { ...run["plan"], expires_at: new Date(Date.parse(time) + 8_000).toISOString() } }
          await page.route(/\/v2\/runs\//, (route) => route.fulfill({ json: soon, headers: { "x-gateway-time": time } }))
          await page.reload()
          await page.getByRole("button", { name: "Approve and run" }).waitFor()
          await page.getByRole("button", { name: "Ask again" }).waitFor()
        })
      }).pipe(Effect.scoped),
    )

    it.effect("and whose money was taken meanwhile shows the reason after the refusal, and can still be approved", () =>
      Effect.gen(function* () {
        const { base, page } = yield* signedIn("member")
        const reason = { code: "insufficient_balance", message: "Other calls took the money of this plan. Nothing was charged." }
        yield* promise(async () => {
          await makePlan(page, base)
          const { run, time } = await runOf(page)
          await page.route(/\/v2\/asks\/.+\/run/, (route) =>
            route.fulfill({ status: 402, json: { error: { code: "insufficient_balance", message: "No rail covers this plan." } } }),
          )
          await page.route(/\/v2\/runs\//, (route) =>
            route.fulfill({ json: { ...run, approval_required_reason: reason }, headers: { "x-gateway-time": time } }),
          )
          await page.getByRole("button", { name: "Approve and run" }).click()
          await page.getByText(reason.message).waitFor()
          expect(await page.getByRole("button", { name: "Approve and run" }).isEnabled()).toBe(true)
          await look(page, "run-reason")
        })
      }).pipe(Effect.scoped),
    )
  },
)
