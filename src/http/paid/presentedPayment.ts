import { Context, Effect } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { hash } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { isCostTag } from "../../../domain/ledger/costTag.ts"
import { type Rail, Rails, type Resource } from "../../../domain/rail/Rail.ts"
import { checkPinnedRail } from "../../../domain/rail/select.ts"
import { InvalidRequest } from "../../../domain/Refusal.ts"
import { CurrentCaller, PublicUrl, RequestBody } from "../../../rails/http/RequestContext.ts"

type Headers = Readonly<Record<string, string | undefined>>

/** How the caller wants to pay: the rail that it pins, by name or by a payment that it presents, that payment, and the cost tag. */
export interface PaymentChoice {
  readonly rail: string | null
  readonly presented: string | undefined
  readonly tag: string | null
}

/**
 * 400 for a rail that this gateway does not have, for two payments, for a payment that is malformed or on another rail than the pinned one, and
 * for a cost tag that is malformed or not the one of the key.
 */
export const paymentChoice = Effect.fnUntraced(function* ({ headers }: { readonly headers: Headers }) {
  const pinned = headers["x-payment-rail"] ?? null
  if (pinned !== null) yield* checkPinnedRail(pinned)
  const tag = costTagOf(headers, (yield* CurrentCaller).tag)
  if (tag instanceof InvalidRequest) return yield* tag
  const rails = yield* Rails
  const [first, ...others] = [...rails.values()].flatMap((rail) => paymentsIn(rail, headers))
  if (first === undefined) return { rail: pinned, presented: undefined, tag } satisfies PaymentChoice
  if (others.length > 0) {
    return yield* new InvalidRequest({
      message: `Present one payment: ${[first, ...others].map(({ header }) => header).join(" or ")}. Nothing was charged.`,
    })
  }
  if (pinned !== null && pinned !== first.rail) {
    return yield* new InvalidRequest({
      message: `${first.header} is a payment on ${first.rail}, but X-Payment-Rail names ${pinned}. Remove one of them. Nothing was charged.`,
    })
  }
  const malformed = rails.get(first.rail)?.malformation?.(first.value, first.header)
  if (malformed !== undefined) {
    return yield* new InvalidRequest({
      message: `${malformed} Nothing was charged. Correct the header, or pay on another rail without it.`,
    })
  }
  return { rail: first.rail, presented: first.value, tag } satisfies PaymentChoice
})

/** The tag of the request, else that of its key. A key with a tag refuses another one: the cost would be missing where its owner counts it. */
const costTagOf = (headers: Headers, ofKey: string | null): string | null | InvalidRequest => {
  const sent = headers["x-cost-tag"]
  if (sent === undefined) return ofKey
  if (!isCostTag(sent)) {
    return new InvalidRequest({
      message:
        "X-Cost-Tag must be 1 to 64 letters, digits or . _ : / -, and begin with a letter or digit. Nothing was charged. Correct the header, or leave it out.",
    })
  }
  if (ofKey === null || sent === ofKey) return sent
  return new InvalidRequest({
    message: `This key counts every call under the cost tag ${ofKey}, and X-Cost-Tag names ${sent}. Nothing was charged. Remove the header, or use another key.`,
  })
}

const paymentsIn = ({ id, paymentHeaders = [] }: Rail, headers: Headers) =>
  paymentHeaders.flatMap((header) => {
    const value = headers[header]
    return value === undefined ? [] : [{ rail: id, header: header.toUpperCase(), value }]
  })

/** The current request as a payment for it is bound, by the description of what it buys. */
export const payableRequest = (request: HttpServerRequest) =>
  Effect.map(Effect.context<RequestBody | Rails>(), (context) => {
    const { bytes } = Context.get(context, RequestBody)
    const publicUrl = Context.get(context, PublicUrl)
    const [presented] = [...Context.get(context, Rails).values()].flatMap((rail) => paymentsIn(rail, request.headers))
    return (description: string): Resource => ({
      ...resourceOf(request, publicUrl, { body: bytes, description, mimeType: "application/json" }),
      paymentHeader: presented?.header,
    })
  })

/** The request as a payment for it is bound: absolute, with its query. */
export const resourceOf = (
  request: Pick<HttpServerRequest, "method" | "source">,
  publicUrl: string | undefined,
  { body, description, mimeType }: Pick<Resource, "description" | "mimeType"> & { readonly body: Uint8Array },
): Resource => {
  const { headers, socket, url = "/" } = request.source as IncomingMessage
  const byHost = `${"encrypted" in socket ? "https" : "http"}://${headers.host ?? "localhost"}`
  // A Host header that is not a host names no address.
  const base = publicUrl ?? (URL.canParse(byHost) ? byHost : "http://localhost")
  const bodyHash = hash("sha256", body, "base64url")
  return { method: request.method, url: `${base}${url}`, description, mimeType, bodyHash }
}

/** Whether the request only asks what would become of it: `X-Payment-Dry-Run: 1`. */
export const isDryRun = (headers: Headers): Effect.Effect<boolean, InvalidRequest> => {
  const value = headers["x-payment-dry-run"]
  if (value === undefined || value === "1") return Effect.succeed(value === "1")
  return new InvalidRequest({ message: "X-Payment-Dry-Run must be 1, or be left out. Nothing was charged." })
}
