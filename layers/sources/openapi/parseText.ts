import { Result } from "effect"
import { CORE_SCHEMA, load, mergeTag } from "js-yaml"
import { Unimportable } from "../../../domain/catalogue/Imported.ts"

/** What a document may be at most, in bytes of UTF-8. */
export const maxDocumentBytes = 4 * 1024 * 1024
/** What `<<` may copy in a whole document. */
const maxMergedKeys = 20_000
export const maxDepth = 100

/** The value that a text is in JSON, or else in YAML 1.2 (with merge keys, which interface descriptions use). */
export const parseText = (text: string): Result.Result<unknown, Unimportable> => {
  if (Buffer.byteLength(text) > maxDocumentBytes) return refuseText(`It is larger than ${maxDocumentBytes / 1024 / 1024} MiB.`)
  return text.trimStart().startsWith("{")
    ? Result.orElse(parseJson(text), (wrong) => Result.mapError(parseYaml(text), () => wrong))
    : parseYaml(text)
}

const parseJson = (text: string) =>
  Result.try({
    try: (): unknown => JSON.parse(text),
    catch: (error) => new Unimportable({ message: `It is not JSON: ${messageOf(error)}` }),
  })

const parseYaml = (text: string) =>
  Result.try({
    try: () => load(text, { schema: CORE_SCHEMA.withTags(mergeTag), maxDepth, maxTotalMergeKeys: maxMergedKeys }),
    catch: (error) => new Unimportable({ message: `It is neither JSON nor YAML: ${messageOf(error)}` }),
  })

const messageOf = (error: unknown): string => (error instanceof Error ? (error.message.split("\n")[0] ?? "") : "").slice(0, 200)
const refuseText = (message: string) => Result.fail(new Unimportable({ message }))
