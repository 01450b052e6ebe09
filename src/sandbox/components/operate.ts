import { Effect, Schedule } from "effect"
import { rmSync } from "node:fs"
import { componentRows, keeperRow, setWanted } from "../../../layers/postgres/PgComponents.ts"
import { endKeeper } from "./endKeeper.ts"
import { sandboxStripe } from "../stripe/sandboxStripe.ts"
import { askKeeper } from "./keeperClient.ts"
import { directoryOf } from "./sandboxComponents.ts"

/** Every component that has run, and whether it is up: as its keeper says, not as its row does. */
export const componentsNow = Effect.gen(function* () {
  const { controlUrl, instance } = yield* keeperRow
  const told = controlUrl === null || instance === null ? undefined : yield* askKeeper({ controlUrl, instance })
  return (yield* componentRows).map(({ name, statePath, version }) => {
    const up = told?.components[name]
    return {
      name,
      alive: up !== undefined,
      url: up?.url ?? null,
      pid: up?.pid ?? null,
      startedAt: up?.startedAt ?? null,
      version,
      state: statePath,
    }
  })
})

/** Ends the components, for every gateway of this database, and answers which were up. */
export const stopComponents = Effect.gen(function* () {
  yield* setWanted(false)
  const { controlUrl, instance, pid } = yield* launchedKeeper
  if (controlUrl === null || instance === null) return []
  const up = (yield* componentsNow).filter(({ alive }) => alive).map(({ name }) => name)
  yield* endKeeper({ controlUrl, instance, pid })
  return up
})

/** Has the components that follow the calendar look at the time now: what is asked of them next happens then, not a second ago. */
export const followClock = Effect.gen(function* () {
  const { url = null } = (yield* componentsNow).find(({ name }) => name === sandboxStripe.name) ?? {}
  if (url === null) return
  const look = Effect.tryPromise((signal) => fetch(`${url}/_sandbox/clock`, { method: "POST", signal }))
  yield* look.pipe(Effect.timeout("3 seconds"), Effect.ignore)
})

/** One that was launched a moment ago answers soon: it must not come up once everything was stopped. */
const launchedKeeper = keeperRow.pipe(
  Effect.filterOrFail((row) => row.instance === null || row.controlUrl !== null || row.claimedMsAgo > 10_000),
  Effect.retry(Schedule.upTo(Schedule.spaced("50 millis"), { duration: "10 seconds" })),
  Effect.catchTag("NoSuchElementError", () => keeperRow),
)

/** What components have kept outside the database. */
export const removeState = (dataDirectory: string) =>
  Effect.sync(() => rmSync(directoryOf(dataDirectory), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }))
