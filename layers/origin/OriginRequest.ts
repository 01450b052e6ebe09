import type { Stream } from "effect"
import type { SourceFailure } from "../../domain/catalogue/Source.ts"
import type { RawHeaders } from "./rawHeaders.ts"

/** A request to somebody else's server. It is sent at most once and never follows a redirect. */
export interface OriginRequest {
  /** `https://api.example.com[:port]`, without a path. */
  readonly origin: string
  readonly method: string
  /** Path and query as they came, one character a byte; never encoded again. */
  readonly path: string
  readonly headers: RawHeaders
  readonly body: Uint8Array | undefined
  /** From now until the last byte of the answer. */
  readonly deadlineMs: number
  /** What the answer's body may be at most. */
  readonly maxBytes: number
  /** The operator allowed this exact origin: it may speak plain HTTP and be at a private address. */
  readonly allowed?: boolean
}

/** An answer of any status but 1xx. Encodings are untouched. */
export interface OriginAnswer {
  readonly status: number
  readonly headers: RawHeaders
  readonly body: Uint8Array
}

export interface StreamedAnswer {
  readonly status: number
  readonly headers: RawHeaders
  readonly body: Stream.Stream<Uint8Array, SourceFailure>
}
