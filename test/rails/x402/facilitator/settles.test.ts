import { expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { PrivateKeyAccount } from "viem/accounts"
import type { Hex } from "../../../../rails/x402/evm/hex.ts"
import { makeFacilitator } from "../../../../rails/x402/facilitator/makeFacilitator.ts"
import { pgSettleRequests } from "../../../../rails/x402/facilitator/SettleRequests.ts"
import { facilitatorTables } from "../../../../rails/x402/tables.ts"
import { Verifier } from "../../../../rails/x402/verify/Verifier.ts"
import { randomNonce, someone } from "../support/authorize.ts"
import { balance, mine, queue, scene } from "../support/settlementScene.ts"
import { signedPayload } from "../verify/fixture.ts"
import { factory, walletOf } from "../verify/wallets.ts"

const price = 10_000n
const payee = someone().address
const shop = { id: "shop", idempotencyKey: null }

const opened = Effect.gen(function* () {
  const on = yield* scene()
  const [there] = yield* on.sql.unsafe<{ readonly found: boolean }>(`select to_regclass('rail_x402.settle_request') is not null as found`)
  if (there?.found !== true) for (const statement of facilitatorTables) yield* on.sql.unsafe(statement)
  const requests = pgSettleRequests.pipe(Layer.provide(Layer.succeed(SqlClient, on.sql)))
  const services = Layer.merge(Verifier.layer({ factories: [factory] }), requests).pipe(Layer.provideMerge(queue(on)))
  const context = yield* Layer.build(services)
  const { settle, verify } = yield* Effect.provide(
    makeFacilitator({ signers: [], waitMs: 120_000, keyless: false, minimum: 1_000n }),
    context,
  )
  return { on, settle, verify }
})
type Opened = Effect.Success<typeof opened>

const request = (
  { on: { asset, network } }: Opened,
  signer: PrivateKeyAccount,
  from: Hex,
  wrap: (signature: Hex) => Hex = (made) => made,
) =>
  Effect.promise(async () => {
    const domain = { name: asset.name, version: asset.version, chainId: network.chainId, verifyingContract: asset.address }
    const validBefore = BigInt(Math.floor(Date.now() / 1000) + 600)
    const signed = await signedPayload({ signer, from, to: payee, value: price, validAfter: 0n, validBefore, nonce: randomNonce(), domain })
    const payload = { ...signed, signature: wrap(signed.signature) }
    const accepted = {
      scheme: "exact",
      network: network.caip2,
      amount: price.toString(),
      asset: asset.address,
      payTo: payee,
      maxTimeoutSeconds: 60,
      extra: { name: asset.name, version: asset.version },
    }
    return { x402Version: 2, paymentPayload: { x402Version: 2, accepted, payload }, paymentRequirements: accepted }
  })

it.live("one payment that is settled 50 times at once moves its money once, and one request is answered as paid", () =>
  Effect.gen(function* () {
    const stack = yield* opened
    const payer = someone()
    yield* stack.on.mint(payer.address, 10n * price)
    const body = yield* request(stack, payer, payer.address)
    expect((yield* stack.verify(body)).body).toEqual({ isValid: true, payer: payer.address })
    const answers = yield* Effect.forEach(Array.from({ length: 50 }), () => stack.settle(body, shop), { concurrency: "unbounded" })
    const paid = answers.filter(({ body: { success } }) => success === true)
    expect(paid).toHaveLength(1)
    expect(new Set(answers.filter((answer) => answer !== paid[0]).map((answer) => answer.body["errorReason"]))).toEqual(
      new Set(["duplicate_settlement"]),
    )
    const hash = String(paid[0]?.body["transaction"]) as Hex
    const receipt = yield* Effect.promise(() => stack.on.client.getTransactionReceipt({ hash }))
    expect(receipt.status).toBe("success")
    expect(yield* balance(stack.on, payer.address)).toBe(9n * price)
    expect((yield* stack.verify(body)).body["invalidReason"]).toBe("invalid_exact_evm_nonce_already_used")
  }).pipe(Effect.scoped),
)

it.live(
  "the facilitator settles every payment that it verifies: with v of 0 or 1, from a deployed wallet and from one that is not deployed yet",
  () =>
    Effect.gen(function* () {
      const stack = yield* opened
      const owner = someone()
      const wallet = walletOf(owner.address)
      for (const address of [owner.address, wallet.address]) yield* stack.on.mint(address, 10n * price)
      const before = yield* balance(stack.on, payee)
      const odd = (signature: Hex): Hex => `0x${signature.slice(2, 130)}${signature.endsWith("1b") ? "00" : "01"}`
      const bodies = [
        yield* request(stack, owner, owner.address, odd),
        yield* request(stack, owner, wallet.address, (signature) => wallet.wrap(signature)),
        yield* request(stack, owner, wallet.address),
        yield* request(stack, owner, wallet.address, (signature) => wallet.wrap(signature)),
      ]
      for (const body of bodies) {
        expect((yield* stack.verify(body)).body["isValid"]).toBe(true)
        expect((yield* stack.settle(body, shop)).body).toMatchObject({ success: true, amount: "10000" })
        yield* mine(stack.on, 1)
      }
      expect(yield* balance(stack.on, payee)).toBe(before + 4n * price)
    }).pipe(Effect.scoped),
)
