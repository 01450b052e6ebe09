import { expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { verifyTypedData } from "viem"
import { KeyId, OrganisationId } from "../../../../domain/money/ids.ts"
import { sandboxMaster } from "../../../../rails/x402/settings.ts"
import { nonceOf } from "../../../../rails/x402/wallets/payFromWallets.ts"
import { derivedAccount, derivedKey, derivedSigner, fingerprintOf } from "../../../../rails/x402/wallets/derivedSigner.ts"
import { Signer, type SigningPolicy, type TypedData } from "../../../../rails/x402/wallets/Signer.ts"
import { randomUUID } from "node:crypto"
import { randomNonce, someone } from "../support/authorize.ts"
import { transferTypes as types } from "../../../../rails/x402/evm/authorization.ts"

const organisation = OrganisationId.make("0199f0a4-7c1e-7b7a-9d51-3f0c2a6b8e01")
const other = OrganisationId.make("0199f0a4-7c1e-7b7a-9d51-3f0c2a6b8e02")
const token = "0x036CbD53842c5426634e7929541eC2318f3dCF7e"
const payee = someone().address
const policy: SigningPolicy = { chainId: 84_532, token, payee, maxPerTransfer: 1_000_000n }

interface OneSigner {
  readonly addressOf: (organisation: OrganisationId) => ReturnType<Signer["Service"]["addressOf"]>
  readonly sign: (organisation: OrganisationId, data: TypedData) => ReturnType<Signer["Service"]["sign"]>
}

const withSigner = <A, E>(use: (signer: OneSigner) => Effect.Effect<A, E>, master = sandboxMaster) =>
  Effect.flatMap(Signer, ({ addressOf, sign }) => {
    const phrase = fingerprintOf(master)
    return use({ addressOf: (of) => addressOf(of, phrase), sign: (of, data) => sign(of, phrase, data) })
  }).pipe(Effect.provide(derivedSigner([master], policy)))

const dataOf = (from: `0x${string}`): TypedData => ({
  primaryType: "TransferWithAuthorization",
  domain: { name: "USDC", version: "2", chainId: 84_532, verifyingContract: token },
  message: { from, to: payee, value: 700n, validAfter: 0n, validBefore: 4_000_000_000n, nonce: randomNonce() },
})

it.live("the wallet address of an organisation follows from the master phrase alone, and no two organisations share one", () =>
  Effect.gen(function* () {
    const address = yield* withSigner(({ addressOf }) => addressOf(organisation))
    expect(address).toMatch(/^0x[0-9a-f]{40}$/)
    expect(yield* withSigner(({ addressOf }) => addressOf(organisation)), "the same after a restart").toBe(address)
    expect(yield* withSigner(({ addressOf }) => addressOf(other))).not.toBe(address)
    const phrase = Redacted.make("legal winner thank year wave sausage worth useful legal winner thank yellow")
    expect(yield* withSigner(({ addressOf }) => addressOf(organisation), phrase)).not.toBe(address)
    expect(derivedAccount(sandboxMaster, "treasury").address.toLowerCase()).not.toBe(address)
    expect(derivedKey(sandboxMaster, "gas 0")).not.toBe(derivedKey(sandboxMaster, "gas 1"))
    // The addresses of the release before: a change here would lose wallets.
    expect(derivedAccount(sandboxMaster, "treasury").address).toBe("0xC04C10DE01Bb86c0b9B93897df51AeF5CFE89f9a")
    expect(derivedAccount(phrase, "treasury").address).toBe("0xBe9708C5c942eD07dcf6F34027ef65902729AEaC")
  }),
)

it.live("a wallet signs a transfer that the policy allows, and the same data always gets the same signature", () =>
  withSigner(({ addressOf, sign }) =>
    Effect.gen(function* () {
      const from = yield* addressOf(organisation)
      const data = dataOf(from)
      const signature = yield* sign(organisation, data)
      expect(yield* sign(organisation, data)).toBe(signature)
      const { domain, message } = data
      const good = yield* Effect.promise(() =>
        verifyTypedData({ address: from, domain, message, signature, types, primaryType: "TransferWithAuthorization" }),
      )
      expect(good).toBe(true)
    }),
  ),
)

const forbidden: Readonly<Record<string, (data: TypedData) => TypedData>> = {
  "another type": (data) => ({ ...data, primaryType: "Permit" }),
  "another chain": (data) => ({ ...data, domain: { ...data.domain, chainId: 1 } }),
  "another token": (data) => ({ ...data, domain: { ...data.domain, verifyingContract: payee } }),
  "another payee": (data) => ({ ...data, message: { ...data.message, to: token } }),
  "another wallet": (data) => ({ ...data, message: { ...data.message, from: payee } }),
  "too much": (data) => ({ ...data, message: { ...data.message, value: 1_000_001n } }),
  nothing: (data) => ({ ...data, message: { ...data.message, value: 0n } }),
}

it.live("a wallet sends any amount to the same organisation's wallet of another phrase, and to no other organisation's", () =>
  Effect.gen(function* () {
    const earlier = Redacted.make("legal winner thank year wave sausage worth useful legal winner thank yellow")
    const { addressOf, sign } = yield* Effect.provide(Signer, derivedSigner([sandboxMaster, earlier], policy))
    const [from, to, others] = yield* Effect.all([
      addressOf(organisation, fingerprintOf(earlier)),
      addressOf(organisation, fingerprintOf(sandboxMaster)),
      addressOf(other, fingerprintOf(sandboxMaster)),
    ])
    const data = dataOf(from)
    const sweep = (receiver: typeof to): TypedData => ({ ...data, message: { ...data.message, to: receiver, value: 10n ** 12n } })
    expect(yield* sign(organisation, fingerprintOf(earlier), sweep(to))).toMatch(/^0x/)
    expect(yield* Effect.flip(sign(organisation, fingerprintOf(earlier), sweep(others)))).toMatchObject({ _tag: "NotSigned" })
  }),
)

it.live.each(Object.keys(forbidden))("a wallet refuses to sign for %s", (what) =>
  withSigner(({ addressOf, sign }) =>
    Effect.gen(function* () {
      const data = forbidden[what]!(dataOf(yield* addressOf(organisation)))
      expect(yield* Effect.flip(sign(organisation, data))).toMatchObject({ _tag: "NotSigned" })
    }),
  ),
)

it("a repeated purchase has the nonce of the first one, and every other purchase has its own", () => {
  const call = { organisation, key: KeyId.make(randomUUID()), step: 0 }
  const nonce = nonceOf(call, "/v1/execute once")
  expect(nonce).toMatch(/^0x[0-9a-f]{64}$/)
  expect(nonceOf({ ...call }, "/v1/execute once")).toBe(nonce)
  const others = [
    nonceOf({ ...call, organisation: other }, "/v1/execute once"),
    nonceOf({ ...call, key: KeyId.make(randomUUID()) }, "/v1/execute once"),
    nonceOf({ ...call, step: 1 }, "/v1/execute once"),
    nonceOf(call, "/v1/execute twice"),
  ]
  expect(new Set([nonce, ...others]).size).toBe(5)
})
