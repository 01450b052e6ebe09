import { validateMnemonic } from "@scure/bip39"
import { wordlist } from "@scure/bip39/wordlists/english"
import { Effect, Redacted } from "effect"
import { zeroAddress } from "viem"
import { sameHex } from "./evm/hex.ts"
import { isPublicAddress, isPublicKey, publicPhrases } from "./publicKeys.ts"
import { knownAssets, settingNames as names, type X402Settings } from "./settings.ts"

/** The phrase's words are in the list, and its checksum is right: a mistyped word would otherwise give other wallets. */
export const isPhrase = (text: string): boolean => validateMnemonic(text, wordlist)

/**
 * What a live gateway refuses, because it moves no real money or because everybody knows the key. A gateway with
 * `FARTHING_TEST_MONEY=allowed` does not check this. `isGiven` answers whether a setting is set and well-formed: the default of one that is
 * not was never meant, and has another sentence.
 */
export const liveMistakes = Effect.fnUntraced(function* (
  { asset, gasKeys, master, network, payoutKey, rpcUrls = [], serviceWallet, terms }: X402Settings,
  isGiven: (name: keyof typeof names) => boolean,
) {
  const mistakes: Array<string> = []
  const advice = "For staging set FARTHING_TEST_MONEY=allowed."
  if (isGiven("chainId") && (yield* isTestNetwork(network.chainId))) {
    mistakes.push(`${names.chainId} ${network.chainId} is a test network: its tokens are worth nothing. ${advice}`)
  }
  if (isGiven("master") && publicPhrases.has(Redacted.value(master))) {
    mistakes.push(
      `${names.master} is a public phrase of the sandbox, of development tools or of documentation: others can sign for its wallets. Use a phrase of your own.`,
    )
  }
  if (gasKeys.some((key) => isPublicKey(Redacted.value(key)))) {
    mistakes.push(`${names.gasKeys} has a well-known key: others can spend its ether. Use keys of your own.`)
  }
  if (payoutKey !== undefined && isPublicKey(Redacted.value(payoutKey))) {
    mistakes.push(`${names.payoutKey} is a well-known key: others can spend its money. Use a key of your own.`)
  }
  for (const [name, wallet] of [
    ["payTo", terms.payTo],
    ["serviceWallet", serviceWallet],
  ] as const) {
    if (!isGiven(name)) continue
    if (sameHex(wallet, zeroAddress) || isPublicAddress(wallet))
      mistakes.push(
        `${names[name]} is the zero address or the address of a well-known key: the money would be lost. Use an address of your own.`,
      )
    if (sameHex(wallet, asset.address))
      mistakes.push(`${names[name]} is the address of the token: the money would be lost. Use an address of your own.`)
  }
  if (rpcUrls.some((url) => isPlainHttp(Redacted.value(url)))) {
    mistakes.push(
      `${names.rpcUrl} and ${names.rpcUrl2} must be https, except on this machine: an answer that was changed on the way would move money.`,
    )
  }
  if (terms.confirmations < 2) {
    mistakes.push(`${names.confirmations} must be 2 or more: one block can be replaced, and the payment with it. ${advice}`)
  }
  return mistakes
})

/** Anvil and Hardhat, and a development node of Geth or Ganache. */
const localNetworks: ReadonlySet<number> = new Set([31_337, 1_337])

/** The two networks with a default token are known. For any other one, viem's list is loaded, which takes 0.3 s. */
const isTestNetwork = (chainId: number) =>
  knownAssets.has(chainId)
    ? Effect.succeed(chainId !== 8453)
    : Effect.map(
        Effect.promise(() => import("viem/chains")),
        (chains) =>
          localNetworks.has(chainId) || Object.values(chains).some((chain) => chain.id === chainId && "testnet" in chain && chain.testnet),
      )

const isPlainHttp = (text: string) => {
  const { hostname, protocol } = new URL(text)
  return protocol === "http:" && !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}
