import { type Context, Effect, Exit, Layer, Metric } from "effect"
import { Authenticator } from "../../domain/identity/Authenticator.ts"
import type { Command } from "../../domain/ledger/command.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { type Rail, Rails } from "../../domain/rail/Rail.ts"
import { RunningCalls } from "../../domain/RunningCalls.ts"

/** The stages of a paid call, in the order in which it passes them. A call on a rail that moves no money outside has no `deliver` and `settle`. */
export const stages = ["authenticate", "offer", "reserve", "dispatch", "deliver", "settle", "capture", "release"] as const
type Stage = (typeof stages)[number]

const duration = (stage: Stage) =>
  Metric.histogram("farthing_call_stage_duration_seconds", {
    description: "Time of each stage of a paid call, its wait for a batch included.",
    boundaries: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30],
    attributes: { stage },
  })

/** Measures an effect as one stage, however it ends. */
const stageTimer = (context: Context.Context<never>) => {
  const histograms = new Map(stages.map((stage) => [stage, duration(stage)]))
  return (stage: Stage) => {
    const histogram = histograms.get(stage)!
    return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
      if (Exit.isExit(effect)) {
        // The result is there already, as the offer of credits is.
        histogram.updateUnsafe(0, context)
        return effect
      }
      return Effect.suspend(() => {
        const startedAt = performance.now()
        return Effect.onExit(effect, () => {
          histogram.updateUnsafe((performance.now() - startedAt) / 1000, context)
          return Effect.void
        })
      })
    }
  }
}

const stageOfCommand: Partial<Record<Command["_tag"], Stage>> = {
  Reserve: "reserve",
  Deliver: "deliver",
  Capture: "capture",
  Release: "release",
}

/** Authentication, the ledger and the rails, with the time of each stage. */
export const measuredPorts = Layer.mergeAll(
  Layer.effect(
    Authenticator,
    Effect.gen(function* () {
      const { authenticate } = yield* Authenticator
      const timed = stageTimer(yield* Effect.context<never>())("authenticate")
      return Authenticator.of({ authenticate: (credentials) => timed(authenticate(credentials)) })
    }),
  ),
  Layer.effect(
    Ledger,
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const timer = stageTimer(yield* Effect.context<never>())
      return Ledger.of({
        ...ledger,
        execute: (command) => {
          const stage = stageOfCommand[command._tag]
          return stage === undefined ? ledger.execute(command) : timer(stage)(ledger.execute(command))
        },
      })
    }),
  ),
  Layer.effect(
    Rails,
    Effect.gen(function* () {
      const timer = stageTimer(yield* Effect.context<never>())
      const measured = (rail: Rail): Rail => ({
        ...rail,
        offer: (buyer, quote, proof) => timer("offer")(rail.offer(buyer, quote, proof)),
        settle: (call, amount) => timer("settle")(rail.settle(call, amount)),
      })
      return new Map([...(yield* Rails)].map(([id, rail]) => [id, measured(rail)]))
    }),
  ),
)

/** The paid calls with the time of their requests to sources. */
export const measuredCalls = Layer.effect(
  RunningCalls,
  Effect.gen(function* () {
    const calls = yield* RunningCalls
    const timed = stageTimer(yield* Effect.context<never>())("dispatch")
    return RunningCalls.of({ ...calls, start: (order) => calls.start({ ...order, dispatch: timed(order.dispatch) }) })
  }),
)
