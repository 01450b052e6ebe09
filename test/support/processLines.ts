import { Context, Effect, Layer } from "effect"
import type { Source } from "../../domain/catalogue/Source.ts"
import { Node } from "../../domain/Node.ts"
import { Database } from "../../layers/postgres/Database.ts"
import { prepaidAlone } from "../../rails/credits/credits.ts"
import { storage } from "../../src/Gateway.ts"
import type { SettingsShape } from "../../src/Settings.ts"
import { freshDatabase } from "./database.ts"
import { baseUrl, testGateway } from "./gateway.ts"
import { proxyTo, type SocketLocation } from "./processProxy.ts"
import { scriptedSource } from "./processSources.ts"

export class Lines extends Context.Service<
  Lines,
  {
    readonly location: SocketLocation
    readonly source: Source
    /** How often the source was asked with this token, by any gateway. */
    readonly dispatches: (token: string) => number
  }
>()("farthing/test/support/Lines") {}

/** One database, the books over a line to it that holds, and a source for the gateways of each test. */
export const lines = Layer.unwrap(
  Effect.gen(function* () {
    const location = yield* freshDatabase
    const asked = new Map<string, number>()
    const source = scriptedSource((moment, token) => {
      if (moment === "started") asked.set(token, (asked.get(token) ?? 0) + 1)
    })
    const books = storage.pipe(Layer.provideMerge(Layer.mergeAll(Database.layer(location), prepaidAlone)))
    return Layer.merge(books, Layer.succeed(Lines, { location, source, dispatches: (token) => asked.get(token) ?? 0 }))
  }),
)

/** No call is ended by the clock, however long the machine takes. */
const settings = { beatMs: 100, sourceTimeoutMs: 60_000, closingMs: 60_000 }

/** A gateway of this process with a line of its own to the database, for the scope of a test. */
export const nodeWith = Effect.fnUntraced(function* (over: Partial<SettingsShape>) {
  const { location, source } = yield* Lines
  const proxy = yield* proxyTo(location)
  const context = yield* Layer.build(Layer.fresh(testGateway(proxy.location, { sources: [source], settings: { ...settings, ...over } })))
  return { url: yield* Effect.provide(baseUrl, context), node: Context.get(context, Node).id, proxy }
})

export const nodeOnALine = nodeWith({})
