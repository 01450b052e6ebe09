import { Context } from "effect"

/** How this gateway is run. In `sandbox` everything outside is a component beside it; in `live` money is real. */
export class Installation extends Context.Service<Installation, { readonly mode: "sandbox" | "live" }>()(
  "farthing/domain/rail/Installation",
) {}
