import { settleDebit } from "./debits.ts"
import { closeDispute, openDispute } from "./disputes.ts"
import { expireSession } from "./hosted.ts"
import type { Kinds } from "./kinds.ts"
import { settleRefund } from "./refunds.ts"
import type { World } from "./World.ts"

type Timer = Kinds["timer"]

/** Moves the time, and lets everything happen that comes due on the way, each at its own moment. */
export const moveTo = (world: World, now: number): void => {
  for (let timer = next(world, now); timer !== undefined; timer = next(world, now)) {
    world.state.remove("timer", timer.id)
    world.setNow(timer.at)
    run(world, timer)
  }
  world.setNow(now)
}

const next = (world: World, until: number): Timer | undefined => {
  let first: Timer | undefined
  for (const timer of world.state.all("timer")) if (timer.at <= until && (first === undefined || timer.at < first.at)) first = timer
  return first
}

const run = (world: World, { detail, subject, task }: Timer): void => {
  switch (task) {
    case "settle":
      return settleDebit(world, subject, detail)
    case "dispute":
      return disputeIfOpen(world, subject)
    case "close_dispute":
      return closeDispute(world, subject)
    case "settle_refund":
      return settleRefund(world, subject)
    case "expire_session":
      if (world.state.get("session", subject)?.status === "open") expireSession(world, subject)
  }
}

/** A payer disputes what has not been disputed or refunded before. */
const disputeIfOpen = (world: World, charge: string) => {
  const now = world.state.get("charge", charge)
  if (now !== undefined && now.status === "succeeded" && !now.disputed && !now.refunded) openDispute(world, charge, {})
}
