import { formatMoney } from "./money.ts"
import { formatTime } from "./time.ts"

/** A route of the gateway; an operation of an imported document (`GET /teas`) is what a sentence is about. */
const route = /\b(?:GET|POST|PUT|PATCH|DELETE) \/v[12]\//

/** The session ended in another tab or expired. The sign-in that opens over the page keeps what was filled in. */
export const isEndedSession = (message: string): boolean => message.startsWith("No valid API key was presented.")

/** What the pages call the members of requests that messages name. */
const labels: Readonly<Record<string, string>> = {
  max_spend: "Spend at most",
  monthly_ceiling: "At most a month",
  threshold: "Below",
  amount: "Buy",
  per_request: "Per request",
  daily: "Per day",
  monthly: "Per month",
  low_balance_alert: "Alert below",
  expires_in_days: "Expires in",
}

/** Names of members in a sentence: in backticks, or with an underscore, which no word has. Other words in backticks stay. */
const named = (text: string) =>
  text
    .replaceAll(/\bthe (max_spend|per_request|daily|monthly) limit\b/g, (_, name: string) => `the limit “${labels[name]!}”`)
    .replaceAll(
      /`(\w+)`|\b(max_spend|monthly_ceiling|per_request|low_balance_alert|expires_in_days)\b/g,
      (text, quoted?: string, bare?: string) => {
        const label = labels[quoted ?? bare!]
        return label === undefined ? text : `“${label}”`
      },
    )

/**
 * A sentence of the API for a person: an instruction that names a route is left out, since the page has the button that does it. The text
 * stays as it is where nothing else would remain.
 */
export const personText = (message: string): string => {
  if (isEndedSession(message)) return "The session had ended, so nothing was done. Press the button again."
  if (message.startsWith("No run with this id belongs to this key."))
    return "You have begun no run with this id. A run is read by the person or key that began it."
  const uncovered = /^(?:No rail covers|The rail \S+ does not cover) this call: it may cost up to (\S+) USD\./.exec(message)
  if (uncovered !== null && message.includes("an operator has paused this rail"))
    return "An operator has paused a rail that may have the money, and no other one has it. Nothing was charged. Try again later."
  if (uncovered !== null)
    return `No rail has the ${formatMoney(BigInt(Math.round(Number(uncovered[1]) * 1e6)))} that this call may cost. Nothing was charged.`
  const kept = message
    .replaceAll(/ \((?:GET|POST|PUT|PATCH|DELETE) \/v[12]\/[^)]*\)/g, "")
    .split(/(?<=[.!?]) +(?=[A-Z])/)
    .filter((sentence) => !route.test(sentence))
    .join(" ")
    .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, formatTime)
  const text = named(kept === "" ? message : kept)
  return text === "" ? text : text[0]!.toUpperCase() + text.slice(1)
}

/** The page that fixes what an error, a gap of a rail or an alert states. */
export interface FixPage {
  readonly to: "/rails" | "/keys" | "/payments" | "/alerts"
  /** The part of the page. */
  readonly hash?: string
  readonly label: string
  /** Every member may act there; elsewhere owners and admins do. */
  readonly isReadable?: boolean
}

const mandate: FixPage = { to: "/rails", hash: "sepa", label: "Set up a mandate" }
const sepa: FixPage = { to: "/rails", hash: "sepa", label: "Open the rail" }
const topUp: FixPage = { to: "/rails", hash: "credits", label: "Top up" }
const spending: FixPage = { to: "/rails", hash: "spending", label: "Allow spending" }

const fixes: Readonly<Record<string, FixPage>> = {
  mandate_missing: mandate,
  mandate_ended: mandate,
  mandate_inactive: mandate,
  collection_given_up: mandate,
  mandate_pending: sepa,
  subscription_inactive: sepa,
  exposure_reached: sepa,
  debit_failed: sepa,
  account_suspended: { to: "/rails", label: "Open the rails" },
  spending_off: spending,
  spending_not_permitted: spending,
  balance_empty: topUp,
  balance_low: topUp,
  insufficient_balance: topUp,
  auto_topup_disabled: { to: "/alerts", label: "Automatic top-ups" },
  auto_topup_ceiling: { to: "/alerts", label: "Automatic top-ups" },
  limit_reached: { to: "/keys", label: "Change the limit" },
  payment_unknown: { to: "/payments", label: "See the payments", isReadable: true },
}

export const fixOf = (code: string): FixPage | undefined => fixes[code]
