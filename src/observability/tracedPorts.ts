import { Effect, Layer } from "effect"
import { RunningCalls } from "../../domain/RunningCalls.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { type Rail, Rails } from "../../domain/rail/Rail.ts"
import { Settings } from "../Settings.ts"

/** The steps of a paid call as spans: what it asks of the books and of its rail. The ports as they are where nothing is traced. */
export const tracedPorts = Layer.mergeAll(
  Layer.effect(
    Ledger,
    whereTraced(Ledger, (ledger) =>
      Ledger.of({ ...ledger, execute: (command) => Effect.withSpan(ledger.execute(command), `ledger.${command._tag.toLowerCase()}`) }),
    ),
  ),
  Layer.effect(
    Rails,
    whereTraced(Rails, (rails) => new Map([...rails].map(([id, rail]) => [id, tracedRail(rail)]))),
  ),
)

/** The question to the source as a span. */
export const tracedCalls = Layer.effect(
  RunningCalls,
  whereTraced(RunningCalls, (calls) =>
    RunningCalls.of({
      ...calls,
      start: (order) => {
        const attributes = { "farthing.call_id": order.call, "farthing.source": order.source, "farthing.operation": order.operation }
        return calls.start({ ...order, dispatch: Effect.withSpan(order.dispatch, "dispatch", { attributes }) })
      },
    }),
  ),
)

function whereTraced<S, R>(port: Effect.Effect<S, never, R>, traced: (service: S) => S): Effect.Effect<S, never, R | Settings> {
  return Effect.flatMap(Settings, ({ otlpEndpoint }) => (otlpEndpoint === undefined ? port : Effect.map(port, traced)))
}

const tracedRail = (rail: Rail): Rail => {
  const attributes = { "farthing.rail": rail.id }
  return {
    ...rail,
    offer: (buyer, quote, proof) => Effect.withSpan(rail.offer(buyer, quote, proof), "rail.fund", { attributes }),
    settle: (call, amount) => Effect.withSpan(rail.settle(call, amount), "rail.settle", { attributes }),
    lookup: (call) => Effect.withSpan(rail.lookup(call), "rail.lookup", { attributes }),
  }
}
