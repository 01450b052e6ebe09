import { expect, it } from "@effect/vitest"
import { Effect, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { measureCollections } from "../../../rails/sepa/metrics.ts"
import { SepaReports } from "../../../rails/sepa/store/reports.ts"

const unread = () => Effect.die(new Error("the metrics do not read this"))

it.effect("the metrics show debits by status, a status without debits as zero, and receivables by age", () =>
  Effect.gen(function* () {
    const aged = { organisation: "o", name: "O", upTo7: 4_000_000n, upTo30: 0n, upTo60: 1n, older: 2n, failed: 2n }
    const reports = SepaReports.of({
      linesOf: unread,
      callsOf: unread,
      bookedFor: unread,
      unsentNotices: Effect.never,
      bookedLines: unread,
      receivables: Effect.succeed([aged, aged]),
      byStatus: Effect.succeed([{ status: "succeeded", count: 3, cents: 1_267n }]),
    })
    yield* yield* measureCollections(reports)
    const text = PrometheusMetrics.formatUnsafe(yield* Effect.context<never>())
    expect(text).toContain('farthing_sepa_collections{status="succeeded"} 3')
    expect(text).toContain('farthing_sepa_collections{status="disputed"} 0')
    expect(text).toContain('farthing_sepa_collections_eur_cents{status="succeeded"} 1267')
    expect(text).toContain('farthing_sepa_receivables_micro_usd{age="7"} 8000000')
    expect(text).toContain('farthing_sepa_receivables_micro_usd{age="failed"} 4')
  }).pipe(Effect.provideService(Metric.MetricRegistry, new Map())),
)
