import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { freshDatabase } from "../support/database.ts"
import { baseUrl, newBuyer, testGateway } from "../support/gateway.ts"
import { ask, buy, cancelAsk, runPlan } from "../e2e/asks/fixture.ts"
import { chain, mill, type Script, scriptedPlanner } from "../e2e/asks/scripts.ts"
import { valueOf } from "./prometheus.ts"
import { scrape } from "./scrape.ts"

const gateway = Layer.unwrap(
  Effect.map(freshDatabase, (location) => testGateway(location, { sources: [mill(() => undefined)] }).pipe(Layer.provide(scriptedPlanner))),
)

layer(gateway, { excludeTestServices: true })("metrics of asks", (it) => {
  it.effect("the metrics of asks count the outcomes of runs and of planning", () =>
    Effect.gen(function* () {
      const node = yield* baseUrl
      const { secret } = yield* newBuyer()
      const sent = { node, secret }
      const broken: Script = { steps: [{ tool: "grind", input: { word: "b", fails_with: "source_error" } }] }
      const half: Script = { steps: [...broken.steps!, { tool: "grind", input: { word: "h" } }], goals: [0, 1] }
      const none = yield* scrape(node)
      const runs = (samples: typeof none) => (status: string) => valueOf(samples, "farthing_ask_runs_total", { status })
      expect([runs(none)("running"), runs(none)("cancelled")]).toEqual([0, 0])
      for (let i = 0; i < 3; i++) expect((yield* buy(sent, { steps: chain(`m${i}`) })).body.status).toBe("completed")
      yield* buy(sent, half)
      yield* buy(sent, broken)
      const planned = yield* ask(sent, { steps: chain("p") })
      yield* runPlan(sent, planned.body.id)
      yield* runPlan(sent, planned.body.id)
      const dropped = yield* ask(sent, { steps: chain("d") })
      yield* cancelAsk(sent, dropped.body.id)
      yield* cancelAsk(sent, dropped.body.id)
      yield* ask(sent, { unsupported: true })
      yield* ask(sent, { steps: chain("n"), needs: ["word"] })
      const now = yield* scrape(node)
      const statuses = ["requires_approval", "running", "completed", "partial", "failed", "cancelled", "unsupported", "needs_input"]
      expect(statuses.map((status) => [status, runs(now)(status)])).toEqual([
        ["requires_approval", 2],
        ["running", 6],
        ["completed", 4],
        ["partial", 1],
        ["failed", 1],
        ["cancelled", 1],
        ["unsupported", 1],
        ["needs_input", 1],
      ])
      const plans = (outcome: string) => valueOf(now, "farthing_ask_plans_total", { planner: "rules", outcome })
      expect([plans("planned"), plans("unsupported"), plans("needs_input")]).toEqual([7, 1, 1])
      expect(valueOf(now, "farthing_ask_planning_seconds_count", { planner: "rules" })).toBe(9)
    }),
  )
})
