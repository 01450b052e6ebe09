import { Context, Effect, Layer, Redacted } from "effect"
import { expect } from "vitest"
import type { Source } from "../../../domain/catalogue/Source.ts"
import type { Rail } from "../../../domain/rail/Rail.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { credits } from "../../../rails/credits/rail.ts"
import { call } from "../../support/cluster/client.ts"
import { commandOn, commandWith } from "../../support/cluster/inProcess.ts"
import type { FakeRail } from "../../support/fakeRail.ts"
import { freshDatabase } from "../../support/database.ts"
import { baseUrl, testEncryptionKey, testGateway } from "../../support/gateway.ts"
import { scriptedSource } from "../../support/sources.ts"

class Place extends Context.Service<Place, Effect.Success<typeof freshDatabase>>()("farthing/test/operating/Place") {}

/** A gateway on credits and these rails, and the database that the commands share with it. */
export const operated = (rails: Record<string, Rail> = {}, sources: ReadonlyArray<Source> = []) =>
  Layer.unwrap(
    Effect.map(Place, (location) =>
      testGateway(location, { sources: [scriptedSource(() => undefined), ...sources], rails: { credits, ...rails } }),
    ),
  ).pipe(Layer.provideMerge(Layer.effect(Place, freshDatabase)))

export const farthing = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
  return yield* commandOn(yield* Place, ...args)
})

/** A command of a live gateway's operator. */
export const farthingLive = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
  const env = { FARTHING_MODE: "live", FARTHING_ENCRYPTION_KEYS: Redacted.value(testEncryptionKey) }
  return yield* commandWith(yield* Place, env, args)
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

/** A delivered call of the rail `fake`, which does not answer whether it paid. */
export const unknownCall = Effect.fnUntraced(function* (secret: string, fake: FakeRail, fate: "pays unanswered" | "refuses unanswered") {
  fake.fates.push(fate)
  const reply = yield* call({ baseUrl: yield* baseUrl, secret, token: "t", headers: { "x-payment-rail": "fake" } })
  expect([reply.status, reply.header("x-money-moved")]).toEqual([202, "unknown"])
  return { id: reply.header("x-payment-id")!, run: reply.body.id! }
})

/** Only a call past its deadline can be ended by hand. */
export const passDeadline = (id: string) =>
  Effect.flatMap(Database, ({ money: sql }) => sql`update call set deadline = farthing_now() - interval '1 second' where id = ${id}`)

/** The entries about an organisation, the newest first. */
export const log = (organisation: string) => Effect.map(json("log", "--org", organisation), ({ entries }) => entries)

export const why = ["--reason", "ticket 4711"]
