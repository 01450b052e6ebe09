import { Clock, Effect, Result, type Schema } from "effect"
import type { CatalogueEntry } from "../catalogue/Catalogue.ts"
import { resolveInput } from "../catalogue/resolveInput.ts"
import { documentOf } from "../catalogue/document.ts"
import type { SourceOperation } from "../catalogue/find.ts"
import type { CallId, KeyId, OrganisationId, RunId } from "../money/ids.ts"
import type { RunError } from "../ledger/state.ts"
import type { Order } from "../PaidCall.ts"
import type { Approval } from "./Ask.ts"
import type { PlannedStep } from "./Plan.ts"
import { stepCost, stepMaximum } from "./spending.ts"

export interface StepContext {
  readonly organisation: OrganisationId
  readonly key: KeyId | null
  readonly run: RunId
  readonly step: number
  readonly call: CallId
  readonly approval: Approval
  readonly dispatchTimeoutMs: number
  readonly closingMs: number
}

/** The order for the paid call of a step at its quoted price, or why it cannot be made: then nothing is reserved. */
export const stepOrder = (
  entries: ReadonlyArray<CatalogueEntry>,
  planned: PlannedStep,
  inputs: Readonly<Record<string, Schema.Json>>,
  context: StepContext,
): Result.Result<Order, RunError> => {
  const offer = offerOf(entries, planned.source, planned.operation)
  if (offer === undefined) {
    return Result.fail({
      code: "source_unavailable",
      message: `${planned.operation} of ${planned.source} is no longer for sale. Nothing was charged for it.`,
    })
  }
  const resolved = resolveInput(offer.operation, inputs)
  if (Result.isFailure(resolved)) return Result.fail({ code: "invalid_source_input", message: resolved.failure.message })
  const { values, variant } = resolved.success
  const { approval, call, closingMs, dispatchTimeoutMs, key, organisation, run, step } = context
  const limit = Math.min(approval.limit, planned.limit)
  const dispatch = Effect.flatMap(variant.run(values, limit, planned.price.model), (answer) =>
    Effect.map(Clock.currentTimeMillis, (now) => ({
      body: JSON.stringify(documentOf(offer, answer, now)),
      amount: stepCost(planned, limit, answer.documents),
    })),
  )
  return Result.succeed({
    buyer: { organisation, key },
    wallet: false,
    call,
    run,
    step,
    begins: null,
    source: planned.source,
    operation: planned.operation,
    name: planned.name,
    quote: {
      max: stepMaximum(planned, limit),
      payee: offer.source.provider,
      priceId: planned.price.id,
      effects: offer.operation.effects === true,
    },
    maxSpend: null,
    pinned: approval.rail,
    preference: approval.preference,
    presented: undefined,
    tag: approval.tag,
    dispatchTimeoutMs,
    closingMs,
    dispatch,
  })
}

/** The offer of a step. A step names one source and operation, never a group. */
export const offerOf = (entries: ReadonlyArray<CatalogueEntry>, source: string, operation: string): SourceOperation | undefined => {
  const member = entries.find((entry) => entry.source.id === source)?.members.find((member) => member.id === source)
  const offered = member?.operations.find(({ id }) => id === operation)
  return member === undefined || offered === undefined ? undefined : { source: member, operation: offered }
}
