import { Effect, Result } from "effect"
import { isoDate, isoTime } from "../../../domain/time.ts"
import { organisationRefusal, railScope, unusableReason } from "../../../domain/ledger/admit.ts"
import { type Account, available, availableBalance, type PaymentOption } from "../../../domain/ledger/state.ts"
import { type SpendingSnapshot, LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { microUsd, sum, toMoney, zero } from "../../../domain/money/Money.ts"
import { collectOffers, orderOptions, type RailOffer } from "../../../domain/rail/select.ts"
import { type RailIdentity, Rails } from "../../../domain/rail/Rail.ts"
import { CurrentCaller } from "../../../rails/http/RequestContext.ts"

/** Who is calling, what the organisation has, and how it can pay: the rails make their offers for a call that costs nothing. */
export const me = function* () {
  const caller = yield* CurrentCaller
  const queries = yield* LedgerQueries
  const rails = yield* Rails
  const choice = {
    buyer: { organisation: caller.organisation, key: caller.key },
    quote: { max: zero, payee: "", priceId: null },
    pinned: null,
    preference: caller.preference,
    presented: undefined,
  }
  const offers = yield* collectOffers(choice)
  const snapshot = yield* queries.spendingSnapshot(caller.organisation, caller.key, {
    scopes: [...rails.keys()].map(railScope),
    claims: [],
    accounts: [],
  })
  const identities = yield* Effect.forEach(offers, ({ rail }) => rails.get(rail)?.identity?.(choice.buyer) ?? Effect.succeed({}), {
    concurrency: "unbounded",
  })
  const views = offers.map((offer, i) => ({ ...railView(offer, snapshot), ...identityView(identities[i]!) }))
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
    balance: { available: toMoney(availableBalance(snapshot.accounts)), held: toMoney(sum(snapshot.accounts.map(({ held }) => held))) },
    rails: views,
    default_rail: orderOptions(choice, ready, [...rails.keys()]).options[0]?.rail ?? null,
  }
}

const identityView = ({ network, walletAddress }: RailIdentity) => ({
  ...(network !== undefined && { network }),
  ...(walletAddress !== undefined && { wallet_address: walletAddress }),
})

const railView = ({ rail, result }: RailOffer, { accounts, now, organisation, spent }: SpendingSnapshot) => {
  const option = Result.isSuccess(result) ? result.success : undefined
  const account = accounts.find(({ id }) => id === option?.account)
  const missing = Result.isFailure(result) ? result.failure.message : missingFor(account, option)
  const reason = organisationRefusal({ organisation, executing: 0 })?.message ?? missing
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

const missingFor = (account: Account | undefined, option: PaymentOption | undefined): string | null => {
  if (account === undefined) return option?.opens === undefined ? "The organisation has no account on this rail." : null
  if (account.status !== "active") return `On this rail ${unusableReason(account)}.${stepFor(account, option)}`
  return available(account) > 0n ? null : "Nothing is available on this rail. Top up."
}

const stepFor = ({ status }: Account, { whenSuspended: step }: Partial<PaymentOption> = {}): string =>
  status === "suspended" && step !== undefined ? ` ${step[0]!.toUpperCase()}${step.slice(1)}.` : ""
