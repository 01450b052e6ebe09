import { Effect, Schedule, Schema, SchemaTransformation, type Scope } from "effect"
import { countryName } from "../country.ts"
import { type InputProblem, SourceFailure } from "../../../domain/catalogue/Source.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"

/** A row of the table `airport`. */
export interface Airport {
  readonly id: number
  readonly iata: string | null
  readonly icao: string | null
  readonly name: string
  /** The town or island that it serves, of large and medium-sized airports. */
  readonly city: string | null
  readonly country: string
  readonly continent: string | null
  readonly latitude: number
  readonly longitude: number
  readonly zone: string | null
  /** `large_airport`, `heliport` and the like, where it is known. */
  readonly kind: string | null
  /** Whether airlines fly there on a schedule, where that is known. */
  readonly scheduled: boolean | null
  readonly wikipedia: string | null
  readonly website: string | null
}

/** One airport among several, with the last segments of the fact types that a single one has at the top of an answer. */
export const airportView = (airport: Airport) => ({
  iata: airport.iata,
  icao: airport.icao,
  name: airport.name,
  city: airport.city,
  country_code: airport.country,
  country_name: countryName(airport.country),
  latitude: airport.latitude,
  longitude: airport.longitude,
  zone: airport.zone,
  kind: airport.kind,
  scheduled: airport.scheduled,
})

/** The airport with a code. Codes are checked before a call; a code that is still unknown fails the call, so that nothing is paid. */
export const airportWith = (data: ReadDataset, kind: "iata" | "icao", code: string): Effect.Effect<Airport, SourceFailure> =>
  Effect.flatMap(
    data((sql) => sql<Airport>`select * from airport where ${sql(kind)} = ${code}`),
    ([airport]) =>
      airport
        ? Effect.succeed(airport)
        : Effect.fail(
            new SourceFailure({ code: "source_error", message: `There is no airport with the ${kind.toUpperCase()} code ${code}.` }),
          ),
  )

type CodeKind = "iata" | "icao"

/** Says that no airport has a code, before anything is paid; says nothing while the codes are still being read. */
export type UnknownCode = (kind: CodeKind, field: string, code: string) => InputProblem | undefined

/** The codes that airports have (a megabyte), read in the background as soon as the data are there. */
export const openCodes = (data: ReadDataset): Effect.Effect<UnknownCode, never, Scope.Scope> =>
  Effect.gen(function* () {
    let codes: Readonly<Record<CodeKind, ReadonlySet<string | null>>> | undefined
    yield* data((sql) => sql<Pick<Airport, CodeKind>>`select iata, icao from airport`).pipe(
      Effect.retry(Schedule.spaced("1 second")),
      Effect.tap((rows) =>
        Effect.sync(() => {
          codes = { iata: new Set(rows.map(({ iata }) => iata)), icao: new Set(rows.map(({ icao }) => icao)) }
        }),
      ),
      Effect.forkScoped,
    )
    return (kind, field, code) =>
      codes === undefined || codes[kind].has(code)
        ? undefined
        : { field, reason: `there is no airport with the ${kind.toUpperCase()} code ${code}.` }
  })

const codeInput = (description: string, example: string, pattern: RegExp, expected: string) =>
  Schema.String.annotate({ description, examples: [example] })
    .check(Schema.isPattern(pattern, { expected }))
    .pipe(Schema.decodeTo(Schema.String, SchemaTransformation.toUpperCase()))

export const Iata = (example: string, description = "IATA code of the airport, three letters in any case.") =>
  codeInput(description, example, /^[A-Za-z]{3}$/u, "an IATA code of three letters")

export const Icao = (example: string, description = "ICAO code of the airport, four letters in any case.") =>
  codeInput(description, example, /^[A-Za-z]{4}$/u, "an ICAO code of four letters")
