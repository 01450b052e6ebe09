import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import type { SignIn, WalletProofShape } from "../../../../domain/connect/WalletProof.ts"
import { lowerCase } from "../../../../rails/x402/evm/hex.ts"
import { rpcChain } from "../../../../rails/x402/evm/rpcChain.ts"
import { minter } from "../../../../rails/x402/sandbox/placeContracts.ts"
import { makeWalletProof } from "../../../../rails/x402/verify/walletProof.ts"
import { someone } from "../support/authorize.ts"
import { testChain } from "../support/testChain.ts"
import { deploy, factory, walletOf } from "./wallets.ts"

const owner = privateKeyToAccount(`0x${"5a".repeat(32)}`)
const now = Date.parse("2026-11-22T12:00:00.000Z")
const signIn: SignIn = {
  domain: "127.0.0.1:8402",
  uri: "http://127.0.0.1:8402/onboarding",
  address: owner.address,
  nonce: "abcdefgh12345678",
  issuedAt: now - 1_000,
  expiresAt: now + 300_000,
  statement: "Prove that this wallet is yours. This costs nothing and moves no money.",
}
const expected = { domain: signIn.domain, uri: signIn.uri, nonce: signIn.nonce, statement: signIn.statement, now }

class Scene extends Context.Service<Scene, { readonly proof: WalletProofShape; readonly smart: ReturnType<typeof walletOf> }>()(
  "test/WalletProof",
) {}

const scene = Effect.gen(function* () {
  const { asset, client, network, url } = yield* testChain
  const smart = walletOf(owner.address)
  yield* Effect.promise(() => deploy(client, minter, smart.data))
  const chain = rpcChain({ network, asset, urls: Effect.succeed([Redacted.make(url)]), timeoutMs: 20_000 })
  return Scene.of({ proof: yield* Effect.provide(makeWalletProof, chain), smart })
})

const sign = (text: string) => Effect.promise(() => owner.signMessage({ message: text }))

layer(Layer.effect(Scene, scene), { excludeTestServices: true })("proof of a wallet", (it) => {
  it.effect("a key proves its own address by the message of EIP-4361", () =>
    Effect.gen(function* () {
      const { proof } = yield* Scene
      const text = proof.message(signIn)!
      expect(text.split("\n")).toEqual([
        "127.0.0.1:8402 wants you to sign in with your Ethereum account:",
        owner.address,
        "",
        signIn.statement,
        "",
        "URI: http://127.0.0.1:8402/onboarding",
        "Version: 1",
        "Chain ID: 84532",
        "Nonce: abcdefgh12345678",
        "Issued At: 2026-11-22T11:59:59.000Z",
        "Expiration Time: 2026-11-22T12:05:00.000Z",
      ])
      expect(yield* proof.verify(text, yield* sign(text), expected)).toEqual({ _tag: "Proven", address: lowerCase(owner.address) })
    }),
  )

  it.effect("a signature proves nothing for another domain, URI, nonce, time, wallet, or message", () =>
    Effect.gen(function* () {
      const { proof } = yield* Scene
      const text = proof.message(signIn)!
      const signature = yield* sign(text)
      const other = someone()
      const forOther = proof.message({ ...signIn, address: other.address })!
      const changed = [
        `${text}\nResources:\n- https://example.com/terms`,
        `${text}\n`,
        text.replace("Chain ID: 84532", "Chain ID: 8453"),
        text.replace("Version: 1", "Version: 2"),
        text.replace(/\nExpiration Time: .*/, ""),
        text.replace("2026-11-22T12:05:00.000Z", "2026-11-22T12:05:00Z"),
        text.replace(owner.address, owner.address.toLowerCase()),
        "",
        "x".repeat(3_000),
      ]
      const cases = [
        [text, signature, { ...expected, domain: "evil.example" }],
        [text, signature, { ...expected, uri: "http://127.0.0.1:8402/other" }],
        [text, signature, { ...expected, nonce: "otherotherother1" }],
        [text, signature, { ...expected, statement: "Another purpose." }],
        [text, signature, { ...expected, now: signIn.expiresAt }],
        [text, signature, { ...expected, now: now - 120_000 }],
        [forOther, yield* sign(forOther), expected],
        [text, yield* sign("another text"), expected],
        [text, "0x", expected],
        [text, "no signature", expected],
        [text, `0x${"00".repeat(65)}`, expected],
      ] as const
      for (const [message, by, where] of cases) expect(yield* proof.verify(message, by, where)).toMatchObject({ _tag: "Refused" })
      for (const message of changed) expect(yield* proof.verify(message, yield* sign(message), expected)).toMatchObject({ _tag: "Refused" })
    }),
  )

  it.effect("a smart wallet proves itself by its own code, deployed or not, and the owner's key alone does not prove it", () =>
    Effect.gen(function* () {
      const { proof, smart } = yield* Scene
      const undeployed = walletOf(owner.address, 7n)
      const check = (address: `0x${string}`, wrap: (signature: `0x${string}`) => `0x${string}`, by = owner) =>
        Effect.gen(function* () {
          const text = proof.message({ ...signIn, address })!
          const signature = yield* Effect.promise(() => by.signMessage({ message: text }))
          return yield* proof.verify(text, wrap(signature), expected)
        })
      expect(yield* check(smart.address, (it) => it)).toEqual({ _tag: "Proven", address: lowerCase(smart.address) })
      expect(yield* check(smart.address, (it) => smart.wrap(it))).toMatchObject({ _tag: "Proven" })
      expect(yield* check(undeployed.address, (it) => undeployed.wrap(it))).toEqual({
        _tag: "Proven",
        address: lowerCase(undeployed.address),
      })
      expect(yield* check(undeployed.address, (it) => it)).toMatchObject({ _tag: "Refused" })
      expect(yield* check(undeployed.address, (it) => smart.wrap(it))).toMatchObject({ _tag: "Refused" })
      expect(yield* check(undeployed.address, (it) => undeployed.wrap(it, minter))).toMatchObject({ _tag: "Refused" })
      expect(yield* check(smart.address, (it) => it, someone())).toMatchObject({ _tag: "Refused" })
      // A key's own address has no code: a factory in its signature deploys nothing there.
      expect(yield* check(someone().address, (it) => smart.wrap(it, factory))).toMatchObject({ _tag: "Refused" })
    }),
  )

  it.effect("no message is made for members that are not valid", () =>
    Effect.gen(function* () {
      const { proof } = yield* Scene
      const bad = [
        { nonce: "short" },
        { nonce: "with space 1" },
        { address: "0x12" },
        { domain: "a b" },
        { uri: "no uri" },
        { statement: "two\nlines" },
      ]
      for (const member of [...bad, { statement: "" }]) expect(proof.message({ ...signIn, ...member })).toBeUndefined()
    }),
  )
})
