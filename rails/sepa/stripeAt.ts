import { Effect, type Redacted } from "effect"
import type { ComponentUnavailable } from "../../domain/sandbox/Component.ts"
import { StripeUncertain } from "../stripe/outcomes.ts"
import { StripeApi, type StripeApiShape } from "../stripe/StripeApi.ts"

/** Stripe where a component of the sandbox is at this moment: one that was started anew has another address. */
export const stripeAt = (secretKey: Redacted.Redacted, url: Effect.Effect<string, ComponentUnavailable>): StripeApiShape => {
  let last: { readonly at: string; readonly api: StripeApiShape } | undefined
  const api = Effect.gen(function* () {
    const at = yield* Effect.mapError(url, ({ message }) => new StripeUncertain({ message: `Stripe's emulator is not there: ${message}` }))
    if (last?.at === at) return last.api
    const made = yield* StripeApi.make({ secretKey, baseUrl: at })
    last = { at, api: made }
    return made
  })
  const ask =
    <Args extends ReadonlyArray<unknown>, A, E>(method: (api: StripeApiShape) => (...args: Args) => Effect.Effect<A, E>) =>
    (...args: Args) =>
      Effect.flatMap(api, (it) => method(it)(...args))
  return StripeApi.of({
    createCustomer: ask((it) => it.createCustomer),
    createSession: ask((it) => it.createSession),
    session: ask((it) => it.session),
    expireSession: ask((it) => it.expireSession),
    setupIntent: ask((it) => it.setupIntent),
    mandate: ask((it) => it.mandate),
    paymentMethod: ask((it) => it.paymentMethod),
    detachPaymentMethod: ask((it) => it.detachPaymentMethod),
    createPaymentIntent: ask((it) => it.createPaymentIntent),
    paymentIntent: ask((it) => it.paymentIntent),
    paymentIntents: ask((it) => it.paymentIntents),
    charge: ask((it) => it.charge),
    createRefund: ask((it) => it.createRefund),
    refunds: ask((it) => it.refunds),
    disputes: ask((it) => it.disputes),
    events: ask((it) => it.events),
  })
}
