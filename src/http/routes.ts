import { Context } from "effect"
import { Access } from "./api/access.ts"
import { Api } from "./api/Api.ts"

/** Every route of the gateway as method and segments, so that a known path with another method answers 405. */
const routes = [
  ...Object.values(Api.groups).flatMap((group) =>
    Object.values(group.endpoints).map(({ annotations, method, path }) => ({
      method: String(method),
      path: String(path),
      access: Context.getOrUndefined(annotations as Context.Context<Access>, Access),
    })),
  ),
  ...["/openapi.json", "/docs", "/metrics"].map((path) => ({ method: "GET", path, access: undefined })),
].map(({ access, ...route }) => ({ ...route, segments: route.path.split("/"), open: access === undefined, paid: access?.paid === true }))

/** The path's segments as the router reads them: decoded, up to whatever ends a path for it. */
const segmentsOf = (url: string) => url.split(/[?;]/, 1)[0]!.split("/").map(decoded)

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const routesAt = (url: string) => {
  const segments = segmentsOf(url)
  return routes.filter(
    (route) => route.segments.length === segments.length && route.segments.every((s, i) => s.startsWith(":") || s === segments[i]),
  )
}

export const methodsAt = (url: string): ReadonlyArray<string> => [...new Set(routesAt(url).map((route) => route.method))].sort()

export const isPaid = ({ method, url }: { readonly method: string; readonly url: string }): boolean =>
  routesAt(url).some((route) => route.paid && route.method === method)

/** The route that a request is for, as metrics name it, where nothing that served it said so. */
export const routeOf = ({ method, url }: { readonly method: string; readonly url: string }) => {
  const found = routesAt(url)
  const route = found.find((candidate) => candidate.method === method) ?? found[0]
  if (route === undefined) return { route: "unmatched", routeClass: "unmatched" } as const
  return { route: route.path, routeClass: route.paid ? "paid" : route.open ? "public" : "free" } as const
}

/** The one shared route, which answers some refusals in a shape of its own. */
export const isSourceList = (request: { readonly url: string }) => segmentsOf(request.url).join("/") === "/v2/sources"

/** The shared list and what is below it have a code of their own for a bad filter. */
export const isDirectory = (request: { readonly url: string }) => segmentsOf(request.url).slice(0, 3).join("/") === "/v2/sources"
