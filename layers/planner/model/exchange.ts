import { Effect, Redacted, Result, Schema, Stream } from "effect"
import { AiError } from "effect/ai"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { mostBytes } from "./ModelSettings.ts"

/** The answer of a model's API as JSON. An answer that is none, or too large, is invalid output; all else means that the model is down. */
export const exchange = Effect.fnUntraced(
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
          return sum > mostBytes
            ? Effect.fail(invalid(`The answer has more than ${mostBytes} bytes.`))
            : Effect.succeed([sum, [chunk]] as const)
        },
      ),
      Stream.decodeText,
      Stream.mkString,
    )
    const json = decodeJson(text)
    return Result.isSuccess(json) ? json.success : yield* invalid("The answer is no JSON.")
  },
  // A redirect would take the key and the question elsewhere; nobody outside follows our traces.
  Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
  Effect.provideService(HttpClient.TracerPropagationEnabled, false),
)

const unreachable = () => new AiError.InternalProviderError({ description: "The model could not be reached." })
const invalid = (description: string) => new AiError.InvalidOutputError({ description })
const decodeJson = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Json))
