import { Result } from "effect"
import { admit } from "../ledger/admit.ts"
import type { Attempt, PaymentOption } from "../ledger/state.ts"
import { withOpenedAccounts } from "../ledger/accounts.ts"
import { type MicroUsd, sum } from "../money/Money.ts"
import type { Refused } from "../Refusal.ts"
import { costOf, maximumCost } from "../pricing/price.ts"
import type { AskContext } from "./AskStore.ts"
import type { Plan, PlannedStep } from "./Plan.ts"

/** How a plan would be paid for, as the rails say it of its maximum. */
export interface PaymentMeans {
  readonly options: ReadonlyArray<PaymentOption>
  readonly attempts: ReadonlyArray<Attempt>
  readonly maxSpend: MicroUsd | null
}

/** The most these steps can cost, every fallback counted: of so many documents as are wanted, where they are fewer than were quoted. */
export const planMaximum = ({ steps }: Pick<Plan, "steps">, limit = Number.MAX_SAFE_INTEGER): MicroUsd =>
  sum(steps.map((step) => stepMaximum(step, limit)))

/**
 * Why steps that cost so much at most may not be begun; undefined where they may. The same verdict that each of their
 * calls gets again when it reserves, here over the maximum of them all.
 */
export const planRefusal = (scene: AskContext, max: MicroUsd, { options, maxSpend, attempts }: PaymentMeans): Refused | undefined => {
  const standing = { ...scene, accounts: withOpenedAccounts(scene.accounts, scene.organisation.id, options) }
  // Every step has payments of its own: one that was presented, or a claim on it, pays for one call only.
  const lasting = options.filter(({ claim }) => claim === undefined)
  const admission = admit(standing, { max, maxSpend, source: "ask", options: lasting, attempts })
  return Result.isFailure(admission) ? admission.failure : undefined
}

/** The maximum that a step costs where the run asks for fewer documents than were quoted. */
export const stepMaximum = ({ limit: quoted, price }: PlannedStep, limit: number): MicroUsd =>
  maximumCost({ model: price.model, price: price.amount }, Math.min(limit, quoted))

/** What a delivery costs, at the quoted price. */
export const stepCost = ({ limit: quoted, price }: PlannedStep, limit: number, documents: number): MicroUsd =>
  costOf({ model: price.model, price: price.amount }, documents, Math.min(limit, quoted))
