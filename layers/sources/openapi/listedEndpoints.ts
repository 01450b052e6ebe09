import type { Endpoint } from "../../../domain/listing/Listing.ts"
import { type Document, textOf } from "./Document.ts"
import { endpointName, listOperations } from "./Listed.ts"
import { shortText } from "./names.ts"
import { pricingOf } from "./pricingOf.ts"

/** What of a document can be sold behind the gateway as it is: every method and path that has a price, or is said to be free. */
export const pricedEndpoints = (document: Document, warn: (message: string) => void): ReadonlyArray<Endpoint> =>
  listOperations(document, warn).flatMap((one): ReadonlyArray<Endpoint> => {
    const pricing = pricingOf(one.extension, undefined)
    if (pricing === undefined) {
      warn(`${endpointName(one)} is skipped: it has no price. Give it one with x-gateway.price_micro_usd or --prices.`)
      return []
    }
    const { method, node, path } = one
    return [{ method, path, name: shortText(textOf(node, "summary"), 120) || endpointName(one), pricing }]
  })
