import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Mailer } from "../../domain/Mailer.ts"
import type { SecretCipher } from "../../domain/SecretCipher.ts"
import type { WebhookSender } from "../../domain/WebhookSender.ts"
import type { Ledger } from "../../domain/ledger/Ledger.ts"
import type { LedgerQueries } from "../../domain/ledger/LedgerQueries.ts"
import type { Deployment } from "../../domain/rail/Deployment.ts"
import type { RailModule } from "../RailModule.ts"
import type { Components } from "../../domain/sandbox/Component.ts"
import { sepaRoutes } from "./routes.ts"
import { sepaCommand } from "./commands.ts"
import { readSettings, settingNames } from "./settings.ts"
import { tables } from "./tables.ts"

export const sepaModule: RailModule<Ledger | LedgerQueries | SqlClient | Components | Deployment | Mailer | SecretCipher | WebhookSender> =
  {
    id: "sepa",
    description: "SEPA direct debit: calls are collected from the organisation's bank account.",
    tables,
    settings: settingNames,
    checkSettings: readSettings,
    routes: [sepaRoutes],
    otherPaymentKinds: ["collection"],
    command: sepaCommand,
    // Imported when the rails are set up: a command that builds no rails does not wait for Stripe's library.
    make: Effect.flatMap(
      Effect.promise(() => import("./setUp.ts")),
      ({ setUp }) => setUp,
    ),
  }
