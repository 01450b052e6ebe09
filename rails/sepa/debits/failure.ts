/** Codes of a want of money: the same mandate may be debited once more, some days later. */
const passing = new Set(["insufficient_funds", "refer_to_customer", "charge_exceeds_weekly_limit", "charge_exceeds_source_limit"])

export interface Remedy {
  /** `time`: wait until `retryAt`; `mandate`: the payer has to give another mandate first. */
  readonly remedy: "time" | "mandate"
  readonly retryAt: number | null
}

/**
 * What a failed or disputed debit needs before it is claimed again. Every failure suspends the rail meanwhile; a second
 * want of money, like everything that says the mandate or the account is no good, needs a new mandate.
 */
export const remedyOf = (code: string | null, attempt: number, now: number, retryAfterMs: number): Remedy => {
  const again = code !== null && passing.has(code) && attempt === 1
  return again ? { remedy: "time", retryAt: now + retryAfterMs } : { remedy: "mandate", retryAt: null }
}
