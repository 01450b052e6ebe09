import { Config, Effect, Option, Redacted, Result } from "effect"
import { mnemonicToAccount } from "viem/accounts"
import { parseEther } from "viem"
import { fromDecimal, type MicroUsd } from "../../domain/money/Money.ts"
import { RailMisconfigured } from "../RailModule.ts"
import type { Asset } from "./evm/Chain.ts"
import type { Hex } from "./evm/hex.ts"
import { v1NameOf } from "./protocol/networks.ts"
import { sandboxAsset, sandboxNetwork } from "./sandbox/sandboxChain.ts"
import { derivedAccount, derivedKey } from "./wallets/derivedSigner.ts"
import { knownAssets, sandboxMaster, settingNames, type X402Settings } from "./settings.ts"

const sandboxGasKeys = 2

/**
 * What the environment says of this rail. Undefined where a live gateway says nothing of it; a sandbox that says nothing has
 * a chain of its own. Fails with a sentence for each mistake.
 */
export const readSettings = Effect.fnUntraced(function* (mode: "sandbox" | "live") {
  const said = yield* Effect.orDie(
    Config.all(
      Object.fromEntries(Object.entries(settingNames).map(([member, name]) => [member, Config.option(Config.NonEmptyString(name))])),
    ),
  )
  const given = new Map(
    Object.entries(said).flatMap(([member, value]) => (Option.isSome(value) ? [[member as Member, value.value.trim()]] : [])),
  )
  const ownChain = mode === "sandbox" && !given.has("rpcUrl")
  if (mode === "live" && given.size === 0) return undefined
  const mistakes: Array<string> = []
  const reader = new Reader(given, mistakes)
  if (ownChain) {
    for (const member of ["rpcUrl2", "chainId", "asset", "assetName", "assetVersion", "gasKeys"] as const) {
      if (given.has(member))
        mistakes.push(
          `${settingNames[member]} needs ${settingNames.rpcUrl}: without it the sandbox has a chain of its own. Set that, or unset this.`,
        )
    }
  } else {
    for (const member of ["rpcUrl", "chainId", "gasKeys", "master", "payTo"] as const) {
      if (!given.has(member))
        mistakes.push(
          `${settingNames[member]} is missing: the x402 rail cannot be without it. Set it, or unset every FARTHING_X402_ setting.`,
        )
    }
  }
  if (mode === "live" && given.get("master")?.replaceAll(/\s+/g, " ") === Redacted.value(sandboxMaster)) {
    mistakes.push(
      `${settingNames.master} is the phrase of the sandbox, which everybody knows: the wallets would be everybody's. Set your own.`,
    )
  }
  const settings = mistakes.length > 0 ? undefined : settingsOf(reader, ownChain, mode)
  if (settings === undefined || mistakes.length > 0) return yield* new RailMisconfigured({ mistakes })
  return settings
})

type Member = keyof typeof settingNames

/** Reads one setting after another and collects what is wrong with them. */
class Reader {
  readonly #given: ReadonlyMap<Member, string>
  readonly #mistakes: Array<string>

  constructor(given: ReadonlyMap<Member, string>, mistakes: Array<string>) {
    this.#given = given
    this.#mistakes = mistakes
  }

  read<A>(member: Member, rule: string, fallback: A, parse: (text: string) => A | undefined): A {
    const text = this.#given.get(member)
    if (text === undefined) return fallback
    const value = parse(text)
    if (value === undefined) this.#mistakes.push(`${settingNames[member]} ${rule}. Correct it or unset it.`)
    return value ?? fallback
  }

  need(member: Member, why: string): void {
    if (!this.#given.has(member)) this.#mistakes.push(`${settingNames[member]} is missing: ${why}. Set it.`)
  }

  whole(member: Member, fallback: number, minimum: number, maximum: number): number {
    return this.read(member, `must be a whole number from ${minimum} to ${maximum}`, fallback, (text) => {
      const n = /^\d{1,15}$/.test(text) ? Number(text) : NaN
      return n >= minimum && n <= maximum ? n : undefined
    })
  }

  dollars<A>(member: Member, fallback: A): MicroUsd | A {
    return this.read<MicroUsd | A>(member, "must be an amount in US dollars above 0, for instance 5 or 0.50", fallback, (text) => {
      const amount = fromDecimal(text)
      return Result.isSuccess(amount) && amount.success > 0n ? amount.success : undefined
    })
  }

  ether(member: Member, fallback: bigint): bigint {
    return this.read(member, "must be an amount in ether above 0, for instance 0.01", fallback, (text) =>
      /^\d{1,9}(\.\d{1,18})?$/.test(text) && parseEther(text) > 0n ? parseEther(text) : undefined,
    )
  }

  address(member: Member, fallback: Hex): Hex {
    return this.read(member, "must be an address: 0x and 40 hexadecimal digits", fallback, addressIn)
  }
}

const settingsOf = (reader: Reader, ownChain: boolean, mode: "sandbox" | "live"): X402Settings => {
  const chainId = ownChain ? sandboxNetwork.chainId : reader.whole("chainId", 0, 1, Number.MAX_SAFE_INTEGER)
  const master = reader.read("master", "must be a BIP-39 phrase of 12 to 24 English words", sandboxMaster, phraseIn)
  const caip2 = `eip155:${chainId}`
  return {
    network: { chainId, caip2, v1: v1NameOf(caip2) ?? null },
    asset: ownChain ? sandboxAsset : assetOf(reader, chainId),
    rpcUrls: ownChain ? undefined : urlsOf(reader),
    gasKeys: ownChain
      ? gasKeysOfSandbox
      : reader.read("gasKeys", "must be private keys of 32 bytes in hexadecimal, with commas between them", [], keysIn),
    gasPerDay: reader.ether("gasPerDay", parseEther(ownChain ? "100" : "0.05")),
    gasPerTransaction: reader.ether("gasPerTransaction", parseEther(ownChain ? "1" : "0.002")),
    master,
    factories: reader.read<ReadonlyArray<Hex>>("factories", "must be addresses with commas between them", [], (text) =>
      every(text, addressIn),
    ),
    facilitatorOpen: reader.read<boolean>("facilitatorOpen", "must be true or false", false, (text) => booleans.get(text)),
    terms: {
      payTo: reader.address("payTo", ownChain ? derivedAccount(sandboxMaster, "treasury").address : zeroAddress),
      exposureCap: reader.dollars("exposureCap", 5_000_000n as MicroUsd),
      maxPerTransfer: reader.dollars("mostPerTransfer", 100_000_000n as MicroUsd),
      maxTimeoutSeconds: reader.whole("maxTimeoutSeconds", 300, 30, 86_400),
      upfrontFrom: reader.dollars("upfrontFrom", undefined),
      confirmations: reader.whole("confirmations", mode === "sandbox" ? 2 : 12, 1, 10_000),
      answerWithinMs: 15_000,
    },
  }
}

const zeroAddress: Hex = "0x0000000000000000000000000000000000000000"
const booleans = new Map([
  ["true", true],
  ["false", false],
])

const assetOf = (reader: Reader, chainId: number): Asset => {
  const known = knownAssets.get(chainId)
  if (known === undefined) reader.need("asset", `there is no well-known USDC on chain ${chainId}`)
  const nameless = { address: zeroAddress, name: "USDC", version: "2" }
  const { address, name, version } = known ?? nameless
  const text = (value: string) => (value.length <= 64 ? value : undefined)
  return {
    address: reader.address("asset", address),
    name: reader.read("assetName", "must be the name that the token signs for", name, text),
    version: reader.read("assetVersion", "must be the version that the token signs for", version, text),
  }
}

const urlsOf = (reader: Reader) => {
  const rule = "must be an http or https URL of a JSON-RPC node"
  const urls = (["rpcUrl", "rpcUrl2"] as const).map((member) =>
    reader.read(member, rule, "", (text) => (isHttpUrl(text) ? text : undefined)),
  )
  return urls.filter((url) => url !== "").map((url) => Redacted.make(url))
}

const isHttpUrl = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

const addressIn = (text: string): Hex | undefined => (/^0x[0-9a-fA-F]{40}$/.test(text) ? (text as Hex) : undefined)

/** Undefined where one of them is none, or is there twice. */
const every = <A>(text: string, parse: (part: string) => A | undefined): ReadonlyArray<A> | undefined => {
  const parts = text.split(",").map((part) => part.trim())
  const parsed = parts.map(parse).filter((part) => part !== undefined)
  return parsed.length === parts.length && new Set(parts).size === parts.length ? parsed : undefined
}

const keysIn = (text: string) => every(text, (part) => (/^0x[0-9a-fA-F]{64}$/.test(part) ? Redacted.make(part as Hex) : undefined))

const phraseIn = (text: string) => {
  try {
    mnemonicToAccount(text)
    return Redacted.make(text)
  } catch {
    return undefined
  }
}

const gasKeysOfSandbox = Array.from({ length: sandboxGasKeys }, (_, n) => Redacted.make(derivedKey(sandboxMaster, `gas ${n}`)))
