import { ExactEvmScheme } from "@x402/evm"
import { wrapFetchWithPaymentFromConfig } from "@x402/fetch"
import { privateKeyToAccount } from "viem/accounts"
import { purchase } from "./purchase.mjs"

/** The stock client of version 2 with default settings. */
const account = privateKeyToAccount(process.env.PRIVATE_KEY)
await purchase(wrapFetchWithPaymentFromConfig(fetch, { schemes: [{ network: "eip155:84532", client: new ExactEvmScheme(account) }] }))
