import { Result } from "effect"
import { OperationNotFound } from "../catalogue/find.ts"
import { listNames } from "../sanitize.ts"
import { InvalidRequest, Refusal } from "../Refusal.ts"
import { type ListedEndpoint, endpointId, type Listing } from "./Listing.ts"

/** 405: the path is listed, but not with this method. */
export class MethodNotListed extends Refusal("method_not_allowed", 405) {}

/**
 * The endpoint that a method and a raw path (as it came, without query) stand for. What is matched must be what the origin
 * will understand, or a cheap template would buy a dear endpoint: dotted, empty and ambiguous segments are refused, and a
 * literal is recognised in any case, encoding and with path parameters behind it. A HEAD is what GET would be.
 */
export const matchEndpoint = (
  listing: Listing,
  method: string,
  rawPath: string,
): Result.Result<ListedEndpoint, InvalidRequest | OperationNotFound | MethodNotListed> => {
  const segments = segmentsOf(rawPath)
  if (segments === undefined) {
    return Result.fail(
      new InvalidRequest({
        message:
          "The path has an empty, dotted, undecodable or ambiguous segment. Send it without a slash at its end, `//`, `.`, `..` and encoded slashes. Nothing was charged.",
      }),
    )
  }
  const here = endpointsAt(listing, segments)
  if (here.length === 0) {
    const operations = listing.endpoints.map(endpointId)
    return Result.fail(
      new OperationNotFound({ message: `${listing.slug} lists no such path. It lists ${listNames(operations)}.`, operations }),
    )
  }
  const wanted = (name: string) =>
    best(
      here.filter((endpoint) => endpoint.method === name),
      segments,
    )
  const match = wanted(method) ?? (method === "HEAD" ? wanted("GET") : undefined)
  return match
    ? Result.succeed(match)
    : Result.fail(new MethodNotListed({ message: `This path of ${listing.slug} takes ${methodsOf(here).join(", ")}.` }))
}

/** The methods of a path, for `Allow` and for browsers that ask first; none where the path is not listed. */
export const methodsAt = (listing: Listing, rawPath: string): ReadonlyArray<string> => {
  const segments = segmentsOf(rawPath)
  return segments === undefined ? [] : methodsOf(endpointsAt(listing, segments))
}

const methodsOf = (endpoints: ReadonlyArray<ListedEndpoint>): ReadonlyArray<string> => {
  const methods = new Set(endpoints.map(({ method }) => method))
  if (methods.has("GET")) methods.add("HEAD")
  return [...methods].sort()
}

/** Undefined where a segment could be read in two ways by two servers. */
const segmentsOf = (rawPath: string): ReadonlyArray<string> | undefined => {
  const segments: Array<string> = []
  if (rawPath === "" || rawPath === "/") return segments
  for (const raw of rawPath.split("/").slice(1)) {
    const decoded = decode(raw)
    if (decoded === undefined) return undefined
    const name = decoded.split(";", 1)[0]!
    if (name === "" || name === "." || name === ".." || /[/\\\p{Cc}]/u.test(decoded)) return undefined
    segments.push(name)
  }
  return segments
}

const decode = (raw: string): string | undefined => {
  // Other characters belong to no path (RFC 3986), and servers differ in how they read them.
  if (!/^[A-Za-z0-9\-._~!$&'()*+,;=:@%]*$/.test(raw)) return undefined
  try {
    const decoded = decodeURIComponent(raw)
    // A server that decodes twice would read another path.
    return /%[0-9a-f]{2}/i.test(decoded) ? undefined : decoded
  } catch {
    return undefined
  }
}

const endpointsAt = (listing: Listing, segments: ReadonlyArray<string>): ReadonlyArray<ListedEndpoint> =>
  listing.endpoints.filter((endpoint) => {
    const template = templateOf(endpoint)
    return template.length === segments.length && template.every((part, i) => part === null || part === segments[i]!.toLowerCase())
  })

/** The one whose first difference is a literal: `/send` before `/{id}`. Of two that differ in case alone the one that is written so, or the dearer one. */
const best = (endpoints: ReadonlyArray<ListedEndpoint>, segments: ReadonlyArray<string>): ListedEndpoint | undefined => {
  const rank = (endpoint: ListedEndpoint) => [breadth(endpoint), isWrittenSo(endpoint, segments) ? 0 : 1, -endpoint.pricing.price] as const
  const comesFirst = (one: ListedEndpoint, other: ListedEndpoint) => {
    const [a, b] = [rank(one), rank(other)]
    const place = a.findIndex((value, at) => value !== b[at])
    return place < 0 || a[place]! < b[place]!
  }
  return endpoints.reduce<ListedEndpoint | undefined>((first, next) => (first && comesFirst(first, next) ? first : next), undefined)
}

/** Whether the literals of a path have the case of the request's. */
const isWrittenSo = ({ path }: ListedEndpoint, segments: ReadonlyArray<string>): boolean =>
  path
    .split("/")
    .slice(1)
    .every((part, at) => part.startsWith("{") || part === (segments[at] ?? ""))

/** `/a/{b}` is "01": sorts before what is less literal, from the left. */
const breadth = (endpoint: ListedEndpoint) =>
  templateOf(endpoint)
    .map((part) => (part === null ? 1 : 0))
    .join("")

/** Lower-case literals, and null for what a caller fills in. */
const templateOf = ({ path }: ListedEndpoint): ReadonlyArray<string | null> =>
  path === "/"
    ? []
    : path
        .split("/")
        .slice(1)
        .map((part) => (/^\{[^}]*\}$/.test(part) ? null : part.toLowerCase()))
