import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { stages } from "../../src/observability/stageMetrics.ts"
import type { ChildServer } from "./childServer.ts"

const histograms = [
  ...stages.map((stage) => [stage, "farthing_call_stage_duration_seconds", `stage="${stage}"`] as const),
  ...["gate", "ledger-0", "ledger-1"].flatMap((batcher) =>
    [
      [`${batcher}: wait`, "farthing_batch_wait_seconds", `batcher="${batcher}"`],
      [`${batcher}: batch`, "farthing_batch_duration_seconds", `batcher="${batcher}"`],
    ].map(([name, metric, label]) => [name!, metric!, label!] as const),
  ),
]

/** The sums and counts of the gateway's histograms now. */
const scrape = ({ pool }: ChildServer) =>
  Effect.promise(async () => {
    const { body } = await pool.request({ method: "GET", path: "/metrics" })
    const lines = (await body.text()).split("\n")
    const valueOf = (series: string, label: string) =>
      Number(
        lines
          .find((line) => line.startsWith(`${series}{`) && line.includes(label))
          ?.split(" ")
          .at(-1) ?? 0,
      )
    return new Map(
      histograms.map(([name, metric, label]) => [name, [valueOf(`${metric}_sum`, label), valueOf(`${metric}_count`, label)] as const]),
    )
  })

/** Processor and waiting time that PostgreSQL spends in each statement so far, in milliseconds. */
const statements = (sql: PgClient.PgClient) =>
  Effect.map(
    sql<{
      statement: string
      ms: number
    }>`select left(regexp_replace(query, '[[:space:]]+', ' ', 'g'), 40) as statement, sum(total_exec_time)::float8 as ms
      from pg_stat_statements where not toplevel group by 1`,
    (rows) => new Map(rows.map(({ ms, statement }) => [statement, ms])),
  )

const largest = 8

/**
 * The mean time in microseconds of each stage of a call while `run` makes `calls` of them, of the batches that they share, and of the statements inside
 * the ledger's functions, for each call.
 */
export const stageTimes = Effect.fnUntraced(function* (
  sql: PgClient.PgClient,
  gateway: ChildServer,
  run: Effect.Effect<unknown>,
  calls: number,
) {
  yield* sql`create extension if not exists pg_stat_statements`
  const [before, databaseBefore] = [yield* scrape(gateway), yield* statements(sql)]
  yield* run
  const [after, databaseAfter] = [yield* scrape(gateway), yield* statements(sql)]
  const means = histograms.flatMap(([name]) => {
    const [sum, count] = after.get(name)!
    const [sumBefore, countBefore] = before.get(name)!
    return count === countBefore ? [] : [[name, ((sum - sumBefore) / (count - countBefore)) * 1e6] as const]
  })
  const inside = [...databaseAfter]
    .map(([statement, ms]) => [statement, ((ms - (databaseBefore.get(statement) ?? 0)) * 1000) / calls] as const)
    .sort(([, one], [, other]) => other - one)
    .slice(0, largest)
  return { stage_us: Object.fromEntries(means), statement_us_per_call: Object.fromEntries(inside) }
})
