import { Cache, Effect, Exit, Schema } from "effect"
import { OrganisationId } from "../../../domain/money/ids.ts"
import { Gap } from "../../../domain/rail/Rail.ts"
import type { SepaStoreShape } from "./SepaStore.ts"

const Text = Schema.NullOr(Schema.String)
const Time = Schema.NullOr(Schema.Finite)

const Mandate = Schema.Struct({
  id: Schema.String,
  status: Schema.Literals(["pending", "active", "inactive"]),
  paymentMethod: Schema.String,
  reference: Text,
  last4: Text,
  acceptedAt: Time,
})
export type Mandate = typeof Mandate.Type

/** A set-up page for a person. It is stored with a number before Stripe opens it, so that a repeated request opens the same page. */
const SetUp = Schema.Struct({
  number: Schema.Int,
  successUrl: Schema.String,
  cancelUrl: Schema.String,
  session: Text,
  url: Text,
  expiresAt: Time,
})

/** An organisation on this rail. */
export const Debtor = Schema.Struct({
  organisation: OrganisationId,
  /** Stripe's. */
  customer: Text,
  mandate: Schema.NullOr(Mandate),
  setUp: Schema.NullOr(SetUp),
  setUps: Schema.Int,
  subscription: Schema.Literals(["none", "active", "cancelled"]),
  /** The first month (`2026-11`) whose fee has not been booked. */
  feeFrom: Text,
  /** Owed for lines that were claimed before: the remainder of rounding to cents. */
  carry: Schema.BigIntFromString,
  /** A debit was settled, and none was disputed since. */
  trusted: Schema.Boolean,
})
export type Debtor = typeof Debtor.Type

export const newDebtor = (organisation: OrganisationId): Debtor => ({
  organisation,
  customer: null,
  mandate: null,
  setUp: null,
  setUps: 0,
  subscription: "none",
  feeFrom: null,
  carry: 0n,
  trusted: false,
})

const setUp = "Give one: POST /v1/me/sepa/mandate answers the address of the page."

/**
 * The requirement that an organisation does not meet yet. If its mandate ended, or it owes a debit again, its account is suspended, and the
 * ledger refuses the call.
 */
export const missingRequirement = (debtor: Debtor | undefined): Gap | undefined => {
  if (debtor === undefined || debtor.mandate === null) {
    return debtor?.setUp != null
      ? new Gap({ code: "mandate_missing", message: "the mandate has not been given yet: the set-up page is still open" })
      : new Gap({ code: "mandate_missing", message: `the organisation has no direct debit mandate. ${setUp}` })
  }
  if (debtor.mandate.status === "pending")
    return new Gap({ code: "mandate_pending", message: "the bank has not confirmed the direct debit mandate yet" })
  if (debtor.subscription === "none")
    return new Gap({ code: "subscription_inactive", message: "the direct debit subscription is not active" })
  return undefined
}

const maxCached = 10_000
/** The ledger decides under the account's lock what may be bought, so a stale mandate lets nothing through. */
const presentTtl = "30 seconds"
/** Another node may store the mandate at any moment. */
const missingTtl = "1 second"

/**
 * Caches the debtors that calls need on this node for a short while. A change through the returned store invalidates the cached debtor.
 */
export const cachedDebtors = Effect.fnUntraced(function* (store: SepaStoreShape) {
  const cache = yield* Cache.makeWith(store.debtor, {
    capacity: maxCached,
    timeToLive: (debtor) => {
      if (Exit.isFailure(debtor)) return 0
      return missingRequirement(debtor.value) === undefined ? presentTtl : missingTtl
    },
  })
  const changed: SepaStoreShape = {
    ...store,
    changeDebtor: (organisation, change) =>
      Effect.ensuring(store.changeDebtor(organisation, change), Cache.invalidate(cache, organisation)),
  }
  return { store: changed, debtorOf: (organisation: Parameters<SepaStoreShape["debtor"]>[0]) => Cache.get(cache, organisation) }
})
