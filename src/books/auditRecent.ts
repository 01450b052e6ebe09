import { Effect } from "effect"
import { Publishers } from "../../domain/publishing/Publishers.ts"
import { Unavailable } from "../../domain/rail/Rail.ts"
import { dayMs } from "../../domain/time.ts"

/** What the chain shows of older payments is no longer kept with their settlement. */
export const auditedDays = 20

const pageSize = 500
/** Payments that are compared with the chain at once. */
const atOnce = 8

/** Compares payments with the chain, page by page from the newest one on. `from`: the beginning of the audited days, by the clock of the database. */
export const auditRecent = Effect.fnUntraced(
  function* <A, E, F, R>({
    breaksOf,
    idOf,
    page,
  }: {
    readonly page: (from: number, before: string | undefined, limit: number) => Effect.Effect<ReadonlyArray<A>, E>
    readonly idOf: (payment: A) => string
    /** One sentence for each difference. */
    readonly breaksOf: (payment: A, from: number) => Effect.Effect<ReadonlyArray<string>, F, R>
  }) {
    const from = (yield* Effect.flatMap(Publishers, ({ now }) => now)) - auditedDays * dayMs
    const breaks: Array<string> = []
    for (let before: string | undefined; ;) {
      const payments = yield* page(from, before, pageSize)
      breaks.push(...(yield* Effect.forEach(payments, (payment) => breaksOf(payment, from), { concurrency: atOnce })).flat())
      const last = payments.at(-1)
      if (last === undefined || payments.length < pageSize) return breaks
      before = idOf(last)
    }
  },
  Effect.mapError((error) => new Unavailable({ message: String((error as { readonly message?: unknown }).message ?? error) })),
)
