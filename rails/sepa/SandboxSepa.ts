import { Context, Effect } from "effect"
import type { OrganisationId } from "../../domain/money/ids.ts"
import type { ComponentUnavailable } from "../../domain/sandbox/Component.ts"
import { orUnready, postToEmulator, type SandboxUnready } from "../stripe/SandboxStripe.ts"
import { StripeApi } from "../stripe/StripeApi.ts"
import { openSetUp, takeSetUp } from "./mandates/setUpPage.ts"
import type { SepaServices } from "./jobs.ts"
import { SepaStore } from "./store/SepaStore.ts"

export interface SandboxSepaShape {
  /** Gives the organisation an active mandate, as a person with a test IBAN does on the page. */
  readonly giveMandate: (organisation: OrganisationId, iban?: string) => Effect.Effect<void, SandboxUnready>
}

/** What the demo of a sandbox needs. Undefined if the operator gave a key, so that the real Stripe is used. */
export const SandboxSepa = Context.Reference<SandboxSepaShape | undefined>("farthing/rails/sepa/SandboxSepa", {
  defaultValue: () => undefined,
})

const testIban = "DE89370400440532013000"

export const makeSandboxSepa = (
  context: Context.Context<SepaServices>,
  stripeUrl: Effect.Effect<string, ComponentUnavailable>,
): SandboxSepaShape => ({
  giveMandate: (organisation, iban = testIban) =>
    Effect.gen(function* () {
      const url = yield* stripeUrl
      const store = yield* SepaStore
      const stripe = yield* StripeApi
      yield* openSetUp(organisation, { successUrl: "http://127.0.0.1/", cancelUrl: "http://127.0.0.1/" })
      const session = (yield* store.debtor(organisation))?.setUp?.session
      if (session === undefined || session === null) return
      // The page works once. An earlier try may have used it without getting the response.
      if ((yield* stripe.session(session)).status === "open") {
        yield* postToEmulator(
          `${url}/_sandbox/checkout/sessions/${session}/accept`,
          JSON.stringify({ iban, name: "Demo organisation" }),
          "application/json",
        )
      }
      yield* takeSetUp(organisation, yield* stripe.session(session))
    }).pipe(Effect.provide(context), orUnready),
})
