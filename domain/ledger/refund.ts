import { type MicroUsd, microUsd, share, toDecimal, toMoney } from "../money/Money.ts"
import { accept, type Change, type Decision, notOpen, refuse } from "./change.ts"
import type { CommandAnswers, Refund } from "./command.ts"
import { NotRefundable } from "./errors.ts"
import { spendChanges } from "./holds.ts"
import { accountIdOf, buyerAccount, payeeAccount, platformFees } from "./postings.ts"
import { accountKey, type Call, type LedgerState, refKey, type Transfer } from "./state.ts"

/** What a refund is posted under: its call, so that there is one, and its own id, so that a repeated command finds itself. */
export const refundRefs = ({ call, refund }: Pick<Refund, "call" | "refund">) => [`refund:${call}`, `refund:${call}:${refund}`] as const

/** The transfer gives back what a call charged. */
export const isRefund = ({ call, credit, debit }: Transfer): boolean =>
  call !== null && accountIdOf(credit) !== undefined && (debit.startsWith("payee:") || debit === platformFees)

/**
 * Gives back what a call charged. The publisher and the platform each give their share: the platform's is its fee of the amount, rounded
 * down, as in the capture. The amount leaves the limits of the day and month of the reservation. The document stays the buyer's.
 */
export const decideRefund = (ledger: LedgerState, c: Refund): Decision<CommandAnswers["Refund"]> => {
  const call = ledger.calls.get(c.call)
  if (call === undefined) return notOpen(c.call, call)
  const amount = c.amount ?? call.amount
  const [once, own] = refundRefs(c)
  if (ledger.refs.has(refKey(c.organisation, own))) return accept({ call, amount })
  const account = ledger.accounts.get(accountKey(c.organisation, c.to))
  const reason = ledger.refs.has(refKey(c.organisation, once)) ? "It was refunded before." : whyNot(call, amount)
  if (reason !== undefined) return refuse(new NotRefundable({ message: `The call ${call.id} cannot be refunded. ${reason}` }))
  if (account === undefined) {
    const message = `The call ${call.id} cannot be refunded. Its buyer has no account ${c.to} that could get the money.`
    return refuse(new NotRefundable({ message }))
  }
  const fee = share(amount, BigInt(call.feeBasisPoints))
  const shares = [
    [payeeAccount(call.payee), microUsd(amount - fee)],
    [platformFees, fee],
  ] as const
  const refunded: Call = amount === call.amount ? { ...call, state: "refunded" } : call
  const data = JSON.stringify({ amount: toMoney(amount), to: c.to })
  const changes: Array<Change> = [
    { _tag: "Ref", organisation: c.organisation, ref: once },
    { _tag: "Ref", organisation: c.organisation, ref: own },
    { _tag: "Call", call: refunded },
    { _tag: "Account", account: { ...account, posted: microUsd(account.posted + amount) } },
    { _tag: "Event", event: { organisation: c.organisation, call: call.id, type: "refunded", at: ledger.now, data } },
    ...spendChanges(call, -amount, ledger.runs.get(call.run)?.kind),
  ]
  for (const [debit, part] of shares) {
    if (part === 0n) continue
    const transfer = {
      organisation: c.organisation,
      call: call.id,
      ref: null,
      debit,
      credit: buyerAccount(c.to),
      amount: part,
      at: ledger.now,
    }
    changes.push({ _tag: "Transfer", transfer })
  }
  return accept({ call: refunded, amount }, changes)
}

/** Money that has not arrived for good is not given back: its rail may still take it back itself. */
const whyNot = (call: Call, amount: MicroUsd): string | undefined => {
  if (call.state === "reserved") return "It has not ended yet: it holds money and has charged nothing."
  if (call.state !== "captured" || call.amount === 0n) return "It charged nothing."
  if (call.settlement !== "settled") return `Its rail ${call.rail} has not settled it yet (${call.settlement}): try again when it has.`
  if (amount <= 0n || amount > call.amount) return `It charged ${toDecimal(call.amount)} USD: give back more than 0 and at most that.`
  return undefined
}
