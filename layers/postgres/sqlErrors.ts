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

/** The message of the innermost cause, which is the error of PostgreSQL or of the network: the outer ones only name the step that failed. */
export const innermostMessage = (error: { readonly message: string }): string => {
  let innermost: unknown = error
  while (innermost instanceof Error && innermost.cause instanceof Error) innermost = innermost.cause
  return innermost instanceof Error ? innermost.message : error.message
}
