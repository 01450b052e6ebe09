import { encodeFunctionData, parseAbi, parseSignature, toHex } from "viem"
import type { Checkout } from "../../../domain/connect/Checkout.ts"
import type { WalletRequest } from "../../../domain/connect/CheckoutChain.ts"
import { receiveTypes } from "../evm/authorization.ts"
import type { Asset, Network } from "../evm/Chain.ts"
import { type Hex, lowerCase } from "../evm/hex.ts"
import { splitPayment, splitterAbi, type SplitterTerms } from "./splitter.ts"

/** The splitter of this gateway, and the token with the domain that wallets sign for. */
export interface CheckoutTerms {
  readonly network: Network
  readonly asset: Asset
  readonly splitter: Hex
}

export const splitterTerms = ({ asset, network, splitter }: CheckoutTerms): SplitterTerms => ({
  chainId: network.chainId,
  address: lowerCase(splitter),
  token: lowerCase(asset.address),
})

/** What a buyer signs is valid until its transaction can be confirmed: 10 minutes longer than the checkout can be paid. Seconds since 1970. */
export const signedUntil = ({ expiresAt }: Checkout): bigint => BigInt(Math.floor(expiresAt / 1000) + 600)

const erc20Abi = parseAbi(["function approve(address spender, uint256 amount) returns (bool)"])

export const approval = ({ asset, splitter }: CheckoutTerms, { amount }: Checkout, buyer: Hex): WalletRequest =>
  transaction(buyer, asset.address, encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [splitter, amount] }))

export const payment = (terms: CheckoutTerms, checkout: Checkout, buyer: Hex): WalletRequest =>
  transaction(buyer, terms.splitter, encodeFunctionData({ abi: splitterAbi, functionName: "pay", args: payArguments(terms, checkout) }))

/** Undefined if the signature is not one of a key, which is the only kind that permits have here. */
export const permitPayment = (terms: CheckoutTerms, checkout: Checkout, buyer: Hex, signature: Hex): WalletRequest | undefined => {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return undefined
  const { r, s, yParity } = parseSignature(signature)
  const args = [...payArguments(terms, checkout), signedUntil(checkout), 27 + yParity, r, s] as const
  return transaction(buyer, terms.splitter, encodeFunctionData({ abi: splitterAbi, functionName: "payWithPermit", args }))
}

/** The call by which the gateway sends a gasless payment. */
export const relayCall = (terms: CheckoutTerms, checkout: Checkout, buyer: Hex, signature: Hex): Hex => {
  const args = [...payArguments(terms, checkout), buyer, 0n, signedUntil(checkout), signature] as const
  return encodeFunctionData({ abi: splitterAbi, functionName: "payWithAuthorization", args })
}

const payArguments = (terms: CheckoutTerms, checkout: Checkout) => {
  const split = splitterTerms(terms)
  const { amount, checkout: id, legs } = splitPayment(split, checkout)
  return [id, split.token, amount, legs] as const
}

const transaction = (from: Hex, to: Hex, data: Hex): WalletRequest => ({
  method: "eth_sendTransaction",
  params: [{ from, to, data, value: "0x0" }],
})

/** What the buyer signs so that the gateway sends the transaction. The nonce is the payment, so the signature covers every part. */
export const gaslessRequest = (terms: CheckoutTerms, checkout: Checkout, buyer: Hex): WalletRequest => {
  const { amount, payment: nonce } = splitPayment(splitterTerms(terms), checkout)
  const message = { from: buyer, to: terms.splitter, value: amount, validAfter: 0n, validBefore: signedUntil(checkout), nonce }
  return signing(terms, buyer, { types: receiveTypes, primaryType: "ReceiveWithAuthorization", message })
}

const permitTypes = {
  Permit: [
    { name: "owner", type: "address" },
    { name: "spender", type: "address" },
    { name: "value", type: "uint256" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint256" },
  ],
} as const

/** `nonce`: the number of permits that the token has accepted from this buyer. */
export const permitRequest = (terms: CheckoutTerms, checkout: Checkout, buyer: Hex, nonce: bigint): WalletRequest => {
  const message = { owner: buyer, spender: terms.splitter, value: checkout.amount, nonce, deadline: signedUntil(checkout) }
  return signing(terms, buyer, { types: permitTypes, primaryType: "Permit", message })
}

/** Amounts and times are decimal strings, since they may be above what a number of JSON holds exactly. */
const signing = (
  terms: CheckoutTerms,
  buyer: Hex,
  { message, primaryType, types }: { readonly types: object; readonly primaryType: string; readonly message: object },
): WalletRequest => {
  const data = { types: { EIP712Domain: domainMembers, ...types }, primaryType, domain: domainOf(terms), message }
  const text = JSON.stringify(data, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))
  return { method: "eth_signTypedData_v4", params: [buyer, text] }
}

const domainMembers = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
]

/** The EIP-712 domain of the token. */
export const domainOf = ({ asset, network }: CheckoutTerms) => ({
  name: asset.name,
  version: asset.version,
  chainId: network.chainId,
  verifyingContract: asset.address,
})

export const chainIdHex = ({ network }: CheckoutTerms): Hex => toHex(network.chainId)
