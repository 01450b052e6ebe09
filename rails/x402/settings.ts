import { Redacted } from "effect"
import type { MicroUsd } from "../../domain/money/Money.ts"
import type { Asset, Network } from "./evm/Chain.ts"
import type { Hex } from "./evm/hex.ts"
import type { PaymentTerms } from "./paymentTerms.ts"

export const description = "USDC on chain (x402): the caller signs each payment, or the organisation's managed wallet does."

/** The settings of this rail, from the environment or from the defaults of a sandbox. */
export interface X402Settings {
  readonly network: Network
  readonly asset: Asset
  /** The preferred one first; undefined: the sandbox's own chain. A URL may hold an API key. */
  readonly rpcUrls: ReadonlyArray<Redacted.Redacted> | undefined
  /** Private keys of the accounts that pay for gas. */
  readonly gasKeys: ReadonlyArray<Redacted.Redacted<Hex>>
  /** For the gas of all keys together. */
  readonly maxWeiPerDay: bigint
  readonly maxWeiPerTransaction: bigint
  /** The BIP-39 phrase that the organisations' wallets are derived from. */
  readonly master: Redacted.Redacted
  /** The other phrase of a rotation: while both are set, the books decide which one is current. */
  readonly previousMaster: Redacted.Redacted | undefined
  /** Contracts that may deploy smart wallets at the gateway's cost (ERC-6492). */
  readonly factories: ReadonlyArray<Hex>
  /** `/verify` and `/settle` need no API key. */
  readonly facilitatorOpen: boolean
  /** The smallest payment that `/settle` settles. */
  readonly facilitatorMinimum: MicroUsd
  /** Shares of `maxWeiPerDay` in percent: of all callers of `/settle` together, and of one of them. */
  readonly foreignGasPercent: number
  readonly callerGasPercent: number
  /** Shares of `maxWeiPerDay` in percent: of the relayed payments of all marketplaces together, and of one of them. */
  readonly relayGasPercent: number
  readonly marketplaceGasPercent: number
  /** The contract that pays all parts of a checkout. Undefined: there are no checkouts. */
  readonly splitter: Hex | undefined
  /** Where the service's share of a checkout is paid. */
  readonly serviceWallet: Hex
  /** Of the wallet that pays publishers. Undefined: publishers are not paid on chain. */
  readonly payoutKey: Redacted.Redacted<Hex> | undefined
  readonly terms: PaymentTerms
}

export const settingNames = {
  rpcUrl: "FARTHING_X402_RPC_URL",
  rpcUrl2: "FARTHING_X402_RPC_URL_2",
  chainId: "FARTHING_X402_CHAIN_ID",
  asset: "FARTHING_X402_ASSET",
  assetName: "FARTHING_X402_ASSET_NAME",
  assetVersion: "FARTHING_X402_ASSET_VERSION",
  gasKeys: "FARTHING_X402_GAS_KEYS",
  maxWeiPerDay: "FARTHING_X402_GAS_PER_DAY",
  maxWeiPerTransaction: "FARTHING_X402_GAS_PER_TRANSACTION",
  master: "FARTHING_X402_MASTER",
  previousMaster: "FARTHING_X402_PREVIOUS_MASTER",
  maxPerTransfer: "FARTHING_X402_MAX_TRANSFER",
  payTo: "FARTHING_X402_PAY_TO",
  confirmations: "FARTHING_X402_CONFIRMATIONS",
  exposureCap: "FARTHING_X402_EXPOSURE_CAP",
  upfrontFrom: "FARTHING_X402_UPFRONT_FROM",
  declinedUntilUpfront: "FARTHING_X402_UPFRONT_AFTER_DECLINED",
  maxTimeoutSeconds: "FARTHING_X402_OFFER_SECONDS",
  factories: "FARTHING_X402_WALLET_FACTORIES",
  facilitatorOpen: "FARTHING_X402_FACILITATOR_OPEN",
  facilitatorMinimum: "FARTHING_X402_FACILITATOR_MINIMUM",
  foreignGasPercent: "FARTHING_X402_FACILITATOR_GAS_PERCENT",
  callerGasPercent: "FARTHING_X402_FACILITATOR_CALLER_PERCENT",
  relayGasPercent: "FARTHING_X402_RELAY_GAS_PERCENT",
  marketplaceGasPercent: "FARTHING_X402_RELAY_MARKETPLACE_PERCENT",
  splitter: "FARTHING_X402_SPLITTER",
  serviceWallet: "FARTHING_X402_SERVICE_WALLET",
  payoutKey: "FARTHING_X402_PAYOUT_KEY",
} as const

/** The sandbox's own chain has the id and the USDC of Base Sepolia. They are here so that a live gateway loads nothing of the sandbox's chain. */
export const sandboxNetwork: Network = { chainId: 84_532, caip2: "eip155:84532", v1: "base-sepolia" }
export const sandboxAsset: Asset = { address: "0x036CbD53842c5426634e7929541eC2318f3dCF7e", name: "USDC", version: "2" }

/** Circle's USDC by chain id. The EIP-712 names differ. */
export const knownAssets: ReadonlyMap<number, Asset> = new Map([
  [8453, { address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", name: "USD Coin", version: "2" }],
  [sandboxNetwork.chainId, sandboxAsset],
])

/** A public test phrase: everything that it controls is worthless outside a sandbox. */
export const sandboxMaster = Redacted.make("test test test test test test test test test test test junk")
