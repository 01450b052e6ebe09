import { Effect, Redacted } from "effect"
import { parseEther, zeroAddress } from "viem"
import { microUsd } from "../../domain/money/Money.ts"
import { RailMisconfigured } from "../RailModule.ts"
import { type SettingsReader, settingsReader } from "../../domain/settings.ts"
import { splitterDeployment } from "./checkout/splitter.ts"
import type { Asset } from "./evm/Chain.ts"
import type { Hex } from "./evm/hex.ts"
import { isPhrase, liveMistakes } from "./liveRules.ts"
import { v1NameOf } from "./protocol/networks.ts"
import { knownAssets, sandboxAsset, sandboxMaster, sandboxNetwork, settingNames as names, type X402Settings } from "./settings.ts"
import { derivedAccount, derivedKey } from "./wallets/derivedSigner.ts"

type Reader = SettingsReader<(typeof names)[keyof typeof names]>

/**
 * The settings of this rail. Undefined if a live gateway has none of them: then it has no x402 rail. A sandbox without an RPC URL settles on
 * a chain of its own. All mistakes are reported together.
 */
export const readSettings = Effect.fnUntraced(function* (mode: "sandbox" | "live", testMoney = mode === "sandbox") {
  const reader = yield* settingsReader(Object.values(names))
  const isSet = (name: keyof typeof names) => reader.has(names[name])
  if (mode === "live" && !Object.values(names).some((name) => reader.has(name))) return undefined
  const { mistakes } = reader
  const hasOwnChain = mode === "sandbox" && !isSet("rpcUrl")
  if (hasOwnChain) {
    for (const name of ["rpcUrl2", "chainId", "asset", "assetName", "assetVersion", "gasKeys", "splitter", "payoutKey"] as const) {
      if (!isSet(name)) continue
      mistakes.push(
        `${names[name]} needs ${names.rpcUrl}, because a sandbox without it has a chain of its own. Set ${names.rpcUrl}, or unset this.`,
      )
    }
  } else {
    for (const name of ["rpcUrl", "chainId", "gasKeys", "master", "payTo"] as const) {
      if (!isSet(name)) mistakes.push(`${names[name]} is missing: the x402 rail needs it. Set it, or unset every FARTHING_X402_ setting.`)
    }
  }
  const settings = settingsFrom(reader, hasOwnChain, mode)
  if (!testMoney) mistakes.push(...(yield* liveMistakes(settings, (name) => isSet(name) && !reader.isWrong(names[name]))))
  return mistakes.length === 0 ? settings : yield* new RailMisconfigured({ mistakes })
})

const settingsFrom = (reader: Reader, hasOwnChain: boolean, mode: "sandbox" | "live"): X402Settings => {
  const chainId = hasOwnChain ? sandboxNetwork.chainId : reader.wholeNumber(names.chainId, 0, { min: 1, max: Number.MAX_SAFE_INTEGER })
  const phrase = (text: string) => (isPhrase(text) ? Redacted.make(text) : undefined)
  const phraseRule = "must be a BIP-39 phrase of 12 to 24 English words with a valid checksum"
  const master = reader.parse(names.master, phraseRule, sandboxMaster, phrase)
  const previousMaster = reader.parse(names.previousMaster, phraseRule, undefined, phrase)
  if (previousMaster !== undefined && Redacted.value(previousMaster) === Redacted.value(master)) {
    reader.mistakes.push(`${names.previousMaster} is the same phrase as ${names.master}. Set the earlier phrase, or unset it.`)
  }
  const caip2 = `eip155:${chainId}`
  const rpcUrls = hasOwnChain ? undefined : urlsFrom(reader)
  const payTo = addressFrom(reader, names.payTo, hasOwnChain ? derivedAccount(sandboxMaster, "treasury").address : zeroAddress)
  const maxTimeoutSeconds = reader.wholeNumber(names.maxTimeoutSeconds, 300, { min: 30, max: 86_400 })
  return {
    network: { chainId, caip2, v1: v1NameOf(caip2) ?? null },
    asset: hasOwnChain ? sandboxAsset : assetFrom(reader, chainId),
    rpcUrls,
    gasKeys: hasOwnChain
      ? sandboxGasKeys()
      : reader.list(names.gasKeys, "must be different private keys of 32 bytes in hexadecimal, with commas between them", [], parseKey),
    maxWeiPerDay: etherFrom(reader, names.maxWeiPerDay, hasOwnChain ? "100" : "0.05"),
    maxWeiPerTransaction: etherFrom(reader, names.maxWeiPerTransaction, hasOwnChain ? "1" : "0.002"),
    master,
    previousMaster,
    factories: reader.list(names.factories, "must be addresses with commas between them", [], parseAddress),
    facilitatorOpen: reader.boolean(names.facilitatorOpen, false),
    facilitatorMinimum: reader.dollars(names.facilitatorMinimum, microUsd(1_000n)),
    foreignGasPercent: reader.wholeNumber(names.foreignGasPercent, 50, { min: 0, max: 90, unit: "percent" }),
    callerGasPercent: reader.wholeNumber(names.callerGasPercent, 10, { min: 0, max: 90, unit: "percent" }),
    relayGasPercent: reader.wholeNumber(names.relayGasPercent, 30, { min: 0, max: 90, unit: "percent" }),
    marketplaceGasPercent: reader.wholeNumber(names.marketplaceGasPercent, 20, { min: 0, max: 90, unit: "percent" }),
    splitter: reader.parse(
      names.splitter,
      "must be the address of the contract: 0x and 40 hexadecimal digits, not all of them 0",
      hasOwnChain ? splitterDeployment.address : undefined,
      parseContract,
    ),
    serviceWallet: addressFrom(reader, names.serviceWallet, payTo),
    payoutKey: reader.parse(
      names.payoutKey,
      "must be a private key of 32 bytes in hexadecimal",
      hasOwnChain ? sandboxPayoutKey : undefined,
      parseKey,
    ),
    terms: {
      payTo,
      exposureCap: reader.dollars(names.exposureCap, microUsd(5_000_000n)),
      maxPerTransfer: reader.dollars(names.maxPerTransfer, microUsd(100_000_000n)),
      maxTimeoutSeconds,
      maxValidSeconds: maxTimeoutSeconds + clockDifferenceSeconds,
      declinedUntilUpfront: reader.wholeNumber(names.declinedUntilUpfront, 3, { min: 0, max: 1_000 }),
      upfrontFrom: reader.dollars(names.upfrontFrom, undefined),
      confirmations: reader.wholeNumber(names.confirmations, mode === "sandbox" ? 2 : 12, { min: 1, max: 10_000 }),
      verifyWithinMs: 4_000,
      answerWithinMs: 15_000,
    },
  }
}

/** A client signs for the offered time by its own clock, and some always sign for an hour. */
const clockDifferenceSeconds = 3_600

const sandboxGasKeys = () => [0, 1].map((index) => Redacted.make(derivedKey(sandboxMaster, `gas ${index}`)))

const sandboxPayoutKey = Redacted.make(derivedKey(sandboxMaster, "payouts"))

const assetFrom = (reader: Reader, chainId: number): Asset => {
  const usdc = knownAssets.get(chainId)
  const isGiven = reader.has(names.chainId) && !reader.isWrong(names.chainId)
  if (usdc === undefined && isGiven && !reader.has(names.asset)) {
    reader.mistakes.push(`${names.asset} is missing: there is no well-known USDC on chain ${chainId}. Set it.`)
  }
  const { address, name, version } = usdc ?? { address: zeroAddress, name: "USDC", version: "2" }
  return {
    address: addressFrom(reader, names.asset, address),
    name: reader.text(names.assetName, "must be the name in the token's EIP-712 domain", name, upTo64),
    version: reader.text(names.assetVersion, "must be the version in the token's EIP-712 domain", version, upTo64),
  }
}

const upTo64 = /^.{1,64}$/s

const urlsFrom = (reader: Reader) =>
  [names.rpcUrl, names.rpcUrl2]
    .map((name) => reader.url(name, " of a JSON-RPC node", undefined))
    .filter((url) => url !== undefined)
    .map((url) => Redacted.make(url))

const etherFrom = (reader: Reader, name: Parameters<Reader["has"]>[0], fallback: string): bigint =>
  reader.parse(name, "must be an amount in ether above 0, for instance 0.01", parseEther(fallback), (text) =>
    /^\d{1,9}(\.\d{1,18})?$/.test(text) && parseEther(text) > 0n ? parseEther(text) : undefined,
  )

const addressFrom = (reader: Reader, name: Parameters<Reader["has"]>[0], fallback: Hex): Hex =>
  reader.parse(name, anAddress, fallback, parseAddress)

const anAddress = "must be an address: 0x and 40 hexadecimal digits"

const parseAddress = (text: string): Hex | undefined => (/^0x[0-9a-fA-F]{40}$/.test(text) ? (text as Hex) : undefined)

const parseContract = (text: string) => (text === zeroAddress ? undefined : parseAddress(text))

const parseKey = (text: string) => (/^0x[0-9a-fA-F]{64}$/.test(text) && isPrivateKey(text) ? Redacted.make(text as Hex) : undefined)

/** A private key is a number from 1 to the order of secp256k1, less 1. */
const isPrivateKey = (text: string) =>
  BigInt(text) > 0n && BigInt(text) < 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
