import { Effect, Layer, Result } from "effect"
import { type CompiledSource, type ImportedSource, InvalidDocument, SourceCompiler } from "../../../domain/catalogue/ImportedSource.ts"
import { readBaseUrl } from "../../origin/baseUrl.ts"
import { Origins } from "../../origin/Origins.ts"
import { readDocument } from "./readDocument.ts"
import type { Operation } from "../../../domain/catalogue/Source.ts"
import { readBaseAddress, sourceMetadata } from "./sourceMetadata.ts"
import { compileOperation } from "./compileOperation.ts"
import { type OpenApiDocument, listOf, memberOf, objectOf } from "./Document.ts"
import { listOperations } from "./operations.ts"
import { listNames } from "../../../domain/sanitize.ts"
import type { SendRequest } from "./buildRequest.ts"

interface CompilerSettings {
  /** From the request to the last byte of the answer. */
  readonly deadlineMs: number
  /** What an answer may be at most. */
  readonly maxBytes: number
}

/** Makes sources of stored documents; their operations are called over the gateway's client for other companies' servers. */
export const OpenApiCompiler = (settings: CompilerSettings) =>
  Layer.effect(
    SourceCompiler,
    Effect.map(Origins, (origins) =>
      SourceCompiler.of({ compile: (stored) => Effect.fromResult(compileStored(origins, settings, stored)) }),
    ),
  )

const compileStored = (origins: Origins["Service"], settings: CompilerSettings, { allowPrivate, document, id, origin }: ImportedSource) =>
  Result.gen(function* () {
    const { origin: host } = yield* Result.mapError(
      readBaseUrl(origin, allowPrivate),
      (reason) => new InvalidDocument({ message: `The API's address ${reason}.` }),
    )
    const read = yield* readDocument(document)
    const { source, warnings } = yield* compileSource({
      id,
      document: read.document,
      origin,
      send: (request) => origins.exchange({ ...request, ...settings, origin: host, allowed: allowPrivate }),
    })
    return { source, warnings: [...read.warnings, ...warnings] }
  })

interface CompileOptions {
  /** Of the source. */
  readonly id: string
  readonly document: OpenApiDocument
  /** The address that the operations are relative to, for instance `https://api.example.com/v1`. */
  readonly origin: string
  readonly send: SendRequest
}

const maxWarnings = 1_000

/**
 * The source that a document describes, with those of its operations that can be called and have a price. Nothing but its
 * operations' names and places is made here; schemas follow when they are looked at.
 */
export const compileSource = ({ document, id, origin, send }: CompileOptions): Result.Result<CompiledSource, InvalidDocument> => {
  const base = readBaseAddress(origin)
  if (base === undefined)
    return Result.fail(
      new InvalidDocument({ message: "The API's address must be a complete http(s) address without user, query and fragment." }),
    )
  const warnings = new Set<string>()
  const warn = (message: string) => void (warnings.size < maxWarnings && warnings.add(message))
  const operations = listOperations(document, warn).flatMap((one): ReadonlyArray<Operation> => {
    const operation = compileOperation({ document, base, send, warn }, one)
    return operation === undefined ? [] : [operation]
  })
  const secured = credentialsNeeded(document)
  if (secured.length > 0) warn(`The API asks for credentials (${listNames(secured)}), which are not sent.`)
  return Result.succeed({ source: { ...sourceMetadata(document, id, base), operations }, warnings: [...warnings] })
}

const credentialsNeeded = (document: OpenApiDocument): ReadonlyArray<string> => {
  const declared = objectOf(memberOf(document, "components"), "securitySchemes")
  const everywhere = listOf(document, "security").flatMap((one) => Object.keys(one ?? {}))
  return everywhere.length > 0 ? [...new Set(everywhere)] : Object.keys(declared)
}
