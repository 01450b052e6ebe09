import { Context, type Effect } from "effect"
import type { OrganisationId } from "../../../domain/money/ids.ts"

/** What a sandbox gives its demo organisation on this rail. */
export interface DemoWallet {
  /** Of the organisation's managed wallet, which has USDC that can be spent. */
  readonly address: string
  /** Of a wallet that a stock client can sign with; it has USDC, too. Worth nothing outside the sandbox. */
  readonly buyerKey: string
  /** Lines to print behind the welcome. `baseUrl` is the gateway's, `apiKey` of an organisation without money, whose callers pay themselves. */
  readonly print: (baseUrl: string, apiKey: string) => string
}

/** For the first start of a sandbox: funds the wallets and says what to try. Undefined where this gateway has no chain of its own. */
export const DemoWallets = Context.Reference<
  { readonly open: (organisation: OrganisationId) => Effect.Effect<DemoWallet, { readonly message: string }> } | undefined
>("farthing/rails/x402/DemoWallets", { defaultValue: () => undefined })
