import { Effect, Result } from "effect"
import { randomBytes } from "node:crypto"
import { type Hex, verifyTypedData } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { decodePaymentHeader } from "../../rails/x402/protocol/Payment.ts"
import { toHeader } from "../../rails/x402/protocol/wire.ts"
import { lowerCase } from "../../rails/x402/evm/hex.ts"
import { type Requirement } from "../../rails/x402/protocol/Requirement.ts"
import { examine } from "../../rails/x402/verify/examine.ts"
import { signerOf } from "../../rails/x402/evm/signatures.ts"
import { digestOf } from "../../rails/x402/evm/authorization.ts"
import { transferTypes as types } from "../../rails/x402/evm/authorization.ts"
import { inTurns, mean } from "./load.ts"

const primaryType = "TransferWithAuthorization"
const asset = "0x036CbD53842c5426634e7929541eC2318f3dCF7e"
const domain = { name: "USDC", version: "2", chainId: 84_532, verifyingContract: asset } as const
const now = 1_800_000_000n
const samples = 64

const hex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString("hex")}`

/** A payment as the buyer signed it, and the request header that carries it. */
const makeSample = async (requirement: Requirement) => {
  const payer = privateKeyToAccount(hex(randomBytes(32)))
  const message = {
    from: payer.address,
    to: requirement.payTo,
    value: 10_000n,
    validAfter: 0n,
    validBefore: now + 600n,
    nonce: hex(randomBytes(32)),
  }
  const signature = await payer.signTypedData({ domain, types, primaryType, message })
  const authorization = { ...message, value: "10000", validAfter: "0", validBefore: message.validBefore.toString() }
  const payload = { signature, authorization }
  const accepted = {
    scheme: "exact",
    network: "eip155:84532",
    amount: "10000",
    asset,
    payTo: requirement.payTo,
    maxTimeoutSeconds: 60,
    extra: { name: "USDC", version: "2" },
  }
  const header = toHeader({ x402Version: 2, resource: { url: "https://bench.example/" }, accepted, payload })
  const payment = Result.getOrThrow(decodePaymentHeader("PAYMENT-SIGNATURE", header))
  return { address: payer.address, message, signature, header, payment }
}

/** Verifications per second. Each one must succeed: a refused payment costs less time. */
const perSecond = async (seconds: number, verify: (index: number) => boolean | Promise<boolean>) => {
  const startedAt = performance.now()
  let done = 0
  while (performance.now() - startedAt < seconds * 1000) {
    if (!(await verify(done % samples))) throw new Error("a good payment was refused")
    done++
  }
  return (done * 1000) / (performance.now() - startedAt)
}

/** Verifications per second on one thread, in turns with viem's: hash and recovery alone, and every step from the header to the verdict except the steps that read the chain. */
export const verification = Effect.fnUntraced(function* (seconds: number, rounds: number) {
  const requirement: Requirement = {
    scheme: "exact",
    network: "eip155:84532",
    amount: 10_000n,
    asset: lowerCase(asset),
    domain: { name: "USDC", version: "2" },
    payTo: hex(randomBytes(20)),
    maxTimeoutSeconds: 60,
    flow: "authorization",
  }
  const payments = yield* Effect.promise(() => Promise.all(Array.from({ length: samples }, () => makeSample(requirement))))
  const token = { ...domain, verifyingContract: lowerCase(asset) }
  const recovered = (index: number) => {
    const { authorization } = payments[index]!.payment
    return signerOf(digestOf(token, authorization), authorization.signature)?.address === authorization.from
  }
  const offline = (index: number) => {
    const payment = Result.getOrThrow(decodePaymentHeader("PAYMENT-SIGNATURE", payments[index]!.header))
    const examined = examine(payment, requirement, now)
    return examined._tag === "Examined" && examined.keySigned !== undefined && examined.mismatch === undefined
  }
  const viem = (index: number) => {
    const { address, message, signature } = payments[index]!
    return verifyTypedData({ address, domain, types, primaryType, message, signature })
  }
  const rates = (seconds: number) => {
    const rate = (verify: Parameters<typeof perSecond>[1]) => Effect.promise(() => perSecond(seconds, verify))
    return { recovered: rate(recovered), viem: rate(viem), offline: rate(offline) }
  }
  yield* inTurns(1, rates(0.3))
  const results = yield* inTurns(rounds, rates(seconds))
  const reference = mean(results.map((round) => round.viem))
  const againstViem = (product: number) => ({ product_per_s: product, reference_per_s: reference, ratio: product / reference })
  return {
    reference: "viem's verifyTypedData",
    hash_and_recover: againstViem(mean(results.map((round) => round.recovered))),
    header_to_offline_verdict: againstViem(mean(results.map((round) => round.offline))),
  }
})
