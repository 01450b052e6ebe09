import { Context, Data, Effect } from "effect"
import { writeOff, type WriteOff } from "./debits/book.ts"
import type { OtherPayment } from "../../domain/rail/OtherPayments.ts"
import { OrganisationId } from "../../domain/money/ids.ts"
import { type AccountView, accountView } from "./accountView.ts"
import { commitmentOf, endMandate, finishEndingNow } from "./mandates/endMandate.ts"
import { giveUpRemainder } from "./mandates/remainder.ts"
import { configureAccount } from "./mandates/configureAccount.ts"
import type { SepaReportsShape } from "./store/reports.ts"
import { type NotRenewed, renewCustomer } from "./mandates/customer.ts"
import type { Collection } from "./store/Collection.ts"
import { writtenOffOf } from "./store/Debtor.ts"
import { SepaStore } from "./store/SepaStore.ts"
import type { RailUnavailable } from "../RailUnavailable.ts"
import type { comparePayouts } from "../stripe/payouts.ts"
import type { RateRefused } from "./rates.ts"
import type { SepaServices } from "./jobs.ts"
import { debitPayment } from "./otherPayments.ts"

/** There is no such debit, or it cannot be written off in its status. */
export class NotWrittenOff extends Data.TaggedError("NotWrittenOff")<{ readonly message: string }> {}

/** The organisation has no mandate. */
export class NotResumed extends Data.TaggedError("NotResumed")<{ readonly message: string }> {}

type Failed = { readonly message: string }

export interface EndedMandate {
  /** False: the organisation has never given a mandate, so nothing was ended. */
  readonly existed: boolean
  /** Nothing is debited any more, and Stripe has detached the mandate. */
  readonly isFinished: boolean
  /** In micro-USD. */
  readonly owed: bigint
  /** What the platform bears of a remainder below 0.50 EUR. */
  readonly borne: bigint
  /** What the operator gave up as a loss. */
  readonly lost: bigint
}

export interface SepaAdminShape {
  /** Who owes a debit. Null: there is no such debit. */
  readonly debtorOf: (collection: string) => Effect.Effect<OrganisationId | null, RailUnavailable>
  /** Gives up a debit that failed or was taken back. Answers it, as it is then, with the one who owed it. */
  readonly writeOff: (
    collection: string,
    decision: WriteOff,
  ) => Effect.Effect<{ readonly organisation: OrganisationId; readonly payment: OtherPayment }, NotWrittenOff | Failed>
  /** Lets an organisation buy again on this rail although a debit of its mandate was given up. Answers what else is in the way. */
  readonly resume: (organisation: string) => Effect.Effect<AccountView["gaps"], NotResumed | Failed>
  /**
   * Ends the mandate of an organisation. Repeated, it continues what is left of that, and answers how far it got. With a decision it then
   * gives up what no debit collects any more.
   */
  readonly endMandate: (organisation: string, decision?: WriteOff) => Effect.Effect<EndedMandate, NotWrittenOff | Failed>
  /** The clock of the database, in milliseconds since 1970. */
  readonly now: Effect.Effect<number, RailUnavailable>
  /** What organisations owe, by age. */
  readonly receivables: SepaReportsShape["receivables"]
  /** Payouts that arrive between two times, with their lines compared with the ledger. */
  readonly payouts: (from: number, to: number) => Effect.Effect<Effect.Success<ReturnType<typeof comparePayouts>>, Failed>
  /** Makes a new customer for one that was deleted at Stripe. Answers its id. */
  readonly renewCustomer: (organisation: string) => Effect.Effect<string, NotRenewed | Failed>
  /**
   * Dollars for a euro, in ten-thousandths, as they were on a day (milliseconds since 1970). A rate that moved more than 10 % is stored only
   * with `force`.
   */
  readonly keepRate: (usdPerEur: bigint, source: string, at: number, force: boolean) => Effect.Effect<void, RailUnavailable | RateRefused>
}

/** What the operator decides about direct debits. Undefined on a gateway that has no such rail. */
export const SepaAdmin = Context.Reference<SepaAdminShape | undefined>("farthing/rails/sepa/SepaAdmin", {
  defaultValue: () => undefined,
})

export const makeSepaAdmin = (
  context: Context.Context<SepaServices>,
  { keepRate, payouts, receivables }: Pick<SepaAdminShape, "keepRate" | "payouts" | "receivables">,
): SepaAdminShape => ({
  now: Effect.provide(
    Effect.flatMap(SepaStore, (store) => store.now),
    context,
  ),
  debtorOf: (id) =>
    Effect.flatMap(SepaStore, (store) => store.collection(id)).pipe(
      Effect.map((debit) => debit?.organisation ?? null),
      Effect.provide(context),
    ),
  receivables,
  payouts,
  writeOff: (id, decision) =>
    Effect.gen(function* () {
      const debit = yield* writeOff(id, decision)
      if (debit === undefined) return yield* new NotWrittenOff({ message: `There is no debit ${id}.` })
      if (debit.writtenOffAt === null) return yield* new NotWrittenOff({ message: `The debit ${id} ${whyNot(debit)}.` })
      const now = yield* Effect.flatMap(SepaStore, (store) => store.now)
      return { organisation: debit.organisation, payment: debitPayment(debit, now) }
    }).pipe(Effect.provide(context)),
  resume: (given) =>
    Effect.gen(function* () {
      const store = yield* SepaStore
      const organisation = OrganisationId.make(given)
      const now = yield* store.now
      if ((yield* store.debtor(organisation))?.mandate == null)
        return yield* new NotResumed({ message: `The organisation ${given} has no direct debit mandate.` })
      yield* store.changeDebtor(organisation, (debtor) => ({ ...debtor, resumedAt: now }))
      yield* configureAccount(organisation)
      return (yield* accountView(organisation)).gaps
    }).pipe(Effect.provide(context)),
  endMandate: (given, decision) =>
    Effect.gen(function* () {
      const store = yield* SepaStore
      const organisation = OrganisationId.make(given)
      if ((yield* store.debtor(organisation))?.mandate == null) return { existed: false, isFinished: true, owed: 0n, borne: 0n, lost: 0n }
      yield* endMandate(organisation, "operator")
      yield* finishEndingNow(organisation)
      const obstacle = decision === undefined ? undefined : yield* giveUpRemainder(organisation, decision)
      if (obstacle !== undefined)
        return yield* new NotWrittenOff({
          message: `The mandate of ${given} takes no more calls, but nothing was written off: ${obstacle}.`,
        })
      const { debtor, inFlight, outstanding } = yield* accountView(organisation)
      const remainder = debtor?.remainder ?? null
      const [written, isLoss] = [writtenOffOf(remainder), remainder?.lost != null]
      return {
        existed: true,
        isFinished: (yield* commitmentOf(organisation)) === undefined,
        owed: outstanding + inFlight,
        borne: isLoss ? 0n : written,
        lost: isLoss ? written : 0n,
      }
    }).pipe(Effect.provide(context)),
  renewCustomer: (organisation) => Effect.provide(renewCustomer(OrganisationId.make(organisation)), context),
  keepRate,
})

const whyNot = ({ next, status, voidedAt }: Collection): string => {
  if (status === "succeeded") return "was paid"
  if (voidedAt !== null) return "is not needed: another debit for the same amount was paid"
  if (next !== null) return `was claimed again by the debit ${next}: give up the newest one`
  return "is on its way: wait until it failed"
}
