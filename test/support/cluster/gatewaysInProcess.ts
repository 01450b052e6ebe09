import { Context, Effect, Latch, Layer } from "effect"
import { Organisations } from "../../../domain/identity/Organisations.ts"
import { Audit, Ledger } from "../../../domain/ledger/Ledger.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import type { SettingsShape } from "../../../src/SettingsShape.ts"
import { freshDatabase } from "../database.ts"
import { baseUrl, storage, testGateway } from "../gateway.ts"
import { scriptedSource } from "../sources.ts"
import type { Source } from "../../../domain/catalogue/Source.ts"
import { Node } from "../../../domain/Node.ts"
import { prepaidAlone } from "../../../rails/credits/rail.ts"
import { type SocketLocation, proxyTo } from "./databaseProxy.ts"

/** Two gateways in this process over one fresh database. Ledger, audit and organisations are those of the first. */
export class Nodes extends Context.Service<
  Nodes,
  {
    readonly a: string
    readonly b: string
    /** The dispatches with this token on both nodes. */
    readonly dispatches: (token: string) => number
    /** The completed answers of the source to this token. */
    readonly answers: (token: string) => number
    /** Calls with this token wait in the source, on either node, until the latch is opened. */
    readonly hold: (token: string) => Latch.Latch
  }
>()("farthing/test/support/Nodes") {}

export const twoNodes = (settings: Partial<SettingsShape> = {}) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const location = yield* freshDatabase
      const started = new Map<string, number>()
      const answered = new Map<string, number>()
      const latches = new Map<string, Latch.Latch>()
      const source = scriptedSource(
        (moment, token) => {
          const counts = moment === "started" ? started : answered
          counts.set(token, (counts.get(token) ?? 0) + 1)
        },
        (token) => latches.get(token)?.await ?? Effect.void,
      )
      // Fresh, because two gateways must not share the layers they have in common.
      const node = Layer.build(Layer.fresh(testGateway(location, { sources: [source], settings })))
      const [first, second] = [yield* node, yield* node]
      const nodes = Nodes.of({
        a: yield* Effect.provide(baseUrl, first),
        b: yield* Effect.provide(baseUrl, second),
        dispatches: (token) => started.get(token) ?? 0,
        answers: (token) => answered.get(token) ?? 0,
        hold: (token) => {
          const latch = Latch.makeUnsafe(false)
          latches.set(token, latch)
          return latch
        },
      })
      return Context.add(Context.pick(Audit, Database, Ledger, Organisations)(first), Nodes, nodes)
    }),
  )

export class SharedDatabase extends Context.Service<
  SharedDatabase,
  {
    readonly location: SocketLocation
    readonly source: Source
    /** The dispatches with this token by any gateway. */
    readonly dispatches: (token: string) => number
  }
>()("farthing/test/support/SharedDatabase") {}

/** One database, a ledger over a direct connection to it, and a source for the gateways of each test. */
export const sharedDatabase = Layer.unwrap(
  Effect.gen(function* () {
    const location = yield* freshDatabase
    const counts = new Map<string, number>()
    const source = scriptedSource((moment, token) => {
      if (moment === "started") counts.set(token, (counts.get(token) ?? 0) + 1)
    })
    const books = storage.pipe(Layer.provideMerge(Layer.mergeAll(Database.layer(location), prepaidAlone)))
    return Layer.merge(books, Layer.succeed(SharedDatabase, { location, source, dispatches: (token) => counts.get(token) ?? 0 }))
  }),
)

/** These limits are so long that no call ends by time-out on a busy machine. */
const settings = { beatMs: 100, sourceTimeoutMs: 60_000, closingMs: 60_000 }

/** A gateway in this process whose connections to the database go through a proxy of its own, for the scope of a test. */
export const gatewayBehindProxyWith = Effect.fnUntraced(function* (over: Partial<SettingsShape>) {
  const { location, source } = yield* SharedDatabase
  const proxy = yield* proxyTo(location)
  const context = yield* Layer.build(Layer.fresh(testGateway(proxy.location, { sources: [source], settings: { ...settings, ...over } })))
  return { url: yield* Effect.provide(baseUrl, context), node: Context.get(context, Node).id, proxy }
})

export const gatewayBehindProxy = gatewayBehindProxyWith({})
