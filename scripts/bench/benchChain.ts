import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseAbi } from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import type { Hex } from "../../rails/x402/evm/hex.ts"
import { type Authorization, transferTypes as types } from "../../rails/x402/evm/authorization.ts"
import { sandboxClient, waitUntilMined } from "../../rails/x402/sandbox/placeContracts.ts"
import { runChain } from "../../rails/x402/sandbox/runChain.ts"
import { ensureGasBalance, mintUsdc } from "../../rails/x402/sandbox/sandboxChain.ts"
import { sandboxAsset as asset, sandboxNetwork as network } from "../../rails/x402/settings.ts"
import { freePort } from "../../src/sandbox/loopback.ts"

/** The amount of each payment, in micro-USDC. */
export const value = 1_000n

const abi = parseAbi([
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
])

const newAccount = () => privateKeyToAccount(generatePrivateKey())

/** Payments that one payer has signed before the measurement: signing is the buyer's work. */
const signPayments = async (count: number, to: Hex) => {
  const payer = newAccount()
  const domain = { name: asset.name, version: asset.version, chainId: network.chainId, verifyingContract: asset.address }
  const validBefore = BigInt(Math.floor(Date.now() / 1000) + 3600)
  const payments: Array<Authorization> = []
  for (let i = 0; i < count; i++) {
    const nonce: Hex = `0x${randomBytes(32).toString("hex")}`
    const message = { from: payer.address, to, value, validAfter: 0n, validBefore, nonce }
    payments.push({
      ...message,
      signature: await payer.signTypedData({ domain, types, primaryType: "TransferWithAuthorization", message }),
    })
  }
  return { payer: payer.address, payments }
}

/**
 * A chain of its own that mines a block for every transaction, with four gas keys that have gas; and the reference of every
 * measurement on it: payments settled one after the other with viem's `writeContract`, each until its receipt is there.
 */
export const benchChain = Effect.gen(function* () {
  const directory = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "farthing-bench-chain-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })),
  )
  const { url } = yield* runChain({ port: yield* freePort, directory, still: true })
  const gasKeys = Array.from({ length: 4 }, () => generatePrivateKey())
  const gasAccount = newAccount()
  for (const address of [gasAccount.address, ...gasKeys.map((key) => privateKeyToAccount(key).address)])
    yield* ensureGasBalance(url, address, 10n ** 20n)

  /** Payments per second. */
  const perSecond = <E, R>(count: number, payee: Hex, payAll: (payments: ReadonlyArray<Authorization>) => Effect.Effect<unknown, E, R>) =>
    Effect.gen(function* () {
      const { payer, payments } = yield* Effect.promise(() => signPayments(count, payee))
      // The exposure of a payer counts a transfer that is in a block until its call is captured: an exact balance would be refused now and then.
      yield* mintUsdc(url, payer, value * BigInt(2 * count))
      const startedAt = performance.now()
      yield* payAll(payments)
      return (count * 1000) / (performance.now() - startedAt)
    })

  const client = sandboxClient(url)
  const oneByOne = perSecond(64, newAccount().address, (payments) =>
    Effect.promise(async () => {
      for (const { from, nonce, signature, to, validAfter, validBefore } of payments) {
        const hash = await client.writeContract({
          account: gasAccount,
          address: asset.address,
          abi,
          functionName: "transferWithAuthorization",
          args: [from, to, value, validAfter, validBefore, nonce, signature],
        })
        await waitUntilMined(client, hash, "a payment was reverted")
      }
    }),
  )
  return { url, gasKeys, perSecond, oneByOne }
})
