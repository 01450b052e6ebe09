import { Effect, Schedule, type Scope } from "effect"
import type { Unfit } from "../../../domain/catalogue/Source.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import type { Airport } from "./Airport.ts"

type CodeKind = "iata" | "icao"

/** Says that no airport has a code, before anything is paid; says nothing while the codes are still being read. */
export type UnknownCode = (kind: CodeKind, field: string, code: string) => Unfit | undefined

/** The codes that airports have (a megabyte), read in the background as soon as the data are there. */
export const openCodes = (data: ReadDataset): Effect.Effect<UnknownCode, never, Scope.Scope> =>
  Effect.gen(function* () {
    let known: Readonly<Record<CodeKind, ReadonlySet<string | null>>> | undefined
    yield* data((sql) => sql<Pick<Airport, CodeKind>>`select iata, icao from airport`).pipe(
      Effect.retry(Schedule.spaced("1 second")),
      Effect.tap((rows) =>
        Effect.sync(() => {
          known = { iata: new Set(rows.map(({ iata }) => iata)), icao: new Set(rows.map(({ icao }) => icao)) }
        }),
      ),
      Effect.forkScoped,
    )
    return (kind, field, code) =>
      known === undefined || known[kind].has(code)
        ? undefined
        : { field, reason: `no airport with the ${kind.toUpperCase()} code ${code} is known.` }
  })
