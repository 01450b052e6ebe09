import { Cause, Config, Context, Effect, Layer, Logger, type LogLevel, References } from "effect"
import { RequestContext } from "../../rails/http/RequestContext.ts"
import { logLevelName, logLevels } from "../SettingsShape.ts"
import { safeError } from "./safeError.ts"

const levels: Record<(typeof logLevels)[number], LogLevel.LogLevel> = { debug: "Debug", info: "Info", warn: "Warn", error: "Error" }

/**
 * One line of JSON for each entry: time, level, sentence and request. The request is read from the fiber that logs, so that a request without
 * log entries costs nothing. The first argument of a log call is a sentence of this program and is shown. The other arguments are data:
 * `safeError` decides which parts of them are shown.
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
    ...requestOf(Context.getOrUndefined(fiber.context, RequestContext)),
    ...plain(fiber.getRef(References.CurrentLogAnnotations)),
    ...(errors.length === 0 ? {} : { errors }),
  })
})

const isObject = (part: unknown): part is object => typeof part === "object" && part !== null

const reasonOf = (reason: Cause.Reason<unknown>): unknown =>
  Cause.isFailReason(reason) ? reason.error : Cause.isDieReason(reason) ? reason.defect : { _tag: "Interrupted" }

const requestOf = (context: RequestContext | undefined) =>
  context && {
    request_id: context.requestId,
    method: context.method,
    route: context.record.route,
    organisation_id: context.record.caller?.organisation,
    marketplace_id: context.record.marketplace?.id,
    key_id: context.record.caller?.key ?? context.record.marketplace?.key,
  }

const plain = (annotations: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(annotations).filter(([, value]) => !isObject(value)))

/** Logs go to standard error, because standard output is for the results of commands. */
export const logging = Layer.merge(
  Logger.layer([Logger.withConsoleError(line)]),
  Layer.effect(
    References.MinimumLogLevel,
    // A wrong level is reported with the other settings, see `Settings.ts`.
    Config.Literals(logLevels, logLevelName).pipe(
      Config.map((name) => levels[name]),
      Effect.orElseSucceed((): LogLevel.LogLevel => "Info"),
    ),
  ),
)
