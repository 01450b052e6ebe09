import { Result } from "effect"
import { CORE_SCHEMA, load, mergeTag } from "js-yaml"
import { Unimportable } from "../../../domain/catalogue/Imported.ts"

/** What a document may be at most, in bytes of UTF-8. */
export const maxBytes = 4 * 1024 * 1024
/** What `<<` may copy in a whole document. */
const maxMergedKeys = 20_000
export const maxDepth = 100

/** The value that a text is in JSON, or else in YAML 1.2 (with merge keys, which interface descriptions use). */
export const parseText = (text: string): Result.Result<unknown, Unimportable> => {
  if (Buffer.byteLength(text) > maxBytes) return refuse(`It is larger than ${maxBytes / 1024 / 1024} MiB.`)
  return text.trimStart().startsWith("{") ? Result.orElse(json(text), (wrong) => Result.mapError(yaml(text), () => wrong)) : yaml(text)
}

const json = (text: string) =>
  Result.try({ try: (): unknown => JSON.parse(text), catch: (error) => new Unimportable({ message: `It is not JSON: ${said(error)}` }) })

const yaml = (text: string) =>
  Result.try({
    try: () => load(text, { schema: CORE_SCHEMA.withTags(mergeTag), maxDepth, maxTotalMergeKeys: maxMergedKeys }),
    catch: (error) => new Unimportable({ message: `It is neither JSON nor YAML: ${said(error)}` }),
  })

const said = (error: unknown): string => (error instanceof Error ? (error.message.split("\n")[0] ?? "") : "").slice(0, 200)
const refuse = (message: string) => Result.fail(new Unimportable({ message }))
