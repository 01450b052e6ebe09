import { Effect } from "effect"
import { Database } from "./Database.ts"

/** The row of the supervisor, the process that keeps the sandbox's components running. */
export interface SupervisorRow {
  readonly instance: string | null
  readonly version: string | null
  /** Null while it was launched and has not answered yet. */
  readonly controlUrl: string | null
  readonly pid: number | null
  /** Whether the components should run: `sandbox stop` sets false, the next start of a gateway sets true. */
  readonly wanted: boolean
  readonly claimedMsAgo: number
}

export interface ComponentRow {
  readonly name: string
  readonly url: string | null
  readonly pid: number | null
  readonly startedAt: number | null
  readonly version: string
  readonly statePath: string
}

export const supervisorRow = Effect.gen(function* () {
  const { money: sql } = yield* Database
  const rows = yield* sql<SupervisorRow>`select instance, version, control_url as "controlUrl", pid, wanted,
    least(extract(epoch from clock_timestamp() - claimed_at) * 1000, 1e12)::float8 as "claimedMsAgo" from sandbox_keeper`
  return rows[0]!
})

/** Makes `instance` the supervisor instead of `after`. Of several processes that try at once, one gets true and launches it. */
export const claimSupervisor = Effect.fnUntraced(function* (claim: { instance: string; after: string | null; version: string }) {
  const { money: sql } = yield* Database
  const claimed = yield* sql`update sandbox_keeper set instance = ${claim.instance}::uuid, version = ${claim.version},
    control_url = null, pid = null, claimed_at = clock_timestamp()
    where instance is not distinct from ${claim.after}::uuid returning instance`
  return claimed.length > 0
})

/** Withdraws a claim. False if the supervisor has registered already, or another one has replaced it. */
export const unclaimSupervisor = Effect.fnUntraced(function* (instance: string) {
  const { money: sql } = yield* Database
  const undone = yield* sql`update sandbox_keeper set instance = null
    where instance = ${instance}::uuid and control_url is null returning single`
  return undone.length > 0
})

/** Stores the address of the supervisor. False if another one has replaced it: then it must not start anything. */
export const registerSupervisor = Effect.fnUntraced(function* (supervisor: { instance: string; controlUrl: string; pid: number }) {
  const { money: sql } = yield* Database
  const updated = yield* sql`update sandbox_keeper set control_url = ${supervisor.controlUrl}, pid = ${supervisor.pid}
    where instance = ${supervisor.instance}::uuid returning instance`
  return updated.length > 0
})

/** Stores the state of the components. False if another supervisor has replaced this one. */
export const recordComponents = Effect.fnUntraced(function* (instance: string, components: ReadonlyArray<ComponentRow>) {
  const { money: sql } = yield* Database
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      const current = yield* sql`select from sandbox_keeper where instance = ${instance}::uuid for share`
      if (current.length === 0) return false
      yield* sql`delete from sandbox_component where name <> all (${components.map(({ name }) => name)}::text[])`
      for (const { name, pid, startedAt, statePath, url, version } of components) {
        yield* sql`insert into sandbox_component (name, instance, url, pid, started_at, version, state_path)
          values (${name}, ${instance}::uuid, ${url}, ${pid}::int, at_ms(${startedAt}::float8), ${version}, ${statePath})
          on conflict (name) do update set instance = excluded.instance, url = excluded.url, pid = excluded.pid,
            started_at = excluded.started_at, version = excluded.version, state_path = excluded.state_path`
      }
      return true
    }),
  )
})

/** Removes the supervisor, after its components have ended. */
export const clearSupervisor = Effect.fnUntraced(function* (instance: string) {
  const { money: sql } = yield* Database
  yield* sql`update sandbox_component set url = null, pid = null, started_at = null where instance = ${instance}::uuid`
  yield* sql`update sandbox_keeper set instance = null, control_url = null, pid = null where instance = ${instance}::uuid`
})

export const setWanted = Effect.fnUntraced(function* (wanted: boolean) {
  const { money: sql } = yield* Database
  yield* sql`update sandbox_keeper set wanted = ${wanted} where wanted <> ${wanted}`
})

export const componentRows = Effect.gen(function* () {
  const { money: sql } = yield* Database
  return yield* sql<ComponentRow>`select name, url, pid, ms(started_at)::float8 as "startedAt", version, state_path as "statePath"
    from sandbox_component order by name`
})
