import { Data, Effect } from "effect"
import { Organisations } from "../identity/Organisations.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { LedgerQueries } from "../ledger/LedgerQueries.ts"
import type { Account } from "../ledger/state.ts"
import type { OrganisationId } from "../money/ids.ts"
import { toDecimal } from "../money/Money.ts"
import { Rails } from "../rail/Rail.ts"
import { audited } from "./OperatorLog.ts"
import { requireNotErased } from "./organisations.ts"

/** The organisation has no such account. */
export class NoSuchAccount extends Data.TaggedError("NoSuchAccount")<{ readonly message: string }> {}

export const findAccount = Effect.fnUntraced(function* (organisation: OrganisationId, id: string) {
  yield* Effect.flatMap(Organisations, (organisations) => organisations.find(organisation))
  const accounts = yield* Effect.flatMap(LedgerQueries, (queries) => queries.accounts(organisation))
  const account = accounts.find((account) => account.id === id)
  if (account !== undefined) return account
  return yield* new NoSuchAccount({
    message: `Organisation ${organisation} has no account ${id}. It has: ${accounts.map(({ id }) => id).join(", ") || "none yet"}.`,
  })
})

export const accountState = ({ held, posted, status }: Account) => ({ status, posted: toDecimal(posted), held: toDecimal(held) })

/** The account pays for nothing from the next reservation on. Calls that hold money on it end as they would. */
export const freezeAccount = Effect.fnUntraced(function* (organisation: OrganisationId, id: string, reason: string) {
  const ledger = yield* Ledger
  yield* requireNotErased(organisation)
  const { rail } = yield* findAccount(organisation, id)
  const freeze = ledger.execute({ _tag: "ConfigureAccount", organisation, account: id, rail, status: "frozen", byOperator: true })
  const action = { action: "account freeze", organisation, subject: id, reason }
  return yield* audited(action, Effect.map(findAccount(organisation, id), accountState), freeze)
})

/**
 * Ends the freeze. The rail then decides whether the account pays: until it has, the account is suspended, so that nothing is
 * bought on it in between. Without a rail that decides, an account that owes money stays suspended.
 */
export const unfreezeAccount = Effect.fnUntraced(function* (organisation: OrganisationId, id: string, reason: string) {
  const ledger = yield* Ledger
  yield* requireNotErased(organisation)
  const { rail } = yield* findAccount(organisation, id)
  const refresh = (yield* Rails).get(rail)?.refreshAccount
  const set = (status: "active" | "suspended") =>
    ledger.execute({ _tag: "ConfigureAccount", organisation, account: id, rail, status, byOperator: true })
  const change = Effect.gen(function* () {
    const account = yield* findAccount(organisation, id)
    if (account.status === "active") return account
    if (refresh === undefined) return yield* set(account.posted + account.creditLimit < 0n ? "suspended" : "active")
    yield* set("suspended")
    yield* refresh(organisation)
    return yield* findAccount(organisation, id)
  })
  const action = { action: "account unfreeze", organisation, subject: id, reason }
  return yield* audited(action, Effect.map(findAccount(organisation, id), accountState), change)
})
