import { Result } from "effect"
import { admit } from "../ledger/admit.ts"
import type { Attempt, PaymentOption } from "../ledger/state.ts"
import { withOpenedAccounts } from "../ledger/accounts.ts"
import { type MicroUsd, sum } from "../money/Money.ts"
import type { Refused } from "../Refusal.ts"
import { whileUnavailable } from "../rail/select.ts"
import { costOf, maximumCost } from "../pricing/price.ts"
import type { AskContext } from "./AskStore.ts"
import type { Plan, PlannedStep } from "./Plan.ts"

/** How a plan would be paid for: the rails' payment options for its maximum cost. */
export interface PaymentMeans {
  readonly options: ReadonlyArray<PaymentOption>
  readonly attempts: ReadonlyArray<Attempt>
  /** Rails that might pay, but cannot be used now. */
  readonly unavailable: ReadonlyArray<string>
  readonly maxSpend: MicroUsd | null
}

/** The maximum cost of the steps, every fallback included, if the run asks for at most `limit` documents. */
export const planMaximum = ({ steps }: Pick<Plan, "steps">, limit = Number.MAX_SAFE_INTEGER): MicroUsd =>
  sum(steps.map((step) => stepMaximum(step, limit)))

/**
 * Why steps with this maximum cost must not be begun; undefined if they may. The same admission rules apply again to each call when it
 * reserves; here they apply to the maximum of all calls.
 */
export const planRefusal = (
  context: AskContext,
  max: MicroUsd,
  { options, maxSpend, attempts, unavailable }: PaymentMeans,
): Refused | undefined => {
  const standing = { ...context, accounts: withOpenedAccounts(context.accounts, context.organisation.id, options) }
  // A presented payment pays for one call only, so it is no option for a plan of several calls.
  const lasting = options.filter(({ claim }) => claim === undefined)
  const admission = admit(standing, { max, maxSpend, source: "ask", options: lasting, attempts })
  return Result.isFailure(admission) ? whileUnavailable(admission.failure, unavailable) : undefined
}

/** The maximum that a step costs where the run asks for fewer documents than were quoted. */
export const stepMaximum = ({ limit: quoted, price }: PlannedStep, limit: number): MicroUsd =>
  maximumCost({ model: price.model, price: price.amount }, Math.min(limit, quoted))

/** What a delivery costs, at the quoted price. */
export const stepCost = ({ limit: quoted, price }: PlannedStep, limit: number, documents: number): MicroUsd =>
  costOf({ model: price.model, price: price.amount }, documents, Math.min(limit, quoted))
