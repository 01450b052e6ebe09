import { Effect, Redacted, Schema } from "effect"
import { keccak256, serializeTransaction, type TransactionSerializableEIP1559 } from "viem"
import { privateKeyToAddress } from "viem/accounts"
import type { Authorization } from "../evm/authorization.ts"
import { Chain } from "../evm/Chain.ts"
import { cancelGas, settlingCall } from "../evm/contracts.ts"
import { type Hex, HexData, lowerCase } from "../evm/hex.ts"
import { signDigest } from "../evm/signatures.ts"
import type { SignedTransaction } from "../store/nonceSlots.ts"
import type { GasFee } from "./SettlementQueue.ts"

/** The base fee may double before the transaction is too cheap, which takes six full blocks. */
export const usualFee = ({ baseFee, tip }: { readonly baseFee: bigint; readonly tip: bigint }): GasFee => ({
  tip: tip > 0n ? tip : 1n,
  maxFee: baseFee * 2n + (tip > 0n ? tip : 1n),
})

/** Nodes accept a replacement that raises both values by an eighth; a quarter reaches the market price in fewer steps. */
export const higherFee = (before: GasFee, now: GasFee): GasFee => ({
  maxFee: max(before.maxFee + before.maxFee / 4n + 1n, now.maxFee),
  tip: max(before.tip + before.tip / 4n + 1n, now.tip),
})

const max = (a: bigint, b: bigint) => (a > b ? a : b)

const decodeKey = Schema.decodeUnknownSync(HexData)

/** An account that pays for gas. */
export interface GasAccount {
  readonly address: Hex
  /** The transaction in the form that nodes take, with its signature. */
  readonly sign: (transaction: TransactionSerializableEIP1559) => Hex
}

/** Gas accounts by their address in lower case. Computed once, because deriving an address from its key takes milliseconds. */
export const gasAccounts = (keys: ReadonlyArray<Redacted.Redacted>): ReadonlyMap<Hex, GasAccount> =>
  new Map(
    keys.map((key) => {
      const privateKey = decodeKey(Redacted.value(key))
      const address = privateKeyToAddress(privateKey)
      const bytes = Buffer.from(privateKey.slice(2), "hex")
      const sign = (transaction: TransactionSerializableEIP1559) =>
        serializeTransaction(transaction, signDigest(keccak256(serializeTransaction(transaction), "bytes"), bytes))
      return [lowerCase(address), { address, sign }]
    }),
  )

/** Signs the transaction of a nonce slot. Without an authorization it only uses up the nonce. */
export const signTransaction = Effect.fnUntraced(function* (
  account: GasAccount,
  gasNonce: bigint,
  authorization: Authorization | undefined,
  fee: GasFee,
) {
  const { asset, network } = yield* Chain
  const call = authorization === undefined ? { to: account.address, gas: cancelGas } : settlingCall(asset.address, authorization)
  const raw = account.sign({
    type: "eip1559",
    chainId: network.chainId,
    nonce: Number(gasNonce),
    maxFeePerGas: fee.maxFee,
    maxPriorityFeePerGas: fee.tip < fee.maxFee ? fee.tip : fee.maxFee,
    ...call,
  })
  return { hash: keccak256(raw), raw, gas: call.gas, ...fee, cancels: authorization === undefined } satisfies SignedTransaction
})
