import { Effect, Layer } from "effect"
import { OperationNotFound } from "../../domain/catalogue/find.ts"
import { type ImportedSource, Unimportable } from "../../domain/catalogue/Imported.ts"
import { PriceList } from "../../domain/catalogue/PriceList.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { supersede } from "./catalogue/prices.ts"
import { Database, orUnavailable } from "./Database.ts"

const make = Effect.gen(function* () {
  const database = yield* Database
  const { money: sql, reads } = database

  return PriceList.of({
    setPrice: Effect.fnUntraced(function* (article, pricing) {
      const known = yield* reads<{ readonly operation: string }>`select distinct operation from price
        where source = ${article.source} and superseded_at is null`.pipe(orUnavailable)
      const before = yield* sql
        .withTransaction(
          Effect.gen(function* () {
            const [row] = yield* sql`select from price where source = ${article.source} and operation = ${article.operation}
            and variant = ${article.variant} and superseded_at is null`
            return row === undefined ? undefined : yield* supersede(article, pricing)
          }),
        )
        .pipe(orUnavailable, Effect.provideService(Database, database))
      if (before) return { model: before.model, price: microUsd(before.amount), id: before.id }
      const operations = known.map(({ operation }) => operation)
      return yield* new OperationNotFound({
        message: `${article.source} has no price for ${article.operation}, variant ${article.variant}. It has ${operations.join(", ") || "none"}.`,
        operations,
      })
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
            for (const { pricing, ...article } of prices) yield* supersede(article, pricing)
            return true
          }),
        )
        .pipe(
          orUnavailable,
          Effect.provideService(Database, database),
          Effect.flatMap((put) =>
            put ? Effect.void : new Unimportable({ message: `Another source or listing is called ${id}. Give this one another --id.` }),
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
