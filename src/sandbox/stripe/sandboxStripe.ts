import { fileURLToPath } from "node:url"
import type { Component } from "../../../domain/sandbox/Component.ts"

/** The sandbox's own Stripe, for SEPA debits and card top-ups. */
export const sandboxStripe: Component = {
  name: "stripe",
  command: [process.execPath, fileURLToPath(new URL("stripeEmulatorEntry.ts", import.meta.url))],
  ready: { says: "ready" },
  database: true,
}
