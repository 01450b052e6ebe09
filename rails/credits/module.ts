import { Effect } from "effect"
import type { RailModule } from "../RailModule.ts"
import { topupRoutes } from "./topups/routes.ts"
import { credits } from "./credits.ts"

export const creditsModule: RailModule = {
  id: credits.id,
  description: credits.description,
  tables: {},
  settings: [],
  routes: [topupRoutes],
  otherPaymentKinds: ["topup"],
  make: Effect.succeed({ rail: credits }),
}
