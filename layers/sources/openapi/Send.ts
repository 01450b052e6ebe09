import type { Effect } from "effect"
import type { SourceFailure } from "../../../domain/catalogue/Source.ts"

type Headers = ReadonlyArray<readonly [name: string, value: string]>

/** A request to the server of a source. */
export interface ApiRequest {
  readonly method: string
  /** Path and query, percent-encoded, beginning with a slash; the base address's own path included. */
  readonly path: string
  readonly headers: Headers
  readonly body: Uint8Array | undefined
}

export interface ApiAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
}

/** Sends a request at most once, follows no redirect, and bounds time and size. */
export type SendRequest = (request: ApiRequest) => Effect.Effect<ApiAnswer, SourceFailure>
