import { Effect, Layer, Option } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { ServiceUnavailable } from "../../../domain/Refusal.ts"
import { AppAuth, authPath, clientAddressHeader } from "../../../layers/app/AppAuth.ts"
import { limitAnonymous } from "../../../rails/http/anonymousRateLimit.ts"
import { readBody } from "../../../rails/http/body.ts"
import { RouteNotFound } from "../../../rails/http/errors.ts"
import { RequestContext } from "../../../rails/http/RequestContext.ts"
import { answerUndeclared } from "../../../rails/http/respond.ts"
import { isFromOwnPage } from "../server/appOrigin.ts"

/** Everything that the pages use of better-auth. Its other routes are not reachable. */
const routes: ReadonlySet<string> = new Set([
  "POST /sign-in/email",
  "POST /sign-out",
  "GET /get-session",
  "POST /update-user",
  "POST /change-password",
  "POST /link/read",
  "POST /link/use",
  "POST /invitation/read",
  "POST /invitation/mail",
  "POST /invitation/join",
  "GET /organization/list",
  "POST /organization/set-active",
  "GET /organization/get-active-member",
  "GET /organization/list-members",
  "GET /organization/list-invitations",
  "POST /organization/invite-member",
  "POST /organization/cancel-invitation",
  "POST /organization/accept-invitation",
  "POST /organization/remove-member",
  "POST /organization/update-member-role",
  "POST /organization/leave",
])

/** A hash of a password takes 60 ms of a processor, so few are made at once. */
const limits = { perAddress: 600, fromAll: 6_000, atOnce: 32 }

const sentHeaders = [
  "accept",
  "content-type",
  "cookie",
  "host",
  "origin",
  "referer",
  "sec-fetch-dest",
  "sec-fetch-mode",
  "sec-fetch-site",
  "user-agent",
]

const notFound = () => new RouteNotFound({ message: "The app has no such route." })

const handle = Effect.gen(function* () {
  const { record } = yield* RequestContext
  record.route = `${authPath}/*`
  record.noStore = true
  const request = yield* HttpServerRequest
  const { pathname } = new URL(request.originalUrl, "http://localhost")
  if (!routes.has(`${request.method} ${pathname.slice(authPath.length)}`) || !isFromOwnPage(request.headers)) return yield* notFound()
  const bytes = yield* readBody(request)
  const headers = new Headers()
  for (const name of sentHeaders) {
    const value = request.headers[name]
    if (value !== undefined) headers.set(name, value)
  }
  headers.set(
    clientAddressHeader,
    Option.getOrElse(request.remoteAddress, () => "127.0.0.1"),
  )
  const auth = yield* AppAuth
  const sent = new Request(new URL(request.originalUrl, `http://${request.headers["host"] ?? "localhost"}`), {
    method: request.method,
    headers,
    ...(bytes.length > 0 && { body: bytes }),
  })
  const response = yield* Effect.catchTag(auth.handle(sent), "UserRefused", notFound)
  if (response.status >= 500) {
    return yield* new ServiceUnavailable({ message: "The app cannot reach its database. Retry in a moment.", retryAfterSeconds: 2 })
  }
  return HttpServerResponse.fromWeb(yield* Effect.promise(() => withoutSecrets(response)))
})

/** What the library's JSON has of a session beyond what the pages show: its token, which the cookie hides from scripts, and where it began. */
const hiddenMembers: ReadonlySet<string> = new Set(["token", "ipAddress", "userAgent"])

const withoutSecrets = async (response: Response): Promise<Response> => {
  if (response.headers.get("content-type")?.startsWith("application/json") !== true) return response
  const text = await response.text()
  const shown = text === "" ? null : JSON.stringify(JSON.parse(text, (name, value) => (hiddenMembers.has(name) ? undefined : value)))
  const headers = new Headers(response.headers)
  headers.delete("content-length")
  return new Response(shown, { status: response.status, headers })
}

/** `/app/api/auth/*`: sign-in, members and invitations, for the pages of the app alone. Their errors have the form of better-auth, `{code, message}`, with our sentences. */
export const AppAuthRoutes = Layer.unwrap(
  Effect.map(limitAnonymous(limits), (limited) =>
    Layer.mergeAll(
      HttpRouter.add("GET", `${authPath}/*`, answerUndeclared(limited(handle))),
      HttpRouter.add("POST", `${authPath}/*`, answerUndeclared(limited(handle))),
    ),
  ),
)
