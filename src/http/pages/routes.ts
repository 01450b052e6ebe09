import { Effect, Layer } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { Checkouts } from "../../../domain/connect/Checkouts.ts"
import { limitAnonymous } from "../../../rails/http/anonymousRateLimit.ts"
import { RouteNotFound } from "../../../rails/http/errors.ts"
import { RequestContext } from "../../../rails/http/RequestContext.ts"
import { answerUndeclared } from "../../../rails/http/respond.ts"

const read = (name: string) => readFileSync(new URL(`assets/${name}`, import.meta.url), "utf8")

/** One page loads six files. */
const limits = { perAddress: 600, fromAll: 12_000, atOnce: 128 }

const assets = {
  "page.css": "text/css; charset=utf-8",
  "dom.js": "text/javascript; charset=utf-8",
  "wallet.js": "text/javascript; charset=utf-8",
  "pay.js": "text/javascript; charset=utf-8",
  "onboarding.js": "text/javascript; charset=utf-8",
} as const

/** The pages run their own scripts only, talk to this gateway only, and are in no frame. The one other address is the product's image. */
const secured = (image: string | null) => ({
  "content-security-policy": `default-src 'self'; img-src 'self' data:${image === null ? "" : ` ${image}`}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
})

/** As a source of a policy: an address cannot end it or begin another one. */
const imageSource = (image: string | null) => {
  if (image === null || !image.startsWith("https://")) return null
  const { origin, pathname } = new URL(image)
  return /[;,'"\s]/.test(origin + pathname) ? origin : origin + pathname
}

/** `/pay/{id}` and `/onboarding`: the pages of buyers and sellers, and what they load. */
export const PageRoutes = Layer.unwrap(
  Effect.gen(function* () {
    const limited = yield* limitAnonymous(limits)
    const html = { pay: read("pay.html"), onboarding: read("onboarding.html") }
    const files = new Map(
      Object.entries(assets).map(([name, type]) => {
        const body = read(name)
        return [name, { body, type, tag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` }]
      }),
    )
    const named = (route: string) => Effect.map(RequestContext, ({ record }) => void (record.route = route))
    const pageOf = (text: string, status: number, image: string | null) =>
      HttpServerResponse.text(text, {
        status,
        contentType: "text/html; charset=utf-8",
        headers: { ...secured(image), "cache-control": "no-store" },
      })

    const pay = Effect.gen(function* () {
      yield* named("/pay/:id")
      const { params } = yield* HttpRouter.RouteContext
      // Without the database the page itself says that the checkout cannot be loaded.
      const record = yield* Effect.option((yield* Checkouts).find((params["id"] ?? "").toLowerCase()))
      const isMissing = record._tag === "Some" && record.value === undefined
      const image = record._tag === "Some" ? (record.value?.checkout.productImage ?? null) : null
      return pageOf(html.pay, isMissing ? 404 : 200, imageSource(image))
    })

    const asset = Effect.gen(function* () {
      yield* named("/pay/assets/:file")
      const { params } = yield* HttpRouter.RouteContext
      const { headers } = yield* HttpServerRequest
      const file = files.get(params["file"] ?? "")
      if (file === undefined) return yield* new RouteNotFound({ message: "There is no such file." })
      const caching = { ...secured(null), etag: file.tag, "cache-control": "no-cache" }
      if (headers["if-none-match"] === file.tag) return HttpServerResponse.empty({ status: 304, headers: caching })
      return HttpServerResponse.text(file.body, { contentType: file.type, headers: caching })
    })

    const onboarding = Effect.as(named("/onboarding"), pageOf(html.onboarding, 200, null))
    return Layer.mergeAll(
      HttpRouter.add("GET", "/pay/:id", answerUndeclared(limited(pay))),
      HttpRouter.add("GET", "/pay/assets/:file", answerUndeclared(limited(asset))),
      HttpRouter.add("GET", "/onboarding", answerUndeclared(limited(onboarding))),
    )
  }),
)
