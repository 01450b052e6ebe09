import { Effect } from "effect"
import { HttpApiScalar } from "effect/http-api"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { createHash } from "node:crypto"
import { Api } from "./Api.ts"

/** Inline scripts run by their hash only. The page's library would load fonts from its maker and send "try it" requests over its proxy. */
const policyOf = (html: string) => {
  const hashes = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script]) => `'sha256-${createHash("sha256").update(script!).digest("base64")}'`,
  )
  return [
    "default-src 'none'",
    `script-src ${hashes.join(" ")}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src data:",
    "connect-src 'self'",
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ")
}

/** The page is the same for every request. Its library is 12 MB of text, so a gateway whose page was not requested has not loaded it. */
const page = Effect.gen(function* () {
  const routes = yield* HttpRouter.toHttpEffect(HttpApiScalar.layer(Api, { path: "/docs", scalar: { withDefaultFonts: false } }))
  const response = yield* routes
  const html = response.body._tag === "Uint8Array" ? new TextDecoder().decode(response.body.body) : ""
  return HttpServerResponse.setHeaders(response, {
    "content-security-policy": policyOf(html),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  })
})

/** `GET /docs`: pages to read the OpenAPI document. They talk to no other host. */
export const DocsRoute = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    // A first reader who leaves must not end the page of those who follow.
    const once = yield* Effect.cached(page.pipe(Effect.scoped, Effect.orDie, Effect.uninterruptible))
    yield* router.add("GET", "/docs", once)
  }),
)
