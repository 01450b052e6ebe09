import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { fileURLToPath } from "node:url"
import type { Ledger } from "../../domain/ledger/Ledger.ts"
import type { LedgerQueries } from "../../domain/ledger/LedgerQueries.ts"
import { Deployment } from "../../domain/rail/Deployment.ts"
import type { RailModule } from "../RailModule.ts"
import type { CommandComponent, Components } from "../../domain/sandbox/Component.ts"
import { x402Command } from "./commands.ts"
import { facilitatorRoutes } from "./facilitator/routes.ts"
import { description, settingNames } from "./settings.ts"
import { tables } from "./tables.ts"

/** The sandbox's own chain. It has the id and the USDC address of Base Sepolia, so that stock clients need no setting. */
export const chainComponent: CommandComponent = {
  name: "chain",
  command: [process.execPath, fileURLToPath(new URL("sandbox/chainEntry.ts", import.meta.url)), "{port}", "{state}"],
  ready: { says: "ready" },
}

/** Stablecoin payments on chain. A sandbox has a chain of its own; a live gateway has this rail only if its settings are set. */
export const x402Module: RailModule<Ledger | LedgerQueries | SqlClient | Deployment | Components> = {
  id: "x402",
  description,
  tables,
  settings: Object.values(settingNames),
  checkSettings: Effect.gen(function* () {
    const { readSettings } = yield* Effect.promise(() => import("./readSettings.ts"))
    const { mode, testMoney } = yield* Deployment
    yield* readSettings(mode, testMoney)
  }),
  routes: [facilitatorRoutes],
  requestHeaders: [
    {
      name: "PAYMENT-SIGNATURE",
      description: "A payment by the caller's own wallet, x402 version 2: the requirements of a 402, signed. Pins x402.",
    },
    { name: "X-PAYMENT", description: "The same in x402 version 1. Send one of the two." },
  ],
  responseHeaders: [
    {
      name: "PAYMENT-REQUIRED",
      description:
        "How the next request pays by itself, x402 version 2, in base64. Absent where no rail of the organisation can be paid so. Version 1 is in the body.",
      on: "challenge",
    },
    { name: "PAYMENT-RESPONSE", description: "How a payment in PAYMENT-SIGNATURE fared.", on: "receipt" },
    { name: "X-PAYMENT-RESPONSE", description: "How a payment in X-PAYMENT fared.", on: "receipt" },
  ],
  // A client of version 1 reads these; version 2 has them in PAYMENT-REQUIRED.
  challengeMembers: {
    x402Version: Schema.optionalKey(Schema.Int),
    accepts: Schema.optionalKey(Schema.Array(Schema.Record(Schema.String, Schema.Unknown))),
  },
  command: x402Command,
  sandboxComponents: [chainComponent],
  // Imported on demand, so that a command that needs no chain does not load viem.
  make: Effect.flatMap(
    Effect.promise(() => import("./parts.ts")),
    ({ partsFromEnvironment }) => partsFromEnvironment,
  ),
}
