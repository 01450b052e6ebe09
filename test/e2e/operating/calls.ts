import { Effect } from "effect"
import { call, send } from "../../support/cluster/client.ts"
import { baseUrl } from "../../support/gateway.ts"

export const paid = Effect.fnUntraced(function* (secret: string, headers: Readonly<Record<string, string>> = {}) {
  const reply = yield* call({ baseUrl: yield* baseUrl, secret, token: "t", headers })
  return { reply, id: reply.header("x-payment-id")!, run: reply.body.id! }
})

export const balance = Effect.fnUntraced(function* (secret: string) {
  return (yield* send({ baseUrl: yield* baseUrl, secret, path: "/v2/balance" })).body.balance!.available!.amount
})

export const usage = Effect.fnUntraced(function* (secret: string) {
  return (yield* send({ baseUrl: yield* baseUrl, secret, path: "/v2/usage" })).body as unknown as {
    readonly month_spent: unknown
    readonly charges: ReadonlyArray<unknown>
  }
})
