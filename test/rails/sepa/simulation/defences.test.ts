import { expect, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { apply } from "../../../../rails/sepa/debits/observation.ts"
import type { Collection } from "../../../../rails/sepa/store/Collection.ts"
import type { SepaStoreShape } from "../../../../rails/sepa/store/SepaStore.ts"
import { StripeUncertain } from "../../../../rails/stripe/StripeFailure.ts"
import { quietly } from "./quietly.ts"
import { story } from "./story.ts"
import type { Without } from "./World.ts"

const atMost = 2_000

/** Every part as it is, but one defence is gone. */
const defences: Readonly<Record<string, () => Without>> = {
  "the idempotency key": () => {
    let requests = 0
    return {
      stripe: (stripe) => ({
        ...stripe,
        createPaymentIntent: (params) => stripe.createPaymentIntent(params, { idempotencyKey: `another:${++requests}` }),
      }),
    }
  },
  "the look before a debit is repeated after 23 hours": () => ({
    stripe: (stripe) => ({ ...stripe, paymentIntents: () => Effect.succeed({ items: [], complete: true }) }),
  }),
  "taking observations only forward": () => ({
    applying: (collection, seen, when) => {
      // Whatever was read last is believed.
      const fresh = apply({ ...collection, status: "new" }, seen, when)
      return { ...collection, ...fresh }
    },
  }),
  "the sweep for disputes": () => ({
    stripe: (stripe) => ({
      ...stripe,
      disputes: (filter, most) =>
        filter.created === undefined ? stripe.disputes(filter, most) : Effect.succeed({ items: [], complete: true }),
    }),
  }),
  "the sweep for refunds": () => ({
    stripe: (stripe) => ({
      ...stripe,
      refunds: (filter, most) =>
        filter.created === undefined ? stripe.refunds(filter, most) : Effect.succeed({ items: [], complete: true }),
    }),
  }),
  "the sweep of the balance": () => ({
    stripe: (stripe) => ({ ...stripe, balanceTransactions: () => Effect.succeed({ items: [], complete: true }) }),
  }),
  "the look at whether a customer was deleted": () => ({
    stripe: (stripe) => ({
      ...stripe,
      customer: (id) =>
        Effect.filterOrFail(
          stripe.customer(id),
          (customer) => customer.deleted !== true,
          () => new StripeUncertain({ message: "left out" }),
        ),
    }),
  }),
  "the release of what failed, to be claimed again": () => ({
    store: (store) => ({
      ...store,
      begin: (collection, bind) => ("instead" in bind ? Effect.succeed(false) : store.begin(collection, bind)),
    }),
  }),
  "the row before the call": () => ({ store: writtenLate }),
  "one debit in flight": () => ({
    store: (store) => ({
      ...store,
      open: (organisation) =>
        Effect.map(store.open(organisation), (open) => open.filter(({ status }) => status === "failed" || status === "disputed")),
      begin: beginBeside(store),
    }),
  }),
}

/** Keeps a new row in memory, and writes it only after Stripe's answer. */
const writtenLate = (store: SepaStoreShape): SepaStoreShape => {
  const unwritten = new Map<string, { readonly collection: Collection; readonly bind: Parameters<SepaStoreShape["begin"]>[1] }>()
  return {
    ...store,
    begin: (collection, bind) => Effect.sync(() => (unwritten.set(collection.id, { collection, bind }), true)),
    changeCollection: (id, change) =>
      Effect.gen(function* () {
        const late = unwritten.get(id)
        if (late !== undefined) yield* store.begin(late.collection, late.bind)
        unwritten.delete(id)
        return yield* store.changeCollection(id, change)
      }),
  }
}

/** Forgets that another is in flight. */
const beginBeside =
  (store: SepaStoreShape): SepaStoreShape["begin"] =>
  (collection, bind) =>
    Effect.gen(function* () {
      const flying = (yield* store.open(collection.organisation)).filter(({ status }) => status === "new" || status === "processing")
      for (const { id } of flying) yield* store.changeCollection(id, (now) => ({ ...now, status: "failed", writtenOffAt: 0 }))
      const begun = yield* store.begin(collection, bind)
      for (const { id, status } of flying) yield* store.changeCollection(id, (now) => ({ ...now, status, writtenOffAt: null }))
      return begun
    })

it.each(Object.entries(defences))("the simulation fails without %s", { timeout: 400_000 }, (_, without) =>
  quietly(
    Effect.gen(function* () {
      let seed = 0
      let held = true
      for (; held && seed < atMost; seed++) held = Exit.isSuccess(yield* Effect.exit(story(seed, without())))
      expect(held, `${atMost} seeds went well without it`).toBe(false)
    }),
  ),
)
