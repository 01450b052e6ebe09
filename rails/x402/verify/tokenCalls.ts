import { encodeFunctionData, parseAbi } from "viem"
import type { Hex } from "../chain/Chain.ts"
import type { Authorization } from "../settlement/Settlements.ts"

const authorized = "address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce"
const byKey = parseAbi([`function transferWithAuthorization(${authorized}, uint8 v, bytes32 r, bytes32 s)`])
const byWallet = parseAbi([`function transferWithAuthorization(${authorized}, bytes signature)`])
const wallet = parseAbi(["function isValidSignature(bytes32 digest, bytes signature) view returns (bytes4)"])

const ofKey = /^0x([0-9a-f]{64})([0-9a-f]{64})(1[bc])$/

export const isKeySigned = (signature: Hex) => ofKey.test(signature)

/** The token's call. A key's signature goes in its three parts, which older tokens know too; a wallet's as it is. */
export const transferCall = (authorization: Authorization): Hex => {
  const { from, nonce, signature, to, validAfter, validBefore, value } = authorization
  const args = [from, to, value, validAfter, validBefore, nonce] as const
  const [, r, s, v] = ofKey.exec(signature) ?? []
  return v === undefined
    ? encodeFunctionData({ abi: byWallet, functionName: "transferWithAuthorization", args: [...args, signature] })
    : encodeFunctionData({ abi: byKey, functionName: "transferWithAuthorization", args: [...args, Number(`0x${v}`), `0x${r}`, `0x${s}`] })
}

/** ERC-1271: the question to a smart wallet whether it vouches for a signature. */
export const vouchCall = (digest: Uint8Array, signature: Hex): Hex =>
  encodeFunctionData({ abi: wallet, functionName: "isValidSignature", args: [`0x${Buffer.from(digest).toString("hex")}`, signature] })

/** What a wallet answers that does. */
export const vouched = "0x1626ba7e"
