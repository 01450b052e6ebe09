import { Effect } from "effect"
import { deviationFromDocument } from "../../support/openapi.ts"
import { baseUrl } from "../../support/gateway.ts"

export interface Called {
  readonly status: number
  readonly headers: Headers
  readonly body: ReturnType<typeof JSON.parse>
}

/** One request with the key of a marketplace. An answer that the OpenAPI document does not describe fails the test. */
export const callMarketplace = Effect.fnUntraced(function* (key: string | undefined, method: string, path: string, body?: unknown) {
  const base = yield* baseUrl
  return yield* Effect.promise(async (): Promise<Called> => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const deviation = deviationFromDocument({
      method,
      path: path.split("?")[0]!,
      status: response.status,
      headers: response.headers,
      body: text,
    })
    if (deviation !== undefined) throw new Error(deviation)
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) }
  })
})
