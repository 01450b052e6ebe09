import { Data, Effect } from "effect"
import { Ledger } from "../ledger/Ledger.ts"
import { buyerAccount, outside } from "../ledger/postings.ts"
import { available } from "../ledger/state.ts"
import type { OrganisationId } from "../money/ids.ts"
import { maxOf, type MicroUsd, microUsd, toDecimal, zero } from "../money/Money.ts"
import { accountState, findAccount } from "./accounts.ts"
import { audited } from "./OperatorLog.ts"
import { requireNotErased } from "./organisations.ts"
import { OperatorQueries } from "./OperatorQueries.ts"

/** The reference was used before, for another amount. */
export class ReferenceConflict extends Data.TaggedError("ReferenceConflict")<{ readonly message: string }> {}

/** More was to be taken back than was granted and is not taken back yet. */
export class NotGranted extends Data.TaggedError("NotGranted")<{ readonly message: string }> {}

/** Credits that were granted were to be paid out: a gift is not the customer's money. */
export class NotPayable extends Data.TaggedError("NotPayable")<{ readonly message: string }> {}

const credits = buyerAccount("credits")

/** Credits are granted, taken back by who granted them, or paid out to the customer. */
const bookings = {
  "credits grant": { debit: outside("grant"), credit: credits },
  "credits take-back": { debit: credits, credit: outside("grant") },
  "credits pay-out": { debit: credits, credit: outside("payout") },
} as const

export interface CreditsOrder {
  readonly organisation: OrganisationId
  readonly amount: MicroUsd
  readonly ref: string
  readonly reason: string
  /** Pays out granted credits too: a grant that booked what the customer had paid is no gift. */
  readonly force?: boolean
}

/**
 * Books credits in or out, once per reference, and never takes more than is free. `posted` is false where the same amount was booked under
 * the reference before. One booking of an organisation runs at a time, so that two of them cannot take the same grant back.
 */
export const bookCredits = Effect.fnUntraced(function* (
  action: keyof typeof bookings,
  { amount, force = false, organisation, reason, ref }: CreditsOrder,
) {
  const ledger = yield* Ledger
  const queries = yield* OperatorQueries
  // What reached an erased organisation after its erasure can still be taken back or paid out.
  if (action === "credits grant") yield* requireNotErased(organisation)
  const account = findAccount(organisation, "credits")
  yield* account
  const reference = `${action.slice("credits ".length)}:${ref}`
  const state = Effect.map(account, (now) => ({ ...accountState(now), available: toDecimal(available(now)) }))
  const change = Effect.gen(function* () {
    const earlier = yield* queries.booked(organisation, reference)
    if (earlier !== undefined && earlier !== amount) {
      return yield* new ReferenceConflict({
        message: `The reference ${reference} was booked before with ${toDecimal(earlier)} USD, not ${toDecimal(amount)} USD. Nothing was booked now. Use another --ref for another booking.`,
      })
    }
    if (earlier !== undefined) return false
    if (action === "credits take-back") yield* requireGranted(organisation, amount)
    if (action === "credits pay-out" && !force) yield* requirePaidFor(organisation, amount, available(yield* account))
    const transfers = [{ ...bookings[action], amount }]
    const covered = action === "credits grant" ? {} : { mustCover: true as const }
    // Where the ledger finds the reference now, a lost commit of this command had booked it after all.
    yield* ledger.execute({ _tag: "Post", organisation, ref: reference, transfers, ...covered })
    return true
  })
  const alone = queries.oneAtATime(`credits:${organisation}`, change)
  const posted = yield* audited({ action: force ? `${action} --force` : action, organisation, subject: reference, reason }, state, alone)
  return { posted, ref: reference }
})

/** What the customer paid for is not taken back, and also not what a grant no longer covers. */
const requireGranted = Effect.fnUntraced(function* (organisation: OrganisationId, amount: MicroUsd) {
  const { granted, takenBack } = yield* Effect.flatMap(OperatorQueries, (queries) => queries.grants(organisation))
  const left = maxOf(zero, microUsd(granted - takenBack))
  if (amount <= left) return
  return yield* new NotGranted({
    message: `Organisation ${organisation} was granted ${toDecimal(granted)} USD, of which ${toDecimal(takenBack)} USD are taken back: at most ${toDecimal(left)} USD can be. Nothing was booked. Give back what the customer paid for with: farthing credits pay-out.`,
  })
})

/** Calls count as paid with the customer's own money first, so that no gift leaves the gateway. */
const requirePaidFor = Effect.fnUntraced(function* (organisation: OrganisationId, amount: MicroUsd, free: MicroUsd) {
  const { granted, takenBack } = yield* Effect.flatMap(OperatorQueries, (queries) => queries.grants(organisation))
  const gifts = maxOf(zero, microUsd(granted - takenBack))
  const payable = maxOf(zero, microUsd(free - gifts))
  if (gifts === zero || amount <= payable) return
  return yield* new NotPayable({
    message: `Organisation ${organisation} has ${toDecimal(free)} USD to give, and ${toDecimal(gifts)} USD of all that it received were granted by hand: at most ${toDecimal(payable)} USD can be paid out. Nothing was booked. Take a gift back with: farthing credits take-back. If the grants booked what the customer had paid, use the command line with --force and that as the reason.`,
  })
})
