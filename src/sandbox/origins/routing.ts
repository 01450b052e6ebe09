import { Effect } from "effect"
import { malformed, Refused, type Route } from "./Origin.ts"

type Found =
  | { readonly route: Route; readonly parameters: ReadonlyArray<string>; readonly query: URLSearchParams }
  | { readonly allow: string }

/** Finds the route of a method and a path with its query, or which methods the path has. HEAD is GET without a body. */
export const routing = (routes: ReadonlyArray<Route>) => {
  const table = routes.map((route) => ({ route, segments: route.path.split("/") }))
  return Effect.fnUntraced(function* (method: string, url: string): Effect.fn.Return<Found, Refused> {
    const at = url.indexOf("?")
    const path = at < 0 ? url : url.slice(0, at)
    if (/%00/.test(url)) return yield* malformed("The path or query has a NUL.")
    const asked = yield* Effect.try({
      try: () => path.split("/").map(decodeURIComponent),
      catch: () => malformed("The path has a % that no two hexadecimal digits follow."),
    })
    const there = table.filter(({ segments }) => fits(segments, asked))
    if (there.length === 0) return yield* new Refused({ status: 404, code: "not_found", message: "There is nothing at this path." })
    const match = there.find(({ route }) => route.method === (method === "HEAD" ? "GET" : method))
    if (match === undefined) return { allow: [...new Set(there.flatMap(({ route }) => methodsOf(route)))].join(", ") }
    const parameters = asked.filter((_, i) => isParameter(match.segments[i]!))
    return { route: match.route, parameters, query: new URLSearchParams(at < 0 ? "" : url.slice(at + 1)) }
  })
}

const methodsOf = ({ method }: Route) => (method === "GET" ? ["GET", "HEAD"] : [method])

const isParameter = (segment: string) => segment.startsWith("{")

const fits = (segments: ReadonlyArray<string>, asked: ReadonlyArray<string>) =>
  segments.length === asked.length && segments.every((segment, i) => (isParameter(segment) ? asked[i] !== "" : segment === asked[i]))
