import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Ledger } from "../../domain/ledger/Ledger.ts"
import type { LedgerQueries } from "../../domain/ledger/LedgerQueries.ts"
import type { Deployment } from "../../domain/rail/Deployment.ts"
import type { RailModule } from "../../domain/rail/RailModule.ts"
import type { Components } from "../../domain/sandbox/Component.ts"
import { settingNames } from "./settings.ts"
import { tables } from "./tables.ts"

export const sepaModule: RailModule<Ledger | LedgerQueries | SqlClient | Components | Deployment> = {
  id: "sepa",
  description: "SEPA direct debit: calls are collected from the organisation's bank account.",
  tables,
  settings: settingNames,
  // Loaded when it is asked for: commands that need no Stripe do not wait for its library.
  make: Effect.flatMap(
    Effect.promise(() => import("./setUp.ts")),
    ({ setUp }) => setUp,
  ),
}
