import { Cause, Effect } from "effect"
import { isSqlError, type SqlError } from "effect/sql/SqlError"

/** A rollback on a connection that was cut dies with the error it met: that is a failed step like any other. */
export const sqlErrorOf = (cause: Cause.Cause<SqlError>): Effect.Effect<never, SqlError> => {
  const met = cause.reasons.map((reason) =>
    Cause.isFailReason(reason) ? reason.error : Cause.isDieReason(reason) ? reason.defect : undefined,
  )
  const error = met.find((e): e is SqlError => isSqlError(e) && isTransient(e)) ?? met.find(isSqlError)
  return error === undefined ? Effect.failCause(cause) : Effect.fail(error)
}

const transient = new Set([
  "ConnectionError",
  "DeadlockError",
  "SerializationError",
  "LockTimeoutError",
  "StatementTimeoutError",
  "AuthenticationError",
])
const restarting = /terminating connection|shutting down|starting up|not yet accepting connections|recovery mode|idle-in-transaction/i
/** Whether the same statement may succeed a moment later. */
export const isTransient = (error: SqlError) => transient.has(error.reason._tag) || restarting.test(String(error.reason.cause))
