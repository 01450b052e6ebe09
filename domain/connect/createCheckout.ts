import { Effect } from "effect"
import { CheckoutChain } from "./CheckoutChain.ts"
import type { CheckoutRequest } from "./checkoutRequest.ts"
import { Checkouts } from "./Checkouts.ts"
import type { Marketplace } from "./Marketplace.ts"
import type { Merchant } from "./Merchant.ts"
import { Merchants } from "./Merchants.ts"
import { MarketplaceWalletMissing, NotConfigured, SellerNotPayable, SellerSuspended, UnknownSeller } from "./refusals.ts"
import { splitAmount } from "./split.ts"

/** Creates a checkout whose split, wallets, contract and webhook URL no later change of the marketplace or the merchant touches. */
export const createCheckout = Effect.fnUntraced(function* (
  marketplace: Marketplace,
  { seller, ...request }: CheckoutRequest,
  idempotency: { readonly key: string; readonly hash: string } | null,
) {
  const [chain, checkouts, merchants] = [yield* configuredChain(), yield* Checkouts, yield* Merchants]
  const earlier = idempotency === null ? undefined : yield* checkouts.replay(marketplace.id, idempotency)
  if (earlier !== undefined) return { record: earlier, replayed: true }
  const merchant = yield* merchants
    .find(marketplace.id, seller)
    .pipe(Effect.catchTag("unknown_seller", ({ message }) => new UnknownSeller({ message: `${message} Nothing was created.` })))
  const split = splitAmount(request.amount, marketplace.feeBasisPoints)
  const wallets = {
    seller: yield* sellerWallet(merchant, seller, chain.walletProblem),
    marketplace: yield* marketplaceWallet(marketplace, chain.walletProblem),
    service: chain.serviceWallet,
  }
  const parties = { marketplace: marketplace.id, merchant: merchant.id, split, wallets }
  return yield* checkouts.create({ ...request, ...parties, splitter: chain.splitter, webhookUrl: marketplace.webhookUrl }, idempotency)
})

/** 501 where this gateway has no chain. */
export const configuredChain = Effect.fnUntraced(function* () {
  const chain = yield* CheckoutChain
  return (
    chain ?? (yield* new NotConfigured({ message: "This gateway takes no payments on chain, so it has no checkouts. Ask its operator." }))
  )
})

type WalletProblem = (wallet: string) => string | undefined

const sellerWallet = Effect.fnUntraced(function* ({ id, origin, status, wallet }: Merchant, seller: string, problemOf: WalletProblem) {
  if (status === "suspended") {
    return yield* new SellerSuspended({ message: "The operator of this gateway has suspended this seller. Nothing was created." })
  }
  if (origin === "embed" && seller.toLowerCase() !== id) {
    return yield* new SellerNotPayable({
      message: `This seller was named by a page, with the publishable key, so its name proves nothing. Name it by the merchant_id that the page received, or make an onboarding link for this name. Nothing was created.`,
    })
  }
  if (wallet === null) {
    return yield* new SellerNotPayable({
      message:
        "This seller has not proven a wallet yet. Send it an onboarding link (POST /v1/merchants/onboarding-link). Nothing was created.",
    })
  }
  const problem = problemOf(wallet)
  if (problem !== undefined)
    return yield* new SellerNotPayable({ message: `The seller's wallet cannot be paid. ${problem} Nothing was created.` })
  return wallet
})

/** Without a fee no wallet is needed, and none is frozen. */
const marketplaceWallet = Effect.fnUntraced(function* ({ feeBasisPoints, wallet }: Marketplace, problemOf: WalletProblem) {
  if (feeBasisPoints === 0) return null
  const problem = wallet === null ? "Its wallet is not set." : problemOf(wallet)
  if (problem === undefined) return wallet
  return yield* new MarketplaceWalletMissing({
    message: `The marketplace has a fee and no wallet that can be paid. ${problem} The operator sets it (farthing marketplace set). Nothing was created.`,
  })
})
