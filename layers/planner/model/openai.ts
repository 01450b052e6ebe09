import { Redacted, Result, Schema } from "effect"
import { AiError, OpenAiStructuredOutput } from "effect/ai"
import type { Protocol } from "./ModelSettings.ts"

const Completion = Schema.Struct({
  choices: Schema.NonEmptyArray(
    Schema.Struct({
      finish_reason: Schema.optionalKey(Schema.NullOr(Schema.String)),
      message: Schema.Struct({
        content: Schema.optionalKey(Schema.NullOr(Schema.String)),
        refusal: Schema.optionalKey(Schema.NullOr(Schema.String)),
      }),
    }),
  ),
})

const decode = Schema.decodeUnknownResult(Completion)

/** An OpenAI-compatible `chat/completions` endpoint, with strict structured output. */
export const openai: Protocol = {
  codecTransformer: OpenAiStructuredOutput.toCodecOpenAI,
  url: (base) => (base.endsWith("/chat/completions") ? base : `${base.replace(/\/+$/u, "")}/chat/completions`),
  headers: (key) => (key === undefined ? {} : { authorization: Redacted.make(`Bearer ${Redacted.value(key)}`) }),
  body: ({ model }, messages, name, schema) => ({
    model,
    messages: messages.map(({ role, text }) => ({ role, content: text })),
    response_format: { type: "json_schema", json_schema: { name, strict: true, schema } },
  }),
  read: (answer) => {
    const completion = decode(answer)
    if (Result.isFailure(completion)) return invalid("The answer is not a chat completion.")
    const [{ finish_reason, message }] = completion.success.choices
    if (message.refusal) return Result.fail(new AiError.ContentPolicyError({ description: "The model refused." }))
    // The answer was cut off or filtered, or calls a tool that was not offered.
    if (typeof finish_reason === "string" && finish_reason !== "stop") return invalid(`The answer ended with ${finish_reason}.`)
    return Result.succeed(message.content ?? "")
  },
}

const invalid = (description: string) => Result.fail(new AiError.InvalidOutputError({ description }))
