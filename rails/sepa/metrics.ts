import { Effect, Metric } from "effect"
import type { RailUnavailable } from "../RailUnavailable.ts"
import { collectionStatuses } from "./store/Collection.ts"
import type { SepaReportsShape } from "./store/reports.ts"

const collections = (status: string) =>
  Metric.gauge("farthing_sepa_collections", {
    description: "Direct debits of the last 30 days by their status, over all nodes.",
    attributes: { status },
  })
const collectedCents = (status: string) =>
  Metric.gauge("farthing_sepa_collections_eur_cents", {
    description: "Amount of the direct debits of the last 30 days by their status, in euro cents.",
    attributes: { status },
    bigint: true,
  })
const owed = (age: string) =>
  Metric.gauge("farthing_sepa_receivables_micro_usd", {
    description:
      "What organisations owe by direct debit, by its age in days, in millionths of a US dollar. `failed` is part of the others.",
    attributes: { age },
    bigint: true,
  })

/** Updates the series about direct debits on this node, at most once a minute. */
export const measureCollections = ({ byStatus, receivables }: SepaReportsShape): Effect.Effect<Effect.Effect<void, RailUnavailable>> =>
  Effect.cachedWithTTL(
    Effect.gen(function* () {
      const debits = yield* byStatus
      for (const status of collectionStatuses) {
        const { cents = 0n, count = 0 } = debits.find((row) => row.status === status) ?? {}
        yield* Metric.update(collections(status), count)
        yield* Metric.update(collectedCents(status), cents)
      }
      const rows = yield* receivables
      const total = (amount: (row: (typeof rows)[number]) => bigint) => rows.reduce((sum, row) => sum + amount(row), 0n)
      yield* Metric.update(
        owed("7"),
        total(({ upTo7 }) => upTo7),
      )
      yield* Metric.update(
        owed("30"),
        total(({ upTo30 }) => upTo30),
      )
      yield* Metric.update(
        owed("60"),
        total(({ upTo60 }) => upTo60),
      )
      yield* Metric.update(
        owed("older"),
        total(({ older }) => older),
      )
      yield* Metric.update(
        owed("failed"),
        total(({ failed }) => failed),
      )
    }),
    "1 minute",
  )
