import { Effect, Layer } from "effect"
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

/** The page is the same for every request, so its policy is computed once. */
const secured = HttpRouter.middleware(
  Effect.sync(() => {
    let policy: string | undefined
    return (page) =>
      Effect.map(page, (response) => {
        const { body } = response
        if (policy === undefined && body._tag === "Uint8Array") policy = policyOf(new TextDecoder().decode(body.body))
        return HttpServerResponse.setHeaders(response, {
          "content-security-policy": policy ?? "default-src 'none'",
          "x-content-type-options": "nosniff",
          "referrer-policy": "no-referrer",
        })
      })
  }),
).layer

/** `GET /docs`: pages to read the OpenAPI document. They talk to no other host. */
export const DocsRoute = HttpApiScalar.layer(Api, { path: "/docs", scalar: { withDefaultFonts: false } }).pipe(Layer.provide(secured))
