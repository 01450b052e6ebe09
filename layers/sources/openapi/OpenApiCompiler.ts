import { Effect, Layer, Result } from "effect"
import { type ImportedSource, SourceCompiler, Unimportable } from "../../../domain/catalogue/Imported.ts"
import { readBaseUrl } from "../../origin/baseUrl.ts"
import { Origins } from "../../origin/Origins.ts"
import { compileSource } from "./compileSource.ts"
import { readDocument } from "./readDocument.ts"

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
      (reason) => new Unimportable({ message: `The API's address ${reason}.` }),
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
