import { Effect } from "effect"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import type { ConfigureAccount } from "../../../domain/ledger/command.ts"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { withUsability } from "../fees.ts"
import type { Debtor } from "../store/Debtor.ts"
import { exposureOf, isBarred, maxPastDebits } from "./exposure.ts"
import { suspends } from "../store/Collection.ts"
import { microOf, Rates } from "../rates.ts"
import { SepaStore } from "../store/SepaStore.ts"
import { SepaTerms } from "../settings.ts"

const account = { account: "sepa", rail: "sepa" } as const
const maxRounds = 10

/**
 * Opens the organisation's account on this rail, or brings what it allows up to date: how much may be owed, and whether
 * anything may be bought. A debit that is owed again, or a mandate that is gone, suspends it at once. Two may do this at one
 * time, one of them with older data, so each reads the terms again after it has set them.
 */
export const configureAccount = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const ledger = yield* Ledger
  let granted: ConfigureAccount | undefined
  for (let round = 0; round < maxRounds; round++) {
    const terms = yield* termsOf(organisation)
    if (terms === undefined) return
    if (terms.creditLimit === granted?.creditLimit && terms.status === granted.status) break
    const isUsable = terms.status === "active"
    // Before a call can be bought: the sandbox's clock may move as soon as one can.
    if (isUsable) yield* recordUsability(organisation, true)
    yield* ledger.execute(terms)
    if (!isUsable) yield* recordUsability(organisation, false)
    granted = terms
  }
})

/** The monthly fee is for the days on which the rail could be used: neither the rail nor an operator was in the way. */
const recordUsability = Effect.fnUntraced(function* (organisation: OrganisationId, isUsable: boolean) {
  const store = yield* SepaStore
  const now = yield* store.now
  const debtor = yield* store.debtor(organisation)
  if (debtor === undefined || debtor.feeFrom === null) return
  const blocked = yield* store.blockedSince(organisation)
  const usability = (current: Debtor) =>
    withUsability(current, isUsable && blocked === null, blocked === null ? now : Math.min(blocked, now))
  if (usability(debtor) !== debtor) yield* store.changeDebtor(organisation, usability)
})

const termsOf = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const store = yield* SepaStore
  const debtor = yield* store.debtor(organisation)
  if (debtor === undefined || debtor.mandate === null || debtor.subscription === "none") return undefined
  const terms = yield* SepaTerms
  const rate = yield* Effect.flatMap(Rates, ({ usdToEur }) => usdToEur)
  const owing = (yield* store.open(organisation)).some(suspends)
  const debits = yield* store.collections(organisation, { limit: maxPastDebits })
  const isGood = debtor.mandate.status === "active" && debtor.subscription === "active" && !owing && !isBarred(debtor, debits)
  const { owedLimitCents } = exposureOf(debits, yield* store.now, terms)
  return {
    _tag: "ConfigureAccount",
    organisation,
    ...account,
    creditLimit: microOf(owedLimitCents, rate),
    status: isGood ? "active" : "suspended",
  } satisfies ConfigureAccount
})

/** Nothing is bought on this rail any more. Done before what is the matter is written down: from then on this node knows it. */
export const suspend = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const ledger = yield* Ledger
  yield* ledger.execute({ _tag: "ConfigureAccount", organisation, ...account, status: "suspended" })
})
