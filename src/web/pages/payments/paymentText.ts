import { formatEuros, formatMoney, formatUsdc, type MoneyJson } from "../../format/money.ts"
import { railName } from "../../format/rails.ts"
import { formatDay } from "../../format/time.ts"
import type { PaymentJson } from "./queries.ts"

/** What was paid, in a few words. */
export const titleOf = ({ kind, operation, source_id: source }: Pick<PaymentJson, "kind" | "operation" | "source_id">): string => {
  if (kind === "topup") return "Top-up by card"
  if (kind === "collection") return "Collection by direct debit"
  return operation ?? source ?? kind
}

/** What a status means for the money of a call. */
const callMeanings: Readonly<Record<string, string>> = {
  reserved: "The maximum is held. Nothing is charged yet.",
  settling: "The rail has not proven the payment yet.",
  settled: "The money moved, and it is proven.",
  released: "The hold was given back. Nothing was charged.",
  refunded: "The amount was given back.",
  failed: "The payment failed. The timeline says why.",
  unknown: "It is not known yet whether the money moved. The gateway keeps asking, and charges nothing twice.",
}

/** The same for the payments that are no calls. A status that a kind does not list has the sentence of a call. */
const otherMeanings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  topup: {
    pending: "The page can still be paid. Nothing moved yet.",
    settling: "The card processor has not confirmed the payment yet. Nothing is added to the credits until then.",
    settled: "The card paid, and the amount was added to the credits.",
    refunded: "The amount went back to the card, and was taken from the credits.",
    expired: "The page was not paid in time. Nothing moved.",
  },
  collection: {
    settled: "The bank paid the direct debit.",
    failed: "The bank did not pay the direct debit, or the payer took it back. The timeline says why.",
  },
  payout: {
    pending: "The payout was requested. Nothing moved yet.",
    settling: "The payout was approved. Its transfer is not final on chain yet.",
    settled: "The transfer to the wallet is final on chain.",
    released: "The payout was rejected. Nothing moved.",
  },
}

export type PaymentCondition = Pick<PaymentJson, "kind" | "rail" | "status" | "rail_details">

export const meaningOf = (payment: PaymentCondition): string => {
  const { kind, rail, status } = payment
  if (kind === "collection" && status === "settling") return debitMeaning(payment)
  if (kind === "call" && status === "settling" && rail === "sepa") return debitedCallMeaning(payment)
  return otherMeanings[kind]?.[status] ?? callMeanings[status] ?? ""
}

/** A debit is announced first, and made on its day. */
export const isAnnounced = ({ kind, rail_details: details, status }: PaymentCondition): boolean =>
  kind === "collection" && status === "settling" && details?.["status"] === "new"

const debitMeaning = (payment: PaymentCondition) =>
  isAnnounced(payment)
    ? "The direct debit is announced. Nothing was debited yet."
    : "The direct debit is on its way. The bank has not paid it yet."

/** A call by direct debit is charged at once and collected with others later, so it settles days after it was delivered. */
const debitedCallMeaning = ({ rail_details: details }: PaymentCondition) => {
  const { status } = (details?.["collection"] ?? {}) as { readonly status?: string }
  if (status === "new" || status === "processing")
    return "Delivered and charged. The direct debit that collects it is announced or on its way: the bank has not paid it yet."
  return status === "failed" || status === "disputed"
    ? "Delivered and charged. The bank did not pay the direct debit, so the amount is owed until another one collects it."
    : "Delivered and charged. It is collected from the bank account with the next direct debit."
}

/** No money moved for a call that was released or failed, so it has no proof. */
export const hasNoProof = ({ kind, status }: Pick<PaymentJson, "kind" | "status">): boolean =>
  kind === "call" && (status === "released" || status === "failed")

/** What the caller's own payment brought in, where the call did not cost all of it. */
export const broughtIn = (payment: PaymentJson): string | null => {
  const deposited = "deposited" in payment ? payment.deposited : undefined
  if (deposited === undefined || deposited.amount_micro_usd === payment.amount.amount_micro_usd) return null
  return `${formatMoney(deposited)}; what the call did not cost of it is credit`
}

/** What went back of the amount after it was paid. */
export const givenBack = (payment: PaymentJson): string | null =>
  "refunded" in payment && payment.refunded !== undefined ? formatMoney(payment.refunded) : null

/** The amount in the currency in which it moves, where that is not dollars. */
export const movedAmount = (payment: PaymentJson): string | null => {
  const { amount, amount_minor: minor, currency, network } = payment
  if (hasNoProof(payment)) return null
  if (network !== null) return formatUsdc(amount)
  return currency === "EUR" ? formatEuros(minor) : null
}

/** What the page calls that amount, and the day of a debit. Only what the bank paid is in the past. */
export const movedLabel = (payment: PaymentCondition): string => {
  if (payment.status === "settled" || payment.status === "refunded") return "Moved as"
  return payment.kind === "collection" ? (payment.status === "failed" ? "Debit of" : "To be debited") : "Moves as"
}
export const debitDayLabel = (payment: PaymentCondition): string => {
  if (isAnnounced(payment)) return "To be debited on"
  return payment.status === "settling" ? "Day of the debit" : "Debited on"
}

type Data = Readonly<Record<string, unknown>>
const moneyOf = (value: unknown) => formatMoney(value as MoneyJson)
const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined)
const sentence = (text: string | undefined) => (text === undefined ? undefined : `${text[0]!.toUpperCase()}${text.slice(1)}`)
const eurosOf = (value: unknown) => formatEuros(Number(value))
const channels: Readonly<Record<string, string>> = { mail: "by e-mail", webhook: "by webhook" }
const byChannel = ({ channel }: Data) => channels[String(channel)] ?? ""

const settledTexts: Readonly<Record<string, string>> = {
  x402: "The transfer is final on chain",
  sepa: "The bank paid the direct debit",
}

type EventText = readonly [title: string, detail?: string | undefined]

/** An event of the timeline: a sentence, and what the gateway or the bank says about it. */
const eventTexts: Readonly<Record<string, (data: Data, payment: PaymentJson) => EventText>> = {
  reserved: ({ amount, rail }) => [
    `${moneyOf(amount)} reserved on ${railName(String(rail)).toLowerCase()}`,
    "The most that the call may cost.",
  ],
  captured: ({ amount }) => [`${moneyOf(amount)} captured`, "The call was delivered."],
  released: () => ["The hold was released", "Nothing was charged."],
  refunded: ({ amount, amount_minor: cents, to }, { currency }) => [
    amount === undefined
      ? `${currency === "EUR" ? eurosOf(cents) : `$${(Number(cents) / 100).toFixed(2)}`} refunded`
      : `${moneyOf(amount)} refunded`,
    to === undefined ? undefined : `To ${railName(String(to)).toLowerCase()}.`,
  ],
  "settlement.pending": ({ reason }) => ["The rail is settling the payment", sentence(textOf(reason))],
  "settlement.unknown": ({ reason }) => ["It is not known whether the rail paid", sentence(textOf(reason))],
  "settlement.settled": ({ reason }, { rail }) => [settledTexts[rail] ?? "The payment is settled", sentence(textOf(reason))],
  "settlement.failed": ({ reason }) => ["The rail did not pay", sentence(textOf(reason))],
  opened: () => ["The page of the card processor was opened"],
  paid: () => ["The card paid"],
  credited: () => ["Added to the credits"],
  reversed: ({ amount_minor: cents }) => [`$${(Number(cents) / 100).toFixed(2)} went back to the card`, "It was taken from the credits."],
  noticed: ({ amount_minor: cents, debit_on: on }) => [`${eurosOf(cents)} announced`, `It is debited on ${formatDay(String(on))}.`],
  notice_sent: (data) => [`The notice was sent ${byChannel(data)}`],
  failed: ({ failure_code: code }) => [
    "The bank did not pay the debit",
    textOf(code) && `Reason of the bank: ${String(code).replaceAll("_", " ")}.`,
  ],
  settled: () => ["The bank paid the debit"],
  disputed: ({ reason, message, meaning }) => [
    "The payer took the debit back",
    sentence(textOf(meaning) ?? textOf(message) ?? textOf(reason)),
  ],
  reinstated: () => ["The bank paid the money back to the gateway"],
  not_needed: () => ["The debit is not needed any more"],
  withdrawal_sent: (data) => [`The withdrawal of the notice was sent ${byChannel(data)}`],
  written_off: ({ reason }) => ["Given up by the operator", sentence(textOf(reason))],
  booked_back: () => ["The loss was booked back"],
}

export const eventText = (type: string, data: Data, payment: PaymentJson): EventText =>
  eventTexts[type]?.(data, payment) ?? [sentence(type.replaceAll(/[._]/g, " "))!]

const outcomes: Readonly<Record<string, string>> = {
  selected: "pays",
  unavailable: "could not pay",
  insufficient: "too little money",
  declined: "declined",
}
/** The rail that was selected for a call pays it, except where the call was released or the payment failed. */
export const outcomeText = (outcome: string, payment: Pick<PaymentJson, "kind" | "status">): string =>
  outcome === "selected" && hasNoProof(payment) ? "selected, did not pay" : (outcomes[outcome] ?? outcome)

/** `buyer:credits` as a person reads it. */
export const accountText = (account: string): string => {
  const [kind, name = ""] = account.split(/:(.*)/s, 2) as [string, string?]
  if (kind === "buyer") return `Your ${railName(name).toLowerCase()}`
  if (kind === "payee") return name
  return kind === "platform" ? `Platform ${name}` : account
}
