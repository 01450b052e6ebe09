import { Effect, Redacted, Result, Schema, Stream } from "effect"
import { AiError, LanguageModel, type Prompt, type Response } from "effect/ai"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { anthropic } from "./anthropic.ts"
import { maxAnswerBytes, type Message, type ModelSettings } from "./ModelSettings.ts"
import { openai } from "./openai.ts"

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

/** The JSON answer of a model's API. An answer that is not JSON, or too large, is invalid output; any other failure means that the model is down. */
const exchange = Effect.fnUntraced(
  function* (url: string, headers: Readonly<Record<string, string | Redacted.Redacted>>, body: Schema.Json) {
    const http = yield* HttpClient.HttpClient
    const plain = Object.entries(headers).map(
      ([name, value]) => [name, Redacted.isRedacted(value) ? Redacted.value(value) : value] as const,
    )
    const request = HttpClientRequest.post(url).pipe(
      HttpClientRequest.setHeaders(Object.fromEntries(plain)),
      HttpClientRequest.acceptJson,
      HttpClientRequest.bodyJsonUnsafe(body),
    )
    const response = yield* Effect.mapError(http.execute(request), unreachable)
    if (response.status < 200 || response.status > 299) return yield* AiError.reasonFromHttpStatus({ status: response.status })
    const text = yield* response.stream.pipe(
      Stream.mapError(unreachable),
      Stream.mapAccumEffect(
        () => 0,
        (total, chunk) => {
          const sum = total + chunk.length
          return sum > maxAnswerBytes
            ? Effect.fail(invalid(`The answer has more than ${maxAnswerBytes} bytes.`))
            : Effect.succeed([sum, [chunk]] as const)
        },
      ),
      Stream.decodeText,
      Stream.mkString,
    )
    const json = decodeJson(text)
    return Result.isSuccess(json) ? json.success : yield* invalid("The answer is not JSON.")
  },
  // A redirect could send the key and the question to another host; trace headers are not sent outside.
  Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
  Effect.provideService(HttpClient.TracerPropagationEnabled, false),
)

const unreachable = () => new AiError.InternalProviderError({ description: "The model could not be reached." })
const invalid = (description: string) => new AiError.InvalidOutputError({ description })
const decodeJson = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Json))
