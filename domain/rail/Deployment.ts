import { Context } from "effect"

/** How this gateway is run. In `sandbox` everything outside is a component beside it; in `live` money is real. */
export class Deployment extends Context.Service<Deployment, { readonly mode: "sandbox" | "live" }>()("farthing/domain/rail/Deployment") {}
