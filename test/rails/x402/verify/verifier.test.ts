import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { Chain, ChainUnavailable } from "../../../../rails/x402/evm/Chain.ts"
import { lowerCase } from "../../../../rails/x402/evm/hex.ts"
import type { Requirement } from "../../../../rails/x402/protocol/Requirement.ts"
import type { Payment } from "../../../../rails/x402/protocol/Payment.ts"
import { unwrapSignature } from "../../../../rails/x402/evm/signatures.ts"
import type { Authorization } from "../../../../rails/x402/evm/authorization.ts"
import { minter } from "../../../../rails/x402/sandbox/placeContracts.ts"
import { checkOffline } from "../../../../rails/x402/verify/examine.ts"
import { Verifier } from "../../../../rails/x402/verify/Verifier.ts"
import { authorize } from "../support/authorize.ts"
import { readingChain } from "./readingChain.ts"
import { paymentScene, type PaymentScene, price, setPaused, signedPayload } from "./fixture.ts"
import { deploy, factory } from "./wallets.ts"

class Scene extends Context.Service<Scene, PaymentScene>()("test/verify/Scene") {}

const nowSeconds = () => BigInt(Math.floor(Date.now() / 1000))

const requirementIn = ({ chain: { asset }, payee }: PaymentScene): Requirement => ({
  scheme: "exact",
  network: "eip155:84532",
  amount: price,
  asset: lowerCase(asset.address),
  domain: { name: asset.name, version: asset.version },
  payTo: lowerCase(payee),
  maxTimeoutSeconds: 60,
  flow: "authorization",
})

const paymentOf = (authorization: Authorization): Payment => ({
  version: 2,
  scheme: "exact",
  network: "eip155:84532",
  authorization: {
    ...authorization,
    from: lowerCase(authorization.from),
    to: lowerCase(authorization.to),
    ...unwrapSignature(authorization.signature).pipe((unwrapped) => (unwrapped._tag === "Some" ? unwrapped.value : {})),
  },
  payer: authorization.from,
  accepted: undefined,
  resource: undefined,
  extensions: {},
  identifier: undefined,
})

const richPays = (scene: PaymentScene) =>
  Effect.promise(async () => paymentOf(await authorize(scene.chain, scene.rich, { to: scene.payee, value: price })))

const verifierOver = (chain: Chain["Service"]) =>
  Verifier.pipe(Effect.provide(Verifier.layer({ factories: [factory] }).pipe(Layer.provide(Layer.succeed(Chain, chain)))))

layer(Layer.effect(Scene, paymentScene), { excludeTestServices: true })("Verifier", (it) => {
  it.effect("the verifier reads the chain once per payment of a payer's own key, and the asset's code once in all", () =>
    Effect.gen(function* () {
      const scene = yield* Scene
      const { chain, count } = yield* readingChain(scene.chain)
      const { verifyPayment } = yield* verifierOver(chain)
      for (let times = 1; times <= 3; times++) {
        const verdict = yield* verifyPayment(yield* richPays(scene), requirementIn(scene), nowSeconds())
        expect(verdict._tag).toBe("Valid")
        expect(count).toEqual({ simulations: times, codes: 1 })
      }
    }),
  )

  it.effect("a verified payment has its signature in the form that tokens accept", () =>
    Effect.gen(function* () {
      const scene = yield* Scene
      const { verifyPayment } = yield* verifierOver((yield* readingChain(scene.chain)).chain)
      const payment = yield* richPays(scene)
      const { signature } = payment.authorization
      const odd = `${signature.slice(0, -2)}${signature.endsWith("1b") ? "00" : "01"}` as const
      const sent = { ...payment, authorization: { ...payment.authorization, signature: `0x${odd.slice(2)}` as const } }
      const verdict = yield* verifyPayment(sent, requirementIn(scene), nowSeconds())
      expect(verdict).toEqual({ _tag: "Valid", authorization: payment.authorization })
    }),
  )

  it.effect("a verified payment has the wallet's deployment until the wallet is deployed", () =>
    Effect.gen(function* () {
      const scene = yield* Scene
      const { chain, counterfactual, payee, rich } = scene
      const { verifyPayment } = yield* verifierOver((yield* readingChain(chain)).chain)
      const signed = yield* Effect.promise(async () => {
        const domain = { name: chain.asset.name, version: chain.asset.version, chainId: 84_532, verifyingContract: chain.asset.address }
        const says = { to: payee, value: price, validAfter: 0n, validBefore: nowSeconds() + 600n, nonce: `0x${"22".repeat(32)}` } as const
        const { signature } = await signedPayload({ signer: rich, from: counterfactual.address, domain, ...says })
        return { from: counterfactual.address, ...says, signature: counterfactual.wrap(signature) }
      })
      const payment = paymentOf(signed)
      const before = yield* verifyPayment(payment, requirementIn(scene), nowSeconds())
      expect(before).toMatchObject({ _tag: "Valid", authorization: { deploys: { factory } } })
      yield* Effect.promise(() => deploy(chain.client, minter, counterfactual.data))
      const after = yield* verifyPayment(payment, requirementIn(scene), nowSeconds())
      expect(after._tag === "Valid" && after.authorization).not.toHaveProperty("deploys")
    }),
  )

  it.effect("a payment that the payer's own key signed is verified without a deployment", () =>
    Effect.gen(function* () {
      const scene = yield* Scene
      const { verifyPayment } = yield* verifierOver((yield* readingChain(scene.chain)).chain)
      const plain = yield* richPays(scene)
      const wrapped = { ...plain, authorization: { ...plain.authorization, deploys: { factory, data: scene.wallet.data } as const } }
      expect(yield* verifyPayment(wrapped, requirementIn(scene), nowSeconds())).toEqual({
        _tag: "Valid",
        authorization: plain.authorization,
      })
    }),
  )

  it.effect("verification fails with ChainUnavailable, and with no verdict, while the chain does not answer", () =>
    Effect.gen(function* () {
      const scene = yield* Scene
      const down = Effect.fail(new ChainUnavailable({ message: "down" }))
      const { chain } = yield* readingChain(scene.chain)
      const payment = yield* richPays(scene)
      for (const broken of [{ simulate: () => down }, { codeAt: () => down }]) {
        const { verifyPayment } = yield* verifierOver(Chain.of({ ...chain, ...broken }))
        const failure = yield* Effect.flip(verifyPayment(payment, requirementIn(scene), nowSeconds()))
        expect(failure._tag).toBe("ChainUnavailable")
      }
    }),
  )

  it.effect("a payment that no chain state could make valid is refused without the chain", () =>
    Effect.gen(function* () {
      const scene = yield* Scene
      const payment = yield* richPays(scene)
      const requirement = requirementIn(scene)
      expect(checkOffline(payment, requirement, nowSeconds())).toBeUndefined()
      expect(checkOffline(payment, { ...requirement, amount: price + 1n }, nowSeconds())?.reason).toMatch(/value_mismatch$/)
      expect(checkOffline(payment, { ...requirement, network: "eip155:1" }, nowSeconds())?.reason).toMatch(/network_mismatch$/)
      expect(checkOffline(payment, requirement, nowSeconds() + 3600n)?.reason).toMatch(/valid_before$/)
    }),
  )

  it.effect("checkDomain fails if the token signs under another name than the offered one", () =>
    Effect.gen(function* () {
      const scene = yield* Scene
      const { chain } = yield* readingChain(scene.chain)
      const right = yield* verifierOver(chain)
      yield* right.checkDomain
      const wrong = yield* verifierOver(Chain.of({ ...chain, asset: { ...chain.asset, name: "USD Coin" } }))
      expect((yield* Effect.flip(wrong.checkDomain)).message).toContain("is not USD Coin, version 2")
    }),
  )

  it.effect("the verdict on a payment in a paused token has the token's reason", () =>
    Effect.gen(function* () {
      const scene = yield* Scene
      const { verifyPayment } = yield* verifierOver((yield* readingChain(scene.chain)).chain)
      yield* setPaused(scene, true)
      const verdict = yield* verifyPayment(yield* richPays(scene), requirementIn(scene), nowSeconds())
      yield* setPaused(scene, false)
      expect(verdict).toMatchObject({
        reason: "invalid_exact_evm_transaction_simulation_failed",
        message: expect.stringContaining("paused"),
      })
    }),
  )
})
