import type { Tellings } from "../answerOf.ts"
import { bank } from "./bank.ts"
import { business } from "./business.ts"
import { measures } from "./measures.ts"
import { places } from "./places.ts"
import { times } from "./times.ts"

const all = new Map(Object.entries({ ...bank, ...business, ...measures, ...places, ...times }))

/** How the documents of the built-in operations are told. */
export const builtinTellings: Tellings = (operation) => all.get(operation)

/** The operations whose documents have sentences of their own. */
export const toldOperations: ReadonlyArray<string> = [...all.keys()]
