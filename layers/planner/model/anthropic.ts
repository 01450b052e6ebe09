import { Result, Schema } from "effect"
import { AiError, AnthropicStructuredOutput } from "effect/ai"
import { maxAnswerTokens, type Protocol } from "./ModelSettings.ts"

const Answer = Schema.Struct({
  stop_reason: Schema.optionalKey(Schema.NullOr(Schema.String)),
  content: Schema.Array(Schema.Struct({ type: Schema.String, input: Schema.optionalKey(Schema.Json) })),
})

const decode = Schema.decodeUnknownResult(Answer)

/** An Anthropic-compatible `messages` endpoint. The object is the input of the one tool that the model has to use. */
export const anthropic: Protocol = {
  codecTransformer: AnthropicStructuredOutput.toCodecAnthropic,
  url: (base) => {
    const bare = base.replace(/\/+$/u, "")
    return bare.endsWith("/messages") ? bare : bare.endsWith("/v1") ? `${bare}/messages` : `${bare}/v1/messages`
  },
  headers: (key) => ({ "anthropic-version": "2023-06-01", ...(key !== undefined && { "x-api-key": key }) }),
  body: ({ model }, messages, name, schema) => ({
    model,
    max_tokens: maxAnswerTokens,
    system: messages
      .filter(({ role }) => role === "system")
      .map(({ text }) => text)
      .join("\n\n"),
    messages: messages.filter(({ role }) => role !== "system").map(({ role, text }) => ({ role, content: text })),
    tools: [{ name, description: "Hands in the plan.", input_schema: schema }],
    tool_choice: { type: "tool", name, disable_parallel_tool_use: true },
  }),
  read: (answer) => {
    const message = decode(answer)
    if (Result.isFailure(message)) return invalid("The answer is not a message.")
    const { content, stop_reason } = message.success
    if (stop_reason === "refusal") return Result.fail(new AiError.ContentPolicyError({ description: "The model refused." }))
    if (stop_reason === "max_tokens") return invalid("The answer was cut off.")
    const handedIn = content.find(({ type }) => type === "tool_use")?.input
    return handedIn === undefined ? invalid("The answer contains no plan.") : Result.succeed(JSON.stringify(handedIn))
  },
}

const invalid = (description: string) => Result.fail(new AiError.InvalidOutputError({ description }))
