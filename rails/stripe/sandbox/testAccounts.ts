/** What becomes of a debit from an account: when, in business days after it begins, and whether it fails. */
export interface Behaviour {
  readonly days: number
  /** The `failure_code` of the charge. */
  readonly fails?: string
  /** The payer disputes it one business day after it has succeeded. */
  readonly disputed?: true
}

const good: Behaviour = { days: 6 }

/** Stripe's test accounts. Any other account that can exist is a good one. Stripe does not say how late "delayed" is. */
const behaviours: Readonly<Record<string, Behaviour>> = {
  DE89370400440532013000: good,
  DE62370400440532013001: { days: 4, fails: "generic_could_not_process" },
  DE35370400440532013002: { days: 6, disputed: true },
  DE08370400440532013003: { days: 10 },
  DE78370400440532013004: { days: 10, fails: "generic_could_not_process" },
  DE65370400440002222227: { days: 4, fails: "insufficient_funds" },
  DE27370400440000121212: { days: 1, fails: "charge_exceeds_weekly_limit" },
}

export const behaviourOf = (iban: string): Behaviour => behaviours[iban] ?? good

/** How a test card answers: at once, with a decline or without. */
export interface CardBehaviour {
  readonly brand: "visa" | "mastercard"
  readonly declined?: { readonly code: string; readonly declineCode?: string }
  /** It can be saved, and is declined when it pays without its holder. */
  readonly savedDeclined?: { readonly code: string; readonly declineCode?: string }
  /** The holder disputes it a day later. */
  readonly disputed?: true
}

const cards: Readonly<Record<string, CardBehaviour>> = {
  "4242424242424242": { brand: "visa" },
  "5555555555554444": { brand: "mastercard" },
  "4000000000000002": { brand: "visa", declined: { code: "card_declined", declineCode: "generic_decline" } },
  "4000000000009995": { brand: "visa", declined: { code: "card_declined", declineCode: "insufficient_funds" } },
  "4000000000000069": { brand: "visa", declined: { code: "expired_card" } },
  "4000000000000127": { brand: "visa", declined: { code: "incorrect_cvc" } },
  "4000000000000119": { brand: "visa", declined: { code: "processing_error" } },
  "4000000000000341": { brand: "visa", savedDeclined: { code: "card_declined", declineCode: "generic_decline" } },
  "4000002760003184": { brand: "visa", savedDeclined: { code: "authentication_required", declineCode: "authentication_required" } },
  "4000000000000259": { brand: "visa", disputed: true },
}

/** The numbers of all test cards. */
export const testCardNumbers = Object.keys(cards)

export const cardBehaviourOf = (number: string): CardBehaviour | undefined => cards[number]
