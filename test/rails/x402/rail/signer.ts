import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { type Hex, keccak256, pad, parseAbi, toHex } from "viem"
import { generatePrivateKey, privateKeyToAccount, sign as signHash } from "viem/accounts"
import { instantiateSecp256k1 } from "@bitauth/libauth"
import { toHeader } from "../../../../rails/x402/protocol/wire.ts"
import { usdcAddress } from "../../../../rails/x402/sandbox/placeContracts.ts"
import { sandboxAsset, sandboxNetwork } from "../../../../rails/x402/settings.ts"
import { digestOf } from "../../../../rails/x402/evm/authorization.ts"
import type { TestChain } from "../support/testChain.ts"

const domain = {
  name: sandboxAsset.name,
  version: sandboxAsset.version,
  chainId: sandboxNetwork.chainId,
  verifyingContract: sandboxAsset.address,
}
const curve = await instantiateSecp256k1()
const transferTopic = keccak256(toHex("Transfer(address,address,uint256)"))
const usedTopic = keccak256(toHex("AuthorizationUsed(address,bytes32)"))
const cancelHash = keccak256(toHex("CancelAuthorization(address authorizer,bytes32 nonce)"))
const cancelAbi = parseAbi(["function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)"])

export interface PaymentInput {
  readonly amount: bigint
  readonly version: 1 | 2
  readonly to: Hex
  readonly url: string
  readonly nonce: Hex
  readonly validForSeconds: bigint
  readonly flow: "authorization" | "upfront"
  readonly maxTimeoutSeconds: number
  readonly extensions: Readonly<Record<string, unknown>>
}

/** A buyer's key that signs at once, without waiting. */
export const signer = (key: Hex = generatePrivateKey()) => {
  const account = privateKeyToAccount(key)
  const bytes = Buffer.from(key.slice(2), "hex")
  const sign = (digest: Uint8Array): Hex => {
    const signed = curve.signMessageHashRecoverableCompact(bytes, digest)
    if (typeof signed === "string") throw new Error(signed)
    return `0x${Buffer.from(signed.signature).toString("hex")}${signed.recoveryId === 0 ? "1b" : "1c"}`
  }
  const payments = ({ chain, now, to }: { readonly chain: TestChain; readonly now: () => bigint; readonly to: Hex }) => {
    let last: Hex = "0x"
    const payment = (over: Partial<PaymentInput> = {}) => {
      const {
        amount = 1_000n,
        flow = "authorization",
        extensions = {},
        maxTimeoutSeconds = 600,
        validForSeconds = 600n,
        url,
        version = 2,
      } = over
      last = over.nonce ?? `0x${randomBytes(32).toString("hex")}`
      const message = {
        from: account.address,
        to: over.to ?? to,
        value: amount,
        validAfter: 0n,
        validBefore: now() + validForSeconds,
        nonce: last,
      }
      const signature = sign(digestOf(domain, { ...message, signature: "0x" }))
      const authorization = { ...message, value: String(amount), validAfter: "0", validBefore: String(message.validBefore) }
      const payload = { signature, authorization }
      if (version === 1) return toHeader({ x402Version: 1, scheme: "exact", network: sandboxNetwork.v1, payload })
      const extra = { name: domain.name, version: domain.version, ...(flow === "upfront" ? { paymentFlow: flow } : {}) }
      const accepted = {
        scheme: "exact",
        network: sandboxNetwork.caip2,
        amount: String(amount),
        asset: usdcAddress,
        payTo: message.to,
        maxTimeoutSeconds,
        extra,
      }
      return toHeader({ x402Version: 2, ...(url === undefined ? {} : { resource: { url } }), accepted, payload, extensions })
    }
    /** The payer cancels its authorization of this nonce, on chain. */
    const cancel = (nonce: Hex) =>
      Effect.promise(async () => {
        const separator = await chain.client.readContract({
          address: usdcAddress,
          abi: parseAbi(["function DOMAIN_SEPARATOR() view returns (bytes32)"]),
          functionName: "DOMAIN_SEPARATOR",
        })
        const struct = keccak256(`0x${cancelHash.slice(2)}${pad(account.address).slice(2)}${nonce.slice(2)}`)
        const { r, s, v } = await signHash({ hash: keccak256(`0x1901${separator.slice(2)}${struct.slice(2)}`), privateKey: key })
        const anybody = privateKeyToAccount(generatePrivateKey())
        await chain.client.setBalance({ address: anybody.address, value: 10n ** 18n })
        const call = {
          address: usdcAddress,
          abi: cancelAbi,
          functionName: "cancelAuthorization",
          args: [account.address, nonce, Number(v), r, s],
        } as const
        await chain.client.writeContract({ ...call, account: anybody })
        await chain.client.mine({ blocks: 1 })
      })
    const cancelLast = Effect.suspend(() => cancel(last))
    const moved = (from: string, nonce: string) =>
      Effect.promise(async () => {
        const topics = [usedTopic, pad(from as Hex).toLowerCase(), nonce]
        const used = (await chain.client.request({
          method: "eth_getLogs",
          params: [{ address: usdcAddress, fromBlock: "0x0", topics }],
        } as never)) as ReadonlyArray<{ transactionHash: Hex }>
        let sum = 0n
        for (const { transactionHash } of used) {
          const { logs } = await chain.client.getTransactionReceipt({ hash: transactionHash })
          for (const log of logs) if (log.topics[0] === transferTopic) sum += BigInt(log.data)
        }
        return sum
      })
    return { payment, cancel, cancelLast, moved }
  }
  return { key, address: account.address, payments }
}
