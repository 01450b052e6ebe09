import { Effect, Layer, Option, Result } from "effect"
import { SourceUnavailable } from "../../../../domain/catalogue/sourceErrors.ts"
import { readBaseUrl } from "../../../../layers/origin/baseUrl.ts"
import { Components, type ComponentUnavailable } from "../../../../domain/sandbox/Component.ts"
import { Settings } from "../../../Settings.ts"
import { Relaying } from "./Relaying.ts"

/** Listings at base URLs, and at components where the gateway has any. */
export const relaying = Layer.effect(
  Relaying,
  Effect.gen(function* () {
    const { closingMs, sourceTimeoutMs } = yield* Settings
    const components = yield* Effect.serviceOption(Components)
    return Relaying.of({
      timeoutMs: sourceTimeoutMs,
      closingMs,
      locate: (origin, allowPrivate) => {
        const component = /^component:(.+)$/.exec(origin)?.[1]
        if (component !== undefined && Option.isSome(components)) return ofComponent(components.value.url(component))
        return Result.match(readBaseUrl(origin, allowPrivate), {
          onFailure: () => new SourceUnavailable({ message: "This API has no usable origin. Nothing was charged. Tell support." }),
          onSuccess: ({ origin, path }) => Effect.succeed({ origin, basePath: path, allowed: allowPrivate }),
        })
      },
    })
  }),
)

/** Its own address, on loopback: asked for each time, since one that is started anew has another. */
const ofComponent = (url: Effect.Effect<string, ComponentUnavailable>) =>
  url.pipe(
    Effect.map((origin) => ({ origin, basePath: "", allowed: true })),
    Effect.mapError(() => new SourceUnavailable({ message: "This API of the sandbox is not up. Nothing was charged. Try again." })),
  )
