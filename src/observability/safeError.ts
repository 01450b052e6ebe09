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
 * What may be told of an error: what it is, its code, where it was raised, and what caused it. What it *says* is told only
 * where the text cannot carry data: a parser quotes the document it could not read, PostgreSQL the value it could not
 * store (and the whole row, in its detail), and a source whatever it was given. So this names who may speak, not who may not.
 */
export const safeError = (error: unknown, depth = 0): SafeError => {
  if (typeof error !== "object" || error === null) return { type: error === null ? "null" : typeof error }
  const code = codeOf(error)
  const message = spoken(error, code)
  const stack = depth === 0 ? framesOf(error) : []
  const cause = depth < deepest && "cause" in error && error.cause !== undefined && error.cause !== error ? error.cause : undefined
  return {
    type: typeOf(error),
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
    ...(stack.length === 0 ? {} : { stack }),
    ...(cause === undefined ? {} : { cause: safeError(cause, depth + 1) }),
  }
}

const deepest = 4
const mostFrames = 12
const identifier = /^[\w./ -]{1,80}$/

const typeOf = (error: object): string => {
  const named = "_tag" in error ? error._tag : "name" in error ? error.name : error.constructor?.name
  return typeof named === "string" && identifier.test(named) ? named : "Error"
}

/** Ours, an errno, or an SQLSTATE. */
const codeOf = (error: object): string | undefined =>
  "code" in error && typeof error.code === "string" && /^\w{1,64}$/.test(error.code) ? error.code : undefined

/** Errors of this gateway whose text is about the gateway. */
const own = new Set([
  "ComponentUnavailable",
  "DatabaseUnusable",
  "EmbeddedPostgresError",
  "Impossible",
  "TimeoutError",
  "UnsafeDatabase",
  "WrongMode",
])

/** Connection, lock and server trouble; integrity, whose message names the constraint; syntax and rights; our own `raise`. */
const speakingSqlStates = /^(08|23|25|28|40|42|53|55|57|58|P0|XX)\w{3}$/

const spoken = (error: object, code: string | undefined): string | undefined => {
  if (!("message" in error) || typeof error.message !== "string" || isRefused(error)) return undefined
  const system = "syscall" in error && "errno" in error
  const may = own.has(typeOf(error)) || system || (isOfPostgres(error) && code !== undefined && speakingSqlStates.test(code))
  return may ? error.message.slice(0, 500) : undefined
}

const isOfPostgres = (error: object): boolean => "severity" in error && "routine" in error

/** Places in the program. The message, which comes before them, may imitate them: it is cut off whole. */
const framesOf = (error: object): ReadonlyArray<string> => {
  if (!("stack" in error) || typeof error.stack !== "string") return []
  const message = "message" in error && typeof error.message === "string" ? error.message : ""
  const from = message === "" ? 0 : error.stack.indexOf(message) + message.length
  if (from < message.length) return []
  const lines = error.stack.slice(from).split("\n")
  return lines
    .map((line) => line.trim())
    .filter((line) => /^at .+:\d+:\d+\)?$/.test(line))
    .slice(0, mostFrames)
}
