import { Effect, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { InvalidDocument } from "../../domain/catalogue/ImportedSource.ts"
import { maxPrice } from "../../domain/catalogue/PriceList.ts"
import { endpointId, type Listing } from "../../domain/listing/Listing.ts"
import { toDecimal } from "../../domain/money/Money.ts"
import { listNames } from "../../domain/sanitize.ts"
import type { OpenApiDocument } from "../../layers/sources/openapi/Document.ts"
import { pricedEndpoints } from "../../layers/sources/openapi/pricedEndpoints.ts"

export interface ListingOrder extends Pick<Listing, "slug" | "origin" | "allowPrivate" | "dailyCap" | "status"> {
  readonly document: OpenApiDocument
  /** Absent: the title of the document. */
  readonly name: string | undefined
  /** Absent: the name of the API. */
  readonly publisher: string | undefined
  /** Sign what is sent to the origin. */
  readonly sign: boolean
  /** What the document's reading left out. */
  readonly warnings: ReadonlyArray<string>
}

const titleOf = (document: unknown) => String(Object(Object(document)["info"])["title"] ?? "").slice(0, 80)

/** The listing of an OpenAPI document: what can be sold of it, with notes on the rest. The secret is shown once. */
export const newListing = Effect.fnUntraced(function* ({ document, name: given, publisher, sign, warnings, ...order }: ListingOrder) {
  // The routes of the gateway are loaded for this alone: they take a command 0.1 s.
  const { reservedSlugs } = yield* Effect.promise(() => import("../http/routes.ts"))
  const { slug } = order
  if (reservedSlugs.has(slug)) return yield* new InvalidDocument({ message: `/${slug} is a route of the gateway. Choose another slug.` })
  const notes = new Set(warnings)
  const endpoints = pricedEndpoints(document, (note) => notes.add(note))
  if (endpoints.length === 0) {
    return yield* new InvalidDocument({
      message: ["None of its endpoints can be sold.", ...[...notes].map((note) => `  note: ${note}`)].join("\n"),
    })
  }
  const tooDear = endpoints.filter(({ pricing }) => pricing.price > maxPrice)
  if (tooDear.length > 0) {
    const named = tooDear.map((endpoint) => `${endpointId(endpoint)} at ${toDecimal(endpoint.pricing.price)} USD`)
    return yield* new InvalidDocument({
      message: `A call costs at most ${toDecimal(maxPrice)} USD: ${listNames(named)}. Prices are in millionths of a USD. Nothing was saved.`,
    })
  }
  const name = given ?? (titleOf(document) || slug)
  const secret = sign ? Redacted.make(randomBytes(32).toString("base64url")) : null
  const listing: Listing = {
    ...order,
    name,
    publisher: publisher ?? name,
    signing: secret === null ? null : { keyId: `${slug}-${randomBytes(4).toString("hex")}`, secret },
    maxAnswerBytes: 1024 * 1024,
    endpoints,
  }
  return { listing, notes: [...notes] }
})
