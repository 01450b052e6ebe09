import { expect, layer, vi } from "@effect/vitest"
import { Effect } from "effect"
import { openTab } from "../support/browser.ts"
import { newBuyer } from "../support/gateway.ts"
import { AppFixture, fromPage, Mailbox, newMember, password, sessionOf, signedIn, withMailApp } from "./fixture.ts"

const promise = <A>(work: () => Promise<A>) => Effect.promise(work)

layer(withMailApp, { excludeTestServices: true })("people of a gateway with a mail server", (it) => {
  it.effect("an owner who saves the e-mail of the organisation reads that alerts are mailed to it", () =>
    Effect.gen(function* () {
      const { base, page } = yield* signedIn("owner")
      yield* promise(async () => {
        await page.goto(`${base}/app/alerts`)
        await page.getByLabel("E-mail").fill("finance@buyer.example")
        await page.getByRole("button", { name: "Save the e-mail" }).click()
        await page.getByText("Alerts and notices are mailed to finance@buyer.example.").first().waitFor()
      })
    }).pipe(Effect.scoped),
  )

  it.effect(
    "an invitation is mailed with its link, by which the person joins; where the mail is refused, the page shows the link to send",
    () =>
      Effect.gen(function* () {
        const mailbox = yield* Mailbox
        const { base, email: owner, page } = yield* signedIn("owner")
        const invite = async (email: string) => {
          await page.goto(`${base}/app/members`)
          await page.getByRole("button", { name: "Invite" }).click()
          await page.getByRole("dialog").getByLabel("E-mail").fill(email)
          await page.getByRole("dialog").getByRole("button", { name: "Invite" }).click()
        }
        yield* promise(async () => {
          await invite("ada@example.com")
          await page.getByText("The invitation was mailed").waitFor()
          const mail = mailbox.mails.find(({ to }) => to === "ada@example.com")!
          const text = mail.text.replaceAll("=\n", "").replaceAll("=3D", "=")
          expect(text).toContain(owner)
          const link = /http:\S+\/app\/invitation#\w+/.exec(text)![0]
          const ada = await openTab(page.context().browser()!, undefined)
          await ada.page.goto(link)
          await ada.page.getByLabel("Your name").fill("Ada")
          await ada.page.getByLabel("Password").fill(password)
          await ada.page.getByRole("button", { name: "Join" }).click()
          await ada.page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
          await ada.page.context().close()

          mailbox.refusal = "550 no such mailbox"
          await invite("ben@example.com")
          await page.getByText("Send this link").waitFor()
          expect(await page.getByRole("dialog").locator("code").textContent()).toContain(`${base}/app/invitation#`)
          mailbox.refusal = undefined
        })
      }).pipe(Effect.scoped),
  )

  it.effect("only the person who invited has the invitation mailed, and no one without a session", () =>
    Effect.gen(function* () {
      const { base } = yield* AppFixture
      const mailbox = yield* Mailbox
      const { organisation } = yield* newBuyer()
      const [owner, other] = [yield* newMember(organisation, "owner"), yield* newMember((yield* newBuyer()).organisation, "owner")]
      const own = fromPage(base, yield* promise(() => sessionOf(base, owner.token)))
      const foreign = fromPage(base, yield* promise(() => sessionOf(base, other.token)))
      const invited = yield* promise(() =>
        own.post("/app/api/auth/organization/invite-member", { email: "eve@example.com", role: "member" }),
      )
      const { id: invitation } = (yield* promise(() => invited.json())) as { id: string }
      const mail = (page: typeof own) => promise(async () => (await page.post("/app/api/auth/invitation/mail", { invitation })).status)
      expect([yield* mail(foreign), yield* mail(fromPage(base))]).toEqual([404, 401])
      expect(mailbox.mails.filter(({ to }) => to === "eve@example.com")).toEqual([])
      expect(yield* mail(own)).toBe(200)
    }),
  )

  it.effect(
    "ten wrong passwords close an account to sign-in for all addresses, whether it exists or not, and to no other account and no open session",
    () =>
      Effect.gen(function* () {
        const { base, browser } = yield* AppFixture
        const { organisation } = yield* newBuyer()
        const { email, token } = yield* newMember(organisation, "member")
        const session = fromPage(base, yield* promise(() => sessionOf(base, token)))
        const page = fromPage(base)
        const attempt = (sent: object) =>
          promise(async () => {
            const response = await page.post("/app/api/auth/sign-in/email", sent)
            const wait = Number(response.headers.get("retry-after"))
            return { status: response.status, wait, body: (await response.json()) as { code?: string; message?: string } }
          })
        // A right password forgets the wrong ones before it.
        expect((yield* attempt({ email, password: "not the password" })).status).toBe(401)
        expect((yield* attempt({ email, password })).status).toBe(200)
        for (let i = 0; i < 10; i++) expect((yield* attempt({ email, password: "not the password" })).status).toBe(401)
        const written = vi.spyOn(console, "error")
        const { body, status, wait } = yield* attempt({ email: email.toUpperCase(), password })
        expect([status, body.code]).toEqual([429, "TOO_MANY_TRIES"])
        expect(wait).toBeGreaterThan(120)
        expect(wait).toBeLessThanOrEqual(900)
        expect(body.message).toContain(`Try again in ${Math.ceil(wait / 60)} minutes`)
        expect(written.mock.calls, "a refusal is no error of the gateway").toEqual([])
        written.mockRestore()
        yield* promise(async () => {
          const { page: form } = await openTab(browser, undefined)
          await form.goto(`${base}/app`)
          await form.getByLabel("E-mail").fill(email)
          await form.getByLabel("Password").fill(password)
          await form.keyboard.press("Enter")
          await form
            .getByRole("alert")
            .getByText(/Try again in \d+ minutes/)
            .waitFor()
          await form.context().close()
        })
        const second = yield* newMember(organisation, "member")
        yield* promise(() => sessionOf(base, second.token))
        expect((yield* attempt({ email: second.email, password })).status).toBe(200)
        expect((yield* promise(() => session.get("/v2/balance"))).status).toBe(200)
      }),
  )
})
