import { zero } from "../money/Money.ts"
import { type Account, accountKey, type LedgerState, type PaymentOption } from "./state.ts"
import type { CommandAnswers, ConfigureAccount } from "./command.ts"
import { Impossible } from "./errors.ts"
import { accept, type Decision, refuse } from "./change.ts"

/** Opens an account, or changes what it allows. Posted and held money stays. */
export const decideConfigureAccount = (ledger: LedgerState, c: ConfigureAccount): Decision<CommandAnswers["ConfigureAccount"]> => {
  const { creditLimit, organisation, rail, status } = c
  if (creditLimit !== undefined && creditLimit < 0n) return refuse(new Impossible({ message: `a credit limit of ${creditLimit}` }))
  const existing = ledger.accounts.get(accountKey(organisation, c.account))
  if (existing !== undefined && existing.rail !== rail)
    return refuse(new Impossible({ message: `account ${c.account} is of the rail ${existing.rail}` }))
  if (status === "frozen" && c.byOperator !== true) return refuse(new Impossible({ message: "only an operator freezes an account" }))
  const before: Account = existing ?? emptyAccount(organisation, c.account, rail)
  const account: Account = {
    ...before,
    creditLimit: creditLimit ?? before.creditLimit,
    status: before.status === "frozen" && c.byOperator !== true ? "frozen" : (status ?? before.status),
  }
  if (existing === undefined) return accept(account, [{ _tag: "AccountOpened", account }])
  const same = account.creditLimit === existing.creditLimit && account.status === existing.status
  return accept(account, same ? [] : [{ _tag: "AccountConfigured", account }])
}

export const emptyAccount = (organisation: Account["organisation"], id: string, rail: string): Account => ({
  organisation,
  id,
  rail,
  posted: zero,
  held: zero,
  creditLimit: zero,
  open: 0,
  status: "active",
  transit: false,
})

/** The organisation's accounts, and the accounts that the options would open on first use. */
export const withOpenedAccounts = (
  accounts: ReadonlyArray<Account>,
  organisation: Account["organisation"],
  options: ReadonlyArray<PaymentOption>,
): ReadonlyArray<Account> => {
  const all = [...accounts]
  for (const { account, opens, rail } of options) {
    if (opens === undefined || all.some(({ id }) => id === account)) continue
    const { creditLimit, transit = false } = opens
    all.push({ ...emptyAccount(organisation, account, rail), creditLimit, transit })
  }
  return all
}
