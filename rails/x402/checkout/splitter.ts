import {
  decodeErrorResult,
  encodeAbiParameters,
  encodeEventTopics,
  getContractAddress,
  keccak256,
  pad,
  parseAbi,
  parseAbiParameters,
} from "viem"
import type { Checkout } from "../../../domain/connect/Checkout.ts"
import { type Hex, lowerCase } from "../evm/hex.ts"
import artifact from "./contract/Splitter.json" with { type: "json" }

export const splitterAbi = parseAbi([
  "struct Leg { address to; uint256 amount; }",
  "event CheckoutPaid(bytes16 indexed checkout, address indexed payer, bytes32 indexed payment, address token, uint256 amount)",
  "error AlreadyPaid()",
  "error WrongLegs()",
  "error WrongAmount()",
  "error WrongBalance()",
  "error TransferFailed()",
  "error Reentered()",
  "function pay(bytes16 checkout, address token, uint256 amount, Leg[] legs)",
  "function payWithPermit(bytes16 checkout, address token, uint256 amount, Leg[] legs, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
  "function payWithAuthorization(bytes16 checkout, address token, uint256 amount, Leg[] legs, address payer, uint256 validAfter, uint256 validBefore, bytes signature)",
  "function paymentOf(bytes16 checkout, address token, Leg[] legs) view returns (bytes32)",
  "function isPaid(bytes32 payment) view returns (bool)",
])

/** The first topic of the split event. */
export const checkoutPaidTopic = encodeEventTopics({ abi: splitterAbi, eventName: "CheckoutPaid" })[0]

/** The code that is at the address of every deployed splitter. */
export const splitterCode = artifact.deployedBytecode as Hex

/** The CREATE2 deployer that is on every network that matters here. Its input is a salt and creation code. */
const deployer: Hex = "0x4e59b44847b379578588920cA78FbF26c0B4956C"
const salt = pad("0x00")

/** Where the deployer puts the splitter, on every network, and the transaction that does so. Anybody can send it, once. */
export const splitterDeployment = {
  address: lowerCase(getContractAddress({ opcode: "CREATE2", from: deployer, salt, bytecode: artifact.bytecode as Hex })),
  to: deployer,
  data: `${salt}${artifact.bytecode.slice(2)}` as Hex,
}

/** Why the splitter refused a call, by the data that the call returned. Undefined for other data, for instance an error of the token. */
export const splitterRefusal = (data: Hex): string | undefined => {
  try {
    return refusals[decodeErrorResult({ abi: splitterAbi, data }).errorName]
  } catch {
    return undefined
  }
}

const refusals: Readonly<Record<string, string>> = {
  AlreadyPaid: "this checkout is paid already",
  WrongLegs: "one of the wallets that are paid is the payer's own, or cannot be paid",
  TransferFailed: "the token refused the transfer to one of the wallets",
}

export interface Leg {
  readonly to: Hex
  /** In micro-units of the token. */
  readonly amount: bigint
}

/** What the splitter has to be called with for one checkout. */
export interface SplitPayment {
  /** The UUID of the checkout as 16 bytes. */
  readonly checkout: Hex
  readonly amount: bigint
  /** Seller, marketplace, service; a part of 0 has no leg. */
  readonly legs: ReadonlyArray<Leg>
  /** The contract's `paymentOf`: the nonce of a gasless payment, and a topic of the split event. */
  readonly payment: Hex
}

/** The splitter on one chain with one token. Lower case. */
export interface SplitterTerms {
  readonly chainId: number
  readonly address: Hex
  readonly token: Hex
}

export const splitPayment = ({ address, chainId, token }: SplitterTerms, { amount, id, split, wallets }: Checkout): SplitPayment => {
  const parts = [
    [wallets.seller, split.seller],
    [wallets.marketplace, split.marketplaceFee],
    [wallets.service, split.serviceFee],
  ] as const
  const legs = parts.flatMap(([to, part]) => (to === null || part === 0n ? [] : [{ to: lowerCase(to), amount: part }]))
  if (legs.reduce((sum, leg) => sum + leg.amount, 0n) !== amount) throw new Error(`The parts of checkout ${id} are not its amount.`)
  const checkout: Hex = `0x${id.replaceAll("-", "").toLowerCase()}`
  const data = encodeAbiParameters(parseAbiParameters(paymentParameters), [BigInt(chainId), address, checkout, token, legs])
  return { checkout, amount, legs, payment: keccak256(data) }
}

const paymentParameters = [
  "uint256 chainId, address splitter, bytes16 checkout, address token, Leg[] legs",
  "struct Leg { address to; uint256 amount; }",
] as const

/** The UUID of a checkout from the topic of its split event. Undefined for other bytes: anybody can have any 16 bytes emitted. */
export const checkoutOfTopic = (topic: Hex | undefined): string | undefined => {
  const [, a, b, c, d, e] =
    /^0x([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})0{32}$/.exec(topic?.toLowerCase() ?? "") ?? []
  return a === undefined ? undefined : [a, b, c, d, e].join("-")
}
