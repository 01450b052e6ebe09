import { Result } from "effect"
import { Unimportable } from "../../../domain/catalogue/Imported.ts"
import { echo } from "../../../domain/catalogue/echo.ts"
import { boundedJson } from "./boundedCopy.ts"
import { type Document, isObject, type Json, type JsonObject, memberOf, objectOf, textOf } from "./Document.ts"
import { parseText } from "./parseText.ts"
import { upgradeOpenApi2 } from "./fromTwo.ts"

export interface ReadDocument {
  readonly document: Document
  readonly warnings: ReadonlyArray<string>
}

const maxNamedReferences = 20

/**
 * Reads an OpenAPI document of version 2.0 to 3.1 in JSON or YAML. It is not validated: real documents fail that, and what
 * cannot be understood is skipped when it is compiled. References to other files and hosts are never followed, only named
 * in a warning. `JSON.stringify(document)` is a text that this function reads again, to the same document.
 */
export const readDocument = (text: string): Result.Result<ReadDocument, Unimportable> =>
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
      .map((reference) => `The reference ${echo(reference)} leads out of the document and is not followed.`)
    const more = external.size > maxNamedReferences ? ["More references lead out of the document; none is followed."] : []
    return { document, warnings: [...references, ...more] }
  })

const checkVersion = (copied: Json): Result.Result<Document, Unimportable> => {
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

const refuse = (message: string) => Result.fail(new Unimportable({ message }))
