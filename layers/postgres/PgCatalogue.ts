import { Effect, Layer, Ref, Schedule } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { Catalogue, type Snapshot } from "../../domain/catalogue/Catalogue.ts"
import { type Source, Sources } from "../../domain/catalogue/Source.ts"
import { microUsd } from "../../domain/Money.ts"
import { Database } from "./Database.ts"

interface PriceRow {
  readonly id: string
  readonly source: string
  readonly operation: string
  readonly model: "per_call" | "per_result" | "free"
  readonly amount: bigint
}

/**
 * Prices are rows: a price that changed is superseded, never overwritten, so that quotes given at it stay payable. An
 * operation without a row gets its own default price as its first one. The snapshot follows the table within a second.
 */
const make = Effect.gen(function* () {
  const { money: sql, reads } = yield* Database
  const sources = yield* Sources

  const firstPrices = sources.flatMap((source) =>
    source.operations.map(({ id, pricing }) => ({
      source: source.id,
      operation: id,
      model: pricing.model,
      amount: pricing.price.toString(),
    })),
  )
  yield* sql`insert into price (source, operation, model, amount)
    select p.source, p.operation, p.model, p.amount
    from json_to_recordset(${JSON.stringify(firstPrices)}::text::json) as p (source text, operation text, model text, amount bigint)
    where not exists (select from price e where e.source = p.source and e.operation = p.operation)
    on conflict do nothing`

  const load: Effect.Effect<Snapshot, SqlError> = Effect.map(
    reads<PriceRow>`select id, source, operation, model, amount from price where superseded_at is null and variant = 0`,
    (rows) => snapshotOf(sources, rows),
  )
  const snapshot = yield* Ref.make(yield* load)
  yield* load.pipe(
    Effect.flatMap((next) => Ref.set(snapshot, next)),
    Effect.catch((error) => Effect.logWarning("prices could not be read; the last known ones stay", error)),
    Effect.repeat(Schedule.spaced("1 second")),
    Effect.delay("1 second"),
    Effect.forkScoped,
  )
  return Catalogue.of({ current: Ref.get(snapshot) })
})

export const PgCatalogue: Layer.Layer<Catalogue, SqlError, Database | Sources> = Layer.effect(Catalogue, make)

const snapshotOf = (sources: ReadonlyArray<Source>, rows: ReadonlyArray<PriceRow>): Snapshot => {
  const prices = new Map(rows.map((row) => [`${row.source}/${row.operation}`, row]))
  const priced = sources.map((source) => ({
    ...source,
    operations: source.operations.map((operation) => {
      const row = prices.get(`${source.id}/${operation.id}`)
      return row === undefined ? operation : { ...operation, pricing: { model: row.model, price: microUsd(row.amount) } }
    }),
  }))
  return { sources: priced, priceOf: (source, operation) => prices.get(`${source.id}/${operation.id}`)?.id ?? null }
}
