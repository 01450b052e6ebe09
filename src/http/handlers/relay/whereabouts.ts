import { Effect, Layer, Result } from "effect"
import { SourceUnavailable } from "../../../../domain/catalogue/sourceRefusals.ts"
import { readBaseUrl } from "../../../../layers/origin/baseUrl.ts"
import { Settings } from "../../../Settings.ts"
import { Relaying } from "./Relaying.ts"

/** Listings at base URLs. */
export const relaying = Layer.effect(
  Relaying,
  Effect.map(Settings, ({ closingMs, sourceTimeoutMs }) =>
    Relaying.of({
      timeoutMs: sourceTimeoutMs,
      closingMs,
      locate: (origin, allowPrivate) =>
        Result.match(readBaseUrl(origin, allowPrivate), {
          onFailure: () => new SourceUnavailable({ message: "This API has no usable origin. Nothing was charged. Tell support." }),
          onSuccess: ({ origin, path }) => Effect.succeed({ origin, basePath: path, allowed: allowPrivate }),
        }),
    }),
  ),
)
