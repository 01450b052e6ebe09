import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { newBuyer } from "../support/gateway.ts"
import { call } from "../support/cluster/client.ts"
import { Cluster, cluster } from "../support/cluster/Cluster.ts"
import { creditsPosition, expectCleanAudit, positionAfter } from "../support/ledger/assertions.ts"
import { until } from "../support/until.ts"

const silentMs = 1_500
/** Deadlines are minutes away: only the death of the node can end its calls. */
const settings = { beatMs: 200, silentMs, sourceTimeoutMs: 60_000, closingMs: 120_000, drainMs: 1_000 }

layer(cluster(settings), { excludeTestServices: true })("the calls of a node that died", (it) => {
  it.effect("end within 15 s of the node's known death, although their requests were under way: nothing is charged or held", () =>
    Effect.gen(function* () {
      const { dispatches, kill, up } = yield* Cluster
      yield* up("a")
      const { baseUrl } = yield* up("b")
      const { organisation, secret } = yield* newBuyer()
      const inputs = { delay_ms: 50_000 }
      const tokens = ["one", "two", "three"]
      yield* Effect.all(
        tokens.map((token) => call({ baseUrl, secret, script: "slow", token, inputs, query: "?wait_seconds=0" })),
        { concurrency: "unbounded" },
      )
      yield* until(Effect.sync(() => dispatches().length === tokens.length))
      yield* kill("b")
      // Its last heartbeat was before this moment, so its death is known after `silentMs` at the latest.
      const knownAt = Date.now() + silentMs
      yield* until(Effect.map(creditsPosition(organisation), ({ open }) => open === 0))
      expect(Date.now() - knownAt).toBeLessThan(15_000)
      expect(yield* creditsPosition(organisation)).toEqual(positionAfter([], tokens.length))
      yield* expectCleanAudit
    }),
  )
})
