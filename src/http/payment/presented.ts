import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { InvalidRequest } from "../../../domain/Refusal.ts"
import { type Rail, Rails } from "../../../domain/rail/Rail.ts"
import { checkPinnedRail } from "../../../domain/rail/select.ts"

/** How the caller wants to pay: the rail it pins, by name or by a payment it presents, and that payment. */
export interface Wanted {
  readonly rail: string | null
  readonly proof: string | undefined
}

/** 400 where the rail is none of this gateway's, and where a payment is presented on another rail than the one named. */
export const wantedBy = Effect.fnUntraced(function* ({ headers }: Pick<HttpServerRequest, "headers">) {
  const named = headers["x-payment-rail"] ?? null
  yield* checkPinnedRail(named)
  const [first, ...others] = [...(yield* Rails).values()].flatMap((rail) => paymentsIn(rail, headers))
  if (first === undefined) return { rail: named, proof: undefined } satisfies Wanted
  if (others.length > 0) {
    return yield* new InvalidRequest({
      message: `Present one payment: ${[first, ...others].map(({ header }) => header).join(" or ")}. Nothing was charged.`,
    })
  }
  if (named !== null && named !== first.rail) {
    return yield* new InvalidRequest({
      message: `${first.header} is a payment on ${first.rail}, but X-Payment-Rail names ${named}. Remove one of them. Nothing was charged.`,
    })
  }
  return { rail: first.rail, proof: first.value } satisfies Wanted
})

const paymentsIn = ({ id, paymentHeaders = [] }: Rail, headers: HttpServerRequest["headers"]) =>
  paymentHeaders.flatMap((header) =>
    headers[header] === undefined ? [] : [{ rail: id, header: header.toUpperCase(), value: headers[header] }],
  )
