import { Schema, SchemaTransformation } from "effect"

const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" })

/** The English name of an ISO 3166-1 alpha-2 code (CLDR), or null if the code has no name. */
export const countryName = (code: string): string | null => names.of(code) ?? null

/** Whether a code has a name, for a source that says by itself what it does not know of a country. */
export const isNamedCountry = (code: string): code is string => countryName(code) !== null

/** An ISO 3166-1 alpha-2 code in any case, of a country that the source knows. */
export const countryCode = <Code extends string>(isCovered: (code: string) => code is Code, description: string, example: Code) =>
  Schema.String.annotate({ description, examples: [example] })
    .check(Schema.isPattern(/^[A-Za-z]{2}$/u, { expected: "an ISO 3166-1 alpha-2 code" }))
    .pipe(
      Schema.decodeTo(Schema.String, SchemaTransformation.toUpperCase()),
      Schema.check(Schema.makeFilter((code: string) => isCovered(code) || notCovered(code))),
      Schema.refine(isCovered, { expected: "a country that this source covers" }),
    )

const notCovered = (code: string): string => {
  const name = countryName(code)
  return `${name === null ? code : `${name} (${code})`} is not a country that this source covers`
}
