import { Effect, Redacted, Schedule } from "effect"
import { AppUsers } from "../../domain/identity/Members.ts"
import { LinkedKeys, type LinkedKind } from "../../domain/identity/LinkedKeys.ts"
import { Organisations } from "../../domain/identity/Organisations.ts"
import type { OrganisationId } from "../../domain/money/ids.ts"
import { scopes } from "../../domain/identity/errors.ts"
import { buyerAccount, outside } from "../../domain/ledger/postings.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { linkUrl } from "../../layers/app/AppAuth.ts"
import { secretHash } from "../../layers/identity/secret.ts"
import { runFirstStart } from "../../layers/postgres/firstStart.ts"
import { type Component, Components } from "../../domain/sandbox/Component.ts"
import { SandboxSepa } from "../../rails/sepa/SandboxSepa.ts"
import { SandboxStripe } from "../../rails/stripe/SandboxStripe.ts"
import { DemoWallets } from "../../rails/x402/sandbox/DemoWallets.ts"
import { demoPublisher } from "./demoPublisher.ts"
import { demoShop } from "./demoShop.ts"
import { listDemoOrigins } from "./origins/demoOrigins.ts"

const demoCredits = microUsd(25_000_000n)

/** Prints that the gateway is ready: as a value for a program, or as a text for a person. */
export type Show = (value: object, text: string) => Effect.Effect<void>

/** On the first start of a sandbox, creates an organisation that can pay on every rail and a key with all scopes, whose secret is printed once. */
export const demo = Effect.fnUntraced(function* (baseUrl: string, programs: ReadonlyArray<Component>, show: Show, leads: boolean) {
  const payees = yield* listDemoOrigins("active")
  const stripe = yield* SandboxStripe
  // The address of the gateway may differ at each start.
  if (stripe !== undefined) yield* Effect.forkScoped(retryWhileStarting(stripe.registerWebhook(baseUrl)))
  const first = yield* runFirstStart("sandbox", demoOrganisation(baseUrl, payees, show), leads)
  if (first) return
  yield* untilUp(programs)
  const [oldest] = yield* Effect.flatMap(Organisations, ({ list }) => list({}, 1))
  const appUrl = oldest && (yield* signInUrl(oldest.id, baseUrl))
  yield* show({ ready: true, base_url: baseUrl, ...(appUrl !== undefined && { app_url: appUrl }) }, welcomeBack(baseUrl, scopes, appUrl))
})

/** A component starts 1 to 2 s later than the gateway, and a first request would wait for it. One that does not start delays nothing else. */
const untilUp = Effect.fnUntraced(function* (programs: ReadonlyArray<Component>) {
  const components = yield* Components
  yield* Effect.forEach(programs, ({ name }) => Effect.ignore(components.url(name)), { concurrency: "unbounded", discard: true }).pipe(
    Effect.timeoutOption("5 seconds"),
  )
})

const demoOrganisation = Effect.fnUntraced(function* (baseUrl: string, payees: ReadonlyArray<string>, show: Show) {
  const organisations = yield* Organisations
  const ledger = yield* Ledger
  const organisation = yield* organisations.create({ name: "Demo", rate: 60, concurrency: 64 })
  const transfer = { debit: outside("grant"), credit: buyerAccount("credits"), amount: demoCredits }
  yield* ledger.execute({ _tag: "Post", organisation, ref: "sandbox:demo", transfers: [transfer] })
  const { id, secret } = yield* keyOf(organisation)
  const more = yield* Effect.all([demoMandate(organisation, baseUrl), demoWallets(organisation, baseUrl)], { concurrency: "unbounded" })
  const shop = yield* demoShop(baseUrl)
  const publisher = yield* demoPublisher(baseUrl, payees)
  const links = yield* LinkedKeys
  const link = (kind: LinkedKind, account: string, key: string) =>
    links.link(organisation, { kind, account, hash: secretHash(key), by: id })
  yield* link("publisher", publisher.value.publisher_id, publisher.value.key)
  if (shop !== undefined) yield* link("marketplace", shop.value.marketplace_id, shop.value.secret_key)
  const appUrl = yield* signInUrl(organisation, baseUrl)
  const value = { ready: true, base_url: baseUrl, organisation_id: organisation, api_key: secret, app_url: appUrl }
  yield* show(
    { ...value, publisher: publisher.value, ...(shop && { marketplace: shop.value }) },
    [welcome(baseUrl, organisation, secret, appUrl), publisher.text, shop?.text ?? "", ...more].join(""),
  )
})

/** Signs in to the app as the demo's owner, once, within an hour. */
const signInUrl = (organisation: OrganisationId, baseUrl: string) =>
  Effect.flatMap(AppUsers, ({ signInLink }) => signInLink(organisation, demoOwner)).pipe(Effect.map((token) => linkUrl(baseUrl, token)))
const demoOwner = "owner@demo.example"

const keyOf = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const organisations = yield* Organisations
  const limits = { perRequest: null, monthly: null, daily: null }
  const { key, secret } = yield* organisations.createKey({ organisation, name: "Demo key", scopes, expiresInDays: 365, ...limits })
  return { id: key.id, secret: Redacted.value(secret) }
})

/** An active mandate, as if a person had accepted it on the hosted page. */
const demoMandate = Effect.fnUntraced(function* (organisation: OrganisationId, baseUrl: string) {
  const sepa = yield* SandboxSepa
  if (sepa === undefined) return ""
  return yield* retryWhileStarting(sepa.giveMandate(organisation)).pipe(
    Effect.as(welcomeSepa(baseUrl)),
    Effect.catch(({ message }) => Effect.succeed(`\nThe sepa rail has no mandate. ${message}\n${retryHint}\n`)),
  )
})

/** USDC for the organisation's wallet on the sandbox's chain, and a second organisation whose callers pay from their own wallets. */
const demoWallets = Effect.fnUntraced(function* (organisation: OrganisationId, baseUrl: string) {
  const wallets = yield* DemoWallets
  if (wallets === undefined) return ""
  const organisations = yield* Organisations
  return yield* retryWhileStarting(wallets.open(organisation)).pipe(
    Effect.flatMap((demo) =>
      organisations.create({ name: "Demo wallets", rate: 60, concurrency: 64 }).pipe(
        Effect.flatMap(keyOf),
        Effect.map(({ secret }) => demo.print(baseUrl, secret)),
      ),
    ),
    Effect.catch(({ message }) => Effect.succeed(`\nThe x402 rail has no wallet. ${message}\n${retryHint}\n`)),
  )
})

/** The components beside the gateway may not be up yet. */
const retryWhileStarting = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.retry(effect, patience)
const patience = Schedule.spaced("500 millis").pipe(Schedule.upTo({ duration: "90 seconds" }))

/** Only the first start creates the demo, so a retry needs an empty sandbox. */
const retryHint = "To try again, end the gateway (Ctrl-C), then: npx farthing sandbox reset && npm start"

/** The text of the first start. Every command in it can be pasted into a shell unchanged. */
export const welcome = (baseUrl: string, organisation: string, secret: string, appUrl: string) => `
Farthing sandbox is ready at ${baseUrl}
Its documentation is at ${baseUrl}/docs
The app, where you see and steer it: ${appUrl}
That address signs in once, within an hour. For another: npx farthing user link --email ${demoOwner}

The demo organisation ${organisation} has 25.00 USD of credits and this key, shown only now:

  export API_KEY=${secret}

Try next:

  curl -s ${baseUrl}/v2/sources -H "Authorization: Bearer $API_KEY"
  curl -si ${baseUrl}/v1/execute/bank-check/bank.validate_iban -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" -H "Idempotency-Key: try-1" -d '{"iban":"DE89370400440532013000"}'
  curl -s "${baseUrl}/v2/sources?search=sunset" -H "Authorization: Bearer $API_KEY"
  curl -s ${baseUrl}/v2/ask -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" -d '{"question":"What currency does Japan use, and is 3 November 2026 a public holiday there?","execution_mode":"auto","max_spend":0.05}'
  curl -s ${baseUrl}/v2/ask/workflows -H "Authorization: Bearer $API_KEY"
  curl -si ${baseUrl}/notifications-api/notifications/send/sms -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" -d '{"to":"+442079460018","body":"Hello"}'
  curl -s ${baseUrl}/v1/apis/webhook-service/preflight -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" -d '{"method":"POST","path":"/notify","calls":10}'
  curl -s ${baseUrl}/v1/payments -H "Authorization: Bearer $API_KEY"
  curl -s ${baseUrl}/v2/balance -H "Authorization: Bearer $API_KEY"
  curl -s ${baseUrl}/v2/usage -H "Authorization: Bearer $API_KEY"
  npx farthing payments list
  npx farthing sandbox status
  npx farthing ledger audit
`

export const welcomeSepa = (baseUrl: string) => `
On the sepa rail the organisation has an active mandate on a test IBAN. A call is booked now and collected later. The second line moves
the sandbox's clock by 32 days, which is past the end of a month, and waits until the next debit, with the monthly fee, is announced.
Move the clock again, and it is made and settled:

  curl -si ${baseUrl}/v1/execute/bank-check/bank.validate_iban -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" -H "X-Payment-Rail: sepa" -d '{"iban":"DE89370400440532013000"}'
  npx farthing sandbox advance 32d
  curl -s ${baseUrl}/v1/me/sepa -H "Authorization: Bearer $API_KEY"
  curl -s ${baseUrl}/v1/topups -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" -H "Idempotency-Key: topup-1" -d '{"amount":20}'
`

export const welcomeBack = (baseUrl: string, scopes: ReadonlyArray<string>, appUrl?: string) => `
Farthing sandbox is ready at ${baseUrl}
Its documentation is at ${baseUrl}/docs
${appUrl === undefined ? "" : `The app: ${appUrl}\nThat address signs in once, within an hour.\n`}
Its data is from an earlier start. For another key: npx farthing key list, then
  npx farthing key create --org ORGANISATION --name another --scopes ${scopes.join(",")} --expires 30
`
