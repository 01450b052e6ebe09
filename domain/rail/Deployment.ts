import { Context } from "effect"

/** How this gateway is run. In `sandbox` everything outside is a component beside it; in `live` money is real. */
export class Deployment extends Context.Service<
  Deployment,
  {
    readonly mode: "sandbox" | "live"
    /**
     * True in a sandbox, and in a live gateway with `FARTHING_TEST_MONEY=allowed`. Otherwise a rail refuses what moves no real money: test
     * keys, test networks, well-known private keys, and servers in place of the real ones.
     */
    readonly testMoney: boolean
  }
>()("farthing/domain/rail/Deployment") {}
