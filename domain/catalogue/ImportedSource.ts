import { Context, type Effect } from "effect"
import { Refusal } from "../Refusal.ts"
import type { Source } from "./Source.ts"

/** A source that joined by its OpenAPI document, as it is stored. */
export interface ImportedSource {
  readonly id: string
  /** Scheme, host and port (and a base path) of the API. */
  readonly origin: string
  /** The operator allowed a private address for this origin. */
  readonly allowPrivate: boolean
  /** OpenAPI 3.1, as JSON text. */
  readonly document: string
}

/** 400: a document from which no source can be made. */
export class InvalidDocument extends Refusal("invalid_request", 400) {}

export interface CompiledSource {
  readonly source: Source
  /** For the operator: what was skipped or left out, and why. */
  readonly warnings: ReadonlyArray<string>
}

/** Makes a source of a stored document. */
export class SourceCompiler extends Context.Service<
  SourceCompiler,
  { readonly compile: (stored: ImportedSource) => Effect.Effect<CompiledSource, InvalidDocument> }
>()("farthing/domain/catalogue/SourceCompiler") {}
