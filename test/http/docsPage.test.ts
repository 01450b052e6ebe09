import { expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { registerHooks } from "node:module"
import { DocsRoute } from "../../src/http/docs.ts"

it.effect(
  "the library of the page /docs is loaded by its first reader, also one who leaves at once, and the page is the same for the next",
  () =>
    Effect.gen(function* () {
      const loaded: Array<string> = []
      const hooks = registerHooks({
        load: (url, context, next) => {
          if (url.endsWith("/internal/httpApiScalar.js")) loaded.push(url)
          return next(url, context)
        },
      })
      yield* Effect.addFinalizer(() => Effect.sync(() => hooks.deregister()))
      const router = yield* HttpRouter.make
      yield* Layer.build(DocsRoute).pipe(Effect.provideService(HttpRouter.HttpRouter, router))
      expect(loaded).toEqual([])
      const page = router
        .asHttpEffect()
        .pipe(
          Effect.provideService(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromWeb(new Request("http://gateway.test/docs"))),
        )
      yield* Effect.timeoutOption(page, 0)
      const first = yield* page
      expect(first.status).toBe(200)
      expect(loaded).toHaveLength(1)
      expect((yield* page).body).toBe(first.body)
    }),
)
