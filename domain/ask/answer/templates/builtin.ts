import type { AnswerTemplates } from "../composeAnswer.ts"
import { bank, business } from "./business.ts"
import { measures } from "./measures.ts"
import { places } from "./places.ts"
import { times } from "./times.ts"

const all = new Map(Object.entries({ ...bank, ...business, ...measures, ...places, ...times }))

/** How the documents of the built-in operations are told. */
export const builtinTemplates: AnswerTemplates = (operation) => all.get(operation)

/** The operations whose documents have sentences of their own. */
export const templatedOperations: ReadonlyArray<string> = [...all.keys()]
