import { Context, type Effect } from "effect"
import type { OrganisationId } from "../../../domain/money/ids.ts"

/** The funded wallets of a sandbox's demo organisation. */
export interface DemoWallet {
  /** Of the organisation's managed wallet. Its USDC is credited and can be spent. */
  readonly address: string
  /** Private key of a wallet with USDC that a stock client can sign with. Worthless outside the sandbox. */
  readonly buyerKey: string
  /** Text to print after the welcome. `apiKey` is of an organisation without money, whose callers pay themselves. */
  readonly print: (baseUrl: string, apiKey: string) => string
}

/** For the first start of a sandbox. Undefined if this gateway has no chain of its own. */
export const DemoWallets = Context.Reference<
  { readonly open: (organisation: OrganisationId) => Effect.Effect<DemoWallet, { readonly message: string }> } | undefined
>("farthing/rails/x402/DemoWallets", { defaultValue: () => undefined })
