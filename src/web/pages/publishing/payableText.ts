import type { ResponseOf } from "../../api/client.ts"
import { formatMoney, microOf } from "../../format/money.ts"

type Publisher = Pick<ResponseOf<"GET", "/v1/publishers/me">, "balance" | "minimum_payout" | "verification">

const needed = [
  ["wallet", "wallet"],
  ["iban", "bank account"],
] as const

/** Whether the available amount can be paid out, or what it waits for. */
export const payableText = ({ balance, minimum_payout: minimum, verification }: Publisher): string => {
  const isProven = (kind: string) => verification.proofs.some((proof) => proof.kind === kind && proof.status === "verified")
  const unproven = needed.filter(([kind]) => !isProven(kind)).map(([, name]) => name)
  const isSmall = microOf(balance.available) < microOf(minimum)
  const from = isSmall ? `from ${formatMoney(minimum)} on` : ""
  if (unproven.length > 0)
    return `is paid out once your ${unproven.join(" and ")} ${unproven.length > 1 ? "are" : "is"} proven${isSmall ? `, ${from}` : ""}`
  return isSmall ? `is paid out ${from}` : "can be paid out now"
}
