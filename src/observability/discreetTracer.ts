import { Cause, Exit, Tracer } from "effect"
import { type SafeError, safeError } from "./safeError.ts"

/**
 * The tracer, kept from telling what the log may not tell either: a span that fails shows its error as `safeError` does,
 * and no URL is shown, because query and path are the buyer's data (the route's template stands for them). Only requests
 * begin traces: batches and workers serve many of them, and would each be a trace of their own.
 */
export const discreet = (tracer: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({
    ...(tracer.context === undefined ? {} : { context: tracer.context }),
    span: (options) => {
      const begins = options.parent._tag === "None" || options.parent.value._tag === "ExternalSpan"
      const span = tracer.span({ ...options, sampled: options.sampled && (!begins || options.kind === "server") })
      const attribute = span.attribute.bind(span)
      const end = span.end.bind(span)
      span.attribute = (key, value) => {
        if (!withheld.test(key)) attribute(key, value)
      }
      span.end = (at, exit) => end(at, Exit.isSuccess(exit) ? exit : Exit.failCause(safely(exit.cause)))
      return span
    },
  })

const withheld = /^(url\.|user_agent\.|client\.)/

const safely = (cause: Cause.Cause<unknown>): Cause.Cause<unknown> => {
  const first = cause.reasons.find((reason) => !Cause.isInterruptReason(reason))
  if (first === undefined) return cause
  return Cause.fail(told(safeError(Cause.isFailReason(first) ? first.error : first.defect)))
}

const told = ({ cause, code, message, stack, type }: SafeError): Error => {
  const caused = cause === undefined ? [] : [`caused by ${told(cause).message}`]
  const error = new Error([type, code, message, ...caused].filter((part) => part !== undefined).join(" "))
  error.name = type
  error.stack = [`${type}: ${error.message}`, ...(stack ?? []).map((frame) => `    ${frame}`)].join("\n")
  return error
}
