import { Context, Effect, Layer } from "effect"
import { expect } from "vitest"
import type { Rail } from "../../../domain/rail/Rail.ts"
import { credits } from "../../../rails/credits/rail.ts"
import { call } from "../../support/cluster/client.ts"
import { commandOn } from "../../support/cluster/inProcess.ts"
import { freshDatabase } from "../../support/database.ts"
import { baseUrl, testGateway } from "../../support/gateway.ts"
import { scriptedSource } from "../../support/sources.ts"

class Place extends Context.Service<Place, Effect.Success<typeof freshDatabase>>()("farthing/test/operating/Place") {}

/** A gateway on credits and these rails, and the database that the commands share with it. */
export const operated = (rails: Record<string, Rail> = {}) =>
  Layer.unwrap(
    Effect.map(Place, (location) => testGateway(location, { sources: [scriptedSource(() => undefined)], rails: { credits, ...rails } })),
  ).pipe(Layer.provideMerge(Layer.effect(Place, freshDatabase)))

export const farthing = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
  return yield* commandOn(yield* Place, ...args)
})

/** What a command answers with `--json`. */
export const json = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
  const { code, stderr, stdout } = yield* farthing(...args, "--json")
  expect({ args, code, stderr, ...(code === 0 ? {} : { stdout }) }).toEqual({ args, code: 0, stderr: "" })
  return JSON.parse(stdout)
})

/** The status of a call, or the code of its refusal. */
export const buy = Effect.fnUntraced(function* (secret: string, headers: Readonly<Record<string, string>> = {}) {
  const reply = yield* call({ baseUrl: yield* baseUrl, secret, token: "t", headers })
  return reply.body.error?.code ?? reply.status
})

/** The entries about an organisation, the newest first. */
export const log = (organisation: string) => Effect.map(json("log", "--org", organisation), ({ entries }) => entries)

export const why = ["--reason", "ticket 4711"]
