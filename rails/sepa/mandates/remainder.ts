import { Effect } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { buyerAccount } from "../../../domain/ledger/postings.ts"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { microUsd, toDecimal } from "../../../domain/money/Money.ts"
import { settleCallsOf } from "../debits/book.ts"
import { owedCents, unclaimed } from "../debits/collect.ts"
import { freshRate } from "../rates.ts"
import { minCents } from "../settings.ts"
import type { Debtor, Remainder } from "../store/Debtor.ts"
import { type DatedLine, SepaStore } from "../store/SepaStore.ts"

/** What the platform bears of remainders that no debit can collect. */
export const platformRounding = "platform:rounding"
/** Less than 0.50 EUR are no more calls than this. */
const maxCalls = 100_000

/**
 * After the last debit of a mandate that the operator ended less than 0.50 EUR may be left, which Stripe does not debit. The platform bears it. The
 * row says so before the ledger does, so that a crash in between is finished by the next run.
 */
export const bearRemainder = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const store = yield* SepaStore
  const debtor = yield* store.debtor(organisation)
  if (debtor === undefined || !debtor.closing || debtor.subscription !== "cancelled") return
  const remainder = debtor.remainder?.booked === false ? debtor.remainder : yield* bind(debtor)
  if (remainder === undefined) return
  const ledger = yield* Ledger
  const transfer = { debit: platformRounding, credit: buyerAccount("sepa"), amount: microUsd(remainder.micro) }
  yield* ledger.execute({ _tag: "Post", organisation, ref: `sepa:remainder:${remainder.claim}`, transfers: [transfer] })
  const reason = "less than 0.50 EUR was left when the mandate ended: the platform bears it"
  yield* settleCallsOf({ organisation, claim: remainder.claim }, "settled", reason, null, remainder.at)
  yield* store.changeDebtor(organisation, (current) =>
    current.remainder?.claim === remainder.claim ? { ...current, remainder: { ...current.remainder, booked: true } } : current,
  )
})

const bind = Effect.fnUntraced(function* ({ carry, organisation }: Debtor) {
  const store = yield* SepaStore
  const account = (yield* (yield* LedgerQueries).accounts(organisation)).find(({ id }) => id === "sepa")
  // A call that is open may still be captured.
  if (account === undefined || account.posted >= 0n || account.open > 0 || (yield* store.open(organisation)).length > 0) return undefined
  const now = yield* store.now
  const rate = yield* freshRate(now)
  const fees = yield* store.freeFees(organisation)
  const owed = -account.posted
  if (rate === undefined || owedCents(owed, fees, rate) >= minCents) return undefined
  const calls = yield* unclaimed(organisation, now, maxCalls)
  const lines: ReadonlyArray<DatedLine> = [...fees, ...calls.map(({ amount, closedAt, id }) => ({ id, amount, at: closedAt ?? now }))]
  const micro = lines.reduce((sum, { amount }) => sum + amount, carry)
  if (micro !== owed) {
    const sides = `${toDecimal(microUsd(owed))} USD in the ledger, ${toDecimal(microUsd(micro))} USD in the rail's tables`
    yield* Effect.logWarning(`sepa: what organisation ${organisation} owes is not written off, because the books differ: ${sides}`)
    return undefined
  }
  const remainder: Remainder = { claim: uuidV7Unsafe(), micro, at: now, booked: false }
  return (yield* store.bindRemainder(organisation, { remainder, lines, carried: carry })) ? remainder : undefined
})
