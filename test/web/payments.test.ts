import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { readFile } from "node:fs/promises"
import { newBuyer } from "../support/gateway.ts"
import { look, seriousFindings, signedIn, withApp } from "./fixture.ts"

const promise = <A>(work: () => Promise<A>) => Effect.promise(work)

/** Calls that the organisation's program made before a person looks at the payments. */
const callsOf = (base: string, secret: string, operations: ReadonlyArray<string>, tag?: string) =>
  promise(async () => {
    for (const operation of operations)
      await fetch(`${base}/v1/execute/script/script.${operation}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${secret}`,
          "content-type": "application/json",
          "idempotency-key": randomUUID(),
          ...(tag !== undefined && { "x-cost-tag": tag }),
        },
        body: JSON.stringify({ "script.token": randomUUID() }),
      })
  })

layer(withApp, { excludeTestServices: true })("the payments of the app, in Chromium", (it) => {
  it.effect("a member filters the list, which the address keeps, and follows a payment to its timeline, split and ledger entries", () =>
    Effect.gen(function* () {
      const { base, errors, page, secret } = yield* signedIn("member")
      yield* callsOf(base, secret, ["fast", "slow", "failing"])
      yield* callsOf(base, secret, ["fast"], "research")
      yield* promise(async () => {
        await page.getByRole("link", { name: "Payments", exact: true }).click()
        const table = page.getByRole("table", { name: "Payments" })
        await table.waitFor()
        expect(await table.getByRole("row").count()).toBe(5)
        await look(page, "payments")
        expect(await seriousFindings(page)).toEqual([])

        await page.getByRole("combobox", { name: "Status" }).click()
        await page.getByRole("option", { name: "released" }).click()
        await table.getByRole("link", { name: "script.failing" }).waitFor()
        await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1)
        expect(page.url()).toContain("status=released")
        await page.goto(`${base}/app/payments?tag=research`)
        await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1)
        expect(await page.getByLabel("Tag").inputValue()).toBe("research")
        await page.getByRole("button", { name: "Clear filters" }).click()
        await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 4)
        expect(await page.getByLabel("Tag").inputValue()).toBe("")
        await page.getByLabel("Tag").fill("research")
        await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1)
        expect(page.url()).toContain("tag=research")

        await table.getByRole("link", { name: "script.fast" }).click()
        await page.getByRole("heading", { level: 1, name: "script.fast" }).waitFor()
        await page.getByText("$0.00098 to Scriptwriter").waitFor()
        expect(await page.getByRole("list", { name: "Events" }).getByRole("listitem").allInnerTexts()).toEqual([
          expect.stringContaining("reserved"),
          expect.stringContaining("captured"),
        ])
        expect(await page.getByRole("table", { name: "Ledger entries" }).getByRole("row").count()).toBe(3)
        await look(page, "payment")
        expect(await seriousFindings(page)).toEqual([])
        const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download JSON" }).click()])
        expect(JSON.parse(await readFile(await file.path(), "utf8"))).toMatchObject({ operation: "script.fast", tag: "research" })
      })
      expect(errors).toEqual([])
    }).pipe(Effect.scoped),
  )

  it.effect("the older payments follow by a cursor, and the download has the calls of the filter from all pages", () =>
    Effect.gen(function* () {
      const { base, page, secret } = yield* signedIn("owner")
      yield* callsOf(
        base,
        secret,
        Array.from({ length: 52 }, () => "fast"),
      )
      yield* callsOf(base, secret, ["slow"])
      yield* promise(async () => {
        await page.goto(`${base}/app/payments`)
        await page.getByRole("table", { name: "Payments" }).waitFor()
        await page.getByRole("link", { name: "Older payments", exact: true }).click()
        await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 3)
        await page.getByRole("link", { name: "Newest", exact: true }).click()
        await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 50)
        await page.goto(`${base}/app/payments?source=script&kind=call`)
        const save = page.getByRole("button", { name: "Download CSV" })
        const [file] = await Promise.all([page.waitForEvent("download"), save.click()])
        const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n")
        expect(lines).toHaveLength(54)
        expect(lines[0]).toContain("id,kind,status,rail,amount_micro_usd")
        expect(lines[1]).toContain("call,settled,credits,2000")
        await page.getByText("53 payments.").first().waitFor()
      })
    }).pipe(Effect.scoped),
  )

  it.effect("an organisation without payments reads why the list is empty, and a wrong address of a payment says so", () =>
    Effect.gen(function* () {
      const { base, page } = yield* signedIn("member", { dark: true, width: 390 }, yield* newBuyer({ dollars: 1 }))
      yield* promise(async () => {
        await page.goto(`${base}/app/payments`)
        await page.getByText("There are no payments yet.").waitFor()
        await page.getByRole("button", { name: "Filters" }).click()
        await look(page, "payments-phone")
        expect(await seriousFindings(page)).toEqual([])
        await page.goto(`${base}/app/payments?from=soon`)
        await page.getByRole("alert").getByText("must be a date", { exact: false }).waitFor()
        await page.goto(`${base}/app/payments?from=2027-02-01&to=2027-01-31`)
        await page.getByText("The first day is after the last one.").waitFor()
        expect(await page.getByRole("alert").count()).toBe(0)
        expect(await page.getByLabel("From", { exact: true }).getAttribute("aria-invalid")).toBe("true")
        await look(page, "payments-phone-reversed")
        await page.goto(`${base}/app/payments/${randomUUID()}`)
        await page.getByText("Your organisation has no payment with this id.").waitFor()
      })
    }).pipe(Effect.scoped),
  )
})
