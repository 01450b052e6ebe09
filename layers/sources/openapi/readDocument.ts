import { Result } from "effect"
import { CORE_SCHEMA, load, mergeTag } from "js-yaml"
import { InvalidDocument } from "../../../domain/catalogue/ImportedSource.ts"
import { sanitize } from "../../../domain/sanitize.ts"
import { type OpenApiDocument, isObject, type Json, type JsonObject, memberOf, objectOf, textOf } from "./Document.ts"
import { upgradeOpenApi2 } from "./openApi2.ts"

export interface ReadDocument {
  readonly document: OpenApiDocument
  readonly warnings: ReadonlyArray<string>
}

const maxNamedReferences = 20

/**
 * Reads an OpenAPI document of version 2.0 to 3.1 in JSON or YAML. It is not validated: real documents fail that, and what
 * cannot be understood is skipped when it is compiled. References to other files and hosts are never followed, only named
 * in a warning. `JSON.stringify(document)` is a text that this function reads again, to the same document.
 */
export const readDocument = (text: string): Result.Result<ReadDocument, InvalidDocument> =>
  Result.gen(function* () {
    const external = new Set<string>()
    const copied = yield* boundedJson(yield* parseText(text), (node) => {
      const reference = memberOf(node, "$ref")
      if (typeof reference === "string" && !reference.startsWith("#") && external.size <= maxNamedReferences) external.add(reference)
      return node
    })
    const document = yield* checkVersion(copied)
    const references = [...external]
      .slice(0, maxNamedReferences)
      .map((reference) => `The reference ${sanitize(reference)} leads out of the document and is not followed.`)
    const more = external.size > maxNamedReferences ? ["More references lead out of the document; none is followed."] : []
    return { document, warnings: [...references, ...more] }
  })

const checkVersion = (copied: Json): Result.Result<OpenApiDocument, InvalidDocument> => {
  if (!isObject(copied)) return refuse("It is not an object.")
  const version = versionOf(copied)
  if (version === undefined) return refuse("It has no openapi or swagger version.")
  if (!/^(2\.0|3\.[01])(\.|$)/.test(version))
    return refuse(`It is OpenAPI ${sanitize(version)}; versions 2.0, 3.0 and 3.1 can be imported.`)
  if (Object.keys(objectOf(copied, "paths")).length === 0) return refuse("It has no paths.")
  return version.startsWith("2")
    ? Result.flatMap(boundedJson(upgradeOpenApi2(copied), renamedReference), checkVersion)
    : Result.succeed(copied)
}

/** YAML writes `swagger: 2.0` as a number. */
const versionOf = (document: JsonObject): string | undefined => {
  const version = memberOf(document, "openapi") ?? memberOf(document, "swagger")
  return typeof version === "number" ? version.toFixed(1) : (textOf(document, "openapi") ?? textOf(document, "swagger"))
}

const renamedReference = (node: JsonObject): JsonObject => {
  const reference = memberOf(node, "$ref")
  return typeof reference === "string" && reference.startsWith("#/definitions/")
    ? { ...node, $ref: `#/components/schemas/${reference.slice("#/definitions/".length)}` }
    : node
}

const refuse = (message: string) => Result.fail(new InvalidDocument({ message }))

/** The text by which a document is kept: `readDocument` reads it again, which is tried here rather than when a node starts. */
export const documentText = (document: OpenApiDocument): Result.Result<string, InvalidDocument> => {
  const text = JSON.stringify(document)
  return Result.map(readDocument(text), () => text)
}

/** What a document may be at most, in bytes of UTF-8. */
export const maxDocumentBytes = 4 * 1024 * 1024
/** What `<<` may copy in a whole document. */
const maxMergedKeys = 20_000
export const maxDepth = 100

/** The value that a text is in JSON, or else in YAML 1.2 (with merge keys, which interface descriptions use). */
export const parseText = (text: string): Result.Result<unknown, InvalidDocument> => {
  if (Buffer.byteLength(text) > maxDocumentBytes) return refuseText(`It is larger than ${maxDocumentBytes / 1024 / 1024} MiB.`)
  return text.trimStart().startsWith("{")
    ? Result.orElse(parseJson(text), (wrong) => Result.mapError(parseYaml(text), () => wrong))
    : parseYaml(text)
}

const parseJson = (text: string) =>
  Result.try({
    try: (): unknown => JSON.parse(text),
    catch: (error) => new InvalidDocument({ message: `It is not JSON: ${messageOf(error)}` }),
  })

const parseYaml = (text: string) =>
  Result.try({
    try: () => load(text, { schema: CORE_SCHEMA.withTags(mergeTag), maxDepth, maxTotalMergeKeys: maxMergedKeys }),
    catch: (error) => new InvalidDocument({ message: `It is neither JSON nor YAML: ${messageOf(error)}` }),
  })

const messageOf = (error: unknown): string => (error instanceof Error ? (error.message.split("\n")[0] ?? "") : "").slice(0, 200)
const refuseText = (message: string) => Result.fail(new InvalidDocument({ message }))

const maxNodes = 1_000_000
/** What one object may have: an operation's schemas are gone through for each operation. */
const maxMembers = 10_000

/**
 * A copy that is JSON and nothing else, within bounds: what YAML's aliases share is counted as often as it is used, numbers
 * that JSON cannot say become null, and members called `__proto__` are left out. `visit` sees every object.
 */
export const boundedJson = (value: unknown, visit: (node: JsonObject) => JsonObject): Result.Result<Json, InvalidDocument> => {
  let nodes = 0
  let characters = 0
  const read = (text: string) => {
    characters += text.length
    if (characters > maxDocumentBytes) throw new LimitExceeded("It is too large, or its aliases and references repeat large texts.")
    return text
  }
  const copy = (value: unknown, depth: number): Json => {
    if (++nodes > maxNodes) throw new LimitExceeded(`It has more than ${maxNodes} values, or its aliases and references repeat them.`)
    if (typeof value === "boolean") return value
    if (typeof value === "string") return read(value)
    if (typeof value === "number") return Number.isFinite(value) ? value : null
    if (depth > maxDepth) throw new LimitExceeded(`It is nested deeper than ${maxDepth} levels.`)
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1))
    if (!isObject(value)) return null
    if (Object.keys(value).length > maxMembers) throw new LimitExceeded(`It has an object of more than ${maxMembers} members.`)
    const members = Object.entries(value).filter(([name]) => name !== "__proto__")
    return visit(Object.fromEntries(members.map(([name, member]) => [read(name), copy(member, depth + 1)])))
  }
  try {
    return Result.succeed(copy(value, 0))
  } catch (error) {
    if (error instanceof LimitExceeded) return Result.fail(new InvalidDocument({ message: error.message }))
    throw error
  }
}

class LimitExceeded extends Error {}
