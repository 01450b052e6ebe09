import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { Organisations } from "../../domain/identity/Organisations.ts"
import { Audit, Ledger } from "../../domain/ledger/Ledger.ts"
import { Database } from "../../layers/postgres/Database.ts"
import type { DatabaseLocation } from "../../layers/postgres/connection.ts"
import { freshDatabase } from "../support/database.ts"
import { newBuyer, testGateway } from "../support/gateway.ts"
import { call } from "../support/cluster/client.ts"
import type { Failpoint } from "../support/cluster/failpoints.ts"
import { spawnGateway } from "../support/cluster/gatewayProcess.ts"
import { expectCleanAudit, creditsPosition } from "../support/ledger/assertions.ts"
import { until } from "../support/until.ts"

class Place extends Context.Service<Place, DatabaseLocation>()("farthing/test/e2e/Place") {}

const settings = { beatMs: 100, silentMs: 10_000, sourceTimeoutMs: 2_000, closingMs: 1_000 }

/** A gateway of this process that survives, and ends the calls of gateways that die. */
const survivor = Layer.effectContext(
  Effect.gen(function* () {
    const location = yield* freshDatabase
    const gateway = yield* Layer.build(testGateway(location, { sources: [], settings }))
    return Context.add(Context.pick(Audit, Database, Ledger, Organisations)(gateway), Place, location)
  }),
)

/**
 * Where the node dies in its second look-up, how long the source takes for it, and the calls that are charged in the end. The first look-up
 * made the rows of the buyer known. A source that takes longer than 10 ms answers after the reservation, any other before.
 */
const deaths: ReadonlyArray<readonly [at: Failpoint, delayMs: number, charged: number]> = [
  ["dispatch:started", 0, 1],
  ["dispatch:answered", 0, 1],
  ["capture:written", 0, 1],
  ["capture:committed", 0, 2],
  ["reserve:committed", 200, 1],
  ["dispatch:answered", 200, 1],
  ["capture:committed", 200, 2],
]

layer(survivor, { excludeTestServices: true })(
  "kill -9 of a gateway in the middle of an operation that is sent before its money is held",
  (it) => {
    it.effect("it is charged exactly where its capture was committed, and nothing stays held", () =>
      Effect.gen(function* () {
        const location = yield* Place
        const ends = yield* Effect.forEach(
          deaths,
          Effect.fnUntraced(function* ([at, delayMs]) {
            const { organisation, secret } = yield* newBuyer()
            const node = yield* spawnGateway({ location, dispatchLog: "/dev/null", settings, failpoint: { at, nth: 2 } })
            const lookUp = (token: string, inputs: { readonly delay_ms?: number }) =>
              call({ baseUrl: node.baseUrl, secret, script: "lookup", token, inputs })
            expect((yield* lookUp("first", {})).status).toBe(200)
            yield* Effect.flip(lookUp("second", { delay_ms: delayMs }))
            yield* node.ended
            yield* until(Effect.map(creditsPosition(organisation), ({ open }) => open === 0))
            return [at, delayMs, (yield* creditsPosition(organisation)).captured] as const
          }),
          { concurrency: 3 },
        )
        expect(ends).toEqual(deaths)
        yield* expectCleanAudit
      }),
    )
  },
)
