import type { Redacted, Result, Schema } from "effect"
import type { AiError, LanguageModel } from "effect/ai"

/** Which language model is called, and when. */
export interface ModelSettings {
  readonly kind: "openai" | "anthropic"
  /** The base URL of the API, for instance `https://api.openai.com/v1`. */
  readonly url: string
  readonly model: string
  readonly key: Redacted.Redacted | undefined
  /** Answer 503 to doubtful questions while the model is down, instead of using the plan made by rules. */
  readonly required: boolean
  readonly timeoutMs: number
  /** Below this confidence of the plan that was made without it, from 0 to 1, the model is called. */
  readonly threshold: number
}

/** Concurrent requests to the model; further questions are planned without it. */
export const maxConcurrentRequests = 16

/** The size of a model's answer. */
export const maxAnswerBytes = 256 * 1024
export const maxAnswerTokens = 4_096
export interface Message {
  readonly role: "system" | "user"
  readonly text: string
}

/** The requests and answers of one kind of model API. */
export interface Protocol {
  readonly codecTransformer: LanguageModel.CodecTransformer
  readonly url: (base: string) => string
  readonly headers: (key: Redacted.Redacted | undefined) => Readonly<Record<string, string | Redacted.Redacted>>
  /** A request for an object of a JSON Schema. */
  readonly body: (settings: ModelSettings, messages: ReadonlyArray<Message>, name: string, schema: Schema.Json) => Schema.Json
  /** The object, as JSON text, of an answer; or why it has none. */
  readonly read: (answer: Schema.Json) => Result.Result<string, AiError.AiErrorReason>
}
