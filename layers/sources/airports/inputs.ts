import { Schema, SchemaTransformation } from "effect"

const codeInput = (description: string, example: string, pattern: RegExp, expected: string) =>
  Schema.String.annotate({ description, examples: [example] })
    .check(Schema.isPattern(pattern, { expected }))
    .pipe(Schema.decodeTo(Schema.String, SchemaTransformation.toUpperCase()))

export const Iata = (example: string, description = "IATA code of the airport, three letters in any case.") =>
  codeInput(description, example, /^[A-Za-z]{3}$/u, "an IATA code of three letters")

export const Icao = (example: string, description = "ICAO code of the airport, four letters in any case.") =>
  codeInput(description, example, /^[A-Za-z]{4}$/u, "an ICAO code of four letters")
