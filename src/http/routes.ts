import { Api } from "./api/Api.ts"

/** Every route of the gateway as method and segments, so that a known path with another method answers 405. */
const routes = [
  ...Object.values(Api.groups).flatMap((group) =>
    Object.values(group.endpoints).map(({ method, path }) => ({ method: String(method), path: String(path) })),
  ),
  { method: "GET", path: "/openapi.json" },
  { method: "GET", path: "/docs" },
  { method: "GET", path: "/status" },
  { method: "GET", path: "/healthz" },
  { method: "GET", path: "/readyz" },
].map(({ method, path }) => ({ method, segments: path.split("/") }))

export const methodsAt = (path: string): ReadonlyArray<string> => {
  const segments = path.split("/")
  const methods = routes
    .filter((route) => route.segments.length === segments.length && route.segments.every((s, i) => s.startsWith(":") || s === segments[i]))
    .map((route) => route.method)
  return [...new Set(methods)].sort()
}

/** The one shared route, which answers some refusals in a shape of its own. */
export const isSourceList = (request: { readonly url: string }) => request.url.split("?", 1)[0] === "/v2/sources"
