import { Effect } from "effect"
import { Listings } from "../../../domain/listing/Listing.ts"
import { objectOf, textOf } from "../../../layers/sources/openapi/Document.ts"
import { listedEndpoints } from "../../../layers/sources/openapi/listedEndpoints.ts"
import { readDocument } from "../../../layers/sources/openapi/readDocument.ts"
import { demoOrigins } from "./demoOrigins.ts"

/** Lists the demo origins at the prices of their documents. Listing them again changes nothing. */
export const listDemoOrigins = Effect.gen(function* () {
  const listings = yield* Listings
  for (const { component, document, slug } of demoOrigins) {
    const { document: described } = yield* Effect.fromResult(readDocument(document()))
    const name = textOf(objectOf(described, "info"), "title") ?? slug
    yield* listings.put({
      slug,
      name,
      publisher: name,
      origin: `component:${component.name}`,
      allowPrivate: true,
      status: "active",
      signing: null,
      dailyCap: null,
      maxAnswerBytes: 1024 * 1024,
      endpoints: listedEndpoints(described, () => undefined),
    })
  }
})
