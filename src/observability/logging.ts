import { Cause, Config, Context, Effect, Layer, Logger, type LogLevel, References } from "effect"
import { Exchange } from "../http/Exchange.ts"
import { logLevelName, logLevels } from "./logLevels.ts"
import { safeError } from "./safeError.ts"

const levels: Record<(typeof logLevels)[number], LogLevel.LogLevel> = { debug: "Debug", info: "Info", warn: "Warn", error: "Error" }

/**
 * One line of JSON for each entry: when, how grave, what, and for which request. The logger asks the fiber whose request
 * it serves, so that a request which logs nothing pays nothing. The sentence is written in this program and is shown;
 * whatever comes with it is data, of which `safeError` shows what may be shown.
 */
const line = Logger.make(({ cause, date, fiber, logLevel, message }) => {
  const [sentence, ...data]: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
  const errors = [...(typeof sentence === "string" ? data : [sentence, ...data]), ...cause.reasons.map(reasonOf)].map((error) =>
    safeError(error),
  )
  return JSON.stringify({
    time: date.toISOString(),
    level: logLevel.toLowerCase(),
    message: typeof sentence === "string" ? sentence : "",
    ...requestOf(Context.getOrUndefined(fiber.context, Exchange)),
    ...plain(fiber.getRef(References.CurrentLogAnnotations)),
    ...(errors.length === 0 ? {} : { errors }),
  })
})

const isObject = (part: unknown): part is object => typeof part === "object" && part !== null

const reasonOf = (reason: Cause.Reason<unknown>): unknown =>
  Cause.isFailReason(reason) ? reason.error : Cause.isDieReason(reason) ? reason.defect : { _tag: "Interrupted" }

const requestOf = (exchange: typeof Exchange.Service | undefined) =>
  exchange && {
    request_id: exchange.requestId,
    method: exchange.method,
    route: exchange.route,
    organisation_id: exchange.caller?.organisation,
    key_id: exchange.caller?.key,
  }

const plain = (annotations: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(annotations).filter(([, value]) => !isObject(value)))

/** Standard output is for answers: what is logged goes to standard error. */
export const logging = Layer.merge(
  Logger.layer([Logger.withConsoleError(line)]),
  Layer.effect(
    References.MinimumLogLevel,
    // What is no level is a mistake that the settings answer, in a sentence.
    Config.Literals(logLevels, logLevelName).pipe(
      Config.map((name) => levels[name]),
      Effect.orElseSucceed((): LogLevel.LogLevel => "Info"),
    ),
  ),
)
