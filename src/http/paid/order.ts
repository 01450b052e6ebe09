import { Context, Effect, Layer } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import type { IdempotencyKeyUse } from "../../../domain/ask/begin.ts"
import { organisationRefusal } from "../../../domain/ledger/admit.ts"
import type { RunDraft } from "../../../domain/ledger/command.ts"
import { CallId, RunId } from "../../../domain/money/ids.ts"
import type { Order } from "../../../domain/PaidCall.ts"
import { CurrentCaller, RequestContext } from "../../../rails/http/RequestContext.ts"
import { Settings } from "../../Settings.ts"

/** How long a call may take: for the source, and after that for settling and capturing. */
export class CallTimeouts extends Context.Service<CallTimeouts, { readonly dispatchTimeoutMs: number; readonly closingMs: number }>()(
  "farthing/src/http/paid/CallTimeouts",
) {}

export const callTimeouts = Layer.effect(
  CallTimeouts,
  Effect.map(Settings, ({ closingMs, sourceTimeoutMs }) => ({ dispatchTimeoutMs: sourceTimeoutMs, closingMs })),
)

type OrderParts = Pick<Order, "source" | "operation" | "name" | "quote" | "maxSpend" | "pinned" | "dispatch"> &
  Partial<Pick<Order, "sourceDailyCap" | "presented" | "tag" | "computed" | "repeatable">> & {
    /** The run that the call begins. Null for an order that is only simulated. */
    readonly begins: (Pick<RunDraft, "kind" | "waitMs"> & { readonly request: object; readonly keyUse: IdempotencyKeyUse | null }) | null
  }

/** The order of the current caller: a new call, and the run that it begins. */
export const buildOrder = Effect.fnUntraced(function* ({ begins, presented, ...parts }: OrderParts) {
  const context = yield* Effect.context<CurrentCaller | CallTimeouts>()
  const caller = Context.get(context, CurrentCaller)
  const { requestId } = Context.get(context, RequestContext)
  const { closingMs, dispatchTimeoutMs } = Context.get(context, CallTimeouts)
  const order: Order = {
    ...parts,
    buyer: { organisation: caller.organisation, key: caller.key },
    wallet: false,
    call: CallId.make(uuidV7Unsafe()),
    run: RunId.make(uuidV7Unsafe()),
    step: 0,
    begins:
      begins === null
        ? null
        : {
            kind: begins.kind,
            request: JSON.stringify({ ...begins.request, request_id: requestId }),
            waitMs: begins.waitMs,
            idempotency: begins.keyUse,
          },
    preference: caller.preference,
    presented,
    dispatchTimeoutMs,
    closingMs,
  }
  return order
})

/** The `dispatch` of an order that is only simulated. */
export const neverDispatched = Effect.die("A simulated order dispatches nothing.")

/** 403 if the organisation cannot spend now. */
export const requireSpending = () =>
  Effect.flatMap(CurrentCaller, (caller) => {
    const refusal = organisationRefusal({
      organisation: { ...caller, id: caller.organisation, status: caller.organisationStatus },
      executing: 0,
    })
    return refusal === undefined ? Effect.void : Effect.fail(refusal)
  })
