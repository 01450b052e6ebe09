import { Cache, Effect, Exit } from "effect"
import { inRequest } from "../../RailUnavailable.ts"
import { missingRequirement } from "../store/Debtor.ts"
import type { SepaStoreShape } from "../store/SepaStore.ts"

const maxCached = 10_000
/** The ledger decides under the account's lock what may be bought, so a stale mandate lets nothing through. */
const presentTtl = "30 seconds"
/** Another node may store the mandate at any moment. */
const missingTtl = "1 second"

/**
 * Caches the debtors that calls need on this node for a short while. A change through the returned store invalidates the cached debtor.
 */
export const cachedDebtors = Effect.fnUntraced(function* (store: SepaStoreShape) {
  const cache = yield* Cache.makeWith((organisation: Parameters<SepaStoreShape["debtor"]>[0]) => inRequest(store.debtor(organisation)), {
    capacity: maxCached,
    timeToLive: (debtor) => {
      if (Exit.isFailure(debtor)) return 0
      return missingRequirement(debtor.value, "") === undefined ? presentTtl : missingTtl
    },
  })
  const changed: SepaStoreShape = {
    ...store,
    changeDebtor: (organisation, change) =>
      Effect.ensuring(store.changeDebtor(organisation, change), Cache.invalidate(cache, organisation)),
  }
  return { store: changed, debtorOf: (organisation: Parameters<SepaStoreShape["debtor"]>[0]) => Cache.get(cache, organisation) }
})
