import { InsufficientBalance, SpendLimitExceeded } from "../ledger/errors.ts"
import { maxOf, toDecimal } from "../money/Money.ts"
import type { Refused } from "../Refusal.ts"
import type { Ask, Shortfall } from "./Ask.ts"
import { planMaximum } from "./spending.ts"

/** A 402 in the form that is stored; undefined for any other refusal. */
export const shortfallFrom = (refusal: Refused): Shortfall | undefined => {
  if (refusal instanceof SpendLimitExceeded) return { ...amountsOf(refusal), limit: refusal.limit }
  return refusal instanceof InsufficientBalance ? { ...amountsOf(refusal), limit: null } : undefined
}

const amountsOf = ({ available, message, required }: SpendLimitExceeded | InsufficientBalance) => ({ message, required, available })

/**
 * Why an approved plan bought nothing, where every step that was tried was refused because of money: other calls took it between the
 * approval and the first reservation. `required` becomes the maximum of the whole plan, which the next approval is checked for.
 */
export const shortfallReason = ({ approval, failures, plan }: Ask, advice: string): Ask["reason"] => {
  const [first] = failures
  if (first === undefined || plan === null || !failures.every(({ shortfall }) => shortfall !== undefined)) return null
  const max = planMaximum(plan, approval?.limit)
  const message = `${first.shortfall!.message} The plan may cost up to ${toDecimal(max)} USD: ${advice}`
  return { code: first.code, message, shortfall: { ...first.shortfall!, message, required: maxOf(max, first.shortfall!.required) } }
}

/** The 402 again, for the request that approved the plan; undefined if the ask has another reason. */
export const refusalOfShortfall = ({ reason }: Pick<Ask, "reason">): Refused | undefined => {
  if (reason?.shortfall === undefined) return undefined
  const { limit, ...amounts } = reason.shortfall
  return limit === null ? new InsufficientBalance(amounts) : new SpendLimitExceeded({ ...amounts, limit })
}
