import { Context, Effect, Latch, Layer } from "effect"
import { expect } from "vitest"
import { Organisations } from "../../domain/identity/Organisations.ts"
import type { OrganisationId } from "../../domain/money/ids.ts"
import { Audit, Ledger } from "../../domain/ledger/Ledger.ts"
import { Database } from "../../layers/postgres/Database.ts"
import type { SettingsShape } from "../../src/Settings.ts"
import { freshDatabase } from "./database.ts"
import { baseUrl, testGateway } from "./gateway.ts"
import { prices, scriptedSource, type ScriptName } from "./processSources.ts"

/** Two gateways of this process over one fresh database. Books, audit and organisations are those of the first. */
export class Nodes extends Context.Service<
  Nodes,
  {
    readonly a: string
    readonly b: string
    /** How often the source was asked with this token, on either node. */
    readonly dispatches: (token: string) => number
    /** How often the source came to the end of an answer to this token. */
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

/** What the books say about one organisation. Amounts in micro-USD. */
export interface Position {
  readonly posted: number
  readonly held: number
  readonly open: number
  readonly captured: number
  readonly released: number
  readonly reserved: number
}

export const position = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const { reads: sql } = yield* Database
  const [row] = yield* sql<Position>`select a.posted::float8 as posted, a.held::float8 as held, a.open,
      (select count(*)::int from call c where c.org = a.org and c.state = 'captured') as captured,
      (select count(*)::int from call c where c.org = a.org and c.state = 'released') as released,
      (select count(*)::int from call c where c.org = a.org and c.state = 'reserved') as reserved
    from account a where a.org = ${organisation} and a.id = 'credits'`
  return row!
})

/** The position of an organisation that began with 25 USD, bought these and nothing else, and has nothing open. */
export const bought = (scripts: ReadonlyArray<ScriptName>, released = 0): Position => ({
  posted: 25_000_000 - scripts.reduce((sum, script) => sum + prices[script], 0),
  held: 0,
  open: 0,
  captured: scripts.length,
  released,
  reserved: 0,
})

/** Every invariant of the books holds. */
export const expectCleanBooks = Effect.gen(function* () {
  const audit = yield* Audit
  const broken = (yield* audit.run).filter((check) => check.violations > 0)
  expect(broken).toEqual([])
})
