import { Effect, Schedule } from "effect"
import { rmSync } from "node:fs"
import type { Component } from "../../../domain/sandbox/Component.ts"
import { componentRows, setWanted, supervisorRow } from "../../../layers/postgres/PgComponents.ts"
import { readStatus, stopSupervisor } from "./supervisorClient.ts"
import { directoryOf } from "./followSupervisor.ts"

/** Every component that has run, and whether it is up according to the running supervisor, not to the database. */
export const componentStatus = Effect.gen(function* () {
  const { controlUrl, instance } = yield* supervisorRow
  const status = controlUrl === null || instance === null ? undefined : yield* readStatus({ controlUrl, instance })
  return (yield* componentRows).map(({ name, statePath, version }) => {
    const up = status?.components[name]
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

/** Ends the components of all gateways of this database, and answers the names of the components that were up. */
export const stopComponents = Effect.gen(function* () {
  yield* setWanted(false)
  const { controlUrl, instance, pid } = yield* launchedSupervisor
  if (controlUrl === null || instance === null) return []
  const up = (yield* componentStatus).filter(({ alive }) => alive).map(({ name }) => name)
  yield* stopSupervisor({ controlUrl, instance, pid })
  return up
})

/** Makes the components with a `clockPath` read the clock now, so that the next request happens at the new time. */
export const notifyClock = Effect.fnUntraced(function* (components: ReadonlyArray<Component>) {
  const running = yield* componentStatus
  yield* Effect.forEach(components, ({ clockPath, name }) => {
    const { url = null } = running.find((component) => component.name === name) ?? {}
    if (url === null || clockPath === undefined) return Effect.void
    const post = Effect.tryPromise((signal) => fetch(`${url}${clockPath}`, { method: "POST", signal }))
    return post.pipe(Effect.timeout("3 seconds"), Effect.ignore)
  })
})

/** Waits for a supervisor that was launched less than 10 seconds ago: otherwise it would come up after the stop. */
const launchedSupervisor = supervisorRow.pipe(
  Effect.filterOrFail((row) => row.instance === null || row.controlUrl !== null || row.claimedMsAgo > 10_000),
  Effect.retry(Schedule.upTo(Schedule.spaced("50 millis"), { duration: "10 seconds" })),
  Effect.catchTag("NoSuchElementError", () => supervisorRow),
)

/** Removes the state that components keep outside the database. */
export const removeState = (dataDirectory: string) =>
  Effect.sync(() => rmSync(directoryOf(dataDirectory), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }))
