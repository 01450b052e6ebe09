import { Effect, LogLevel, References } from "effect"
import type { ExchangeState } from "../http/Exchange.ts"
import { Exchange } from "../http/Exchange.ts"

/** A line for every answered request: written where it was switched on, or where debugging is; undefined elsewhere, which costs nothing. */
export const accessLog = Effect.fnUntraced(function* (switchedOn: boolean) {
  const minimum = yield* References.MinimumLogLevel
  if (!switchedOn && LogLevel.isGreaterThan(minimum, "Debug")) return undefined
  const log = switchedOn ? Effect.logInfo("answered") : Effect.logDebug("answered")
  return (exchange: ExchangeState, status: number, elapsedMs: number) =>
    log.pipe(
      Effect.annotateLogs({
        status,
        elapsed_ms: Math.round(elapsedMs * 1000) / 1000,
        ...(exchange.moneyMoved === undefined ? {} : { money_moved: exchange.moneyMoved }),
        ...(exchange.refusal === undefined ? {} : { code: exchange.refusal }),
      }),
      Effect.provideService(Exchange, exchange),
    )
})
