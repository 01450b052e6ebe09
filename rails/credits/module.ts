import { Effect } from "effect"
import type { RailModule } from "../../domain/rail/RailModule.ts"
import { credits } from "./credits.ts"

export const creditsModule: RailModule = {
  id: credits.id,
  description: credits.description,
  tables: {},
  settings: [],
  make: Effect.succeed({ rail: credits }),
}
