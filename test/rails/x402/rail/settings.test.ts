import { expect, it } from "@effect/vitest"
import { ConfigProvider, Effect, Redacted } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import { readSettings } from "../../../../rails/x402/readSettings.ts"
import { someone } from "../support/authorize.ts"

const read = (mode: "sandbox" | "live", env: Readonly<Record<string, string>>) =>
  readSettings(mode).pipe(Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env }))))

const mistakes = (mode: "sandbox" | "live", env: Readonly<Record<string, string>>) =>
  Effect.map(Effect.flip(read(mode, env)), (error) => error.mistakes)

const payTo = someone().address
const live = {
  FARTHING_X402_RPC_URL: "https://rpc.example.com/v1/key",
  FARTHING_X402_CHAIN_ID: "8453",
  FARTHING_X402_GAS_KEYS: `0x${"11".repeat(32)}, 0x${"22".repeat(32)}`,
  FARTHING_X402_MASTER: "legal winner thank year wave sausage worth useful legal winner thank yellow",
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
    for (const secret of ["rpc.example.com", "1111", "legal"]) expect(shown).not.toContain(secret)
  }),
)

it.effect("each x402 setting that is wrong is reported in a sentence with its name and what to do", () =>
  Effect.gen(function* () {
    expect(yield* mistakes("live", { FARTHING_X402_RPC_URL: live.FARTHING_X402_RPC_URL })).toHaveLength(4)
    const { FARTHING_X402_MASTER: _, ...masterless } = live
    expect(yield* mistakes("live", masterless)).toEqual([expect.stringMatching(/^FARTHING_X402_MASTER is missing: .*\.$/)])
    const publicPhrase = "test test test test test test test test test test test junk"
    expect(yield* mistakes("live", { ...live, FARTHING_X402_MASTER: publicPhrase })).toEqual([
      expect.stringContaining("the public phrase of the sandbox"),
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
    expect(yield* mistakes("live", { ...live, FARTHING_X402_CHAIN_ID: "31337" })).toEqual([
      expect.stringContaining("FARTHING_X402_ASSET is missing"),
    ])
    expect(yield* mistakes("sandbox", { FARTHING_X402_ASSET: payTo })).toEqual([
      expect.stringContaining("FARTHING_X402_ASSET needs FARTHING_X402_RPC_URL"),
    ])
  }),
)
