import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { get } from "node:http"
import { newBuyer } from "../../support/gateway.ts"
import { echoing, relayRequest, RelayFixture, relayFixture } from "../../support/relay/fixture.ts"

layer(relayFixture(), { excludeTestServices: true })("a listed API", (it) => {
  it.effect("a request whose origin does not answer says that nothing was charged, and that the origin may have acted", () =>
    Effect.gen(function* () {
      const { answerWith } = yield* RelayFixture
      const { secret } = yield* newBuyer()
      yield* answerWith((_, response) => void response.socket?.destroy())
      const messageOf = (method: string, path: string) =>
        Effect.map(relayRequest(secret, method, path), ({ text }) => JSON.parse(text).error.message as string)
      const silent = "The origin closed the connection without an answer. Nothing was charged."
      expect(yield* messageOf("GET", "/parcels/parcels/7")).toBe(silent)
      expect(yield* messageOf("POST", "/parcels/parcels/bulk/track")).toBe(
        `${silent} The origin may have acted on the request all the same.`,
      )
      yield* answerWith(echoing)
    }),
  )

  it.effect("a request in absolute form, as a client behind a proxy sends it, is relayed", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* RelayFixture
      const { secret } = yield* newBuyer()
      const status = yield* Effect.callback<number | undefined>((resume) => {
        const { hostname, port } = new URL(baseUrl)
        const headers = { authorization: `Bearer ${secret}` }
        get({ hostname, port, path: `${baseUrl}/parcels/parcels/7`, headers }, (response) => {
          response.resume()
          resume(Effect.succeed(response.statusCode))
        })
      })
      expect(status).toBe(200)
    }),
  )
})
