import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { openTab } from "../support/browser.ts"
import { newBuyer } from "../support/gateway.ts"
import { look, newMember, password, seriousFindings, signedIn, withApp } from "./fixture.ts"

const promise = <A>(work: () => Promise<A>) => Effect.promise(work)

layer(withApp, { excludeTestServices: true })("the members in the app, in Chromium", (it) => {
  it.effect("an owner invites by a link, makes the person an admin and removes the person, whose open page then asks to sign in", () =>
    Effect.gen(function* () {
      const { errors, page } = yield* signedIn("owner")
      const browser = page.context().browser()!
      yield* promise(async () => {
        await page.getByRole("link", { name: "Members", exact: true }).click()
        await page.getByRole("button", { name: "Invite" }).click()
        const dialog = page.getByRole("dialog")
        await dialog.getByLabel("E-mail").fill("ada@example.com")
        await dialog.getByRole("button", { name: "Invite" }).click()
        const link = (await dialog.locator("code").textContent())!
        await look(page, "members-link")
        expect(await seriousFindings(page)).toEqual([])
        await dialog.getByRole("button", { name: "Done" }).click()
        await page.getByText("Open invitations").waitFor()

        const ada = await openTab(browser, undefined)
        await ada.page.goto(link)
        await ada.page.getByLabel("Your name").fill("Ada")
        await ada.page.getByLabel("Password").fill(password)
        await ada.page.getByRole("button", { name: "Join" }).click()
        await ada.page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()

        await page.reload()
        await page.getByText("ada@example.com", { exact: true }).waitFor()
        await page.getByRole("combobox", { name: "Role of ada@example.com" }).click()
        await page.getByRole("option", { name: "Admin" }).click()
        await page.getByText("The role was changed.").waitFor()
        await look(page, "members")
        expect(await seriousFindings(page)).toEqual([])
        await ada.page.getByRole("link", { name: "Keys", exact: true }).click()
        await ada.page.reload()
        await ada.page.getByRole("button", { name: "Create a key" }).waitFor()

        await page.getByRole("button", { name: "Remove" }).click()
        await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click()
        await page.getByText("ada@example.com", { exact: true }).waitFor({ state: "detached" })
        await ada.page.reload()
        await ada.page.getByText("You belong to no organisation.").waitFor()
        await look(ada.page, "no-organisation")
        expect(await seriousFindings(ada.page)).toEqual([])
        await ada.page.context().close()
      })
      expect(errors).toEqual([])
    }).pipe(Effect.scoped),
  )

  it.effect("a member sees who else is there and can change nothing, and the last owner cannot be removed", () =>
    Effect.gen(function* () {
      const buyer = yield* newBuyer()
      const other = yield* newMember(buyer.organisation, "owner")
      const { base, page } = yield* signedIn("member", { width: 390, dark: true }, buyer)
      yield* promise(async () => {
        await page.goto(`${base}/app/members`)
        await page.getByText(other.email, { exact: true }).waitFor()
        await look(page, "members-dark-phone")
        expect(await page.getByRole("button", { name: /Remove|Invite/ }).count()).toBe(0)
        expect(await seriousFindings(page)).toEqual([])
        const status = await page.evaluate(
          async (memberIdOrEmail) =>
            (
              await fetch("/app/api/auth/organization/remove-member", {
                method: "POST",
                headers: { "content-type": "application/json" },
                body: JSON.stringify({ memberIdOrEmail }),
              })
            ).status,
          other.email,
        )
        expect(status).toBeGreaterThanOrEqual(400)
        await page.reload()
        await page.getByText(other.email, { exact: true }).waitFor()
      })
    }).pipe(Effect.scoped),
  )
})
