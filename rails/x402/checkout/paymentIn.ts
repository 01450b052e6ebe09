import { decodeAbiParameters, pad, parseAbiParameters } from "viem"
import type { Log, TransactionReceipt } from "../evm/Chain.ts"
import { transferTopic } from "../evm/contracts.ts"
import { type Hex, lowerCase, sameHex } from "../evm/hex.ts"
import { checkoutPaidTopic, type SplitPayment, type SplitterTerms } from "./splitter.ts"

/** Who paid, and where the split event is in the receipt. */
export interface ProvenPayment {
  readonly buyer: Hex
  readonly logIndex: number
}

/**
 * The proof of a checkout's payment: the receipt has the splitter's event of exactly this payment, and between the split event before it and this one a transfer
 * of the token for each leg. A transaction may pay several checkouts. Each transfer is behind one split event only, and serves one leg only.
 */
export const paymentIn = (
  receipt: TransactionReceipt,
  { address, token }: SplitterTerms,
  expected: SplitPayment,
): ProvenPayment | undefined => {
  if (!receipt.succeeded) return undefined
  let transfers: Array<Transfer> = []
  for (const log of [...receipt.logs].sort((a, b) => a.logIndex - b.logIndex)) {
    const transfer = sameHex(log.address, token) ? transferIn(log) : undefined
    if (transfer !== undefined) transfers.push(transfer)
    if (!sameHex(log.address, address) || !sameHex(log.topics[0], checkoutPaidTopic)) continue
    const buyer = buyerIn(log, token, expected)
    if (buyer !== undefined && paysLegs(transfers, buyer, address, expected)) return { buyer, logIndex: log.logIndex }
    transfers = []
  }
  return undefined
}

interface Transfer {
  readonly from: Hex
  readonly to: Hex
  readonly value: bigint
}

const transferIn = ({ data, topics }: Log): Transfer | undefined =>
  sameHex(topics[0], transferTopic) && topics.length === 3
    ? { from: addressIn(topics[1]), to: addressIn(topics[2]), value: BigInt(data) }
    : undefined

const addressIn = (topic: Hex | undefined): Hex => lowerCase(`0x${(topic ?? "0x").slice(-40)}`)

const eventData = parseAbiParameters("address token, uint256 amount")

/** The payer of a split event if the event is of this payment. */
const buyerIn = ({ data, topics }: Log, token: Hex, { amount, checkout, payment }: SplitPayment): Hex | undefined => {
  if (!sameHex(topics[1], pad(checkout, { dir: "right", size: 32 })) || !sameHex(topics[3], payment)) return undefined
  const [paidToken, paidAmount] = decodeAbiParameters(eventData, data)
  return sameHex(paidToken, token) && paidAmount === amount ? addressIn(topics[2]) : undefined
}

/** The payer paid each leg itself, or paid the splitter, which paid each leg. */
const paysLegs = (transfers: ReadonlyArray<Transfer>, buyer: Hex, splitter: Hex, { amount, legs }: SplitPayment) =>
  consumes(
    transfers,
    legs.map((leg) => ({ from: buyer, to: leg.to, value: leg.amount })),
  ) ||
  consumes(transfers, [
    { from: buyer, to: splitter, value: amount },
    ...legs.map((leg) => ({ from: splitter, to: leg.to, value: leg.amount })),
  ])

/** Each of the expected transfers is one of the actual ones, and no two are the same one. */
const consumes = (transfers: ReadonlyArray<Transfer>, expected: ReadonlyArray<Transfer>): boolean => {
  const left = [...transfers]
  return expected.every(({ from, to, value }) => {
    const index = left.findIndex((transfer) => transfer.value === value && sameHex(transfer.from, from) && sameHex(transfer.to, to))
    if (index !== -1) left.splice(index, 1)
    return index !== -1
  })
}
