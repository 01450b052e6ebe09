import { type Cause, Data, Schema } from "effect"

const TypeId = "~farthing/domain/Refusal"

/** The members every refusal has, whatever its code. `message` says what to do; the extra fields are documented per code. */
export interface Refused extends Error {
  readonly [TypeId]: true
  readonly code: string
  readonly status: number
  /** Becomes the Retry-After header of a 429 or 503. */
  readonly retryAfterSeconds?: number
  /** The offending member, where the code documents one. */
  readonly field?: string
  /** `error` of the envelope, in its JSON form. */
  readonly toEnvelope: () => { readonly error: { readonly code: string; readonly message: string } }
}

/** What the OpenAPI document needs to know of a refusal. */
export interface RefusalClass<Code extends string = string, F extends Schema.Struct.Fields = Schema.Struct.Fields> {
  readonly code: Code
  readonly status: number
  readonly fields: F
}

/**
 * A class of errors that the API answers with its one envelope. The declaration is all there is: the HTTP layer reads
 * status and envelope from the error itself, and the OpenAPI document reads the statics, so no file maps errors.
 *
 * Declare it beside the code that raises it: `class RunNotFound extends Refusal("run_not_found", 404) {}`.
 */
export const Refusal = <const Code extends string, const F extends Schema.Struct.Fields = {}>(
  code: Code,
  status: number,
  fields?: F,
): RefusalClass<Code, F> & (new (args: RefusalArgs<F>) => Cause.YieldableError & Refused & { readonly _tag: Code } & RefusalArgs<F>) => {
  const shape = fields ?? ({} as F)
  // An empty struct would let every member through.
  const encode = fields === undefined ? () => ({}) : Schema.encodeUnknownSync(Schema.Struct(fields) as unknown as Schema.Codec<unknown>)
  class Refused_ extends Data.TaggedError(code)<{ readonly message: string }> {
    static readonly code = code
    static readonly status = status
    static readonly fields = shape
    readonly [TypeId] = true
    readonly code = code
    readonly status = status
    toEnvelope() {
      return { error: { code, message: this.message, ...(encode(this) as object) } }
    }
  }
  return Refused_ as never
}
type RefusalArgs<F extends Schema.Struct.Fields> = {
  readonly message: string
  readonly retryAfterSeconds?: number
  readonly field?: string
} & Schema.Struct<F>["Type"]

export const isRefused = (u: unknown): u is Refused => typeof u === "object" && u !== null && TypeId in u

/** 400: the request is malformed. The message names the member and the rule. */
export class InvalidRequest extends Refusal("invalid_request", 400) {}

/** 503: an unhandled fault or an unreachable database. Carries no cause: that goes to the log beside the request id. */
export class ServiceUnavailable extends Refusal("service_unavailable", 503) {}

/**
 * 503: the books could not be reached, or the connection was lost while they were written. Whether the command took
 * effect is unknown; repeating it is safe, and what it may hold is released or completed by the reconciler.
 */
export class StorageUnavailable extends Refusal("service_unavailable", 503) {}

export const storageUnavailable = () =>
  new StorageUnavailable({
    message: "The gateway could not reach its database. Retry with the same Idempotency-Key: nothing is paid twice.",
    retryAfterSeconds: 2,
  })
