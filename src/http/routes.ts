import { Context } from "effect"
import { authPath } from "../../layers/app/AppAuth.ts"
import { RoutePolicy } from "../../rails/http/RoutePolicy.ts"
import { Api } from "./Api.ts"
import { OperatorApi } from "./operator/api.ts"
import { OperatorGuarded } from "./operator/policy.ts"
import { PublisherGuarded } from "./publishers/policy.ts"
import { Anonymous } from "./server/anonymousPolicy.ts"
import { MarketplaceGuarded } from "./server/marketplacePolicy.ts"

/** Every route of the gateway as method and segments, so that another method on the same path answers 405. */
const routes = [
  ...[...Object.values(Api.groups), ...Object.values(OperatorApi.groups)].flatMap((group) =>
    Object.values(group.endpoints).map(({ annotations, method, middlewares, path }) => ({
      method: String(method),
      path: String(path),
      keyed: [MarketplaceGuarded, PublisherGuarded, OperatorGuarded].some((guard) => middlewares.has(guard as never)),
      isNotStored: [Anonymous, MarketplaceGuarded].some((guard) => middlewares.has(guard as never)),
      policy: Context.getOrUndefined(annotations as Context.Context<RoutePolicy>, RoutePolicy),
    })),
  ),
  ...[
    ...["/openapi.json", "/docs", "/metrics", "/pay/:id", "/pay/assets/:file", "/onboarding", "/app", "/app/*"].map((path) => [
      "GET",
      path,
    ]),
    ["GET", `${authPath}/*`],
    ["POST", `${authPath}/*`],
  ].map(([method, path]) => ({
    method: method!,
    path: path!,
    keyed: false,
    isNotStored: false,
    policy: undefined,
  })),
].map(({ keyed, policy, ...route }) => ({
  ...route,
  segments: route.path.split("/"),
  open: policy === undefined && !keyed,
  paid: policy?.paid === true,
}))

/** Planned routes whose slugs no API may take before they exist. */
const plannedSlugs = ["api", "openapi-json", "pay", "discovery"]

/** First segments of the gateway's own routes: no API can be listed under them. */
export const reservedSlugs: ReadonlySet<string> = new Set([...plannedSlugs, ...routes.map(({ segments }) => segments[1]!)])

/** The segments of a path as the router reads them: decoded, up to the query. */
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
  return routes.filter((route) => {
    const isWhole = route.segments.at(-1) === "*" ? segments.length >= route.segments.length : segments.length === route.segments.length
    return isWhole && route.segments.every((s, i) => s === "*" || s.startsWith(":") || s === segments[i])
  })
}

export const methodsAt = (url: string): ReadonlyArray<string> => [...new Set(routesAt(url).map((route) => route.method))].sort()

export const isPaid = ({ method, url }: { readonly method: string; readonly url: string }): boolean =>
  routesAt(url).some((route) => route.paid && route.method === method)

/** Whether the path may be one of a listed API: it does not begin like a route of the gateway's own. */
export const mayBeRelayed = (url: string): boolean => {
  const [, slug = ""] = segmentsOf(url)
  return slug !== "" && !reservedSlugs.has(slug)
}

/** Whether a request to this path can move money, by one of its methods. */
export const isPaidPath = (url: string): boolean => routesAt(url).some(({ paid }) => paid)

/** Whether every answer at this path has `Cache-Control: no-store`. */
export const isNotStored = (url: string): boolean => routesAt(url).some((route) => route.isNotStored)

/** The route that metrics name for a request that no handler served. */
export const routeOf = ({ method, url }: { readonly method: string; readonly url: string }) => {
  const candidates = routesAt(url)
  const route = candidates.find((candidate) => candidate.method === method) ?? candidates[0]
  if (route === undefined) return { route: "unmatched", routeClass: "unmatched" } as const
  return { route: route.path, routeClass: route.paid ? "paid" : route.open ? "public" : "free" } as const
}

/** The one shared route, which answers some refusals in its own envelope. */
export const isSourceList = (request: { readonly url: string }) => segmentsOf(request.url).join("/") === "/v2/sources"

/** The shared list and the routes below it have a code of their own for a bad filter. */
export const isDirectory = (request: { readonly url: string }) => segmentsOf(request.url).slice(0, 3).join("/") === "/v2/sources"
