import { Effect } from "effect"
import { committedToday } from "../store/slotRows.ts"
import { transferGas } from "./gas.ts"
import type { Queue } from "./Queue.ts"
import type { Fee } from "./transactions.ts"

/** Wei that today's transactions may still cost in all, or why not even a plain transfer may be sent. */
export const budget = Effect.fnUntraced(function* ({ maxFee }: Fee, { options, place, sql }: Queue["Service"]) {
  const cost = maxFee * transferGas
  if (cost > options.feeCap) return "gas costs more than the fee cap allows"
  const left = options.dailyGas - (yield* committedToday(sql, place.network))
  return left < cost ? "today's gas budget is used up" : left
})
