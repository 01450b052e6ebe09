import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Quote } from "../../domain/rail/Rail.ts"
import { credits } from "../../rails/credits/rail.ts"
import { freshDatabase } from "../support/database.ts"
import { baseUrl, newBuyer, testGateway } from "../support/gateway.ts"
import { scriptedSource } from "../support/sources.ts"

const seen: Array<Quote> = []
const rails = {
  credits: { ...credits, offer: (...order: Parameters<typeof credits.offer>) => (seen.push(order[1]), credits.offer(...order)) },
}
const gateway = Layer.unwrap(Effect.map(freshDatabase, (location) => testGateway(location, { sources: [scriptedSource(() => {})], rails })))

layer(gateway, { excludeTestServices: true })("the quote of a direct call", (it) => {
  it.effect.each([
    { operation: "lasting", effects: true },
    { operation: "fast", effects: false },
  ])("lets the rail know whether $operation changes something at its source", ({ effects, operation }) =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      const base = yield* baseUrl
      seen.length = 0
      const answer = yield* Effect.promise(() =>
        fetch(`${base}/v1/execute/script/script.${operation}`, {
          method: "POST",
          headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
          body: JSON.stringify({ token: operation }),
        }),
      )
      expect([answer.status, seen.map((quote) => quote.effects)]).toEqual([200, [effects]])
    }),
  )
})
