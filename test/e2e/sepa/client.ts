import { expect } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { Audit } from "../../../domain/ledger/Ledger.ts"
import { RailAudits } from "../../../rails/RailModule.ts"
import { baseUrl } from "../../support/gateway.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- whatever the answer holds
export type Json = Record<string, any>

/** The gateway as this buyer's key sees it. */
export const clientOf = Effect.fnUntraced(function* (secret: string) {
  const base = yield* baseUrl
  const ask = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    Effect.promise(async () => {
      const answer = await fetch(`${base}${path}`, {
        method,
        headers: { authorization: `Bearer ${secret}`, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: (await answer.json()) as Json, headers: answer.headers }
    })
  const get = (path: string) => Effect.map(ask("GET", path), ({ body }) => body)
  const pay = (rail = "sepa") => ask("POST", "/v1/execute/dear/dear.read", {}, { "x-payment-rail": rail })
  return { ask, get, pay }
})

/** Tries again until what is read is so. The minutes only end a test where it never will be. */
export const until = <R>(read: Effect.Effect<Json, never, R>, isSo: (found: Json) => boolean) =>
  read.pipe(
    Effect.filterOrFail(isSo, (last) => last),
    Effect.retry(Schedule.upTo(Schedule.spaced("200 millis"), { duration: "3 minutes" })),
    Effect.catch((last) => Effect.die(new Error(`not so: ${JSON.stringify(last).slice(0, 2_000)}`))),
  )

/** What the audits of the rails find: the names of the checks with their breaks. */
export const railBreaks = Effect.gen(function* () {
  const checks = (yield* RailAudits).flatMap(({ checks }) => Object.entries(checks))
  const results = yield* Effect.forEach(checks, ([name, run]) => Effect.map(Effect.orDie(run), (breaks) => ({ name, breaks })))
  return results.filter(({ breaks }) => breaks.length > 0)
})

export const booksBalance = Effect.gen(function* () {
  const audit = yield* Audit
  expect((yield* audit.run).filter(({ violations }) => violations > 0)).toEqual([])
  expect(yield* railBreaks).toEqual([])
})
