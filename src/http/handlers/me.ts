import { Effect, Result } from "effect"
import { railScope } from "../../../domain/ledger/admit.ts"
import { type Account, available, availableBalance } from "../../../domain/ledger/state.ts"
import { type SpendingSnapshot, LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { microUsd, sum, toMoney, zero } from "../../../domain/money/Money.ts"
import { collectOffers, orderOptions, type RailOffer } from "../../../domain/rail/select.ts"
import { type RailIdentity, Rails } from "../../../domain/rail/Rail.ts"
import { CurrentCaller } from "../Exchange.ts"
import { json } from "../respond.ts"
import { isoDate, isoTime } from "../../../domain/time.ts"

/** Who is calling, what the organisation has, and how it can pay: the rails are asked as for a call that costs nothing. */
export const me = function* () {
  const caller = yield* CurrentCaller
  const reading = yield* LedgerQueries
  const rails = yield* Rails
  const choice = {
    buyer: { organisation: caller.organisation, key: caller.key },
    quote: { max: zero, payee: "", price: null },
    pinned: null,
    preference: caller.preference,
    proof: undefined,
  }
  const said = yield* collectOffers(choice)
  const prospect = yield* reading.spendingSnapshot(caller.organisation, caller.key, [...rails.keys()].map(railScope), [])
  const means = yield* Effect.forEach(said, ({ rail }) => rails.get(rail)?.identity?.(choice.buyer) ?? Effect.succeed({}), {
    concurrency: "unbounded",
  })
  const shown = said.map((one, i) => ({ ...railView(one, prospect), ...meansView(means[i]!) }))
  const ready = said.filter(({ rail }) => shown.some((view) => view.rail === rail && view.ready))
  return json({
    identity: {
      type: "organisation_key",
      organisation_id: caller.organisation,
      key_id: caller.key,
      name: caller.keyName,
      scopes: caller.scopes,
      expires_at: isoTime(caller.expiresAt),
    },
    plan: { id: "pay_as_you_go", name: "Pay as you go", status: caller.organisationStatus },
    balance: { available: toMoney(availableBalance(prospect.accounts)), held: toMoney(sum(prospect.accounts.map(({ held }) => held))) },
    rails: shown,
    default_rail: orderOptions(choice, ready, [...rails.keys()]).options[0]?.rail ?? null,
  })
}

const meansView = ({ network, walletAddress }: RailIdentity) => ({
  ...(network !== undefined && { network }),
  ...(walletAddress !== undefined && { wallet_address: walletAddress }),
})

const railView = ({ rail, result: said }: RailOffer, { accounts, now, spent }: SpendingSnapshot) => {
  const option = Result.isSuccess(said) ? said.success : undefined
  const account = accounts.find(({ id }) => id === option?.account)
  const reason = Result.isFailure(said) ? said.failure.message : whyNot(account, option?.opens !== undefined)
  return {
    rail,
    enabled: true,
    ready: reason === null,
    reason,
    daily_cap: option?.dailyCap === undefined ? null : toMoney(option.dailyCap),
    spent_today: toMoney(spent(railScope(rail), isoDate(now))),
    fee: { buyer: toMoney(microUsd(option?.cost ?? 0n)), publisher_basis_points: option?.feeBasisPoints ?? 0 },
  }
}

const whyNot = (account: Account | undefined, opens: boolean): string | null => {
  if (account === undefined) return opens ? null : "The organisation has no account on this rail."
  if (account.status === "suspended") return "The account on this rail is suspended. Settle what is open on it."
  return available(account) > 0n ? null : "Nothing is available on this rail. Top up."
}
