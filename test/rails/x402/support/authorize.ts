import { randomBytes } from "node:crypto"
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"
import type { Asset, Network } from "../../../../rails/x402/evm/Chain.ts"
import type { Hex } from "../../../../rails/x402/evm/hex.ts"
import { type Authorization, transferTypes as types } from "../../../../rails/x402/evm/authorization.ts"

export const someone = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey())

export const randomNonce = (): Hex => `0x${randomBytes(32).toString("hex")}`

/** What a buyer's wallet signs: valid for an hour unless the test sets another time. */
export const authorize = async (
  { asset, network }: { readonly asset: Asset; readonly network: Network },
  payer: PrivateKeyAccount,
  says: { readonly to: Hex; readonly value: bigint } & Partial<Omit<Authorization, "from" | "to" | "value" | "signature">>,
): Promise<Authorization> => {
  const message = {
    from: payer.address,
    to: says.to,
    value: says.value,
    validAfter: says.validAfter ?? 0n,
    validBefore: says.validBefore ?? BigInt(Math.floor(Date.now() / 1000) + 3600),
    nonce: says.nonce ?? randomNonce(),
  }
  const domain = { name: asset.name, version: asset.version, chainId: network.chainId, verifyingContract: asset.address }
  const signature = await payer.signTypedData({ domain, types, primaryType: "TransferWithAuthorization", message })
  return { ...message, signature }
}
