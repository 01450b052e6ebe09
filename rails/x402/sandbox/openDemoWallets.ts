import { Effect } from "effect"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import type { ChainUnavailable } from "../evm/Chain.ts"
import { sandboxMaster } from "../settings.ts"
import { derivedAccount, derivedKey } from "../wallets/derivedSigner.ts"
import type { Wallets } from "../wallets/Wallets.ts"
import type { DemoWallet } from "./DemoWallets.ts"
import { demoBuyer } from "./demoAccounts.ts"
import { mineBlocks, mintUsdcUpTo } from "./sandboxChain.ts"

const demoMicroUsd = 25_000_000n
const buyer = demoBuyer

interface DemoWalletsOptions<E> {
  readonly wallets: Wallets["Service"]
  readonly url: Effect.Effect<string, ChainUnavailable>
  readonly confirmations: number
  readonly creditDeposits: Effect.Effect<unknown, E>
  /** The rail's check, so that the demo's first call does not meet a cached failure. */
  readonly check: Effect.Effect<void, { readonly message: string }>
}

/**
 * Mints USDC for the organisation's managed wallet and for a buyer with a wallet of its own, and credits the first. After a failure it can be
 * called again: each wallet gets only what is missing to 25 USD.
 */
export const openDemoWallets = <E extends { readonly message: string }>(options: DemoWalletsOptions<E>) =>
  Effect.fnUntraced(function* (organisation: OrganisationId) {
    const { address } = yield* options.wallets.get(organisation)
    const chain = yield* options.url
    yield* mintUsdcUpTo(chain, address, demoMicroUsd)
    yield* mintUsdcUpTo(chain, derivedAccount(sandboxMaster, buyer).address, demoMicroUsd)
    yield* mineBlocks(chain, options.confirmations)
    yield* options.creditDeposits
    yield* options.check
    const buyerKey = derivedKey(sandboxMaster, buyer)
    return { address, buyerKey, print: (baseUrl, apiKey) => instructions(baseUrl, address, { apiKey, buyerKey }) } satisfies DemoWallet
  })

const instructions = (baseUrl: string, address: string, { apiKey, buyerKey }: { readonly apiKey: string; readonly buyerKey: string }) => `
On the x402 rail the organisation's managed wallet ${address} has 25.00 USDC on the sandbox's chain (id 84532):

  ${curl(baseUrl)} -H "Authorization: Bearer $API_KEY" -H "X-Payment-Rail: x402"

Stock clients (npm: @x402/fetch, x402-fetch) pay from a wallet of their own. The organisation of this key has no money here, so a call answers 402
with an offer, and such a client signs it with this private key, which has 25.00 USDC on that chain and is worthless elsewhere:

  export WALLET_API_KEY=${apiKey}
  export PRIVATE_KEY=${buyerKey}
  ${curl(baseUrl)} -H "Authorization: Bearer $WALLET_API_KEY"
`

const curl = (baseUrl: string) =>
  `curl -si ${baseUrl}/v1/execute/bank-check/bank.validate_iban -H "Content-Type: application/json" -d '{"iban":"DE89370400440532013000"}'`
