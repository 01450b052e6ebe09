import { Schema, SchemaTransformation } from "effect"
import { kindByCode } from "./kinds/allKinds.ts"
import type { NumberKind } from "./kinds/NumberKind.ts"

/** The code of a kind of number in any case, of the kinds that an operation takes. */
export const KindCode = (kinds: ReadonlyArray<NumberKind>, example: string) => {
  const codes = new Set(kinds.map(({ code }) => code))
  return Schema.String.annotate({
    description: `Kind of number: the country's ISO 3166-1 alpha-2 code (INT for all countries), a full stop and the abbreviation, one of ${codes.size}: ${[...codes].join(", ")}.`,
    examples: [example],
  })
    .check(Schema.isMaxLength(40))
    .pipe(
      Schema.decodeTo(
        Schema.String,
        SchemaTransformation.transform({
          decode: (text: string) => kindByCode.get(text.trim().toUpperCase())?.code ?? text,
          encode: (code: string) => code,
        }),
      ),
      Schema.refine((code): code is string => codes.has(code), { expected: `one of ${[...codes].join(", ")}` }),
    )
}
