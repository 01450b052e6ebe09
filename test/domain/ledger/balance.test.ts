import { expect, it } from "@effect/vitest"
import { emptyAccount } from "../../../domain/ledger/accounts.ts"
import { type Account, availableBalance, prepaidBalance } from "../../../domain/ledger/state.ts"
import { OrganisationId } from "../../../domain/money/ids.ts"
import { microUsd } from "../../../domain/money/Money.ts"

const organisation = OrganisationId.make("00000000-0000-7000-8000-0000000000aa")
const account = (id: string, row: Partial<Account>): Account => ({ ...emptyAccount(organisation, id, id), ...row })
const money = (micro: number) => microUsd(BigInt(micro))

it("what an organisation owns is counted apart from what its rails let it owe, and neither counts accounts that pay for nothing", () => {
  const accounts = [
    account("credits", { posted: money(25_000), held: money(5_000) }),
    account("debit", { posted: money(-3_000), held: money(1_000), creditLimit: money(54_000) }),
    account("frozen", { posted: money(7_000), status: "frozen" }),
    account("transit", { posted: money(9_000), transit: true }),
  ]
  expect(prepaidBalance(accounts)).toBe(money(20_000))
  expect(availableBalance(accounts) - prepaidBalance(accounts)).toBe(money(50_000))
})
