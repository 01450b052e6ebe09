import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { SepaDesk } from "../../../rails/sepa/desk/SepaDesk.ts"
import { NotOffered } from "../api/sepa.ts"
import { PublicUrl } from "../payment/resource.ts"

/** The counter for direct debits and cards; on a gateway without one there is no such route. */
export const sepaDesk = Effect.gen(function* () {
  const desk = yield* SepaDesk
  return desk ?? (yield* new NotOffered({ message: "This gateway is not set up for direct debits and cards." }))
})

interface Given {
  readonly success_url?: string
  readonly cancel_url?: string
}

/** Where a browser goes that was not told where: a page of the gateway's own, under the name it was asked by. */
export const returnsOf = Effect.fnUntraced(function* (given: Given, { headers }: HttpServerRequest) {
  const base = (yield* PublicUrl) ?? `http://${headers["host"] ?? "localhost"}`
  return { successUrl: given.success_url ?? `${base}/status`, cancelUrl: given.cancel_url ?? `${base}/status` }
})
