import { Effect, Result } from "effect"
import { isoDate, isoTime } from "../../../domain/time.ts"
import { organisationRefusal, railScope } from "../../../domain/ledger/admit.ts"
import { type Account, availableBalance, prepaidBalance } from "../../../domain/ledger/state.ts"
import type { SpendingSnapshot } from "../../../domain/ledger/LedgerQueries.ts"
import { microUsd, sum, toMoney } from "../../../domain/money/Money.ts"
import { orderOptions, type RailOffer } from "../../../domain/rail/select.ts"
import { type Rail, type RailIdentity, Rails } from "../../../domain/rail/Rail.ts"
import { CurrentCaller } from "../../../rails/http/RequestContext.ts"
import { railProblem, readRails } from "./railProblems.ts"

/** Who is calling, what the organisation has, and how it can pay: the rails make their offers for a call that costs nothing. */
export const me = function* () {
  const caller = yield* CurrentCaller
  const rails = yield* Rails
  const buyer = { organisation: caller.organisation, key: caller.key }
  const identityOf = (rail: Rail) =>
    Effect.map(rail.identity?.(buyer) ?? Effect.succeed({}), (identity) => [rail.id, identityView(identity)] as const)
  /** A rail whose choice cannot be read shows none, as it shows no address. */
  const settingOf = (rail: Rail) =>
    rail.setting === undefined
      ? Effect.succeed([rail.id, {}] as const)
      : rail.setting.chosen(caller.organisation).pipe(
          Effect.map((value) => ({ setting: { name: rail.setting!.name, value, values: rail.setting!.values } })),
          Effect.orElseSucceed(() => ({})),
          Effect.map((setting) => [rail.id, setting] as const),
        )
  // Side by side: where the tables of a rail hang, each of them waits as long.
  const [{ choice, offers, snapshot }, identities, settings] = yield* Effect.all(
    [
      readRails,
      Effect.forEach(rails.values(), identityOf, { concurrency: "unbounded" }),
      Effect.forEach(rails.values(), settingOf, { concurrency: "unbounded" }),
    ],
    { concurrency: 3 },
  )
  const [identityViews, settingViews] = [new Map(identities), new Map(settings)]
  const views = offers.map((offer) => ({ ...railView(offer, snapshot), ...identityViews.get(offer.rail), ...settingViews.get(offer.rail) }))
  const ready = offers.filter(({ rail }) => views.some((view) => view.rail === rail && view.ready))
  return {
    identity: {
      type: "organisation_key" as const,
      organisation_id: caller.organisation,
      key_id: caller.key,
      name: caller.keyName,
      scopes: caller.scopes,
      expires_at: isoTime(caller.expiresAt),
    },
    plan: { id: "pay_as_you_go", name: "Pay as you go", status: caller.organisationStatus },
    balance: balanceView(snapshot.accounts),
    rails: views,
    default_rail: orderOptions(choice, ready, [...rails.keys()]).options[0]?.rail ?? null,
  }
}

const balanceView = (accounts: ReadonlyArray<Account>) => {
  const [available, prepaid] = [availableBalance(accounts), prepaidBalance(accounts)]
  return {
    available: toMoney(available),
    prepaid: toMoney(prepaid),
    credit: toMoney(microUsd(available - prepaid)),
    held: toMoney(sum(accounts.map(({ held }) => held))),
  }
}

const identityView = ({ network, walletAddress }: RailIdentity) => ({
  ...(network !== undefined && { network }),
  ...(walletAddress !== undefined && { wallet_address: walletAddress }),
})

const railView = ({ rail, result }: RailOffer, { accounts, now, organisation, spent }: SpendingSnapshot) => {
  const option = Result.isSuccess(result) ? result.success : undefined
  const reason = organisationRefusal({ organisation, executing: 0 })?.message ?? railProblem({ rail, result }, accounts)?.message ?? null
  return {
    rail,
    enabled: true,
    ready: reason === null,
    reason,
    available: toMoney(availableBalance(accounts.filter((one) => one.rail === rail))),
    daily_cap: option?.dailyCap === undefined ? null : toMoney(option.dailyCap),
    spent_today: toMoney(spent(railScope(rail), isoDate(now))),
    fee: { buyer: toMoney(microUsd(option?.cost ?? 0n)), publisher_basis_points: option?.feeBasisPoints ?? 0 },
  }
}
