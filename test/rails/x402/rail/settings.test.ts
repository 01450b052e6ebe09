import { expect, it } from "@effect/vitest"
import { ConfigProvider, Effect, Redacted } from "effect"
import { bytesToHex } from "viem"
import { mnemonicToAccount, privateKeyToAccount } from "viem/accounts"
import { readSettings } from "../../../../rails/x402/readSettings.ts"
import { someone } from "../support/authorize.ts"

const read = (mode: "sandbox" | "live", env: Readonly<Record<string, string>>, testMoney?: boolean) =>
  readSettings(mode, testMoney).pipe(Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env }))))

const mistakes = (mode: "sandbox" | "live", env: Readonly<Record<string, string>>) =>
  Effect.map(Effect.flip(read(mode, env)), (error) => error.mistakes)

const payTo = someone().address
const phrase = "inject youth shell mammal hollow tail female laugh panda wink ribbon slam"
const live = {
  FARTHING_X402_RPC_URL: "https://rpc.example.com/v1/key",
  FARTHING_X402_CHAIN_ID: "8453",
  FARTHING_X402_GAS_KEYS: `0x${"11a2".repeat(16)}, 0x${"22b3".repeat(16)}`,
  FARTHING_X402_MASTER: phrase,
  FARTHING_X402_PAY_TO: payTo,
}

it.effect("without x402 settings a sandbox runs its own chain, and a live gateway has no x402 rail", () =>
  Effect.gen(function* () {
    const sandbox = (yield* read("sandbox", {}))!
    expect(sandbox).toMatchObject({
      network: { caip2: "eip155:84532", v1: "base-sepolia" },
      rpcUrls: undefined,
      terms: { confirmations: 2 },
    })
    expect(sandbox.gasKeys.length).toBeGreaterThan(1)
    expect(yield* read("live", {})).toBeUndefined()
  }),
)

it.effect("a live gateway reads chain, token, keys and terms from the environment, and shows no secret", () =>
  Effect.gen(function* () {
    const settings = (yield* read("live", {
      ...live,
      FARTHING_X402_EXPOSURE_CAP: "0.50",
      FARTHING_X402_CONFIRMATIONS: "3",
      FARTHING_X402_UPFRONT_FROM: "1",
    }))!
    expect(settings.network).toEqual({ chainId: 8453, caip2: "eip155:8453", v1: "base" })
    expect(settings.asset).toEqual({ address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", name: "USD Coin", version: "2" })
    expect(settings.terms).toMatchObject({ payTo, exposureCap: 500_000n, confirmations: 3, upfrontFrom: 1_000_000n })
    expect(settings.gasKeys.map((key) => privateKeyToAccount(Redacted.value(key)).address)).toHaveLength(2)
    const shown = JSON.stringify(settings, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))
    for (const secret of ["rpc.example.com", "11a2", phrase.split(" ")[0]]) expect(shown).not.toContain(secret)
  }),
)

it.effect("each x402 setting that is wrong is reported in a sentence with its name and what to do", () =>
  Effect.gen(function* () {
    expect(yield* mistakes("live", { FARTHING_X402_RPC_URL: live.FARTHING_X402_RPC_URL })).toHaveLength(4)
    const { FARTHING_X402_MASTER: _, ...masterless } = live
    expect(yield* mistakes("live", masterless)).toEqual([expect.stringMatching(/^FARTHING_X402_MASTER is missing: .*\.$/)])
    const publicPhrase = "test test test test test test test test test test test junk"
    expect(yield* mistakes("live", { ...live, FARTHING_X402_MASTER: publicPhrase })).toEqual([
      expect.stringContaining("is a public phrase of the sandbox"),
    ])
    const wrong = { ...live, FARTHING_X402_PAY_TO: "0x12", FARTHING_X402_CONFIRMATIONS: "0", FARTHING_X402_RPC_URL: "ftp://x" }
    expect(yield* mistakes("live", wrong)).toEqual([
      expect.stringContaining("FARTHING_X402_RPC_URL must be"),
      expect.stringContaining("FARTHING_X402_PAY_TO must be"),
      expect.stringContaining("FARTHING_X402_CONFIRMATIONS must be"),
    ])
    expect(yield* mistakes("live", { ...live, FARTHING_X402_GAS_KEYS: "0x11" })).toEqual([
      expect.stringContaining("FARTHING_X402_GAS_KEYS must be"),
    ])
    expect(yield* mistakes("live", { ...live, FARTHING_X402_MASTER: "legal legal" })).toEqual([
      expect.stringContaining("FARTHING_X402_MASTER must be"),
    ])
    expect(yield* mistakes("live", { ...live, FARTHING_X402_PREVIOUS_MASTER: phrase })).toEqual([
      expect.stringContaining("FARTHING_X402_PREVIOUS_MASTER is the same phrase as FARTHING_X402_MASTER"),
    ])
    expect(yield* mistakes("live", { ...live, FARTHING_X402_CHAIN_ID: "31337" })).toEqual([
      expect.stringContaining("FARTHING_X402_ASSET is missing"),
      expect.stringContaining("FARTHING_X402_CHAIN_ID 31337 is a test network"),
    ])
    expect(yield* mistakes("sandbox", { FARTHING_X402_ASSET: payTo })).toEqual([
      expect.stringContaining("FARTHING_X402_ASSET needs FARTHING_X402_RPC_URL"),
    ])
  }),
)

it.effect("a missing or malformed x402 setting hides no other mistake, and its default has no sentence of its own", () =>
  Effect.gen(function* () {
    const several = {
      FARTHING_X402_MASTER: "no phrase",
      FARTHING_X402_GAS_KEYS: `0x${"11".repeat(32)}`,
      FARTHING_X402_RPC_URL: "http://rpc.example.com",
      FARTHING_X402_CONFIRMATIONS: "1",
      FARTHING_X402_EXPOSURE_CAP: "much",
    }
    expect((yield* mistakes("live", several)).toSorted()).toEqual([
      expect.stringContaining("FARTHING_X402_CHAIN_ID is missing"),
      expect.stringContaining("FARTHING_X402_CONFIRMATIONS must be 2 or more"),
      expect.stringContaining("FARTHING_X402_EXPOSURE_CAP must be"),
      expect.stringContaining("FARTHING_X402_GAS_KEYS has a well-known key"),
      expect.stringContaining("FARTHING_X402_MASTER must be"),
      expect.stringContaining("FARTHING_X402_PAY_TO is missing"),
      expect.stringContaining("must be https"),
    ])
    expect(yield* mistakes("sandbox", { FARTHING_X402_ASSET: payTo, FARTHING_X402_OFFER_SECONDS: "soon" })).toHaveLength(2)
  }),
)

it.effect("the zero address is refused as the address of the splitter in every mode, and another address is accepted", () =>
  Effect.gen(function* () {
    const zero = { ...live, FARTHING_X402_SPLITTER: `0x${"0".repeat(40)}` }
    for (const mode of ["live", "sandbox"] as const) {
      expect(yield* mistakes(mode, zero)).toEqual([
        "FARTHING_X402_SPLITTER must be the address of the contract: 0x and 40 hexadecimal digits, not all of them 0. Correct it or unset it.",
      ])
    }
    expect((yield* read("live", { ...live, FARTHING_X402_SPLITTER: payTo }))?.splitter).toBe(payTo)
  }),
)

it.effect("a phrase with a mistyped word is refused by its checksum", () =>
  Effect.gen(function* () {
    const mistyped = phrase.replace(/^\w+/, (word) => (word === "zoo" ? "zone" : "zoo"))
    expect(yield* mistakes("live", { ...live, FARTHING_X402_MASTER: mistyped })).toEqual([
      "FARTHING_X402_MASTER must be a BIP-39 phrase of 12 to 24 English words with a valid checksum. Correct it or unset it.",
    ])
  }),
)

const ganache = "myth like bonus scare over problem client lizard pioneer submit female collect"
const otherToken = `0x${"22".repeat(20)}`
const truffle = "candy maple cake sugar pudding cream honey rich smooth crumble sweet treat"
const keyOf = (words: string, addressIndex: number) => bytesToHex(mnemonicToAccount(words, { addressIndex }).getHdKey().privateKey!)

it.effect("a key that is not a number below the order of the curve is refused in every mode", () =>
  Effect.gen(function* () {
    for (const key of [`0x${"0".repeat(64)}`, `0x${"f".repeat(63)}e`]) {
      expect(yield* mistakes("live", { ...live, FARTHING_X402_GAS_KEYS: key })).toEqual([
        expect.stringContaining("FARTHING_X402_GAS_KEYS must be different private keys"),
      ])
    }
  }),
)

const refused: ReadonlyArray<readonly [Record<string, string>, string]> = [
  [{ FARTHING_X402_CHAIN_ID: "84532" }, "FARTHING_X402_CHAIN_ID 84532 is a test network"],
  [{ FARTHING_X402_CHAIN_ID: "11155111", FARTHING_X402_ASSET: otherToken }, "FARTHING_X402_CHAIN_ID 11155111 is a test network"],
  [{ FARTHING_X402_MASTER: `${"abandon ".repeat(11)}about` }, "FARTHING_X402_MASTER is a public phrase"],
  [{ FARTHING_X402_GAS_KEYS: `0x${"11".repeat(32)}` }, "FARTHING_X402_GAS_KEYS has a well-known key"],
  // The first account of every anvil and Hardhat chain.
  [
    { FARTHING_X402_GAS_KEYS: "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80" },
    "FARTHING_X402_GAS_KEYS has a well-known key",
  ],
  [{ FARTHING_X402_PAY_TO: `0x${"0".repeat(40)}` }, "FARTHING_X402_PAY_TO is the zero address"],
  [
    { FARTHING_X402_PAY_TO: "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266" },
    "FARTHING_X402_PAY_TO is the zero address or the address of a well-known key",
  ],
  // Ganache's default phrase and its first and tenth account; the first account of Truffle's phrase and of BIP-39's first vector.
  [{ FARTHING_X402_MASTER: ganache }, "FARTHING_X402_MASTER is a public phrase"],
  [{ FARTHING_X402_GAS_KEYS: keyOf(ganache, 0) }, "FARTHING_X402_GAS_KEYS has a well-known key"],
  [{ FARTHING_X402_PAYOUT_KEY: keyOf(ganache, 9) }, "FARTHING_X402_PAYOUT_KEY is a well-known key"],
  [{ FARTHING_X402_PAY_TO: mnemonicToAccount(truffle).address }, "FARTHING_X402_PAY_TO is the zero address or the address of a well-known"],
  [{ FARTHING_X402_GAS_KEYS: keyOf(`${"abandon ".repeat(11)}about`, 19) }, "FARTHING_X402_GAS_KEYS has a well-known key"],
  [{ FARTHING_X402_CHAIN_ID: "1337", FARTHING_X402_ASSET: otherToken }, "FARTHING_X402_CHAIN_ID 1337 is a test network"],
  // USDC on Base.
  [{ FARTHING_X402_PAY_TO: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913" }, "FARTHING_X402_PAY_TO is the address of the token"],
  [{ FARTHING_X402_RPC_URL_2: "http://rpc.example.com" }, "must be https"],
  [{ FARTHING_X402_CONFIRMATIONS: "1" }, "FARTHING_X402_CONFIRMATIONS must be 2 or more"],
]

it.effect.each(refused)("a live gateway refuses %j, and accepts it with FARTHING_TEST_MONEY=allowed", ([env, sentence]) =>
  Effect.gen(function* () {
    expect(yield* mistakes("live", { ...live, ...env })).toEqual([expect.stringContaining(sentence)])
    expect(yield* read("live", { ...live, ...env }, true)).toBeDefined()
  }),
)

it.effect("a live gateway accepts a node on its own machine without TLS, and a network that is no test network", () =>
  Effect.gen(function* () {
    const own = { FARTHING_X402_RPC_URL: "http://127.0.0.1:8545", FARTHING_X402_CHAIN_ID: "137", FARTHING_X402_ASSET: otherToken }
    expect((yield* read("live", { ...live, ...own }))?.network.caip2).toBe("eip155:137")
  }),
)
