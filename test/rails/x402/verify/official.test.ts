import { expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { afterAll, vi } from "vitest"
import { Chain } from "../../../../rails/x402/evm/Chain.ts"
import { makeFacilitator } from "../../../../rails/x402/facilitator/makeFacilitator.ts"
import { memorySettleRequests } from "../support/memorySettleRequests.ts"
import { Settlements } from "../../../../rails/x402/settlement/Settlements.ts"
import { Verifier } from "../../../../rails/x402/verify/Verifier.ts"
import { randomNonce } from "../support/authorize.ts"
import { domains } from "./mutations/domains.ts"
import { members } from "./mutations/members.ts"
import { type Mutation, simulationReason, type Wire } from "./mutations/Mutation.ts"
import { signatures } from "./mutations/signatures.ts"
import { terms } from "./mutations/terms.ts"
import { wallets } from "./mutations/wallets.ts"
import { officialFacilitator } from "./official.ts"
import { readingChain } from "./readingChain.ts"
import { paymentScene, type PaymentScene, price, setPaused, signedPayload } from "./fixture.ts"
import { factory } from "./wallets.ts"

afterAll(() => vi.useRealTimers())

const mutations = [...terms, ...domains, ...signatures, ...members, ...wallets]

const required = ({ chain: { asset }, payee }: PaymentScene, version: 1 | 2): Record<string, unknown> => {
  const shared = { scheme: "exact", asset: asset.address, payTo: payee, maxTimeoutSeconds: 60 }
  const extra = { name: asset.name, version: asset.version }
  return version === 2
    ? { ...shared, network: "eip155:84532", amount: price.toString(), extra }
    : {
        ...shared,
        network: "base-sepolia",
        maxAmountRequired: price.toString(),
        resource: "https://shop.example/a",
        description: "",
        mimeType: "",
        extra,
      }
}

const mutated = async (scene: PaymentScene, version: 1 | 2, mutation: Mutation) => {
  const now = BigInt(Math.floor(Date.now() / 1000))
  const { asset, network } = scene.chain
  const domain = { name: asset.name, version: asset.version, chainId: network.chainId, verifyingContract: asset.address }
  const message = { from: scene.rich.address, to: scene.payee, value: price, validAfter: 0n, validBefore: now + 600n, nonce: randomNonce() }
  const payload = await signedPayload({ signer: scene.rich, domain, ...message, ...mutation.signs?.(scene, now) })
  if (mutation.signature !== undefined) payload.signature = mutation.signature(payload.signature, scene)
  const accepted = required(scene, version)
  const payment: Wire =
    version === 2
      ? { x402Version: 2, resource: { url: "https://shop.example/a" }, accepted, payload, extensions: {} }
      : { x402Version: 1, scheme: "exact", network: "base-sepolia", payload }
  const requirement = required(scene, version)
  mutation.requirement?.(requirement, scene)
  mutation.payment?.(payment, scene)
  return { payment, requirement }
}

const noSettlements = Layer.succeed(
  Settlements,
  Settlements.of({
    settle: () => Effect.die("settles"),
    lookup: () => Effect.die("looks up"),
    transferOnChain: () => Effect.die("searches"),
    blockedReason: () => Effect.undefined,
  }),
)

it.live("the verifier and the official facilitator give the same verdict on payments of every kind", () =>
  Effect.gen(function* () {
    const scene = yield* paymentScene
    const official = officialFacilitator(scene.chain.client)
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() })
    const { chain } = yield* readingChain(scene.chain)
    const services = Layer.mergeAll(Verifier.layer({ factories: [factory] }), noSettlements, memorySettleRequests(10)).pipe(
      Layer.provideMerge(Layer.succeed(Chain, chain)),
    )
    const { verify } = yield* Effect.provide(makeFacilitator({ signers: [], waitMs: 1, keyless: false, minimum: 0n }), services)
    const seen: Array<Record<string, unknown>> = []
    const expected: typeof seen = []
    const compare = Effect.fnUntraced(function* (version: 1 | 2, some: ReadonlyArray<Mutation>) {
      for (const mutation of some.filter((one) => (one.version ?? version) === version)) {
        const { payment, requirement } = yield* Effect.promise(() => mutated(scene, version, mutation))
        const answer = yield* verify({ x402Version: version, paymentPayload: payment, paymentRequirements: requirement })
        const ours = answer.body["isValid"] === true ? "valid" : answer.body["invalidReason"]
        const theirs = yield* Effect.promise(() => official(payment, requirement))
        const reason = version === 1 ? (mutation.v1 ?? mutation.reason) : mutation.reason
        seen.push({ mutation: `${mutation.name} (v${version})`, status: answer.status, ours, theirs })
        const differs = version === 1 ? mutation.officialV1 : mutation.official
        expected.push({ mutation: `${mutation.name} (v${version})`, status: 200, ours: reason, theirs: differs ?? reason })
      }
    })
    for (const version of [2, 1] as const) yield* compare(version, mutations)
    yield* setPaused(scene, true)
    for (const version of [2, 1] as const) yield* compare(version, [{ name: "the token is paused", reason: simulationReason }])
    expect(seen).toEqual(expected)
    expect(seen.length).toBeGreaterThan(150)
  }).pipe(Effect.scoped),
)
