import { expect, it } from "@effect/vitest"
import { Result } from "effect"
import { emptyAccount } from "../../../domain/ledger/accounts.ts"
import { admit, keyScope, railScope, type ReservationRequest, sourceScope, type SpendingContext } from "../../../domain/ledger/admit.ts"
import { simulate } from "../../../domain/ledger/simulate.ts"
import type { PaymentOption } from "../../../domain/ledger/state.ts"
import { KeyId, OrganisationId } from "../../../domain/money/ids.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { Dice } from "./model/Dice.ts"

const organisation = OrganisationId.make("00000000-0000-7000-8000-0000000000aa")
const key = KeyId.make("00000000-0000-7000-8000-0000000000bb")
const now = Date.UTC(2026, 10, 22, 12)

const maybe = (dice: Dice, percent: number, largest: number) => (dice.chance(percent) ? microUsd(BigInt(dice.below(largest))) : null)

/** A context with three rails and limits of any kind, and a request of any price. */
const anySituation = (dice: Dice): { readonly context: SpendingContext; readonly request: ReservationRequest } => {
  const rails = ["one", "two", "three"].slice(0, 1 + dice.below(3))
  const options = rails.map((rail): PaymentOption => {
    const dailyCap = maybe(dice, 30, 3_000)
    return {
      rail,
      account: rail,
      cost: microUsd(0n),
      feeBasisPoints: 0,
      settles: "at_capture",
      ...(dailyCap !== null && { dailyCap }),
      ...(dice.chance(15) && { claim: `claim ${rail}` }),
      ...(dice.chance(15) && { deposits: { remainderTo: rail } }),
    }
  })
  const already = BigInt(dice.below(500))
  const cap = maybe(dice, 25, 4_000)
  return {
    context: {
      now,
      organisation: { id: organisation, status: "active", spending: true, concurrency: 10 },
      key: {
        id: key,
        organisation,
        perRequest: maybe(dice, 10, 200),
        monthly: maybe(dice, 30, 5_000),
        daily: maybe(dice, 30, 4_000),
        expiresAt: now + 1,
        revokedAt: null,
      },
      accounts: rails.map((rail) => ({
        ...emptyAccount(organisation, rail, rail),
        posted: microUsd(BigInt(dice.below(4_000))),
        status: dice.chance(10) ? "suspended" : "active",
      })),
      executing: 0,
      spent: (scope) => microUsd(scope.startsWith("key:") ? already : 7n),
    },
    request: {
      max: microUsd(BigInt(dice.below(120))),
      maxSpend: null,
      source: "s",
      ...(cap !== null && { sourceDailyCap: cap }),
      options,
      attempts: [],
    },
  }
}

/** The same one call at a time. */
const oneByOne = (context: SpendingContext, request: ReservationRequest, calls: number) => {
  let { accounts } = context
  let { options } = request
  const extra = new Map<string, bigint>()
  for (let admitted = 0; admitted < calls; admitted++) {
    const spent = (scope: string, period: string) => microUsd(context.spent(scope, period) + (extra.get(scope) ?? 0n))
    const admission = admit({ ...context, accounts, spent }, { ...request, options })
    if (Result.isFailure(admission)) return { admitted, refusal: admission.failure.message }
    const { account, option } = admission.success
    if (option.deposits === undefined) {
      accounts = accounts.map((each) => (each.id === account.id ? { ...each, posted: microUsd(each.posted - request.max) } : each))
    }
    options = options.filter((each) => option.claim === undefined || each.claim !== option.claim)
    for (const scope of [keyScope(key), sourceScope("s"), railScope(option.rail)]) extra.set(scope, (extra.get(scope) ?? 0n) + request.max)
  }
  return { admitted: calls, refusal: undefined }
}

it("a simulation of many calls ends where the same calls made one by one end, with the same refusal", () => {
  const ends = new Set<string>()
  for (let seed = 1; seed <= 400; seed++) {
    const { context, request } = anySituation(new Dice(seed))
    const { admitted, refusal, spent } = simulate(context, request, 60)
    const expected = oneByOne(context, request, 60)
    expect([seed, admitted, refusal?.message]).toEqual([seed, expected.admitted, expected.refusal])
    expect(spent).toBe(request.max * BigInt(admitted))
    ends.add(refusal === undefined ? "none" : refusal.code)
  }
  expect([...ends].toSorted()).toEqual([
    "insufficient_balance",
    "none",
    "organisation_unavailable",
    "source_unavailable",
    "spend_limit_exceeded",
  ])
})

it("a simulation of 10,000 calls is arithmetic: it looks at the limits a few times, not once a call", () => {
  const { context, request } = anySituation(new Dice(3))
  let looks = 0
  const counting = { ...context, spent: (scope: string, period: string) => (looks++, context.spent(scope, period)) }
  const rich = {
    ...counting,
    accounts: counting.accounts.map((account) => ({ ...account, status: "active" as const, posted: microUsd(10n ** 15n) })),
  }
  const { cost, feeBasisPoints, settles } = request.options[0]!
  const free = { ...request, options: [{ rail: "one", account: "one", cost, feeBasisPoints, settles }] }
  expect(simulate({ ...rich, key: null }, { ...free, sourceDailyCap: microUsd(10n ** 14n) }, 10_000).admitted).toBe(10_000)
  expect(looks).toBeLessThan(20)
})
