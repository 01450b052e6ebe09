import { Effect } from "effect"
import type { PriceKey } from "../../../domain/catalogue/PriceList.ts"
import { type Pricing, type PricingModel, type Source, variantsOf } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { Database } from "../Database.ts"

export interface PriceRow extends PriceKey {
  readonly id: string
  readonly model: PricingModel
  readonly amount: bigint
}

export const articleKey = ({ operation, source, variant }: PriceKey) => `${source}/${operation}/${variant}`

/** The current prices by what they are for. A price that changed is superseded, never overwritten. */
export const readPrices = Effect.gen(function* () {
  const { reads } = yield* Database
  const rows = yield* reads<PriceRow>`select id, source, operation, variant, model, amount from price where superseded_at is null`
  return new Map(rows.map((row) => [articleKey(row), row]))
})

/** What is offered and has no price row yet, at its own default price. */
export const unpriced = (sources: ReadonlyArray<Source>, known: ReadonlyMap<string, PriceRow>) =>
  articlesOf(sources).filter((article) => !known.has(articleKey(article)))

const articlesOf = (sources: ReadonlyArray<Source>): ReadonlyArray<PriceKey & { readonly pricing: Pricing }> =>
  sources.flatMap((source) =>
    source.operations.flatMap((operation) =>
      variantsOf(operation).map(({ pricing }, variant) => ({ source: source.id, operation: operation.id, variant, pricing })),
    ),
  )

export const writeFirstPrices = Effect.fnUntraced(function* (articles: ReturnType<typeof unpriced>) {
  const { money: sql } = yield* Database
  const rows = articles.map(({ pricing, ...article }) => ({ ...article, model: pricing.model, amount: pricing.price.toString() }))
  yield* sql`insert into price (source, operation, variant, model, amount)
    select source, operation, variant, model, amount
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as p (source text, operation text, variant int, model text, amount bigint)
    on conflict do nothing`
})

/** In a transaction: ends the current price and begins the next at the same instant. Nothing where it is the same. Answers what it was. */
export const supersede = Effect.fnUntraced(function* ({ operation, source, variant }: PriceKey, { model, price }: Pricing) {
  const { money: sql } = yield* Database
  const [current] = yield* sql<PriceRow>`select id, model, amount from price
    where source = ${source} and operation = ${operation} and variant = ${variant} and superseded_at is null for update`
  if (current?.model === model && current.amount === price) return current
  if (current) yield* sql`update price set superseded_at = farthing_now() where id = ${current.id}`
  yield* sql`insert into price (source, operation, variant, model, amount) values (${source}, ${operation}, ${variant}, ${model}, ${price})`
  return current
})

/** A source at its current prices. */
export const priced = (source: Source, prices: ReadonlyMap<string, PriceRow>): Source => ({
  ...source,
  operations: source.operations.map((operation) => {
    const pricing = (variant: number, own: Pricing): Pricing => {
      const row = prices.get(articleKey({ source: source.id, operation: operation.id, variant }))
      return row === undefined ? own : { model: row.model, price: microUsd(row.amount), id: row.id }
    }
    return {
      ...operation,
      pricing: pricing(0, operation.pricing),
      variants: operation.variants.map((variant, i) => ({ ...variant, pricing: pricing(i + 1, variant.pricing) })),
    }
  }),
})
