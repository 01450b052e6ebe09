import { Console, Effect, Redacted, Schedule } from "effect"
import { Organisations } from "../../domain/identity/Organisations.ts"
import type { OrganisationId } from "../../domain/money/ids.ts"
import { scopes } from "../../domain/identity/errors.ts"
import { buyerAccount, outside } from "../../domain/ledger/postings.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { onFirstStart } from "../../layers/postgres/firstStart.ts"
import { SandboxDesk } from "../../rails/sepa/sandboxDesk.ts"
import { DemoWallets } from "../../rails/x402/sandbox/DemoWallets.ts"
import { listDemoOrigins } from "./origins/listDemoOrigins.ts"
import { again, onSepa, welcome } from "./welcome.ts"

const demoCredits = microUsd(25_000_000n)

/** On the first start of a sandbox: an organisation that can pay on every rail, and one key with all scopes, shown this once. */
export const demo = Effect.fnUntraced(function* (baseUrl: string) {
  yield* listDemoOrigins("active")
  const desk = yield* SandboxDesk
  // Each start may have another address.
  if (desk !== undefined) yield* Effect.forkScoped(eventually(desk.takeWebhooks(baseUrl)))
  const first = yield* onFirstStart("sandbox", demoOrganisation(baseUrl))
  if (!first) yield* Console.log(again(baseUrl, scopes))
})

const demoOrganisation = Effect.fnUntraced(function* (baseUrl: string) {
  const organisations = yield* Organisations
  const ledger = yield* Ledger
  const organisation = yield* organisations.create({ name: "Demo", rate: 60, concurrency: 64 })
  const transfer = { debit: outside("grant"), credit: buyerAccount("credits"), amount: demoCredits }
  yield* ledger.execute({ _tag: "Post", organisation, ref: "sandbox:demo", transfers: [transfer] })
  const secret = yield* keyOf(organisation)
  const more = yield* Effect.all([byDebit(organisation, baseUrl), onChain(organisation, baseUrl)], { concurrency: "unbounded" })
  yield* Console.log([welcome(baseUrl, organisation, secret), ...more].join(""))
})

const keyOf = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const organisations = yield* Organisations
  const limits = { perRequest: null, monthly: null, daily: null }
  const { secret } = yield* organisations.createKey({ organisation, name: "Demo key", scopes, expiresInDays: 365, ...limits })
  return Redacted.value(secret)
})

/** A mandate, as if a person had given it on the hosted page. */
const byDebit = Effect.fnUntraced(function* (organisation: OrganisationId, baseUrl: string) {
  const desk = yield* SandboxDesk
  if (desk === undefined) return ""
  return yield* eventually(desk.giveMandate(organisation)).pipe(
    Effect.as(onSepa(baseUrl)),
    Effect.catch(({ message }) => Effect.succeed(`\nThe sepa rail has no mandate. ${message}\n${toTryAgain}\n`)),
  )
})

/** USDC for the organisation's wallet on the sandbox's chain, and an organisation whose callers pay from wallets of their own. */
const onChain = Effect.fnUntraced(function* (organisation: OrganisationId, baseUrl: string) {
  const wallets = yield* DemoWallets
  if (wallets === undefined) return ""
  const organisations = yield* Organisations
  return yield* eventually(wallets.open(organisation)).pipe(
    Effect.flatMap((demo) =>
      organisations.create({ name: "Demo wallets", rate: 60, concurrency: 64 }).pipe(
        Effect.flatMap(keyOf),
        Effect.map((apiKey) => demo.print(baseUrl, apiKey)),
      ),
    ),
    Effect.catch(({ message }) => Effect.succeed(`\nThe x402 rail has no wallet. ${message}\n${toTryAgain}\n`)),
  )
})

/** What runs beside the gateway may still be on its way up. */
const eventually = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.retry(effect, patience)
const patience = Schedule.spaced("500 millis").pipe(Schedule.upTo({ duration: "90 seconds" }))

/** The next start is not the first one, and does not try again. */
const toTryAgain = "To try again, end the gateway (Ctrl-C), then: npx farthing sandbox reset && npm start"
