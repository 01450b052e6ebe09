import { Effect, Result } from "effect"
import { railScope, unusableReason } from "../../../domain/ledger/admit.ts"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { type Account, available, type PaymentOption } from "../../../domain/ledger/state.ts"
import { toDecimal, zero } from "../../../domain/money/Money.ts"
import { Rails } from "../../../domain/rail/Rail.ts"
import { collectOffers, type RailOffer } from "../../../domain/rail/select.ts"
import { CurrentCaller } from "../../../rails/http/RequestContext.ts"

/** How each rail would pay for a call of the caller that costs nothing, and what the organisation has. */
export const readRails = Effect.gen(function* () {
  const caller = yield* CurrentCaller
  const rails = yield* Rails
  const choice = {
    buyer: { organisation: caller.organisation, key: caller.key },
    quote: { max: zero, payee: "", priceId: null },
    pinned: null,
    preference: caller.preference,
    presented: undefined,
  }
  const offers = yield* collectOffers(choice)
  const snapshot = yield* Effect.flatMap(LedgerQueries, ({ spendingSnapshot }) =>
    spendingSnapshot(caller.organisation, caller.key, { scopes: [...rails.keys()].map(railScope), claims: [], accounts: [] }),
  )
  return { choice, offers, snapshot }
})

/** Why a rail pays for nothing. The code of a missing requirement is that of its rail. */
export interface RailProblem {
  readonly code: string
  readonly message: string
}

/** Undefined: the rail would pay. */
export const railProblem = ({ result }: RailOffer, accounts: ReadonlyArray<Account>): RailProblem | undefined => {
  if (Result.isFailure(result)) {
    const { failure } = result
    return { code: failure._tag === "Gap" ? failure.code : "rail_unavailable", message: failure.message }
  }
  const option = result.success
  const account = accounts.find(({ id }) => id === option.account)
  if (account === undefined) {
    return option.opens === undefined ? { code: "account_missing", message: "The organisation has no account on this rail." } : undefined
  }
  if (account.status !== "active") {
    return { code: `account_${account.status}`, message: `On this rail ${unusableReason(account)}.${stepFor(account, option)}` }
  }
  return available(account) > 0n ? undefined : { code: "balance_empty", message: emptyBalance(account) }
}

/** What open calls hold may be released: waiting may suffice. */
const emptyBalance = ({ held }: Account): string =>
  held > 0n
    ? `Nothing is available on this rail: open calls hold ${toDecimal(held)} USD and may release it. Wait until they end, or top up.`
    : "Nothing is available on this rail. Top up."

const stepFor = ({ status }: Account, { whenSuspended: step }: Partial<PaymentOption>): string => {
  if (status === "frozen") return " Ask the operator of this gateway to unfreeze it."
  return status === "suspended" && step !== undefined ? ` ${step[0]!.toUpperCase()}${step.slice(1)}.` : ""
}
