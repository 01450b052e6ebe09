import { Context, Effect, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { LedgerQueries } from "../../domain/ledger/LedgerQueries.ts"
import { Deployment } from "../../domain/rail/Deployment.ts"
import { RailMisconfigured } from "../RailModule.ts"
import { Components } from "../../domain/sandbox/Component.ts"
import { remember } from "./debtor/remember.ts"
import { makeDesk } from "./desk/desk.ts"
import { paymentBook } from "./desk/paymentBook.ts"
import { makeOffice, SepaOffice } from "./desk/SepaOffice.ts"
import { SepaDesk } from "./desk/SepaDesk.ts"
import { rateConcern, Rates } from "./Rates.ts"
import { SandboxDesk, sandboxDesk } from "./sandboxDesk.ts"
import { sepaRail } from "./sepa.ts"
import { SepaTerms } from "./SepaTerms.ts"
import { isLive, readSettings, type SepaSettings } from "./settings.ts"
import { makePgStore } from "./store/PgStore.ts"
import { beginRate, keepRate, pgRates } from "./store/pgRates.ts"
import { pgWebhooks } from "./store/pgWebhooks.ts"
import { SepaStore } from "./store/SepaStore.ts"
import { StripeApi } from "../stripe/StripeApi.ts"
import { stripeAt } from "./stripeAt.ts"
import { workOnce } from "./work/passes.ts"

/** One euro in dollars, in a sandbox whose operator does not say. */
const sandboxUsdPerEur = 10_870n
/** In live. A sandbox's clock runs ahead of every rate: there it is only what the operator says. */
const rateMaxAgeDays = 7
const sandboxKey = Redacted.make("sk_test_farthing_sandbox")
/** How often it is looked whether something has come due by the database's clock. A sandbox is watched while it is moved. */
const lookEvery = { sandbox: "1 second", live: "5 seconds" } as const

/** The rail as the environment, or the sandbox, sets it up; undefined where neither does. */
export const setUp = Effect.gen(function* () {
  const { mode } = yield* Deployment
  const settings = yield* readSettings
  // Live money without a key of Stripe's: the rail is not there.
  if (mode === "live" && settings.secretKey === undefined) return undefined
  if (mode === "sandbox" && isLive(settings.secretKey)) {
    return yield* new RailMisconfigured({
      mistakes: ["FARTHING_STRIPE_SECRET_KEY is a live key and this is a sandbox: use a test key, or FARTHING_MODE=live."],
    })
  }
  if (mode === "live" && settings.webhookSecrets.length === 0) {
    return yield* new RailMisconfigured({
      mistakes: [
        "FARTHING_STRIPE_WEBHOOK_SECRET is missing: set it to the secret of your endpoint at Stripe, which posts to /v1/webhooks/stripe.",
      ],
    })
  }
  if (mode === "live" && settings.usdPerEur !== undefined && settings.rateDate === undefined) {
    return yield* new RailMisconfigured({
      mistakes: ["FARTHING_SEPA_RATE_DATE is missing: set it to the day that FARTHING_SEPA_USD_PER_EUR is of, for instance 2026-11-20."],
    })
  }
  yield* Effect.mapError(beginning(mode, settings), ({ message }) => new RailMisconfigured({ mistakes: [message] }))
  const stripe = yield* stripeOf(settings)
  const webhooks = yield* pgWebhooks
  const { debtorOf, store } = yield* remember(yield* makePgStore)
  const context = Context.make(SepaStore, store).pipe(
    Context.add(StripeApi, stripe),
    Context.add(Ledger, yield* Ledger),
    Context.add(LedgerQueries, yield* LedgerQueries),
    Context.add(Rates, yield* pgRates),
    Context.add(SepaTerms, {
      ...settings.terms,
      rateMaxAgeDays: settings.terms.rateMaxAgeDays ?? (mode === "live" ? rateMaxAgeDays : undefined),
    }),
  )
  const secrets = Effect.map(webhooks.secrets, (registered) => [...settings.webhookSecrets, ...registered])
  const services = Context.make(SepaDesk, makeDesk(context, secrets)).pipe(Context.add(SepaOffice, makeOffice(context, yield* rateKeeper)))
  const components = yield* Components
  const warning = Effect.flatMap(SepaStore, (store) => Effect.flatMap(store.now, rateConcern)).pipe(
    Effect.provide(context),
    Effect.orElseSucceed(() => "The exchange rate of direct debits is not known: nothing new is collected."),
  )
  const emulated = mode === "sandbox" && settings.secretKey === undefined
  const jobs = workOnce.pipe(
    Effect.provide(context),
    Effect.catchCause((cause) => Effect.logWarning("sepa: the work is not done yet", cause)),
    Effect.repeat(Schedule.spaced(lookEvery[mode])),
    Effect.asVoid,
  )
  return {
    rail: sepaRail(context, debtorOf),
    services: emulated ? Context.add(services, SandboxDesk, sandboxDesk(context, webhooks, components.url("stripe"))) : services,
    warning,
    otherPayments: [paymentBook(context)],
    jobs,
  }
})

const beginning = (mode: "sandbox" | "live", { rateDate, usdPerEur }: SepaSettings) => {
  if (usdPerEur !== undefined) return keepRate(usdPerEur, "operator", rateDate)
  return mode === "sandbox" ? beginRate(sandboxUsdPerEur) : Effect.void
}

const rateKeeper = Effect.map(
  SqlClient,
  (sql) => (usdPerEur: bigint, source: string, at: number) => Effect.provideService(keepRate(usdPerEur, source, at), SqlClient, sql),
)

/** With keys: Stripe, or where the operator says. Without: the emulator that the sandbox runs. */
const stripeOf = ({ secretKey, url }: SepaSettings) =>
  Effect.gen(function* () {
    if (secretKey === undefined) return stripeAt(sandboxKey, (yield* Components).url("stripe"))
    return yield* StripeApi.make({ secretKey, ...(url === undefined ? {} : { baseUrl: url }) })
  }).pipe(Effect.catchTag("StripeMisuse", ({ message }) => Effect.fail(new RailMisconfigured({ mistakes: [message] }))))
