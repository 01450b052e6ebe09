import { Data, Effect } from "effect"
import { type ImportedSource, InvalidDocument } from "../catalogue/ImportedSource.ts"
import { maxPrice, type PriceKey, PriceList } from "../catalogue/PriceList.ts"
import type { Pricing } from "../catalogue/Source.ts"
import { endpointId, isEndpointId, type Listing, Listings } from "../listing/Listing.ts"
import { toDecimal } from "../money/Money.ts"
import { audited, type OperatorAction } from "./OperatorLog.ts"

const actionOf = (action: string, subject: string, reason: string): OperatorAction => ({ action, organisation: null, subject, reason })

/** The price is above what a call may cost. */
export class PriceTooHigh extends Data.TaggedError("PriceTooHigh")<{ readonly message: string }> {}

/** The pricing model does not fit what is sold. */
export class ModelNotSold extends Data.TaggedError("ModelNotSold")<{ readonly message: string }> {}

/** Supersedes a price. Answers the one before. */
export const setPrice = Effect.fnUntraced(function* (article: PriceKey, pricing: Omit<Pricing, "id">, reason: string) {
  const prices = yield* PriceList
  const before = yield* prices.price(article)
  const { operation, source, variant } = article
  if (pricing.price > maxPrice) {
    return yield* new PriceTooHigh({
      message: `A call or document costs at most ${toDecimal(maxPrice)} USD, and ${toDecimal(pricing.price)} USD were given. The price of ${source} ${operation} is unchanged, ${toDecimal(before.price)} USD. Amounts are in USD, not in millionths.`,
    })
  }
  if (pricing.model === "per_result" && isEndpointId(operation)) {
    return yield* new ModelNotSold({
      message: `A listed API is charged by the request, because the gateway does not count what an origin's answer contains. The price of ${source} ${operation} is unchanged, ${toDecimal(before.price)} USD. Use per_call or free.`,
    })
  }
  const subject = `${source} ${operation}${variant === 0 ? "" : `, variant ${variant}`}`
  const change = prices.setPrice(article, pricing)
  return yield* audited(actionOf("price set", subject, reason), Effect.succeed(priceState(before)), change, () => priceState(pricing))
})

const priceState = ({ model, price }: Omit<Pricing, "id">) => ({ model, price: toDecimal(price) })

/** Adds a source that joins by its document, or replaces it with its prices. */
export const importSource = Effect.fnUntraced(function* (
  stored: ImportedSource,
  prices: ReadonlyArray<PriceKey & { readonly pricing: Pricing }>,
  reason: string,
) {
  const list = yield* PriceList
  const earlier = Effect.map(importedSource(stored.id), (before) => (before === undefined ? {} : { origin: before.origin }))
  const made = () => ({
    origin: stored.origin,
    prices: Object.fromEntries(prices.map(({ operation, pricing, variant }) => [`${operation}/${variant}`, toDecimal(pricing.price)])),
  })
  yield* audited(actionOf("source import", stored.id, reason), earlier, list.putSource(stored, prices), made)
})

const importedSource = (id: string) =>
  Effect.flatMap(PriceList, ({ imported }) => Effect.map(imported, (sources) => sources.find((source) => source.id === id)))

/** Withdraws an imported source. */
export const removeSource = Effect.fnUntraced(function* (id: string, reason: string) {
  const { removeSource: remove } = yield* PriceList
  const source = yield* importedSource(id)
  if (source === undefined) return yield* new InvalidDocument({ message: `No imported source is called ${id}. See: farthing source list` })
  yield* audited(actionOf("source remove", id, reason), Effect.succeed({ origin: source.origin }), remove(id), () => ({ origin: null }))
})

/** Adds a listing, or replaces the one of this slug. The secret that signs its requests is not in the log. */
export const putListing = Effect.fnUntraced(function* (listing: Listing, reason: string) {
  const listings = yield* Listings
  const earlier = Effect.map(listings.current, (all) => {
    const before = all.get(listing.slug)
    return before === undefined ? {} : listingState(before)
  })
  yield* audited(actionOf("listing add", listing.slug, reason), earlier, listings.put(listing), () => listingState(listing))
})

const listingState = ({ dailyCap, endpoints, origin, publisher, signing, status }: Listing) => ({
  status,
  origin,
  publisher,
  signed: signing !== null,
  daily_cap: dailyCap === null ? null : toDecimal(dailyCap),
  prices: Object.fromEntries(endpoints.map((endpoint) => [endpointId(endpoint), toDecimal(endpoint.pricing.price)])),
})

/** Stops or resumes the sale of a listed API. */
export const setListingStatus = Effect.fnUntraced(function* (slug: string, status: Listing["status"], reason: string) {
  const listings = yield* Listings
  const before = yield* listings.status(slug)
  if (before === undefined) return yield* new InvalidDocument({ message: `No API is listed as ${slug}. See: farthing listing list` })
  const action = actionOf(status === "paused" ? "listing pause" : "listing resume", slug, reason)
  yield* audited(action, Effect.succeed({ status: before }), listings.setStatus(slug, status), () => ({ status }))
})
