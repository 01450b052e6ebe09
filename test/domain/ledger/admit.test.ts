import { expect, it } from "@effect/vitest"
import { Result } from "effect"
import { emptyAccount } from "../../../domain/ledger/accounts.ts"
import { admit, type SpendingContext } from "../../../domain/ledger/admit.ts"
import type { Account, Attempt, PaymentOption } from "../../../domain/ledger/state.ts"
import { OrganisationId } from "../../../domain/money/ids.ts"
import { microUsd } from "../../../domain/money/Money.ts"

const organisation = OrganisationId.make("00000000-0000-7000-8000-0000000000aa")

/** The refusal of a call that considers these accounts alone. */
const refusal = (
  accounts: Record<string, Pick<Account, "status"> & { readonly owed?: bigint; readonly held?: bigint }>,
  state = {},
  attempts: ReadonlyArray<Attempt> = [],
) => {
  const context: SpendingContext = {
    now: Date.UTC(2026, 10, 22, 12),
    organisation: { id: organisation, status: "active", spending: true, concurrency: 10, ...state },
    key: null,
    accounts: Object.entries(accounts).map(([rail, { held = 0n, owed = 0n, status }]) => ({
      ...emptyAccount(organisation, rail, rail),
      posted: microUsd(-owed),
      held: microUsd(held),
      status,
    })),
    executing: 0,
    spent: () => microUsd(0n),
  }
  const options = Object.keys(accounts).map((rail): PaymentOption => ({
    rail,
    account: rail,
    cost: microUsd(0n),
    feeBasisPoints: 0,
    settles: "at_capture",
    ...(rail === "sepa" && { whenSuspended: "read the gaps of GET /v1/me/sepa" }),
  }))
  const result = admit(context, { max: microUsd(1_000n), maxSpend: null, source: "s", options, attempts })
  return Result.isFailure(result) ? `${result.failure.code}: ${result.failure.message}` : "admitted"
}

it("the refusal of an account that cannot be used names who decided it, what is owed, and what to do", () => {
  const intro = "organisation_unavailable: No rail that was considered for this call can be used now."
  expect(refusal({ credits: { status: "frozen" } })).toBe(
    `${intro} credits: an operator has frozen the account. Nothing was charged. Ask the operator of this gateway to unfreeze the account, or pay on another rail.`,
  )
  expect(refusal({ sepa: { status: "suspended", owed: 2_500_000n } })).toBe(
    `${intro} sepa: the account is suspended, and 2.5 USD is owed on it. Nothing was charged. Settle what is owed: read the gaps of GET /v1/me/sepa, or pay on another rail.`,
  )
  expect(refusal({ sepa: { status: "suspended" } })).toBe(
    `${intro} sepa: the account is suspended. Nothing was charged. Read the gaps of GET /v1/me/sepa, or pay on another rail.`,
  )
})

it("the refusal of an organisation says whether an operator suspended it or its spending is switched off, and names no debt", () => {
  const funded = { credits: { status: "active", owed: -5_000n } } as const
  expect(refusal(funded)).toBe("admitted")
  expect(refusal(funded, { status: "suspended" })).toBe(
    "organisation_unavailable: An operator has suspended this organisation, so it cannot spend. Nothing was charged. Ask the operator of this gateway why.",
  )
  expect(refusal(funded, { spending: false })).toBe(
    "spending_not_permitted: The spending of this organisation is switched off. Nothing was charged. Ask an owner, an admin or the operator to switch it on.",
  )
})

it("the refusal names what open calls hold and advises to wait where it would be enough, and to top up where it would not", () => {
  const intro = "insufficient_balance: The rail credits does not cover this call: it may cost up to 0.001 USD."
  expect(refusal({ credits: { status: "active", owed: -1_500n, held: 1_000n } })).toBe(
    `${intro} credits: 0.0005 USD available beside the 0.001 USD that open calls hold and may release, 0.001 USD required. Nothing was charged. Wait until open calls end, and retry, or top up, or pay on another rail.`,
  )
  expect(refusal({ credits: { status: "active", owed: -900n, held: 500n } })).toBe(
    `${intro} credits: 0.0004 USD available beside the 0.0005 USD that open calls hold and may release, 0.001 USD required. Nothing was charged. Top up, or pay on another rail.`,
  )
})

it("the refusal beside a frozen account says who can unfreeze it, and advises a top-up only for an account that may pay", () => {
  const frozen = { credits: { status: "frozen" } } as const
  const byOperator = "credits: an operator has frozen the account"
  expect(refusal({ ...frozen, x402: { status: "active" } })).toContain(
    `${byOperator}; x402: 0 USD available, 0.001 USD required. Nothing was charged. Ask the operator of this gateway to unfreeze the account, or top up, or pay on another rail.`,
  )
  expect(refusal(frozen, {}, [{ rail: "sepa", outcome: "unavailable", reason: "there is no mandate" }])).toContain(
    `sepa: there is no mandate; ${byOperator}. Nothing was charged. Ask the operator of this gateway to unfreeze the account, or pay on another rail.`,
  )
})
