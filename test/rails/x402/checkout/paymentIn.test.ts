import { expect, it } from "@effect/vitest"
import { encodeAbiParameters, encodeEventTopics, pad, parseAbi, parseAbiParameters, toHex } from "viem"
import { paymentIn } from "../../../../rails/x402/checkout/paymentIn.ts"
import { proofFrom } from "../../../../rails/x402/checkout/readPayments.ts"
import { checkoutOfTopic, splitPayment, splitterAbi } from "../../../../rails/x402/checkout/splitter.ts"
import type { Log, TransactionReceipt } from "../../../../rails/x402/evm/Chain.ts"
import { type Hex, lowerCase } from "../../../../rails/x402/evm/hex.ts"
import { usdcAddress } from "../../../../rails/x402/sandbox/placeContracts.ts"
import { newCheckout, splitter } from "./splitterScene.ts"

const buyer: Hex = `0x${"b0".repeat(20)}`
const other: Hex = `0x${"e1".repeat(20)}`
const terms = { chainId: 84_532, address: splitter, token: lowerCase(usdcAddress) }
const transferAbi = parseAbi(["event Transfer(address indexed from, address indexed to, uint256 value)"])

type Bare = Omit<Log, "logIndex">

const transfer = (from: Hex, to: Hex, value: bigint, address: Hex = terms.token): Bare => ({
  address,
  topics: encodeEventTopics({ abi: transferAbi, eventName: "Transfer", args: { from, to } }) as ReadonlyArray<Hex>,
  data: pad(toHex(value)),
})

const expectedOf = (checkout: ReturnType<typeof newCheckout>) => splitPayment(terms, checkout)
type Expected = ReturnType<typeof expectedOf>

const event = (
  { amount, checkout, payment }: Expected,
  over: { address?: Hex; token?: Hex; amount?: bigint; payment?: Hex; checkout?: Hex } = {},
): Bare => ({
  address: over.address ?? splitter,
  topics: encodeEventTopics({
    abi: splitterAbi,
    eventName: "CheckoutPaid",
    args: { checkout: over.checkout ?? checkout, payer: buyer, payment: over.payment ?? payment },
  }) as ReadonlyArray<Hex>,
  data: encodeAbiParameters(parseAbiParameters("address token, uint256 amount"), [over.token ?? terms.token, over.amount ?? amount]),
})

const legTransfers = ({ legs }: Expected, from: Hex = buyer) => legs.map(({ amount, to }) => transfer(from, to, amount))

const receiptOf = (logs: ReadonlyArray<Bare>, succeeded = true): TransactionReceipt => ({
  hash: `0x${"aa".repeat(32)}`,
  blockNumber: 7n,
  blockHash: `0x${"bb".repeat(32)}`,
  succeeded,
  gasCost: 1n,
  logs: logs.map((log, logIndex) => ({ ...log, logIndex })),
})
const proven = (logs: ReadonlyArray<Bare>, expected: Expected) => paymentIn(receiptOf(logs), terms, expected)

const one = expectedOf(newCheckout())
const two = expectedOf(newCheckout())
const [first, second, third] = legTransfers(one)
const gasless = (expected: Expected) => [transfer(buyer, splitter, expected.amount), ...legTransfers(expected, splitter), event(expected)]

it("a receipt with the event and each leg is a payment, by the payer's transfers or through the splitter", () => {
  expect(proven([...legTransfers(one), event(one)], one)).toEqual({ buyer, logIndex: 3 })
  expect(proven(gasless(one), one)).toEqual({ buyer, logIndex: 4 })
  const batch = [...legTransfers(two), event(two), ...gasless(one)]
  expect(proven(batch, two)).toEqual({ buyer, logIndex: 3 })
  expect(proven(batch, one)).toEqual({ buyer, logIndex: 8 })
  expect(proven([transfer(other, buyer, 5n), ...legTransfers(one), transfer(other, buyer, 5n), event(one)], one)).toBeDefined()
})

it.each<[string, ReadonlyArray<Bare>]>([
  ["there is no event", legTransfers(one)],
  ["there is no transfer", [event(one)]],
  ["another contract emitted the event", [...legTransfers(one), event(one, { address: other })]],
  ["the event names another checkout", [...legTransfers(one), event(one, { checkout: two.checkout })]],
  ["the event names other legs", [...legTransfers(one), event(one, { payment: two.payment })]],
  ["the event names another token", [...legTransfers(one), event(one, { token: other })]],
  ["the event names another amount", [...legTransfers(one), event(one, { amount: one.amount - 1n })]],
  ["the transfers are of another token", [...one.legs.map(({ amount, to }) => transfer(buyer, to, amount, other)), event(one)]],
  ["a leg is missing", [first!, second!, event(one)]],
  ["a leg is paid to another wallet", [first!, second!, transfer(buyer, other, one.legs[2]!.amount), event(one)]],
  ["a leg is one unit short", [transfer(buyer, one.legs[0]!.to, one.legs[0]!.amount - 1n), second!, third!, event(one)]],
  ["two legs are paid in one sum", [transfer(buyer, one.legs[0]!.to, one.amount), event(one)]],
  ["another wallet paid the legs", [...legTransfers(one, other), event(one)]],
  ["the payer and the splitter each paid some legs", [first!, ...legTransfers(one, splitter).slice(1), event(one)]],
  ["the splitter paid the legs and was not paid", [...legTransfers(one, splitter), event(one)]],
  ["the transfers come after the event", [event(one), ...legTransfers(one)]],
  ["the transfers are before another checkout's event", [...legTransfers(one), event(two), event(one)]],
  ["a leg was before another checkout's event", [first!, event(two), second!, third!, event(one)]],
])("a receipt is no payment if %s", (_, logs) => {
  expect(proven(logs, one)).toBeUndefined()
})

it("a reverted transaction is no payment, whatever logs its receipt has", () => {
  expect(paymentIn(receiptOf([...legTransfers(one), event(one)], false), terms, one)).toBeUndefined()
})

it("two legs of the same amount to the same wallet need two transfers", () => {
  const wallet = lowerCase(other)
  const same = newCheckout({
    wallets: { seller: wallet, marketplace: wallet, service: wallet },
    split: { seller: 5_000_000n, marketplaceFee: 2_500_000n, serviceFee: 2_500_000n },
  })
  const expected = expectedOf(same)
  const [seller, fee] = legTransfers(expected)
  expect(proven([seller!, fee!, event(expected)], expected)).toBeUndefined()
  expect(proven([seller!, fee!, fee!, event(expected)], expected)).toBeDefined()
})

it("two checkouts of the same sale in one transaction each need transfers of their own", () => {
  const checkout = newCheckout()
  const [a, b] = [expectedOf(checkout), expectedOf({ ...newCheckout(), wallets: checkout.wallets })]
  const once = [...legTransfers(a), event(a), event(b)]
  expect(proven(once, a)).toBeDefined()
  expect(proven(once, b)).toBeUndefined()
  expect(proven([...legTransfers(a), ...legTransfers(b), event(a), event(b)], b)).toBeUndefined()
})

it("no leg is made for a part of zero, and parts that are not the amount are a defect", () => {
  const { wallets } = newCheckout()
  const free = newCheckout({
    split: { seller: 10_000_000n, marketplaceFee: 0n, serviceFee: 0n },
    wallets: { ...wallets, marketplace: null },
  })
  expect(expectedOf(free).legs).toEqual([{ to: wallets.seller === free.wallets.seller ? wallets.seller : "", amount: 10_000_000n }])
  expect(() => expectedOf(newCheckout({ amount: 9_999_999n }))).toThrow("are not its amount")
})

it("a checkout's id is read from the topic of its event", () => {
  const { id } = newCheckout()
  expect(checkoutOfTopic(pad(`0x${id.replaceAll("-", "")}`, { dir: "right", size: 32 }))).toBe(id)
  expect(checkoutOfTopic(`0x${"11".repeat(32)}`)).toBeUndefined()
  expect(checkoutOfTopic(undefined)).toBeUndefined()
})

it("a transaction is proven paid or unpaid only by all nodes at the configured confirmations", () => {
  const paid = { _tag: "Paid", buyer, logIndex: 3, blockNumber: 7n, blockHash: `0x${"bb".repeat(32)}`, final: true } as const
  const unpaid = { _tag: "NotPaid", reverted: true, final: true } as const
  const absent = { _tag: "Absent", isKnown: true } as const
  const unknown = { _tag: "Absent", isKnown: false } as const
  const proof = (...sights: Parameters<typeof proofFrom>[0]) => {
    const answer = proofFrom(sights, "0x01")
    return answer._tag === "Paid" ? `Paid${answer.final ? " final" : ""}` : answer._tag
  }
  expect(proof(paid)).toBe("Paid final")
  expect(proof(paid, paid)).toBe("Paid final")
  expect(proof(paid, { ...paid, final: false })).toBe("Paid")
  expect(proof(paid, absent)).toBe("Paid")
  expect(proof(paid, unpaid)).toBe("Paid")
  expect(proof(paid, { ...paid, blockHash: "0xcc" })).toBe("Pending")
  expect(proof(unpaid, unpaid)).toBe("NotPaid")
  expect(proof(unpaid, { ...unpaid, final: false })).toBe("Pending")
  expect(proof(unpaid, absent)).toBe("Pending")
  expect(proof(absent)).toBe("Pending")
  expect(proof(unknown, absent)).toBe("Pending")
  expect(proof(unknown, unknown)).toBe("Unknown")
  expect(proof(paid, unknown)).toBe("Paid")
  expect(proof(unpaid, unknown)).toBe("Pending")
})
