import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Ledger } from "../../domain/ledger/Ledger.ts"
import type { LedgerQueries } from "../../domain/ledger/LedgerQueries.ts"
import type { Deployment } from "../../domain/rail/Deployment.ts"
import type { RailModule } from "../RailModule.ts"
import { StripeConnection } from "../stripe/StripeConnection.ts"
import { credits } from "./rail.ts"
import { autoTopupTables } from "./autoTopup/AutoTopupStore.ts"
import { autoTopupRoutes } from "./autoTopup/routes.ts"
import { topupRoutes } from "./topups/routes.ts"

export const creditsModule: RailModule<Ledger | LedgerQueries | SqlClient | Deployment> = {
  id: credits.id,
  description: credits.description,
  tables: autoTopupTables,
  settings: [],
  routes: [topupRoutes, autoTopupRoutes],
  otherPaymentKinds: ["topup"],
  make: Effect.gen(function* () {
    const stripe = yield* StripeConnection
    if (stripe === undefined) return { rail: credits }
    const { setUpTopups } = yield* Effect.promise(() => import("./topups/setUp.ts"))
    return yield* setUpTopups(stripe)
  }),
}
