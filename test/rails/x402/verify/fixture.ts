import { Effect } from "effect"
import { parseAbi } from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import type { Hex } from "../../../../rails/x402/evm/hex.ts"
import { minter, usdcAbi, waitUntilMined } from "../../../../rails/x402/sandbox/placeContracts.ts"
import { authorize, randomNonce, someone } from "../support/authorize.ts"
import { testChain } from "../support/testChain.ts"
import { deploy, walletOf } from "./wallets.ts"

const transferAbi = parseAbi([
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
  "function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)",
])

export const price = 10_000n

/** A chain with payers of every kind. */
export const paymentScene = Effect.gen(function* () {
  const chain = yield* testChain
  const { asset, client } = chain
  const [rich, poor, listed] = [someone(), someone(), someone()]
  const payee = someone().address
  const wallet = walletOf(rich.address)
  const counterfactual = walletOf(rich.address, 1n)
  for (const { address } of [rich, listed, wallet, counterfactual]) yield* chain.mint(address, 100n * price)
  yield* chain.mint(poor.address, price - 1n)
  yield* Effect.promise(() => deploy(client, minter, wallet.data))
  const blacklist = { address: asset.address, abi: usdcAbi, functionName: "blacklist", args: [listed.address], account: minter } as const
  yield* Effect.promise(async () => waitUntilMined(client, await client.writeContract({ ...blacklist, gas: 200_000n }), "not blacklisted"))
  const usedNonce = randomNonce()
  yield* Effect.promise(async () => {
    const { from, nonce, signature, to, validAfter, validBefore, value } = await authorize(chain, rich, {
      to: payee,
      value: price,
      nonce: usedNonce,
    })
    const args = [from, to, value, validAfter, validBefore, nonce, signature] as const
    const spend = { address: asset.address, abi: transferAbi, functionName: "transferWithAuthorization", args, account: minter } as const
    await waitUntilMined(client, await client.writeContract({ ...spend, gas: 200_000n }), "not spent")
  })
  return { chain, payee, rich, poor, listed, wallet, counterfactual, usedNonce }
})
export type PaymentScene = Effect.Success<typeof paymentScene>

/** Pauses all transfers of the token, or resumes them. */
export const setPaused = ({ chain: { asset, client } }: PaymentScene, paused: boolean) =>
  Effect.promise(async () => {
    const abi = parseAbi(["function pause()", "function unpause()"])
    const call = { address: asset.address, abi, functionName: paused ? "pause" : "unpause", account: minter, gas: 100_000n } as const
    await waitUntilMined(client, await client.writeContract(call), "not done")
  })

export interface Signing {
  readonly signer: PrivateKeyAccount
  readonly from: Hex
  readonly to: Hex
  readonly value: bigint
  readonly validAfter: bigint
  readonly validBefore: bigint
  readonly nonce: Hex
  readonly domain: { readonly name: string; readonly version: string; readonly chainId: number; readonly verifyingContract: Hex }
}

export const authorizationTypes = {
  TransferWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
} as const

/** The payload of either version, as clients write it. */
export const signedPayload = async ({ domain, signer, ...message }: Signing) => ({
  signature: await signer.signTypedData({ domain, types: authorizationTypes, primaryType: "TransferWithAuthorization", message }),
  authorization: {
    from: message.from as string,
    to: message.to as string,
    value: message.value.toString(),
    validAfter: message.validAfter.toString(),
    validBefore: message.validBefore.toString(),
    nonce: message.nonce as string,
  },
})
