import { Effect, Layer, Semaphore } from "effect"
import { auditBooks } from "../../books/audit.ts"
import { checkoutPayments } from "../../books/checkoutPayments.ts"
import { payoutPayments } from "../../books/payoutPayments.ts"
import { Settings } from "../../Settings.ts"

const maxBreaks = 20

/** The audit of `farthing ledger audit`. It reads every table of the books, so a node runs one at a time. */
export const auditOnce = Effect.map(Semaphore.make(1), (alone) =>
  alone.withPermits(1)(
    Effect.gen(function* () {
      const { mode } = yield* Settings
      const { checks, complete, ok } = yield* auditBooks(mode)
      return {
        ok,
        complete,
        checks: checks.map(({ breaks = [], name, rail = null, unchecked = null, violations }) => ({
          name,
          rail,
          violations,
          breaks: breaks.slice(0, maxBreaks),
          unchecked,
        })),
      }
    }).pipe(Effect.provide(Layer.provideMerge(checkoutPayments, payoutPayments))),
  ),
)
