import { parse } from "qs"
import type { EmulatorRoute } from "./routes.ts"
import { apiVersion } from "./schema.ts"
import { StripeProblem, invalid } from "./StripeProblem.ts"
import { createHash } from "node:crypto"
import type { Kinds } from "./kinds.ts"
import type { World } from "./World.ts"

export interface EmulatorRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** A form. */
  readonly body: string
}

export type EmulatorAnswer =
  | { readonly dropped: false; readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
  /** The connection breaks and nothing is answered. */
  | { readonly dropped: true }

export interface Decoded {
  readonly params: unknown
  readonly expands: ReadonlyArray<string>
}

/** The form or the query, as the operation takes it. What it does not take is refused before its key is remembered. */
export const decoded = (request: EmulatorRequest, route: EmulatorRoute): Decoded => {
  const at = request.path.indexOf("?")
  const text = route.method === "POST" ? request.body : at < 0 ? "" : request.path.slice(at + 1)
  const params = parsed(text)
  const problem = route.problem(params)
  if (problem !== undefined) throw problem
  const wanted = typeof params === "object" && params !== null && "expand" in params ? params.expand : []
  return { params, expands: Array.isArray(wanted) ? wanted.filter((path) => typeof path === "string") : [] }
}

/** What is out of all bounds is refused: nothing of it is left out in silence. */
const parsed = (text: string): unknown => {
  try {
    return parse(text, { depth: 8, strictDepth: true, parameterLimit: 500, arrayLimit: 100, throwOnLimitExceeded: true })
  } catch (error) {
    throw invalid(`The parameters could not be read: ${error instanceof Error ? error.message : "they are no form"}`)
  }
}

export const authorised = (headers: EmulatorRequest["headers"]) => {
  const key = /^Bearer (\S+)$/.exec(headers["authorization"] ?? "")?.[1]
  if (key === undefined || !/^[sr]k_test_\w/.test(key)) {
    throw new StripeProblem(401, {
      type: "invalid_request_error",
      message: "The sandbox takes test keys only: one that begins with sk_test_ or rk_test_.",
    })
  }
  const version = headers["stripe-version"]
  if (version !== undefined && version !== apiVersion) {
    throw invalid(`The sandbox speaks the API version ${apiVersion}, not ${version}. Derive its schema from the installed SDK again.`)
  }
}

export const failure = () => new StripeProblem(500, { type: "api_error", message: "An unknown error occurred" })
export const tooMany = () =>
  new StripeProblem(429, { type: "invalid_request_error", code: "rate_limit", message: "Request rate limit exceeded." })
export const conflict = () =>
  new StripeProblem(409, {
    type: "invalid_request_error",
    code: "idempotency_key_in_use",
    message: "There is currently another in-progress request using this idempotency key. Please try again later.",
  })

export const response = (status: number, requestId: string, body: string, more: Readonly<Record<string, string>> = {}): EmulatorAnswer => ({
  dropped: false,
  status,
  headers: { "content-type": "application/json", "request-id": requestId, "stripe-version": apiVersion, ...more },
  body,
})

const keptMs = 24 * 3_600_000

/** The request, to detect the same key with another one. */
export const fingerprint = (method: string, path: string, body: string): string =>
  createHash("sha256").update(`${method} ${path}\n${body}`).digest("base64url")

/** The first answer of a key, for 24 hours. The same key for another request is an error of the client. */
export const remembered = (world: World, key: string, request: string, path: string): Kinds["key"] | undefined => {
  const earlier = world.state.get("key", key)
  if (earlier === undefined) return undefined
  if (world.now - earlier.at >= keptMs) {
    world.state.remove("key", key)
    return undefined
  }
  if (earlier.request !== request) {
    throw new StripeProblem(400, {
      type: "idempotency_error",
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request (${path}).`,
    })
  }
  return earlier
}

/** Forgets keys: all of them, or those whose 24 hours are over. */
export const prune = (world: World, which: "all" | "old"): void => {
  for (const { at, id } of world.state.all("key")) if (which === "all" || world.now - at >= keptMs) world.state.remove("key", id)
}
