import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { fileURLToPath } from "node:url"
import { Deployment } from "../../domain/rail/Deployment.ts"
import type { SharedModule } from "../RailModule.ts"
import type { SecretCipher } from "../../domain/SecretCipher.ts"
import type { Components } from "../../domain/sandbox/Component.ts"
import { stripeWebhookRoutes } from "./routes.ts"
import { ownClock, readSettings, settingNames } from "./settings.ts"
import { makePgStripeStore, webhookSecretColumn } from "./store.ts"

/** The connection to Stripe, which the top-ups of `credits` and the debits of `sepa` share. */
export const stripeModule: SharedModule<SqlClient | Components | Deployment | SecretCipher> = {
  id: "stripe",
  settings: settingNames,
  checkSettings: Effect.flatMap(Deployment, (deployment) => readSettings(deployment)),
  secrets: [webhookSecretColumn],
  routes: [stripeWebhookRoutes],
  ownClock,
  unfinishedJobs: (at) => Effect.flatMap(makePgStripeStore, (store) => store.unfinishedJobs(at)),
  sandboxComponents: [
    {
      name: "stripe",
      module: fileURLToPath(new URL("sandbox/server/serveStripe.ts", import.meta.url)),
      clockPath: "/_sandbox/clock",
    },
  ],
  // Imported when the rails are set up: a command that builds no rails does not wait for Stripe's library.
  make: Effect.flatMap(
    Effect.promise(() => import("./setUp.ts")),
    ({ setUp }) => setUp,
  ),
}
