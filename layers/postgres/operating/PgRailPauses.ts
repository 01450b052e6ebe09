import { Effect, Layer } from "effect"
import { RailPauses } from "../../../domain/operating/RailPauses.ts"
import { Database, orUnavailable } from "../Database.ts"
import { followCatalogue } from "../catalogueSnapshot.ts"

const make = Effect.gen(function* () {
  const { money, reads } = yield* Database
  const names = (rows: ReadonlyArray<{ readonly rail: string }>) => rows.map(({ rail }) => rail)
  const { current } = yield* followCatalogue("the paused rails", () =>
    Effect.map(reads<{ readonly rail: string }>`select rail from rail_pause`, (rows) => new Set(names(rows))),
  )
  return RailPauses.of({
    current,
    stored: money<{ readonly rail: string }>`select rail from rail_pause order by rail`.pipe(Effect.map(names), orUnavailable),
    set: (rail, paused) =>
      (paused
        ? money`insert into rail_pause (rail) values (${rail}) on conflict do nothing`
        : money`delete from rail_pause where rail = ${rail}`
      ).pipe(orUnavailable, Effect.asVoid),
  })
})

export const PgRailPauses = Layer.effect(RailPauses, make)
