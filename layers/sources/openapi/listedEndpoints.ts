import type { Endpoint } from "../../../domain/listing/Listing.ts"
import { type Document, textOf } from "./Document.ts"
import { endpoint, listed } from "./Listed.ts"
import { prose } from "./names.ts"
import { pricingOf } from "./pricingOf.ts"

/** What of a document can be sold behind the gateway as it is: every method and path that has a price, or is said to be free. */
export const listedEndpoints = (document: Document, warn: (message: string) => void): ReadonlyArray<Endpoint> =>
  listed(document, warn).flatMap((one): ReadonlyArray<Endpoint> => {
    const pricing = pricingOf(one.said, undefined)
    if (pricing === undefined) {
      warn(`${endpoint(one)} is skipped: it has no price. Give it one with x-gateway.price_micro_usd or --prices.`)
      return []
    }
    const { method, node, path } = one
    return [{ method, path, name: prose(textOf(node, "summary"), 120) || endpoint(one), pricing }]
  })
