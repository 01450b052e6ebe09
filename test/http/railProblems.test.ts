import { expect, it } from "@effect/vitest"
import { Result } from "effect"
import { emptyAccount } from "../../domain/ledger/accounts.ts"
import type { Account } from "../../domain/ledger/state.ts"
import { OrganisationId } from "../../domain/money/ids.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { railProblem } from "../../src/http/billing/railProblems.ts"

const organisation = OrganisationId.make("00000000-0000-7000-8000-0000000000aa")
const option = { rail: "credits", account: "credits", cost: microUsd(0n), feeBasisPoints: 0, settles: "at_capture" } as const

/** Why credits pay for nothing while the account is like this. */
const problemOf = (account: Partial<Account>) =>
  railProblem({ rail: "credits", result: Result.succeed(option) }, [{ ...emptyAccount(organisation, "credits", "credits"), ...account }])

it("a frozen account names who can unfreeze it", () => {
  expect(problemOf({ status: "frozen" })).toEqual({
    code: "account_frozen",
    message: "On this rail an operator has frozen the account. Ask the operator of this gateway to unfreeze it.",
  })
})

it("an empty balance names what open calls hold and may release, and advises to top up alone only where nothing is held", () => {
  expect(problemOf({ posted: microUsd(2_000n), held: microUsd(2_000n) })).toEqual({
    code: "balance_empty",
    message: "Nothing is available on this rail: open calls hold 0.002 USD and may release it. Wait until they end, or top up.",
  })
  expect(problemOf({})).toEqual({ code: "balance_empty", message: "Nothing is available on this rail. Top up." })
  expect(problemOf({ posted: microUsd(1n) })).toBeUndefined()
})
