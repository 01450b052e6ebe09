import { Context, Effect, Record } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { RaiseAlert } from "../../domain/alerts/Alerts.ts"
import { Mailer } from "../../domain/Mailer.ts"
import { WebhookSender } from "../../domain/WebhookSender.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { LedgerQueries } from "../../domain/ledger/LedgerQueries.ts"
import type { OrganisationId } from "../../domain/money/ids.ts"
import { type Rail, Unavailable } from "../../domain/rail/Rail.ts"
import { Deployment } from "../../domain/rail/Deployment.ts"
import { ServiceUnavailable } from "../../domain/Refusal.ts"
import { PublicUrl } from "../http/RequestContext.ts"
import { RailMisconfigured } from "../RailModule.ts"
import { serviceUnavailable } from "../RailUnavailable.ts"
import { provideSubscriber, StripeSubscribers } from "../stripe/events.ts"
import { repeatJobs } from "../stripe/setUp.ts"
import { comparePayouts } from "../stripe/payouts.ts"
import { StripeApi } from "../stripe/StripeApi.ts"
import { StripeConnection } from "../stripe/StripeConnection.ts"
import { StripeStore } from "../stripe/store.ts"
import { sepaAudit } from "./audit.ts"
import { accountView } from "./accountView.ts"
import { debtsJob, sepaJobs, type SepaServices } from "./jobs.ts"
import { configureAccount } from "./mandates/configureAccount.ts"
import { NoticeReceivers, pgNoticeReceivers } from "./debits/noticeWebhook.ts"
import { cachedDebtors } from "./mandates/cachedDebtors.ts"
import { commitmentOf, endMandate, finishEndingNow } from "./mandates/endMandate.ts"
import { mandateDocument } from "./mandates/mandateDocument.ts"
import { openSetUp, refreshSetUp } from "./mandates/setUpPage.ts"
import { measureCollections } from "./metrics.ts"
import { debitPayments } from "./otherPayments.ts"
import { sepaRail } from "./rail.ts"
import {
  Rates,
  keepFirstRate,
  keepRate,
  pgRates,
  rateWarning,
  requireKnownDay,
  requireSmallMove,
  requireSmallMoveOfSetting,
} from "./rates.ts"
import { SandboxSepa, makeSandboxSepa } from "./SandboxSepa.ts"
import { MandateNotFound, SepaAccounts, type SepaAccountsShape } from "./SepaAccounts.ts"
import { SepaAdmin, makeSepaAdmin } from "./SepaAdmin.ts"
import { names, type SepaSettings, SepaTerms, readSettings } from "./settings.ts"
import { makePgSepaStore } from "./store/PgSepaStore.ts"
import { makeSepaReports, SepaReports } from "./store/reports.ts"
import { renewCommand } from "./store/Debtor.ts"
import { SepaStore } from "./store/SepaStore.ts"
import { sepaSubscriber } from "./stripeEvents.ts"

/** Dollars for a euro in ten-thousandths, in a sandbox whose operator sets no rate. */
const sandboxUsdPerEur = 10_870n
/** For live money, unless the operator sets another age. A sandbox's clock runs ahead of every rate, so there is no default. */
const rateMaxAgeDays = 7

/** The rail as the environment, or the sandbox, sets it up. Undefined without a connection to Stripe. */
export const setUp = Effect.gen(function* () {
  const { mode } = yield* Deployment
  const settings = yield* readSettings
  const stripe = yield* StripeConnection
  if (stripe === undefined) return undefined
  yield* Effect.mapError(firstRate(mode, settings), ({ message }) => new RailMisconfigured({ mistakes: [message] }))
  const { debtorOf, store } = yield* cachedDebtors(yield* makePgSepaStore)
  const context = Context.make(SepaStore, store).pipe(
    Context.add(StripeApi, stripe.api),
    Context.add(StripeStore, stripe.store),
    Context.add(Ledger, yield* Ledger),
    Context.add(LedgerQueries, yield* LedgerQueries),
    Context.add(Mailer, yield* Mailer),
    Context.add(WebhookSender, yield* WebhookSender),
    Context.add(NoticeReceivers, yield* pgNoticeReceivers),
    Context.add(PublicUrl, yield* PublicUrl),
    Context.add(RaiseAlert, yield* RaiseAlert),
    Context.add(Rates, yield* pgRates),
    Context.add(SepaTerms, {
      ...settings.terms,
      rateMaxAgeDays: settings.terms.rateMaxAgeDays ?? (mode === "live" ? rateMaxAgeDays : undefined),
    }),
  )
  stripe.subscribe(provideSubscriber(sepaSubscriber, context))
  const sql = yield* SqlClient
  const keepRateOf = (usdPerEur: bigint, source: string, at: number, force: boolean) =>
    requireKnownDay(at).pipe(
      Effect.andThen(force ? Effect.void : requireSmallMove(usdPerEur)),
      Effect.andThen(keepRate(usdPerEur, source, at)),
      Effect.provideService(SqlClient, sql),
    )
  const reports = yield* makeSepaReports
  const payouts = (from: number, to: number) =>
    Effect.provide(comparePayouts(from, to, reports.bookedLines), Context.add(context, StripeSubscribers, stripe.subscribers))
  const services = Context.make(SepaAccounts, makeSepaAccounts(context)).pipe(
    Context.add(SepaAdmin, makeSepaAdmin(context, { keepRate: keepRateOf, payouts, receivables: reports.receivables })),
  )
  const refreshAccount: Rail["refreshAccount"] = (organisation) =>
    Effect.mapError(Effect.provide(configureAccount(organisation), context), ({ message }) => new Unavailable({ message }))
  const commitment: Rail["commitment"] = (organisation) =>
    Effect.mapError(Effect.provide(commitmentOf(organisation), context), ({ message }) => new Unavailable({ message }))
  const resumed = Effect.mapError(stripe.store.hastenRun(debtsJob), ({ message }) => new Unavailable({ message }))
  const rateSentence = Effect.flatMap(SepaStore, (store) => Effect.flatMap(store.now, rateWarning)).pipe(
    Effect.provide(context),
    Effect.orElseSucceed(() => "The exchange rate of direct debits cannot be read: nothing new is collected."),
  )
  const warning = Effect.map(
    Effect.all([rateSentence, Effect.orElseSucceed(reports.unsentNotices, () => 0)]),
    ([rate, unsent]) => [rate, noticeWarning(unsent)].filter((sentence) => sentence !== undefined).join(" ") || undefined,
  )
  return {
    rail: { ...sepaRail(context, debtorOf), refreshAccount, resumed, commitment } satisfies Rail,
    services: stripe.emulator === undefined ? services : Context.add(services, SandboxSepa, makeSandboxSepa(context, stripe.emulator)),
    warning,
    audit: sepaAudit(context, sql, payouts),
    otherPayments: [debitPayments(Context.add(context, SepaReports, reports))],
    jobs: repeatJobs(
      "sepa",
      { ...Record.map(sepaJobs, (job) => Effect.provide(job, context)), measures: yield* measureCollections(reports) },
      mode,
    ),
  }
})

const noticeWarning = (unsent: number) =>
  unsent === 0
    ? undefined
    : `Notices of ${unsent} direct debits on their way could not be sent: farthing payments list --kind collection lists the debits, and farthing payments show ID names the reason.`

const firstRate = (mode: "sandbox" | "live", { rateDate, usdPerEur }: SepaSettings) => {
  if (usdPerEur !== undefined) {
    const check = mode === "live" ? requireSmallMoveOfSetting(usdPerEur) : Effect.void
    const day = rateDate === undefined ? Effect.void : requireKnownDay(rateDate, names.rateDate)
    return Effect.andThen(Effect.andThen(day, check), keepRate(usdPerEur, "operator", rateDate))
  }
  return mode === "sandbox" ? keepFirstRate(sandboxUsdPerEur) : Effect.void
}

const closedByOperator = (organisation: OrganisationId) => ({
  message: `The operator closed your organisation's account for direct debits. Nothing was set up or charged. Ask the operator to open it again: ${renewCommand(organisation)} --reason …. Then send this request again.`,
  retryAfterSeconds: 3_600,
})

/** A reader does not wait longer than this for Stripe. */
const refreshTimeout = "3 seconds"

export const makeSepaAccounts = (context: Context.Context<SepaServices>): SepaAccountsShape => ({
  view: (organisation) =>
    Effect.gen(function* () {
      const store = yield* SepaStore
      const debtor = yield* store.debtor(organisation)
      if (debtor !== undefined && debtor.setUp !== null) yield* refreshSetUp(debtor).pipe(Effect.timeout(refreshTimeout), Effect.ignore)
      return yield* accountView(organisation)
    }).pipe(Effect.provide(context), serviceUnavailable("sepa", "Your direct debits could not be read. Nothing changed; retry.")),

  openMandate: (organisation, returns) =>
    openSetUp(organisation, returns).pipe(
      Effect.flatMap((page) => (page === undefined ? Effect.die(new Error("the set-up page was not stored")) : Effect.succeed(page))),
      Effect.catchTag("CustomerDeleted", ({ organisation }) => Effect.succeed(new ServiceUnavailable(closedByOperator(organisation)))),
      Effect.provide(context),
      serviceUnavailable("sepa", "The page for the mandate could not be opened now. Nothing was set up or charged; retry."),
      Effect.flatMap((page) => (page instanceof ServiceUnavailable ? Effect.fail(page) : Effect.succeed(page))),
    ),

  mandateDocument: (organisation) =>
    mandateDocument(organisation).pipe(
      Effect.timeout(refreshTimeout),
      Effect.provide(context),
      serviceUnavailable("sepa", "The mandate could not be read from Stripe now. Nothing changed; retry."),
      Effect.flatMap((document) => (document instanceof MandateNotFound ? Effect.fail(document) : Effect.succeed(document))),
    ),

  endMandate: (organisation) =>
    Effect.gen(function* () {
      yield* endMandate(organisation, "buyer")
      yield* finishEndingNow(organisation)
      return yield* accountView(organisation)
    }).pipe(
      Effect.provide(context),
      serviceUnavailable("sepa", "It is not known whether the mandate was ended. Nothing was charged; send the request again."),
    ),
})
