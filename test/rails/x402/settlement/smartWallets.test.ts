import { expect, it } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import type { PrivateKeyAccount } from "viem/accounts"
import { decodePayment } from "../../../../rails/x402/protocol/Payment.ts"
import { fromV2 } from "../../../../rails/x402/protocol/Requirement.ts"
import type { Authorization } from "../../../../rails/x402/evm/authorization.ts"
import { Verifier } from "../../../../rails/x402/verify/Verifier.ts"
import { authorize, someone } from "../support/authorize.ts"
import { lookup, paying, quiet, settle } from "../support/paying.ts"
import { balance, eventually, queue, type Scene, scene } from "../support/settlementScene.ts"
import { deploy, factory, walletOf } from "../verify/wallets.ts"

const price = 10_000n

/** Of a wallet that its owner has not deployed: what the queue is handed after verification. */
const undeployed = (on: Scene, owner: PrivateKeyAccount, to: `0x${string}`, salt: bigint) =>
  Effect.promise(async (): Promise<Authorization> => {
    const { address, data } = walletOf(owner.address, salt)
    const asWallet = { ...owner, address, signTypedData: owner.signTypedData } as PrivateKeyAccount
    return { ...(await authorize(on, asWallet, { to, value: price })), deploys: { factory, data } }
  })

it.live("wallets that are not deployed yet pay in one batch with others, and each is deployed once and pays once", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* scene(2)
      const [owner, plain, payee, other] = [someone(), someone(), someone(), someone()]
      yield* on.gas(other.address)
      const wallets = [0n, 1n, 2n, 3n].map((salt) => walletOf(owner.address, salt))
      for (const { address } of [...wallets, plain]) yield* on.mint(address, 10n * price)
      const all: Array<Authorization> = []
      for (const salt of [0n, 1n, 2n, 3n, 0n, 1n]) all.push(yield* undeployed(on, owner, payee.address, salt))
      for (const _ of [1, 2]) all.push(yield* Effect.promise(() => authorize(on, plain, { to: payee.address, value: price })))
      // Somebody else deploys one of them after it was verified.
      yield* Effect.promise(() => deploy(on.client, other, wallets[3]!.data))
      yield* Effect.gen(function* () {
        const settled = yield* Effect.forEach(all, (one) => settle(one), { concurrency: "unbounded" })
        expect(settled.map(({ _tag }) => _tag)).toEqual(all.map(() => "Included"))
        for (const { address } of wallets) expect((yield* Effect.promise(() => on.client.getCode({ address })))!.length).toBeGreaterThan(2)
        expect(yield* balance(on, payee.address)).toBe(price * BigInt(all.length))
        expect(yield* balance(on, wallets[0]!.address)).toBe(8n * price)
        expect(yield* on.sql`select from rail_x402.slot`, "none was reverted").toHaveLength(all.length)
      }).pipe(Effect.provide(queue(on)))
    }),
  ),
)

/** Accepts every signature in a simulation, and none in a transaction: `origin == 0 ? 0x1626ba7e : revert`. */
const twoFaced = "0x3215600957600080fd5b631626ba7e60e01b60005260206000f3"
/** Accepts every signature after a million gas of work. */
const burning = "0x62009c405b6001900380600457631626ba7e60e01b60005260206000f3"

it.live("a wallet that accepts a signature only in simulations costs the gas of fewer than four transactions", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { on, one, payee } = yield* paying()
      const wallet = someone().address
      yield* on.mint(wallet, price)
      yield* Effect.promise(() => on.client.setCode({ address: wallet, bytecode: twoFaced }))
      const lying: Authorization = { ...one, from: wallet, signature: "0x01" }
      yield* Effect.gen(function* () {
        yield* settle(lying, 0)
        yield* on.sql`update rail_x402.settlement set slots = slots + 3`
        const settlement = yield* eventually(
          lookup(lying),
          (now) => now?._tag === "Pending" && now.reason.includes("transactions of this payment failed"),
        )
        expect(settlement?._tag).toBe("Pending")
        const sent = yield* on.sql`select from rail_x402.slot`
        expect(sent.length).toBeLessThan(4)
        yield* on.sql`update rail_x402.settlement set not_before = clock_timestamp()`
        yield* Effect.sleep("1 second")
        expect(yield* on.sql`select from rail_x402.slot`).toHaveLength(sent.length)
        expect(yield* balance(on, payee)).toBe(0n)
      }).pipe(Effect.provide(queue(on)), quiet)
    }),
  ),
)

it.live("a wallet that uses more gas than a settlement may is refused before it is settled", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* scene(1)
      const [wallet, payee] = [someone().address, someone().address]
      yield* on.mint(wallet, price)
      const requirement = {
        scheme: "exact",
        network: on.network.caip2,
        amount: String(price),
        asset: on.asset.address,
        payTo: payee,
        maxTimeoutSeconds: 60,
        extra: { name: on.asset.name, version: on.asset.version },
      }
      const now = BigInt(Math.floor(Date.now() / 1000))
      const authorization = {
        from: wallet,
        to: payee,
        value: String(price),
        validAfter: "0",
        validBefore: String(now + 600n),
        nonce: `0x${"07".repeat(32)}`,
      }
      const json = { x402Version: 2, accepted: requirement, payload: { signature: "0x01", authorization } }
      const payment = Result.getOrThrow(decodePayment(json, 2))
      const judge = Effect.flatMap(Verifier, ({ verifyPayment }) => verifyPayment(payment, fromV2(requirement as never), now)).pipe(
        Effect.provide(Verifier.layer({ factories: [] }).pipe(Layer.provide(queue(on)))),
      )
      yield* Effect.promise(() => on.client.setCode({ address: wallet, bytecode: burning }))
      expect(yield* judge).toMatchObject({ _tag: "Invalid", reason: "invalid_exact_evm_transaction_simulation_failed" })
      yield* Effect.promise(() => on.client.setCode({ address: wallet, bytecode: `0x${burning.slice(2).replace("009c40", "000040")}` }))
      expect(yield* judge).toMatchObject({ _tag: "Valid" })
    }),
  ),
)
