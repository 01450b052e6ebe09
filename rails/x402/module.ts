import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Ledger } from "../../domain/ledger/Ledger.ts"
import type { LedgerQueries } from "../../domain/ledger/LedgerQueries.ts"
import type { Deployment } from "../../domain/rail/Deployment.ts"
import type { RailModule } from "../../domain/rail/RailModule.ts"
import type { Components } from "../../domain/sandbox/Component.ts"
import { description, settingNames } from "./settings.ts"
import { facilitatorTables, offerTables, settlementTables, walletTables } from "./tables.ts"

/** On-chain stablecoin settlement. A sandbox has a chain of its own; a live gateway has what its environment says, or no such rail. */
export const x402Module: RailModule<Ledger | LedgerQueries | SqlClient | Deployment | Components> = {
  id: "x402",
  description,
  tables: { ...settlementTables, "0100_wallets": walletTables, "0101_offers": offerTables, "0200_settle_requests": facilitatorTables },
  settings: Object.values(settingNames),
  // Loaded when it is asked for: commands that need no chain do not wait for its libraries.
  make: Effect.flatMap(
    Effect.promise(() => import("./parts.ts")),
    ({ partsFromEnvironment }) => partsFromEnvironment,
  ),
}
