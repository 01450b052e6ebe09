import { Cache, Effect, Exit } from "effect"
import type { SepaStoreShape } from "../store/SepaStore.ts"
import { missingRequirement } from "./missingRequirement.ts"

const mostRemembered = 10_000
/** What may be bought is decided by the account's own terms, under its lock: a mandate that was there is no promise. */
const givenFor = "30 seconds"
/** Another node may have heard of the mandate meanwhile. */
const missingFor = "1 second"

/**
 * The debtors that calls ask for, remembered by this node for a short while, and the store whose changes make it forget them.
 */
export const cachedDebtors = Effect.fnUntraced(function* (store: SepaStoreShape) {
  const known = yield* Cache.makeWith(store.debtor, {
    capacity: mostRemembered,
    timeToLive: (asked) => {
      if (Exit.isFailure(asked)) return 0
      return missingRequirement(asked.value) === undefined ? givenFor : missingFor
    },
  })
  const changed: SepaStoreShape = {
    ...store,
    changeDebtor: (organisation, change) =>
      Effect.ensuring(store.changeDebtor(organisation, change), Cache.invalidate(known, organisation)),
  }
  return { store: changed, debtorOf: (organisation: Parameters<SepaStoreShape["debtor"]>[0]) => Cache.get(known, organisation) }
})
