import { Data, Effect, Schema } from "effect"
import type { Database } from "../../../layers/postgres/Database.ts"

/** The path parameters in order, the query, and the JSON body if the method has one. */
export interface RouteRequest {
  readonly parameters: ReadonlyArray<string>
  readonly query: URLSearchParams
  readonly body: unknown
}

export interface RouteResponse {
  readonly status: number
  readonly body: object
}

/** An error response: status, code, and a sentence for the client. */
export class OriginRefusal extends Data.TaggedError("OriginRefusal")<{
  readonly status: 400 | 401 | 404 | 405 | 409 | 413 | 415 | 422
  readonly code: string
  readonly message: string
  readonly field?: string
}> {}

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** A segment `{…}` is a parameter. */
  readonly path: string
  /** Any failure other than a refusal is answered 500. */
  readonly run: (
    request: RouteRequest,
  ) => Effect.Effect<RouteResponse, OriginRefusal | { readonly _tag: "SqlError" | "DuplicateDocument" }, Database>
}

export const ok = (body: object): RouteResponse => ({ status: 200, body })

export const created = (body: object): RouteResponse => ({ status: 201, body })

/** 400: the request has the wrong shape. */
export const malformed = (message: string, field?: string) =>
  new OriginRefusal({ status: 400, code: "invalid_request", message, ...(field === undefined ? {} : { field }) })

/** 404: the object in the path does not exist. */
export const notFound = (what: string, id: string) =>
  new OriginRefusal({ status: 404, code: "not_found", message: `There is no ${what} ${id}.` })

/** 422: the request has the right shape and cannot be fulfilled. */
export const unprocessable = (code: string, message: string, field: string) => new OriginRefusal({ status: 422, code, message, field })

/** Decodes a body by a schema; an unknown member is an error. */
export const decodeBody = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = Schema.decodeUnknownEffect(schema, { onExcessProperty: "error" })
  return (body: unknown) =>
    Effect.mapError(decode(body), (error) => {
      const message = error.message.replaceAll(/\s+/g, " ").slice(0, 300)
      const path = [...message.matchAll(/\["([^"]+)"\]/g)].map(([, member]) => member)
      return malformed(`${message}.`, path[0])
    })
}

type RouteMatch =
  | { readonly route: Route; readonly parameters: ReadonlyArray<string>; readonly query: URLSearchParams }
  | { readonly allow: string }

/** Finds the route of a method and a URL, or the methods that the path allows. HEAD is GET without a body. */
export const makeRouter = (routes: ReadonlyArray<Route>) => {
  const table = routes.map((route) => ({ route, segments: route.path.split("/") }))
  return Effect.fnUntraced(function* (method: string, url: string): Effect.fn.Return<RouteMatch, OriginRefusal> {
    const at = url.indexOf("?")
    const path = at < 0 ? url : url.slice(0, at)
    if (/%00/.test(url)) return yield* malformed("The path or query contains a NUL character.")
    const given = yield* Effect.try({
      try: () => path.split("/").map(decodeURIComponent),
      catch: () => malformed("The path has a % without two hexadecimal digits after it."),
    })
    const matching = table.filter(({ segments }) => fits(segments, given))
    if (matching.length === 0)
      return yield* new OriginRefusal({ status: 404, code: "not_found", message: "There is nothing at this path." })
    const match = matching.find(({ route }) => route.method === (method === "HEAD" ? "GET" : method))
    if (match === undefined) return { allow: [...new Set(matching.flatMap(({ route }) => methodsOf(route)))].join(", ") }
    const parameters = given.filter((_, i) => isParameter(match.segments[i]!))
    return { route: match.route, parameters, query: new URLSearchParams(at < 0 ? "" : url.slice(at + 1)) }
  })
}

const methodsOf = ({ method }: Route) => (method === "GET" ? ["GET", "HEAD"] : [method])
const isParameter = (segment: string) => segment.startsWith("{")
const fits = (segments: ReadonlyArray<string>, given: ReadonlyArray<string>) =>
  segments.length === given.length && segments.every((segment, i) => (isParameter(segment) ? given[i] !== "" : segment === given[i]))
