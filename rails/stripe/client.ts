import { Effect, Redacted } from "effect"
import { Stripe } from "stripe"
import { StripeMisuse } from "./outcomes.ts"

export interface StripeOptions {
  /** `sk_…` or `rk_…` */
  readonly secretKey: Redacted.Redacted
  /** Instead of Stripe's own address, for a sandbox: `http://127.0.0.1:4242`. Never with a live key. */
  readonly baseUrl?: string
  /** Instead of the network: see `emulatorFetch`. Never with a live key. */
  readonly fetch?: typeof fetch
  /** The whole request. 20 seconds unless said. */
  readonly timeoutMs?: number
}

/**
 * The SDK, without what it does unasked. Its retries are off. One remains that it has no switch for: a POST whose
 * connection was closed (ECONNRESET, EPIPE) is sent a second time. It carries our idempotency key, so Stripe does it once.
 */
export const stripeClient = (options: StripeOptions): Effect.Effect<Stripe, StripeMisuse> =>
  Effect.gen(function* () {
    const key = Redacted.value(options.secretKey)
    if (!/^[sr]k_(live|test)_\w+$/.test(key)) {
      return yield* new StripeMisuse({
        message: "FARTHING_STRIPE_SECRET_KEY must be a key of Stripe's: it begins with sk_live_, rk_live_, sk_test_ or rk_test_.",
      })
    }
    const elsewhere = options.baseUrl !== undefined || options.fetch !== undefined
    if (elsewhere && /^[sr]k_live_/.test(key)) {
      return yield* new StripeMisuse({
        message: "A live key is sent to Stripe and to nobody else: unset FARTHING_STRIPE_URL, or use a test key.",
      })
    }
    const address = options.baseUrl === undefined ? {} : yield* addressOf(options.baseUrl)
    return new Stripe(key, {
      ...address,
      ...(options.fetch === undefined ? {} : { httpClient: Stripe.createFetchHttpClient(options.fetch) }),
      maxNetworkRetries: 0,
      telemetry: false,
      timeout: options.timeoutMs ?? 20_000,
    })
  })

const addressOf = Effect.fnUntraced(function* (baseUrl: string) {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  const protocol = url?.protocol === "http:" ? "http" : url?.protocol === "https:" ? "https" : undefined
  if (url === undefined || protocol === undefined || url.pathname !== "/" || url.search !== "" || url.username !== "") {
    return yield* new StripeMisuse({
      message: "FARTHING_STRIPE_URL must be an address without a path, for instance http://127.0.0.1:4242.",
    })
  }
  return { host: url.hostname, port: url.port === "" ? (protocol === "http" ? 80 : 443) : Number(url.port), protocol } as const
})
