import { fileURLToPath } from "node:url"
import type { Component } from "../../../domain/sandbox/Component.ts"

/** Stripe, as far as the sandbox can have it: the SEPA rail's collections and top-ups by card. */
export const sandboxStripe: Component = {
  name: "stripe",
  command: [process.execPath, fileURLToPath(new URL("stripeEmulatorEntry.ts", import.meta.url))],
  ready: { says: "ready" },
  database: true,
}
