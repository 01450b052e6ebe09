import type { Schema } from "effect"
import { sentencesFor } from "../../../domain/ask/answer/describe.ts"
import { builtinTemplates } from "../../../domain/ask/answer/templates/builtin.ts"

/** The sentences of an answer about a document in which these facts were requested, as one text; about the whole document without any. */
export const textOf = (operation: string, document: Schema.Json, facts: ReadonlyArray<string> = []): string =>
  sentencesFor(document, facts, builtinTemplates(operation))
    .map(({ text }) => text)
    .join(" ")
