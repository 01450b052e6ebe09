import { Effect, Layer } from "effect"
import { OperationNotFound } from "../../domain/catalogue/find.ts"
import { type ImportedSource, InvalidDocument } from "../../domain/catalogue/ImportedSource.ts"
import { type PriceKey, PriceList } from "../../domain/catalogue/PriceList.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { Database, orUnavailable } from "./Database.ts"
import { type Pricing, type PricingModel, type Source, variantsOf } from "../../domain/catalogue/Source.ts"

const make = Effect.gen(function* () {
  const database = yield* Database
  const { money: sql, reads } = database

  const notPriced = Effect.fnUntraced(function* (article: PriceKey) {
    const priced = yield* reads<{ readonly operation: string }>`select distinct operation from price
      where source = ${article.source} and superseded_at is null`.pipe(orUnavailable)
    const operations = priced.map(({ operation }) => operation)
    return yield* new OperationNotFound({
      message: `${article.source} has no price for ${article.operation}, variant ${article.variant}. It has ${operations.join(", ") || "none"}.`,
      operations,
    })
  })

  return PriceList.of({
    price: Effect.fnUntraced(function* (article) {
      const [row] = yield* reads<PriceRow>`select id, model, amount from price where source = ${article.source}
        and operation = ${article.operation} and variant = ${article.variant} and superseded_at is null`.pipe(orUnavailable)
      return row === undefined ? yield* notPriced(article) : pricingOf(row)
    }),
    setPrice: Effect.fnUntraced(function* (article, pricing) {
      const before = yield* sql
        .withTransaction(
          Effect.gen(function* () {
            const [row] = yield* sql`select from price where source = ${article.source} and operation = ${article.operation}
            and variant = ${article.variant} and superseded_at is null`
            return row === undefined ? undefined : yield* supersedePrice(article, pricing)
          }),
        )
        .pipe(orUnavailable, Effect.provideService(Database, database))
      return before === undefined ? yield* notPriced(article) : pricingOf(before)
    }),
    putSource: ({ allowPrivate, document, id, origin }: ImportedSource, prices) =>
      sql
        .withTransaction(
          Effect.gen(function* () {
            const taken = yield* sql`select from price where source = ${id} and superseded_at is null
              and not exists (select from imported_source where id = ${id}) limit 1`
            if (taken.length > 0) return false
            yield* sql`insert into imported_source (id, origin, allow_private, document) values (${id}, ${origin}, ${allowPrivate}, ${document})
              on conflict (id) do update set origin = excluded.origin, allow_private = excluded.allow_private,
                document = excluded.document, imported_at = farthing_now()`
            for (const { pricing, ...article } of prices) yield* supersedePrice(article, pricing)
            return true
          }),
        )
        .pipe(
          orUnavailable,
          Effect.provideService(Database, database),
          Effect.flatMap((put) =>
            put ? Effect.void : new InvalidDocument({ message: `Another source or listing is called ${id}. Give this one another --id.` }),
          ),
        ),
    removeSource: (id) =>
      sql
        .withTransaction(
          Effect.gen(function* () {
            const removed = yield* sql`delete from imported_source where id = ${id} returning id`
            if (removed.length > 0) {
              yield* sql`delete from catalogue_entry where source = ${id}`
              yield* sql`update price set superseded_at = farthing_now() where source = ${id} and superseded_at is null`
            }
            return removed.length > 0
          }),
        )
        .pipe(orUnavailable),
    imported: reads<
      Omit<ImportedSource, "document">
    >`select id, origin, allow_private as "allowPrivate" from imported_source order by id`.pipe(orUnavailable),
  })
})

export const PgPriceList = Layer.effect(PriceList, make)

export interface PriceRow extends PriceKey {
  readonly id: string
  readonly model: PricingModel
  readonly amount: bigint
}

const pricingOf = ({ amount, id, model }: PriceRow): Pricing => ({ model, price: microUsd(amount), id })

export const priceKeyText = ({ operation, source, variant }: PriceKey) => `${source}/${operation}/${variant}`

/** The current prices by what they are for. A price that changed is superseded, never overwritten. */
export const readPrices = Effect.gen(function* () {
  const { reads } = yield* Database
  const rows = yield* reads<PriceRow>`select id, source, operation, variant, model, amount from price where superseded_at is null`
  return new Map(rows.map((row) => [priceKeyText(row), row]))
})

/** The offered variants without a price row, at their default prices. */
export const withoutPrice = (sources: ReadonlyArray<Source>, stored: ReadonlyMap<string, PriceRow>) =>
  offeredPrices(sources).filter((article) => !stored.has(priceKeyText(article)))

const offeredPrices = (sources: ReadonlyArray<Source>): ReadonlyArray<PriceKey & { readonly pricing: Pricing }> =>
  sources.flatMap((source) =>
    source.operations.flatMap((operation) =>
      variantsOf(operation).map(({ pricing }, variant) => ({ source: source.id, operation: operation.id, variant, pricing })),
    ),
  )

export const writeFirstPrices = Effect.fnUntraced(function* (articles: ReturnType<typeof withoutPrice>) {
  const { money: sql } = yield* Database
  const rows = articles.map(({ pricing, ...article }) => ({ ...article, model: pricing.model, amount: pricing.price.toString() }))
  yield* sql`insert into price (source, operation, variant, model, amount)
    select source, operation, variant, model, amount
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as p (source text, operation text, variant int, model text, amount bigint)
    on conflict do nothing`
})

/** In a transaction: ends the current price and begins the next at the same instant. Nothing where it is the same. Answers what it was. */
export const supersedePrice = Effect.fnUntraced(function* ({ operation, source, variant }: PriceKey, { model, price }: Pricing) {
  const { money: sql } = yield* Database
  const [current] = yield* sql<PriceRow>`select id, model, amount from price
    where source = ${source} and operation = ${operation} and variant = ${variant} and superseded_at is null for update`
  if (current?.model === model && current.amount === price) return current
  if (current) yield* sql`update price set superseded_at = farthing_now() where id = ${current.id}`
  yield* sql`insert into price (source, operation, variant, model, amount) values (${source}, ${operation}, ${variant}, ${model}, ${price})`
  return current
})

/** A source at its current prices. */
export const withCurrentPrices = (source: Source, prices: ReadonlyMap<string, PriceRow>): Source => ({
  ...source,
  operations: source.operations.map((operation) => {
    const pricing = (variant: number, own: Pricing): Pricing => {
      const row = prices.get(priceKeyText({ source: source.id, operation: operation.id, variant }))
      return row === undefined ? own : pricingOf(row)
    }
    return {
      ...operation,
      pricing: pricing(0, operation.pricing),
      variants: operation.variants.map((variant, i) => ({ ...variant, pricing: pricing(i + 1, variant.pricing) })),
    }
  }),
})
