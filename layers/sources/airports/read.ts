import { Effect } from "effect"
import { SourceFailure } from "../../../domain/catalogue/Source.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import type { Airport } from "./Airport.ts"

/** The airport with a code. Codes are checked before a call; one that is unknown all the same fails it, so that nothing is paid. */
export const airportWith = (data: ReadDataset, kind: "iata" | "icao", code: string): Effect.Effect<Airport, SourceFailure> =>
  Effect.flatMap(
    data((sql) => sql<Airport>`select * from airport where ${sql(kind)} = ${code}`),
    ([airport]) =>
      airport
        ? Effect.succeed(airport)
        : Effect.fail(
            new SourceFailure({ code: "source_error", message: `No airport with the ${kind.toUpperCase()} code ${code} is known.` }),
          ),
  )
