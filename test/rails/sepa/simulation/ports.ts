import { Effect } from "effect"
import type { StripeApiShape } from "../../../../rails/stripe/StripeApi.ts"

/** How many more steps the program lives: it dies when they are used up. */
export class Life {
  left = Number.POSITIVE_INFINITY

  readonly step = Effect.suspend(() => ((this.left -= 1) === 0 ? Effect.interrupt : Effect.void))
}

/** The same port, every call of which is two steps of a life: before it takes effect, and before its answer is heard. */
export const mortal = <S extends object>(life: Life, port: S): S =>
  new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      const around = (effect: Effect.Effect<unknown, unknown, unknown>) =>
        Effect.andThen(
          life.step,
          Effect.tap(effect, () => life.step),
        )
      if (Effect.isEffect(member)) return around(member)
      if (typeof member !== "function") return member
      return (...args: ReadonlyArray<unknown>) => {
        const answer: unknown = Reflect.apply(member, target, args)
        return Effect.isEffect(answer) ? around(answer) : answer
      }
    },
  })

/** How Stripe fails on all routes: no connection, a proxy's error page, or requests take effect and no answer arrives. */
export const outages = ["unreachable", "unavailable", "unanswered"] as const
export type Outage = (typeof outages)[number]

export const withOutages =
  (fetch: typeof globalThis.fetch, outage: () => Outage | undefined): typeof globalThis.fetch =>
  async (input, init) => {
    const kind = outage()
    if (kind === undefined) return fetch(input, init)
    if (kind === "unavailable")
      return new Response("<html>Service Unavailable</html>", { status: 503, headers: { "content-type": "text/html" } })
    if (kind === "unanswered") await fetch(input, init)
    throw new TypeError("fetch failed")
  }

/** Stripe whose answers about a PaymentIntent are sometimes late: what it was when it was read before. */
export const slowReads = (stripe: StripeApiShape, isLate: () => boolean): StripeApiShape => {
  const seen = new Map<string, Effect.Success<ReturnType<StripeApiShape["paymentIntent"]>>>()
  const noticed = (intent: Effect.Success<ReturnType<StripeApiShape["paymentIntent"]>>) => {
    if (!seen.has(intent.id)) seen.set(intent.id, intent)
    return intent
  }
  return {
    ...stripe,
    createPaymentIntent: (params, key) => Effect.map(stripe.createPaymentIntent(params, key), noticed),
    paymentIntent: (id) =>
      Effect.map(stripe.paymentIntent(id), (now) => {
        const before = seen.get(id)
        return before !== undefined && isLate() ? before : noticed(now)
      }),
  }
}
