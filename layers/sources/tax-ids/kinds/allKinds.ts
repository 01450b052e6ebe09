import { companyKinds } from "./companyKinds.ts"
import { europeanKinds } from "./europeanKinds.ts"
import { internationalKinds } from "./internationalKinds.ts"
import { latinAmericanKinds } from "./latinAmericanKinds.ts"
import { otherKinds } from "./otherKinds.ts"
import type { NumberKind } from "./NumberKind.ts"

/** The kinds that `id.validate_number` validates. */
export const personalKinds: ReadonlyArray<NumberKind> = [...internationalKinds, ...europeanKinds, ...latinAmericanKinds, ...otherKinds]

/** The kinds of which `id.number_format` has the form. */
export const allKinds: ReadonlyArray<NumberKind> = [...personalKinds, ...companyKinds]

export const kindByCode: ReadonlyMap<string, NumberKind> = new Map(allKinds.map((kind) => [kind.code.toUpperCase(), kind]))
