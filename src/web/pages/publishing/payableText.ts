import type { ResponseOf } from "../../api/client.ts"
import { formatMoney, microOf } from "../../format/money.ts"

type Publisher = Pick<ResponseOf<"GET", "/v1/publishers/me">, "balance" | "minimum_payout" | "verification">

/** Whether the available amount can be paid out, or what it waits for. */
export const payableText = ({ balance, minimum_payout: minimum, verification }: Publisher): string => {
  const unproven = verification.missing.map((kind) => (kind === "wallet" ? "wallet" : "bank account")).join(" and ")
  const isSmall = microOf(balance.available) < microOf(minimum)
  if (unproven !== "")
    return `is paid out once your ${unproven} ${unproven.includes(" and ") ? "are" : "is"} proven${isSmall ? `, from ${formatMoney(minimum)} on` : ""}`
  return isSmall ? `is paid out from ${formatMoney(minimum)} on` : "can be paid out now"
}
