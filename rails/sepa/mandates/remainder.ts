import { Effect } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { buyerAccount, outside } from "../../../domain/ledger/postings.ts"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { microUsd, toDecimal } from "../../../domain/money/Money.ts"
import { settleCallsOf } from "../debits/book.ts"
import { owedCents, unclaimed } from "../debits/collect.ts"
import { freshRate } from "../rates.ts"
import { minCents } from "../settings.ts"
import type { Debtor, Remainder } from "../store/Debtor.ts"
import { type Collection, inFlight } from "../store/Collection.ts"
import { type DatedLine, SepaStore } from "../store/SepaStore.ts"

/** What the platform bears of remainders that no debit can collect. */
export const platformRounding = "platform:rounding"
/** What a mandate leaves has no more calls than this. */
const maxCalls = 100_000

/**
 * After the last debit of a mandate that the operator ended less than 0.50 EUR may be left, which Stripe does not debit. The platform bears it. The
 * row says so before the ledger does, so that a crash in between is finished by the next run.
 */
export const bearRemainder = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const store = yield* SepaStore
  const debtor = yield* store.debtor(organisation)
  if (debtor === undefined || !debtor.closing || debtor.subscription !== "cancelled") return
  if (debtor.remainder?.booked === false) return yield* bookRemainder(organisation, debtor.remainder)
  const rest = yield* restOf(debtor)
  if (typeof rest === "object" && !rest.isCollectable) yield* bind(debtor, rest, null)
})

/** Without a valid mandate no debit collects what is left, however much it is: the operator gives it up as a loss. Answers why not, if not. */
export const giveUpRemainder = Effect.fnUntraced(function* (organisation: OrganisationId, decision: NonNullable<Remainder["lost"]>) {
  const debtor = yield* Effect.flatMap(SepaStore, (store) => store.debtor(organisation))
  if (debtor === undefined) return undefined
  if (debtor.mandate?.status !== "inactive")
    return "its mandate is still valid, so what is owed is debited a last time: repeat the command after that"
  const rest = yield* restOf(debtor)
  if (typeof rest !== "object") return rest
  return (yield* bind(debtor, rest, decision)) ? undefined : "what it owes has just changed: repeat the command"
})

interface Rest {
  readonly lines: ReadonlyArray<DatedLine>
  readonly micro: bigint
  readonly at: number
  /** Enough for a debit, if there were a mandate. */
  readonly isCollectable: boolean
}

/** What no debit claims. Undefined if nothing is owed; a text says why it cannot be written off now. */
const restOf = Effect.fnUntraced(function* ({ carry, organisation }: Debtor) {
  const store = yield* SepaStore
  const account = (yield* (yield* LedgerQueries).accounts(organisation)).find(({ id }) => id === "sepa")
  if (account === undefined || account.posted >= 0n) return undefined
  // A call that is open may still be captured.
  if (account.open > 0) return `${account.open} of its calls are open: repeat the command when they have ended`
  const [debit] = yield* store.open(organisation)
  if (debit !== undefined) return openDebit(debit)
  const now = yield* store.now
  const rate = yield* freshRate(now)
  if (rate === undefined) return "there is no exchange rate: store one with farthing sepa rate"
  const fees = yield* store.freeFees(organisation)
  const owed = -account.posted
  const calls = yield* unclaimed(organisation, now, maxCalls)
  const lines: ReadonlyArray<DatedLine> = [...fees, ...calls.map(({ amount, closedAt, id }) => ({ id, amount, at: closedAt ?? now }))]
  const micro = lines.reduce((sum, { amount }) => sum + amount, carry)
  if (micro !== owed) {
    const sides = `${toDecimal(microUsd(owed))} USD in the ledger, ${toDecimal(microUsd(micro))} USD in the rail's tables`
    yield* Effect.logWarning(`sepa: what organisation ${organisation} owes is not written off, because the books differ: ${sides}`)
    return `the books differ: ${sides}. See farthing ledger audit`
  }
  return { lines, micro, at: now, isCollectable: owedCents(owed, fees, rate) >= minCents } satisfies Rest
})

/** What keeps a debit open, with what ends it. */
export const openDebit = (debit: Collection): string =>
  inFlight(debit)
    ? `the debit ${debit.id} is on its way: repeat the command when it has ended`
    : `the debit ${debit.id} ${debit.status === "failed" ? "failed" : "was taken back"}. Write it off first: farthing sepa write-off ${debit.id} --reason …`

const bind = Effect.fnUntraced(function* (debtor: Debtor, { at, lines, micro }: Rest, lost: Remainder["lost"]) {
  const store = yield* SepaStore
  const { carry, organisation } = debtor
  const remainder: Remainder = { claim: uuidV7Unsafe(), micro, at, booked: false, lost }
  if (!(yield* store.bindRemainder(organisation, { remainder, lines, carried: carry }))) return false
  yield* bookRemainder(organisation, remainder)
  return true
})

const bookRemainder = Effect.fnUntraced(function* (organisation: OrganisationId, { at, claim, lost, micro }: Remainder) {
  const store = yield* SepaStore
  const ledger = yield* Ledger
  const debit = lost === null ? platformRounding : outside("sepa_written_off")
  const transfers = [{ debit, credit: buyerAccount("sepa"), amount: microUsd(micro) }]
  yield* ledger.execute({ _tag: "Post", organisation, ref: `sepa:remainder:${claim}`, transfers })
  if (lost === null) {
    const reason = "less than 0.50 EUR was left when the mandate ended: the platform bears it"
    yield* settleCallsOf({ organisation, claim }, "settled", reason, null, at)
  } else yield* settleCallsOf({ organisation, claim }, "failed", `given up: ${lost.reason}`, null, at)
  yield* store.changeDebtor(organisation, (current) =>
    current.remainder?.claim === claim ? { ...current, remainder: { ...current.remainder, booked: true } } : current,
  )
})
