import { Effect, Redacted } from "effect"
import { CheckoutChain } from "../../domain/connect/CheckoutChain.ts"
import { createCheckout } from "../../domain/connect/createCheckout.ts"
import { Marketplaces } from "../../domain/connect/Marketplaces.ts"
import { Merchants } from "../../domain/connect/Merchants.ts"

// Imported on demand, so that a gateway without a chain does not load viem.
const demoAddress = Effect.promise(() => import("../../rails/x402/sandbox/demoAccounts.ts").then((module) => module.demoAddress))

/** A marketplace with its keys, a seller who has finished the onboarding, and a checkout to open in a browser. Undefined without a chain. */
export const demoShop = Effect.fnUntraced(function* (baseUrl: string) {
  if ((yield* CheckoutChain) === undefined) return undefined
  const [marketplaces, merchants, addressOf] = [yield* Marketplaces, yield* Merchants, yield* demoAddress]
  const wallet = addressOf("demo marketplace")
  const marketplace = yield* marketplaces.create({ name: "Demo market", feeBasisPoints: 250, wallet, rate: 600, webhookUrl: null })
  const secret = yield* marketplaces.createKey(marketplace.id, "secret", "Demo key")
  const publishable = yield* marketplaces.createKey(marketplace.id, "publishable", "Demo key")
  const { merchant, token } = yield* merchants.startLink(marketplace.id, "demo-seller")
  const session = Redacted.value(token)
  yield* merchants.setProfile(session, { displayName: "Demo seller", email: "seller@demo.example", website: null, country: null })
  const { nonce } = yield* merchants.newNonce(session)
  yield* merchants.setWallet(session, { nonce, wallet: addressOf("demo seller") })
  yield* merchants.activate(session)
  const sale = { amount: 4_200_000n, seller: merchant.id, productName: "A brass lamp", productImage: "💡", orderRef: "demo-1" }
  const more = { description: "A sale to try the checkout with.", returnUrl: null, cancelUrl: null }
  const { record } = yield* createCheckout(marketplace, { ...sale, ...more }, null)
  const url = `${baseUrl}/pay/${record.checkout.id}`
  const keys = { secret_key: Redacted.value(secret.secret), publishable_key: Redacted.value(publishable.secret) }
  const value = { marketplace_id: marketplace.id, ...keys, merchant_id: merchant.id, checkout_url: url }
  return { value, text: welcomeShop(baseUrl, keys, url) }
})

export const welcomeShop = (baseUrl: string, keys: { readonly secret_key: string; readonly publishable_key: string }, url: string) => `
The demo marketplace sells on checkouts, and one transaction on the sandbox's chain pays its seller, its fee of 2.5 % and the service's 2 %. Its keys, shown only now:

  export MARKETPLACE_KEY=${keys.secret_key}
  export PUBLISHABLE_KEY=${keys.publishable_key}

This checkout of 4.20 USDC can be paid for 20 minutes. Open it in a browser: ${url}
Without a wallet extension the first line pays it, which signs with the demo buyer's wallet. The second line makes another one:

  npx farthing sandbox pay ${url}
  curl -s ${baseUrl}/v1/checkout -H "Authorization: Bearer $MARKETPLACE_KEY" -H "Content-Type: application/json" -d '{"amount":"4.20","seller_id":"demo-seller","product_name":"A brass lamp","order_ref":"demo-2"}'
  curl -s ${baseUrl}/v1/payments -H "Authorization: Bearer $MARKETPLACE_KEY"
  curl -s ${baseUrl}/v1/merchants/onboarding-link -H "Authorization: Bearer $MARKETPLACE_KEY" -H "Content-Type: application/json" -d '{"external_seller_id":"seller-2"}'

To pay in the page, a wallet extension needs the network with the id 84532 at the address of the component "chain" (npx farthing sandbox status), and the PRIVATE_KEY that is printed below.
`
