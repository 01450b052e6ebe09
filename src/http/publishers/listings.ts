import { Effect, Redacted, Result } from "effect"
import { hostname } from "node:os"
import { Catalogue } from "../../../domain/catalogue/Catalogue.ts"
import { InvalidDocument } from "../../../domain/catalogue/ImportedSource.ts"
import { type Listing, Listings } from "../../../domain/listing/Listing.ts"
import { toMoney } from "../../../domain/money/Money.ts"
import { putListing } from "../../../domain/operating/catalogue.ts"
import { Operator } from "../../../domain/operating/OperatorLog.ts"
import { OperatorQueries } from "../../../domain/operating/OperatorQueries.ts"
import { type ListingHealth, PublisherBooks } from "../../../domain/publishing/PublisherBooks.ts"
import { PublisherSuspended } from "../../../domain/publishing/Publishers.ts"
import { InvalidRequest } from "../../../domain/Refusal.ts"
import { isoTimeOrNull } from "../../../domain/time.ts"
import { readBaseUrl } from "../../../layers/origin/baseUrl.ts"
import { applyPrices, withDefaultPrice } from "../../../layers/sources/openapi/applyPrices.ts"
import { readDocument } from "../../../layers/sources/openapi/readDocument.ts"
import { serverAddress } from "../../../layers/sources/openapi/sourceMetadata.ts"
import { RequestContext } from "../../../rails/http/RequestContext.ts"
import { newListing } from "../../listings/newListing.ts"
import { SlugTaken } from "./api.ts"
import { CurrentPublisher } from "./policy.ts"
import type { ListingBody } from "./schemas.ts"

export const publishedListing = (listing: Listing) => ({
  slug: listing.slug,
  name: listing.name,
  payee: listing.publisher,
  origin: listing.origin,
  status: listing.status,
  signing_key_id: listing.signing?.keyId ?? null,
  endpoints: listing.endpoints.map(({ method, name, path, pricing }) => ({
    method,
    path,
    name,
    model: pricing.model,
    price: toMoney(pricing.price),
  })),
})

const healthView = (health: ListingHealth | undefined) => ({
  calls: health?.calls ?? 0,
  delivered: health?.delivered ?? 0,
  last_delivered_at: isoTimeOrNull(health?.lastDeliveredAt ?? null),
  last_failed_at: isoTimeOrNull(health?.lastFailedAt ?? null),
})

/** The listings that pay a payee of the publisher. */
export const ownListings = Effect.gen(function* () {
  const { id, payees } = yield* CurrentPublisher
  const all = yield* Effect.flatMap(Listings, ({ latest }) => latest)
  const recent = yield* Effect.flatMap(PublisherBooks, ({ health }) => health(id))
  const own = [...all.values()].filter(({ publisher }) => payees.includes(publisher))
  return {
    listings: own.map((listing) => ({
      ...publishedListing(listing),
      health: healthView(recent.find(({ source }) => source === listing.slug)),
    })),
  }
})

/** What an OpenAPI document would sell, before it is saved. */
export const previewListing = Effect.fnUntraced(function* (order: typeof ListingBody.Type) {
  const { listing, notes } = yield* describedListing(order)
  return { ...publishedListing(listing), signing_key_id: null, notes }
})

/**
 * Saves what the document sells, paused: an operator looks at it and resumes it. Under one slug one import runs at a time, so that two publishers
 * cannot both take it.
 */
export const saveListing = Effect.fnUntraced(function* (order: typeof ListingBody.Type) {
  const publisher = yield* CurrentPublisher
  if (publisher.status === "suspended") {
    return yield* new PublisherSuspended({ message: "The operator has suspended this publisher. Nothing was saved. Ask the operator." })
  }
  const { requestId } = yield* RequestContext
  const { oneAtATime } = yield* OperatorQueries
  const saving = Effect.gen(function* () {
    const { listing, notes } = yield* describedListing(order)
    yield* Effect.provideService(putListing(listing, `request ${requestId}`), Operator, {
      user: `publisher ${publisher.id}`,
      host: hostname(),
    })
    const secret = order.sign === true && listing.signing !== null ? { signing_secret: Redacted.value(listing.signing.secret) } : {}
    return { ...publishedListing(listing), notes, ...secret }
  })
  return yield* oneAtATime(`listing:${order.slug}`, saving)
})

const describedListing = Effect.fnUntraced(function* (order: typeof ListingBody.Type) {
  const { payees } = yield* CurrentPublisher
  const { payee = payees[0], price_micro_usd: priceOfOthers, prices, sign = false, slug } = order
  if (payee === undefined || !payees.includes(payee)) {
    return yield* new InvalidRequest({ message: `payee must be one of: ${payees.join(", ")}. Nothing was saved.`, field: "payee" })
  }
  const listings = yield* Listings
  const earlier = (yield* listings.latest).get(slug)
  // A listing whose secret cannot be decrypted is stored and not sold.
  const isNew = earlier === undefined && (yield* listings.status(slug)) === undefined
  if (!isNew && (earlier === undefined || !payees.includes(earlier.publisher))) {
    return yield* new SlugTaken({ message: `Another API is listed as /${slug}. Choose another slug. Nothing was saved.` })
  }
  const sources = yield* Effect.orElseSucceed(
    Effect.flatMap(Catalogue, ({ current }) => current),
    () => [],
  )
  if (earlier === undefined && sources.some(({ source }) => source.id === slug)) {
    return yield* new SlugTaken({ message: `${slug} is the id of a source of this gateway. Choose another slug. Nothing was saved.` })
  }
  const read = yield* Effect.fromResult(readDocument(order.document))
  const priced = prices === undefined ? read.document : yield* Effect.fromResult(applyPrices(read.document, prices))
  const document = priceOfOthers === undefined ? priced : withDefaultPrice(priced, priceOfOthers)
  const address = order.origin ?? (yield* Effect.fromResult(serverAddress(document)))
  const at = readBaseUrl(address, false)
  if (Result.isFailure(at)) {
    return yield* new InvalidDocument({ message: `The address ${address} ${at.failure}. Give another with origin. Nothing was saved.` })
  }
  const { listing, notes } = yield* newListing({
    slug,
    document,
    warnings: read.warnings,
    origin: `${at.success.origin}${at.success.path}`,
    name: undefined,
    publisher: payee,
    sign,
    allowPrivate: false,
    dailyCap: earlier?.dailyCap ?? null,
    status: "paused",
  })
  return { listing: sign ? listing : { ...listing, signing: earlier?.signing ?? null }, notes }
})
