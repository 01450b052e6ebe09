import { expect, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import { Catalogue } from "../../domain/catalogue/Catalogue.ts"
import { Listings } from "../../domain/listing/Listing.ts"
import { Publishers } from "../../domain/publishing/Publishers.ts"
import { fromPage, look, newMember, seriousFindings, sessionOf, signedIn, withApp } from "./fixture.ts"

const promise = <A>(work: () => Promise<A>) => Effect.promise(work)

const parcels = `openapi: 3.1.0
info: { title: Parcel API, version: "1" }
servers: [{ url: https://api.parcels.example.com }]
paths:
  /parcels/{id}:
    get:
      summary: Where a parcel is
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      x-gateway: { price_micro_usd: 1500 }
      responses: { "200": { description: found } }
  /labels:
    post: { summary: Print a label, responses: { "200": { description: printed } } }
`

const newPublisher = Effect.fnUntraced(function* (payee: string) {
  const { publisher, secret } = yield* Effect.flatMap(Publishers, ({ create }) => create(payee, [payee]))
  return { id: publisher.id, key: Redacted.value(secret) }
})

layer(withApp, { excludeTestServices: true })("the page of publishers, in Chromium", (it) => {
  it.effect(
    "an owner links a publisher, previews an import with its prices, saves it paused with a signing secret, and reads why no payout is made",
    () =>
      Effect.gen(function* () {
        const { page } = yield* signedIn("owner")
        const payee = `Parcel Co ${randomUUID().slice(0, 4)}`
        const { key } = yield* newPublisher(payee)
        const slug = `parcels-${randomUUID().slice(0, 6)}`
        yield* promise(async () => {
          await page.getByRole("link", { name: "Publishing", exact: true }).click()
          await page.getByLabel("Secret key of the publisher").fill(key)
          await page.getByRole("button", { name: "Link", exact: true }).click()
          await page.getByText("Nothing is listed yet.").waitFor()
          await page.getByRole("button", { name: "Import an API" }).click()
          await page
            .getByLabel("OpenAPI file")
            .setInputFiles({ name: "parcels.yaml", mimeType: "application/yaml", buffer: Buffer.from(parcels) })
          await page.getByLabel("Path").fill("v1")
          await page.getByLabel("Sign what is sent").check()
          await page.getByRole("button", { name: "Show what it would sell" }).click()
          await page.getByText("/v1 is a route of the gateway.").waitFor()
          await page.getByLabel("Path").fill(slug)
          await page.getByRole("button", { name: "Show what it would sell" }).click()
          const dialog = page.getByRole("dialog")
          await dialog.getByText("Nothing is saved yet.").waitFor()
          expect(await dialog.getByRole("row").filter({ hasText: "GET /parcels/{id}" }).textContent()).toContain("$0.0015")
          await dialog.getByText("What is left out (1)").click()
          await dialog.getByText("is skipped: it has no price.").waitFor()
          await dialog.getByRole("button", { name: "Back" }).click()
          await page.getByLabel("Price of a call, in USD").fill("0.002")
          await page.getByRole("button", { name: "Show what it would sell" }).click()
          expect(await dialog.getByRole("row").filter({ hasText: "GET /parcels/{id}" }).textContent()).toContain("$0.0015")
          expect(await dialog.getByRole("row").filter({ hasText: "$0.002" }).count()).toBe(1)
          expect(await dialog.getByText("What is left out").count()).toBe(0)
          await look(page, "publishing-preview")
          expect(await seriousFindings(page)).toEqual([])
          await dialog.getByRole("button", { name: "Save" }).click()
          await dialog.getByText("Copy the signing secret now.").waitFor()
          await page.keyboard.press("Escape")
          await page.reload()
          await page.getByText("paused until an operator resumes it").waitFor()
          await page.getByRole("button", { name: "Request a payout" }).click()
          await page.getByRole("button", { name: "Request", exact: true }).click()
          await dialog.getByRole("alert").waitFor()
          await look(page, "publishing-payout")
          await page.keyboard.press("Escape")
          await look(page, "publishing")
          expect(await seriousFindings(page)).toEqual([])
        })
        expect(yield* Effect.flatMap(Listings, ({ status }) => status(slug))).toBe("paused")
      }),
  )

  it.effect("the page is readable in the dark at phone width, and a member does not see it", () =>
    Effect.gen(function* () {
      const { base, page } = yield* signedIn("owner", { dark: true, width: 390 })
      const { key } = yield* newPublisher(`Night Co ${randomUUID().slice(0, 4)}`)
      yield* promise(async () => {
        await page.goto(`${base}/app/publishing`)
        await page.getByLabel("Secret key of the publisher").fill(key)
        await page.getByRole("button", { name: "Link", exact: true }).click()
        await page.getByRole("heading", { name: "Statement" }).waitFor()
        await look(page, "publishing-390-dark")
        expect(await seriousFindings(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
      })
      const member = yield* signedIn("member")
      yield* promise(async () => {
        await member.page.goto(`${base}/app/publishing`)
        await member.page.getByText("Owners and admins see this page.").waitFor()
      })
    }),
  )

  it.effect("a publisher cannot take the slug of another one, sell for a payee of another one, or list a private address", () =>
    Effect.gen(function* () {
      const { base, organisation } = yield* signedIn("owner")
      const names = [`First Co ${randomUUID().slice(0, 4)}`, `Second Co ${randomUUID().slice(0, 4)}`] as const
      const [first, second] = [yield* newPublisher(names[0]), yield* newPublisher(names[1])]
      const { token } = yield* newMember(organisation, "admin")
      const page = fromPage(base, yield* promise(() => sessionOf(base, token)))
      for (const { key } of [first, second]) yield* promise(() => page.post("/v1/organisation/links", { key }))
      const slug = `first-${randomUUID().slice(0, 6)}`
      const save = (account: string, more: object = {}) =>
        promise(async () => {
          const response = await page.post(
            "/v1/publishers/me/listings",
            { slug, document: parcels, ...more },
            { "x-farthing-account": account },
          )
          const answer = JSON.parse(await response.text())
          return [response.status, answer.error?.code ?? answer.signing_key_id]
        })
      expect(yield* save(second.id, { payee: names[0] })).toEqual([400, "invalid_request"])
      expect(yield* save(first.id, { origin: "http://169.254.169.254/latest" })).toEqual([400, "invalid_request"])
      const [sold] = yield* Effect.flatMap(Catalogue, ({ current }) => current)
      expect(yield* save(first.id, { slug: sold!.source.id })).toEqual([409, "slug_taken"])
      expect(yield* save(first.id, { prices: { "POST /labels": 1_000_000_001 } })).toEqual([400, "invalid_request"])
      expect(yield* save(first.id)).toEqual([201, null])
      expect(yield* save(second.id)).toEqual([409, "slug_taken"])
      // At once, before the snapshot of the listings has it: a secret that was just made stays.
      const [, signed] = yield* save(first.id, { sign: true })
      expect(signed).toMatch(new RegExp(`^${slug}-`, "u"))
      expect(yield* save(first.id)).toEqual([201, signed])
      const saved = yield* Effect.flatMap(Listings, ({ status }) => status(slug))
      expect(saved).toBe("paused")
    }),
  )
})
