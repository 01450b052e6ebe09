import { Context, Effect, Layer, Redacted } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { limitAnonymous } from "../../../rails/http/anonymousRateLimit.ts"
import { RouteNotFound } from "../../../rails/http/errors.ts"
import { RequestContext } from "../../../rails/http/RequestContext.ts"
import { answerUndeclared } from "../../../rails/http/respond.ts"
import { Settings } from "../../Settings.ts"
import { outputDirectory, type PageFile, readPages, withMode } from "./builtPages.ts"

/** Where the built pages are, or will be. */
export const PageDirectory = Context.Reference<() => string>("farthing/src/http/PageDirectory", { defaultValue: () => outputDirectory })

/** A first view loads about ten files. */
const limits = { perAddress: 1_200, fromAll: 24_000, atOnce: 256 }

/** Scripts, styles and data of this gateway only, in no frame, and nothing inline. */
const secured = {
  "content-security-policy":
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

const building = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Farthing</title><script src="/app/wait.js" defer></script></head>
<body><p>The pages of the app are being built. This takes some seconds, once. The page reloads by itself.</p></body></html>`

/** A refresh by the page's head would not load an address with a fragment again, and links have their token there. */
const waitScript = "setTimeout(() => location.reload(), 1500)\n"

/** `/app`: the page of the app, which is the same file for each of its addresses, and what it loads. */
export const AppPageRoutes = Layer.unwrap(
  Effect.gen(function* () {
    const limited = yield* limitAnonymous(limits)
    const { appSecret, mode } = yield* Settings
    const isServed = mode === "sandbox" || (appSecret !== undefined && Redacted.value(appSecret) !== "")
    const pages = yield* pagesOnDemand
    const page = Effect.gen(function* () {
      const { record } = yield* RequestContext
      record.route = "/app/*"
      if (!isServed) {
        return yield* new RouteNotFound({ message: "This gateway serves no app: its operator has not set FARTHING_APP_SECRET." })
      }
      const { headers, originalUrl } = yield* HttpServerRequest
      const path = new URL(originalUrl, "http://localhost").pathname.replace(/^\/app\/?/, "")
      if (path === "wait.js") {
        return HttpServerResponse.text(waitScript, {
          contentType: "text/javascript; charset=utf-8",
          headers: { ...secured, "cache-control": "no-cache" },
        })
      }
      const files = yield* pages
      if (files === undefined) {
        const caching = { ...secured, "cache-control": "no-store", "retry-after": "2" }
        return HttpServerResponse.text(building, { status: 503, contentType: "text/html; charset=utf-8", headers: caching })
      }
      if (!path.startsWith("assets/")) return answerFile(withMode(files.get("index.html")!, mode), headers, "no-cache")
      const file = files.get(path)
      if (file === undefined) return yield* new RouteNotFound({ message: "There is no such file. Reload the page: the app was updated." })
      return answerFile(file, headers, "public, max-age=31536000, immutable")
    })
    // The router takes `/app` itself for the same route.
    return HttpRouter.add("GET", "/app/*", answerUndeclared(limited(page)))
  }),
)

/** Reads the built pages at the first request after they were built. */
const pagesOnDemand = Effect.map(PageDirectory, (locate) => {
  let directory: string | undefined
  let files: ReadonlyMap<string, PageFile> | undefined
  return Effect.sync(() => {
    directory ??= locate()
    files ??= readPages(directory)
    return files
  })
})

const answerFile = ({ body, br, gzip, type }: PageFile, headers: Readonly<Record<string, string | undefined>>, caching: string) => {
  const accepted = headers["accept-encoding"] ?? ""
  const [encoding, bytes] =
    br !== undefined && /\bbr\b/.test(accepted)
      ? (["br", br] as const)
      : gzip !== undefined && /\bgzip\b/.test(accepted)
        ? (["gzip", gzip] as const)
        : [undefined, body]
  return HttpServerResponse.uint8Array(bytes, {
    contentType: type,
    headers: {
      ...secured,
      "cache-control": caching,
      vary: "accept-encoding",
      ...(encoding !== undefined && { "content-encoding": encoding }),
    },
  })
}
