import { Effect } from "effect"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import type { ChainUnavailable } from "../evm/Chain.ts"
import { sandboxMaster } from "../settings.ts"
import { mineBlocks, mintUsdcUpTo } from "./sandboxChain.ts"
import type { DemoWallet } from "./DemoWallets.ts"
import { derivedAccount, derivedKey } from "../wallets/derivedSigner.ts"
import type { Wallets } from "../wallets/Wallets.ts"

const demoMicroUsd = 25_000_000n
const buyer = "demo buyer"

interface DemoWalletsOptions<E> {
  readonly wallets: Wallets["Service"]
  readonly url: Effect.Effect<string, ChainUnavailable>
  readonly confirmations: number
  /** Credits what is deep enough. */
  readonly watch: Effect.Effect<unknown, E>
  /** Whether a call would be let pay, which may be known as it was a moment ago. */
  readonly check: Effect.Effect<void, { readonly message: string }>
}

/**
 * Mints USDC for the organisation's wallet, which can spend it then, and for a buyer with a wallet of its own. Where it fails
 * it may be done again: each has as much as is said of it.
 */
export const openDemoWallets = <E extends { readonly message: string }>({
  check,
  confirmations,
  url,
  wallets,
  watch,
}: DemoWalletsOptions<E>) =>
  Effect.fnUntraced(function* (organisation: OrganisationId) {
    const { address } = yield* wallets.of(organisation)
    const chain = yield* url
    yield* mintUsdcUpTo(chain, address, demoMicroUsd)
    yield* mintUsdcUpTo(chain, derivedAccount(sandboxMaster, buyer).address, demoMicroUsd)
    yield* mineBlocks(chain, confirmations)
    yield* watch
    yield* check
    const buyerKey = derivedKey(sandboxMaster, buyer)
    return { address, buyerKey, print: (baseUrl, apiKey) => lines(baseUrl, address, { apiKey, buyerKey }) } satisfies DemoWallet
  })

const lines = (baseUrl: string, address: string, { apiKey, buyerKey }: { readonly apiKey: string; readonly buyerKey: string }) => `
On the x402 rail the organisation's managed wallet ${address} has 25.00 USDC on the sandbox's chain (id 84532):

  ${call(baseUrl)} -H "Authorization: Bearer $API_KEY" -H "X-Payment-Rail: x402"

Stock clients (npm: @x402/fetch, x402-fetch) pay from a wallet of their own. The organisation of this key has no money here, so a call answers 402
with the demand, and such a client signs it with this private key, which has 25.00 USDC on that chain and is worth nothing elsewhere:

  export WALLET_API_KEY=${apiKey}
  export PRIVATE_KEY=${buyerKey}
  ${call(baseUrl)} -H "Authorization: Bearer $WALLET_API_KEY"
`

const call = (baseUrl: string) =>
  `curl -si ${baseUrl}/v1/execute/bank-check/bank.validate_iban -H "Content-Type: application/json" -d '{"iban":"DE89370400440532013000"}'`
