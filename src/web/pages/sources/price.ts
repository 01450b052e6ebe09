import { formatMoney } from "../../format/money.ts"
import type { OperationJson } from "./queries.ts"

const units = { per_call: "a call", per_result: "a result", free: "" } as const

/** `$0.002 a call`, or `free`. */
export const priceText = ({ model, price }: OperationJson["pricing"]): string =>
  model === "free" ? "free" : `${formatMoney(price)} ${units[model]}`
