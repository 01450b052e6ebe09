import { createWalletClient, http } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { baseSepolia } from "viem/chains"
import { wrapFetchWithPayment } from "x402-fetch"
import { purchase } from "./purchase.mjs"

/** The stock client of version 1 with default settings. */
const account = privateKeyToAccount(process.env.PRIVATE_KEY)
await purchase(wrapFetchWithPayment(fetch, createWalletClient({ account, transport: http(), chain: baseSepolia })))
