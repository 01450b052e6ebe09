import { Effect, Schedule } from "effect"
import { askKeeper, type KeeperAddress, tellKeeper } from "./keeperClient.ts"
import { killKeeper, runsWith } from "./processes.ts"

/** Ends a keeper with all it has started: asks it, if it answers as itself, and kills it if it still is there. */
export const endKeeper = Effect.fnUntraced(function* ({ pid, ...address }: KeeperAddress & { readonly pid: number | null }) {
  if ((yield* askKeeper(address)) !== undefined) yield* tellKeeper(address, "/stop")
  yield* gone(pid, address.instance)
  killKeeper(pid, address.instance)
})

const gone = (pid: number | null, instance: string) =>
  Effect.suspend(() => (pid !== null && runsWith(pid, instance) ? Effect.fail("still there") : Effect.void)).pipe(
    Effect.retry(Schedule.upTo(Schedule.spaced("20 millis"), { duration: "2 seconds" })),
    Effect.ignore,
  )
