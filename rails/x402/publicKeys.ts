import { mnemonicToSeedSync } from "@scure/bip39"
import { Redacted } from "effect"
import { bytesToHex } from "viem"
import { HDKey, privateKeyToAddress } from "viem/accounts"
import { type Hex, lowerCase } from "./evm/hex.ts"
import { sandboxMaster } from "./settings.ts"
import { derivedAccount } from "./wallets/derivedSigner.ts"

/** Phrases that everybody knows: robots take what arrives at their addresses. */
export const publicPhrases: ReadonlySet<string> = new Set([
  // The sandbox's, which is the default of anvil and Hardhat.
  Redacted.value(sandboxMaster),
  // The defaults of Ganache and of Truffle.
  "myth like bonus scare over problem client lizard pioneer submit female collect",
  "candy maple cake sugar pudding cream honey rich smooth crumble sweet treat",
  // The first vectors of BIP-39's own tests.
  `${"abandon ".repeat(11)}about`,
  `${"abandon ".repeat(23)}art`,
  "legal winner thank year wave sausage worth useful legal winner thank yellow",
  "letter advice cage absurd amount doctor acoustic avoid letter advice cage above",
  `${"zoo ".repeat(11)}wrong`,
])

/** Anvil, Hardhat and Ganache give ether to the first 10 or 20 accounts of a phrase. */
const accountsOfPhrase = 20

const addressesOf = (phrase: string): ReadonlyArray<Hex> => {
  const parent = HDKey.fromMasterSeed(mnemonicToSeedSync(phrase)).derive("m/44'/60'/0'/0")
  return Array.from({ length: accountsOfPhrase }, (_, i) => lowerCase(privateKeyToAddress(bytesToHex(parent.deriveChild(i).privateKey!))))
}

let addresses: ReadonlySet<Hex> | undefined

/** The 160 addresses take about 0.5 s, so they are computed once, and by a live gateway alone. */
const publicAddresses = () =>
  (addresses ??= new Set([
    ...[...publicPhrases].flatMap(addressesOf),
    ...["treasury", "gas 0", "gas 1", "payouts"].map((name) => lowerCase(derivedAccount(sandboxMaster, name).address)),
    "0x000000000000000000000000000000000000dead" as const,
  ]))

export const isPublicAddress = (address: Hex): boolean => publicAddresses().has(lowerCase(address))

export const isPublicKey = (key: Hex): boolean => {
  const bytes = Buffer.from(key.slice(2), "hex")
  // A repeated byte, or a small number, is an example of documentation.
  if (bytes.every((byte) => byte === bytes[0]) || bytes.subarray(0, 24).every((byte) => byte === 0)) return true
  return isPublicAddress(privateKeyToAddress(key))
}
