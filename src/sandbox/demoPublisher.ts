import { Effect, Redacted } from "effect"
import { Publishers } from "../../domain/publishing/Publishers.ts"

/** The publisher of the two APIs that every sandbox lists, with its key. */
export const demoPublisher = Effect.fnUntraced(function* (baseUrl: string, payees: ReadonlyArray<string>) {
  const { publisher, secret } = yield* Effect.flatMap(Publishers, ({ create }) => create("Demo publisher", payees))
  const key = Redacted.value(secret)
  return { value: { publisher_id: publisher.id, key }, text: welcomePublisher(baseUrl, key) }
})

export const welcomePublisher = (baseUrl: string, key: string) => `
The demo publisher is paid for the two listed APIs, and for every API that its key lists. The key, shown only now:

  export PUBLISHER_KEY=${key}
  curl -s ${baseUrl}/v1/publishers/me -H "Authorization: Bearer $PUBLISHER_KEY"
  curl -s ${baseUrl}/v1/publishers/me/listings -H "Authorization: Bearer $PUBLISHER_KEY"
`
