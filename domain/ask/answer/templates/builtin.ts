import type { AnswerTemplates } from "../composeAnswer.ts"
import { addresses } from "./addresses.ts"
import { airports } from "./airports.ts"
import { bank } from "./bank.ts"
import { business } from "./business.ts"
import { countries } from "./countries.ts"
import { identityNumbers } from "./identityNumbers.ts"
import { measures } from "./measures.ts"
import { moon } from "./moon.ts"
import { networks } from "./networks.ts"
import { places } from "./places.ts"
import { days } from "./days.ts"
import { regionTaxes } from "./regionTaxes.ts"
import { taxes } from "./taxes.ts"
import { sky } from "./sky.ts"
import { telephones } from "./telephones.ts"
import { times } from "./times.ts"
import { timeArithmetic } from "./timeArithmetic.ts"

const all = new Map(
  Object.entries({
    ...bank,
    ...business,
    ...telephones,
    ...identityNumbers,
    ...regionTaxes,
    ...taxes,
    ...measures,
    ...networks,
    ...countries,
    ...places,
    ...addresses,
    ...airports,
    ...times,
    ...timeArithmetic,
    ...sky,
    ...moon,
    ...days,
  }),
)

/** The answer templates of the built-in operations. */
export const builtinTemplates: AnswerTemplates = (operation) => all.get(operation)

/** The operations that have a template. */
export const templatedOperations: ReadonlyArray<string> = [...all.keys()]
