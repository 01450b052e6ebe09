import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Component } from "../../../domain/sandbox/Component.ts"
import { Effect } from "effect"
import { type Listing, Listings } from "../../../domain/listing/Listing.ts"
import { objectOf, textOf } from "../../../layers/sources/openapi/Document.ts"
import { pricedEndpoints } from "../../../layers/sources/openapi/pricedEndpoints.ts"
import { readDocument } from "../../../layers/sources/openapi/readDocument.ts"

/** An API of somebody else's, as far as the sandbox can have one: the component that serves it, and the document that describes it. */
export interface DemoOrigin {
  readonly slug: string
  readonly component: Component
  /** Its OpenAPI 3.1 document, with what each call costs under `x-gateway`. */
  readonly document: () => string
}

const script = fileURLToPath(new URL("originServer.ts", import.meta.url))

const demoOrigin = (slug: string): DemoOrigin => ({
  slug,
  component: { name: slug, command: [process.execPath, script, slug], ready: { says: "ready" }, database: true },
  document: () => readFileSync(new URL(`${slug}.openapi.json`, import.meta.url), "utf8"),
})

export const demoOrigins: ReadonlyArray<DemoOrigin> = [demoOrigin("notifications-api"), demoOrigin("webhook-service")]

/**
 * Lists the two APIs that every gateway begins with at the prices of their documents, where they are not listed yet. In a
 * sandbox their origins run beside it; elsewhere they are paused until the operator lists them again with an origin.
 * Answers the names under which the two are paid.
 */
export const listDemoOrigins = Effect.fnUntraced(function* (status: Listing["status"]) {
  const listings = yield* Listings
  const listed = yield* listings.current
  const payees: Array<string> = []
  for (const { component, document, slug } of demoOrigins) {
    const { document: described } = yield* Effect.fromResult(readDocument(document()))
    const name = textOf(objectOf(described, "info"), "title") ?? slug
    payees.push(name)
    if (listed.has(slug)) continue
    yield* listings.put({
      slug,
      name,
      publisher: name,
      origin: `component:${component.name}`,
      allowPrivate: true,
      status,
      signing: null,
      dailyCap: null,
      maxAnswerBytes: 1024 * 1024,
      endpoints: pricedEndpoints(described, () => undefined),
    })
  }
  return payees
})
