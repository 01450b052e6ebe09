import type { Redacted, Result, Schema } from "effect"
import type { AiError, LanguageModel } from "effect/ai"
import type { ModelSettings } from "./ModelSettings.ts"

export interface Message {
  readonly role: "system" | "user"
  readonly text: string
}

/** How a kind of model API is spoken to. */
export interface Protocol {
  readonly codecTransformer: LanguageModel.CodecTransformer
  readonly url: (base: string) => string
  readonly headers: (key: Redacted.Redacted | undefined) => Readonly<Record<string, string | Redacted.Redacted>>
  /** A request for an object of a JSON Schema. */
  readonly body: (settings: ModelSettings, messages: ReadonlyArray<Message>, name: string, schema: Schema.Json) => Schema.Json
  /** The object, as JSON text, of an answer; or why it has none. */
  readonly read: (answer: Schema.Json) => Result.Result<string, AiError.AiErrorReason>
}
