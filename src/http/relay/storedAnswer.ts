import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { type ListedEndpoint, endpointId, type Listing } from "../../../domain/listing/Listing.ts"
import { answerHeaders } from "../../../layers/origin/headers.ts"
import type { OriginAnswer, RawHeaders } from "../../../layers/origin/OriginRequest.ts"
import type { StoredDocument } from "../../../domain/catalogue/document.ts"

/** An origin's answer as it is stored with the payment: enough to send it again, byte for byte. */
export interface StoredAnswer extends StoredDocument {
  readonly data: {
    readonly status: number
    readonly content_type: string | null
    readonly encoding: "utf8" | "base64"
    readonly body: string
  }
  readonly headers: RawHeaders
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

export const storedAnswer = (listing: Listing, endpoint: ListedEndpoint, answer: OriginAnswer, at: Date): StoredAnswer => {
  const headers = answerHeaders(answer.headers)
  return {
    source: { provider: listing.publisher, name: listing.name },
    metadata: {
      source_id: listing.slug,
      operation: endpointId(endpoint),
      retrieved_at: at.toISOString(),
      freshness_seconds: 0,
      source_url: null,
      links: [],
      identifiers: {},
      attribution: listing.publisher,
    },
    data: { status: answer.status, content_type: valueOf(headers, "content-type"), ...textOf(answer.body) },
    headers,
  }
}

/** PostgreSQL's text cannot hold NUL, so a body with a NUL is stored as base64, like one that is not text. */
const textOf = (body: Uint8Array): Pick<StoredAnswer["data"], "encoding" | "body"> => {
  try {
    if (!body.includes(0)) return { encoding: "utf8", body: utf8.decode(body) }
  } catch {
    // Not UTF-8.
  }
  return { encoding: "base64", body: Buffer.from(body).toString("base64") }
}

const valueOf = (headers: RawHeaders, name: string) => headers.find(([header]) => header.toLowerCase() === name)?.[1] ?? null

export const answerAgain = ({ data, headers }: StoredAnswer) =>
  answerOf({ status: data.status, headers, body: Buffer.from(data.body, data.encoding) })

/** The origin's answer under the gateway's name. */
export const answerOf = ({ body, headers, status }: OriginAnswer) =>
  body.length === 0
    ? HttpServerResponse.empty({ status, headers: recordOf(headers) })
    : HttpServerResponse.uint8Array(body, { status, headers: recordOf(headers) })

/**
 * The values of a header that came twice become one list, as HTTP defines it. What was bought is for its buyer: no cache keeps it. A browser
 * that opens it under the gateway's name guesses no type and runs no script of the origin.
 */
export const recordOf = (headers: RawHeaders): Record<string, string> => {
  const record: Record<string, string> = {}
  for (const [name, value] of answerHeaders(headers)) {
    const key = name.toLowerCase()
    record[key] = Object.hasOwn(record, key) ? `${record[key]}, ${value}` : value
  }
  record["cache-control"] = "private, no-store"
  record["x-content-type-options"] = "nosniff"
  if (!inert.test(record["content-type"] ?? "")) {
    const own = record["content-security-policy"]
    record["content-security-policy"] = own === undefined ? "sandbox" : `${own}, sandbox`
  }
  return record
}

/** Media types that no browser renders with scripts. */
const inert = /^(application\/(json|octet-stream|[\w.+-]+\+json)|text\/(plain|csv)|image\/(png|jpeg|gif|webp))\s*(;|$)/i
