import { isRefused } from "../../domain/Refusal.ts"

/** An error as the log may show it. */
export interface SafeError {
  readonly type: string
  readonly code?: string
  readonly message?: string
  readonly stack?: ReadonlyArray<string>
  readonly cause?: SafeError
}

/**
 * The parts of an error that contain no customer data: its type, code, stack and causes. Its message is shown only if it cannot quote data:
 * a parser quotes the document that it cannot read, PostgreSQL the value that it cannot store (and the whole row, in its detail), and a
 * source may quote its input. So this file lists the errors whose message is shown, and hides every other one.
 */
export const safeError = (error: unknown, depth = 0): SafeError => {
  if (typeof error !== "object" || error === null) return { type: error === null ? "null" : typeof error }
  const code = codeOf(error)
  const message = safeMessage(error, code)
  const stack = depth === 0 ? framesOf(error) : []
  const cause = depth < maxCauses && "cause" in error && error.cause !== undefined && error.cause !== error ? error.cause : undefined
  return {
    type: typeOf(error),
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
    ...(stack.length === 0 ? {} : { stack }),
    ...(cause === undefined ? {} : { cause: safeError(cause, depth + 1) }),
  }
}

const maxCauses = 4
const maxFrames = 12
const identifier = /^[\w./ -]{1,80}$/

const typeOf = (error: object): string => {
  const named = "_tag" in error ? error._tag : "name" in error ? error.name : error.constructor?.name
  return typeof named === "string" && identifier.test(named) ? named : "Error"
}

/** A code of this gateway, an errno, or an SQLSTATE. */
const codeOf = (error: object): string | undefined =>
  "code" in error && typeof error.code === "string" && /^\w{1,64}$/.test(error.code) ? error.code : undefined

/** Errors of this gateway whose message is about the gateway only. */
const ownErrors = new Set([
  "ComponentUnavailable",
  "DatabaseUnusable",
  "EmbeddedPostgresError",
  "Impossible",
  "TimeoutError",
  "UnsafeDatabase",
  "WrongMode",
])

/** Errors of connection, locks and server; integrity, whose message names the constraint; syntax and rights; our own `raise`. */
const safeSqlStates = /^(08|23|25|28|40|42|53|55|57|58|P0|XX)\w{3}$/

const safeMessage = (error: object, code: string | undefined): string | undefined => {
  if (!("message" in error) || typeof error.message !== "string" || isRefused(error)) return undefined
  const isSystemError = "syscall" in error && "errno" in error
  const isSafe = ownErrors.has(typeOf(error)) || isSystemError || (isOfPostgres(error) && code !== undefined && safeSqlStates.test(code))
  return isSafe ? error.message.slice(0, 500) : undefined
}

const isOfPostgres = (error: object): boolean => "severity" in error && "routine" in error

/** The frames of the stack. The message before them could imitate a frame, so it is cut off first. */
const framesOf = (error: object): ReadonlyArray<string> => {
  if (!("stack" in error) || typeof error.stack !== "string") return []
  const message = "message" in error && typeof error.message === "string" ? error.message : ""
  const from = message === "" ? 0 : error.stack.indexOf(message) + message.length
  if (from < message.length) return []
  const lines = error.stack.slice(from).split("\n")
  return lines
    .map((line) => line.trim())
    .filter((line) => /^at .+:\d+:\d+\)?$/.test(line))
    .slice(0, maxFrames)
}
