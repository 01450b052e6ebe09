import { Context } from "effect"
import type { Facilitator } from "./facilitator/Facilitator.ts"

/** For the routes: the facilitator of this gateway, where it has one, and whether anybody may use it without a key. */
export const FacilitatorDoor = Context.Reference<{ readonly facilitator: Facilitator["Service"]; readonly open: boolean } | undefined>(
  "farthing/rails/x402/FacilitatorDoor",
  { defaultValue: () => undefined },
)
