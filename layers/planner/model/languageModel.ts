import { Effect, Schema, Stream } from "effect"
import { AiError, LanguageModel, type Prompt, type Response } from "effect/ai"
import { HttpClient } from "effect/http"
import { anthropic } from "./anthropic.ts"
import { exchange } from "./exchange.ts"
import type { ModelSettings } from "./ModelSettings.ts"
import { openai } from "./openai.ts"
import type { Message } from "./Protocol.ts"

const protocols = { anthropic, openai }

/** The configured model, for objects only. */
export const makeLanguageModel = Effect.fnUntraced(function* (settings: ModelSettings) {
  const http = yield* HttpClient.HttpClient
  const protocol = protocols[settings.kind]
  const failed = (reason: AiError.AiErrorReason) => AiError.make({ module: "ModelPlanner", method: settings.kind, reason })
  return yield* LanguageModel.make({
    codecTransformer: protocol.codecTransformer,
    streamText: () => Stream.fail(failed(new AiError.UnsupportedSchemaError({ description: "Plans are not streamed." }))),
    generateText: Effect.fnUntraced(function* ({ prompt, responseFormat }) {
      if (responseFormat.type !== "json") return yield* failed(new AiError.UnsupportedSchemaError({ description: "Plans are objects." }))
      const schema = yield* Effect.orDie(decodeSchema(protocol.codecTransformer(responseFormat.schema).jsonSchema))
      const body = protocol.body(settings, messagesOf(prompt), responseFormat.objectName, schema)
      const answer = yield* exchange(protocol.url(settings.url), protocol.headers(settings.key), body).pipe(
        Effect.provideService(HttpClient.HttpClient, http),
        Effect.mapError(failed),
      )
      const text = yield* Effect.mapError(Effect.fromResult(protocol.read(answer)), failed)
      const parts: Array<Response.PartEncoded> = [{ type: "text", text }]
      return parts
    }),
  })
})

const decodeSchema = Schema.decodeUnknownEffect(Schema.Json)

/** The texts of a prompt; it has no other parts. */
const messagesOf = ({ content }: Prompt.Prompt): ReadonlyArray<Message> =>
  content.flatMap((message): ReadonlyArray<Message> => {
    if (message.role === "system") return [{ role: "system", text: message.content }]
    if (message.role !== "user") return []
    return [{ role: "user", text: message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n") }]
  })
