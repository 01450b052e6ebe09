import { Effect } from "effect"
import { hourMs } from "../../domain/time.ts"
import { runEvery } from "../stripe/jobs.ts"
import { eachItem } from "../stripe/retries.ts"
import type { RetryKind } from "../stripe/store.ts"
import { collect } from "./debits/collect.ts"
import { type Collection, isUnresolved } from "./store/Collection.ts"
import { mailIsDue, mailNotice, postNotice, webhookIsDue } from "./debits/deliverNotice.ts"
import { NoticeReceivers } from "./debits/noticeWebhook.ts"
import { withdrawNotice } from "./debits/withdrawNotice.ts"
import { advance } from "./debits/submit.ts"
import { accrueFees, bookFees } from "./fees.ts"
import { configureAccount } from "./mandates/configureAccount.ts"
import { detachReplaced, finishEnding } from "./mandates/endMandate.ts"
import { type Debtor, usableMandate } from "./store/Debtor.ts"
import { refreshContact } from "./mandates/customer.ts"
import { refreshMandate, refreshSetUp } from "./mandates/setUpPage.ts"
import { Rates, rateWarning } from "./rates.ts"
import { SepaStore } from "./store/SepaStore.ts"
import { RaiseAlert } from "../../domain/alerts/Alerts.ts"
import type { Mailer } from "../../domain/Mailer.ts"
import type { WebhookSender } from "../../domain/WebhookSender.ts"
import type { Ledger } from "../../domain/ledger/Ledger.ts"
import type { LedgerQueries } from "../../domain/ledger/LedgerQueries.ts"
import type { RailUnavailable } from "../RailUnavailable.ts"
import type { StripeStore } from "../stripe/store.ts"
import type { StripeApi } from "../stripe/StripeApi.ts"
import type { SepaTerms } from "./settings.ts"

/** The services that the jobs and the account views of this rail use. */
export type SepaServices =
  | SepaStore
  | StripeApi
  | StripeStore
  | Ledger
  | LedgerQueries
  | Rates
  | SepaTerms
  | Mailer
  | WebhookSender
  | NoticeReceivers

const minuteMs = 60_000
const batch = 500
/** The job that makes debits, and records for which days each organisation pays the monthly fee. */
export const debtsJob = "debts"

/** Raises an alert for each debit that failed or was taken back. */
const raiseFailures = Effect.fnUntraced(function* (debtor: Debtor) {
  const { organisation } = debtor
  const store = yield* SepaStore
  const raise = yield* RaiseAlert
  const usable = usableMandate(debtor)
  for (const { cents, disputeReason, failureCode, id, ...debit } of (yield* store.open(organisation)).filter(isUnresolved)) {
    const remedy = usable !== undefined && debit.mandate !== usable.id ? ("new_mandate" as const) : debit.remedy
    const data = {
      payment_id: id,
      amount_minor: Number(cents),
      currency: "EUR",
      reason: failureCode ?? disputeReason,
      ...(remedy !== null && { remedy }),
    }
    yield* Effect.ignore(raise({ organisation, topic: `debit:${id}`, code: "debit_failed", data }))
  }
})

/** Books the fees, makes the debit that is due, and then sets what the account may spend. */
const collectDebts = Effect.fnUntraced(function* (debtor: Debtor) {
  yield* raiseFailures(debtor)
  yield* accrueFees(debtor.organisation)
  yield* bookFees
  const collection = yield* collect(debtor.organisation)
  if (collection !== undefined && collection.status === "new") yield* advance(collection)
  yield* finishEnding(debtor.organisation)
  yield* detachReplaced(debtor)
  yield* configureAccount(debtor.organisation)
})

const warnOfRate = Effect.fnUntraced(function* () {
  const store = yield* SepaStore
  const warning = yield* rateWarning(yield* store.now)
  if (warning !== undefined) yield* Effect.logWarning(`sepa: ${warning}`)
})

/** Reads a pending mandate again, and one whose debit failed: Stripe may learn by the failure that the mandate ended. */
const refreshMandateOf = Effect.fnUntraced(function* (debtor: Debtor) {
  const store = yield* SepaStore
  yield* refreshContact(debtor.organisation)
  yield* refreshSetUp(debtor)
  if (debtor.mandate?.status === "pending" || (yield* store.open(debtor.organisation)).some(isUnresolved)) yield* refreshMandate(debtor)
})

/** Takes debits in flight a step further, and those whose end is not booked yet. */
const advanceUnfinished = (isDue: (collection: Collection) => boolean) =>
  eachUnfinished((collections) => eachItem("debit", collections.filter(isDue), idOf, advance))

const idOf = ({ id }: Collection): string => id

/** Mail and webhook of a debit side by side: neither waits for the other. */
const deliverNotices = Effect.fnUntraced(function* () {
  const now = yield* Effect.flatMap(SepaStore, (store) => store.now)
  const { receiversOf } = yield* NoticeReceivers
  yield* eachUnfinished((collections) =>
    Effect.gen(function* () {
      const open = collections.filter((collection) => webhookIsDue(collection, now))
      const receivers = yield* receiversOf(open.map(({ organisation }) => organisation))
      const toPost = open.filter(({ organisation }) => receivers.has(organisation))
      const mails = collections.filter((collection) => mailIsDue(collection, now))
      yield* Effect.all(
        [
          eachItem("notice", mails, idOf, mailNotice),
          eachItem(
            "notice",
            toPost,
            (collection) => `webhook:${collection.id}`,
            (collection) => postNotice(collection, receivers.get(collection.organisation)!),
          ),
        ],
        { concurrency: 2, discard: true },
      )
    }),
  )
})

/** Notices of debits that are not needed any more. */
const withdrawNotices = Effect.fnUntraced(function* () {
  const { receiversOf } = yield* NoticeReceivers
  yield* eachPage("withdrawing", (collections) =>
    Effect.gen(function* () {
      const receivers = yield* receiversOf(collections.map(({ organisation }) => organisation))
      const withdraw = (collection: Collection) => withdrawNotice(collection, receivers.get(collection.organisation))
      yield* eachItem("notice", collections, ({ id }) => `withdrawal:${id}`, withdraw)
    }),
  )
})

const eachUnfinished = <E, R>(work: (collections: ReadonlyArray<Collection>) => Effect.Effect<unknown, E, R>) =>
  eachPage("unfinished", work)

const eachPage = Effect.fnUntraced(function* <E, R>(
  which: "unfinished" | "withdrawing",
  work: (collections: ReadonlyArray<Collection>) => Effect.Effect<unknown, E, R>,
) {
  const store = yield* SepaStore
  let after: string | null = null
  for (;;) {
    const collections: ReadonlyArray<Collection> = yield* store[which](after, batch)
    yield* work(collections)
    after = collections.at(-1)?.id ?? null
    if (collections.length < batch) return
  }
})

const eachDebtor = Effect.fnUntraced(function* <E, R>(kind: RetryKind, work: (debtor: Debtor) => Effect.Effect<unknown, E, R>) {
  const store = yield* SepaStore
  let after: Debtor["organisation"] | null = null
  for (;;) {
    const debtors: ReadonlyArray<Debtor> = yield* store.debtors(after, batch)
    yield* eachItem(kind, debtors, ({ organisation }) => organisation, work)
    after = debtors.at(-1)?.organisation ?? null
    if (debtors.length < batch) return
  }
})

/** The jobs of the rail. Each runs when it is due, on one of all nodes; `bookings` runs on every node. */
export const sepaJobs: Readonly<Record<string, Effect.Effect<void, RailUnavailable, SepaServices>>> = {
  debts: runEvery(debtsJob, 5 * minuteMs, () => eachDebtor("debtor", collectDebts)),
  rate: runEvery("rate", hourMs, warnOfRate),
  bookings: advanceUnfinished(({ booked, status }) => status === "new" || booked !== status),
  notices: runEvery("notices", minuteMs, () => Effect.andThen(deliverNotices(), withdrawNotices())),
  processing: runEvery("processing", hourMs, () => advanceUnfinished(() => true)),
  mandates: runEvery("mandates", hourMs, () => eachDebtor("mandate", refreshMandateOf)),
}
