import { Effect, FiberSet, Latch, Layer, Metric } from "effect"
import { backgroundLoop, recordLoopSuccess } from "../../domain/backgroundLoop.ts"
import { type ClaimedEvent, EventQueue } from "../../domain/connect/ConnectEvents.ts"
import type { MarketplaceId } from "../../domain/connect/ids.ts"
import { Node } from "../../domain/Node.ts"
import { dayMs } from "../../domain/time.ts"
import { Settings } from "../Settings.ts"
import { deliverEvent } from "./deliverEvent.ts"

/**
 * Events that this node sends at once: of one marketplace, so that a receiver that stalls holds up only its own events, and of all. An attempt ends
 * within 5 seconds.
 */
const places = { each: 4, all: 128 }
const lookEveryMs = 250
const retentionMs = 90 * dayMs
/** A stop waits this long for the attempts that have begun. */
const drainMs = 6_000

/** Sends the events of marketplaces that are due, all the time and on every node. */
export const EventDispatcher = Layer.effectDiscard(
  Effect.gen(function* () {
    const queue = yield* EventQueue
    const { id: node } = yield* Node
    const { silentMs } = yield* Settings
    const busy = new Map<MarketplaceId, number>()
    const freed = yield* Latch.make()
    const fibers = yield* FiberSet.make()
    yield* Effect.addFinalizer(() => Effect.ignore(Effect.timeout(FiberSet.awaitEmpty(fibers), drainMs)))

    const enter = ({ marketplace }: ClaimedEvent) => busy.set(marketplace, (busy.get(marketplace) ?? 0) + 1)
    const leave = ({ marketplace }: ClaimedEvent) => {
      freed.openUnsafe()
      const left = (busy.get(marketplace) ?? 1) - 1
      if (left === 0) busy.delete(marketplace)
      else busy.set(marketplace, left)
    }
    const send = (event: ClaimedEvent) =>
      deliverEvent(event).pipe(
        // The event stays "sending" until it is marked as unknown.
        Effect.catchCause((cause) => Effect.logError(`the outcome of the event ${event.id} could not be recorded`, cause)),
        Effect.ensuring(Effect.sync(() => leave(event))),
      )

    // Claimed events must be sent, so a claim is never interrupted between its commit and its fibers.
    const dispatch = Effect.uninterruptible(
      Effect.gen(function* () {
        const free = places.all - [...busy.values()].reduce((sum, n) => sum + n, 0)
        if (free === 0) return
        const events = yield* queue.claim(node, busy, { each: places.each, all: free })
        for (const event of events) {
          enter(event)
          yield* FiberSet.run(fibers, Effect.interruptible(send(event)))
        }
      }),
    )
    // A place that becomes free is used at once; otherwise a new event waits for the next look.
    const pause = Effect.andThen(Effect.timeoutOption(freed.await, lookEveryMs), freed.close)
    const round = Effect.flatMap(Effect.exit(dispatch), (exit) => Effect.andThen(pause, exit))
    yield* recordLoopSuccess("connect_events")
    yield* Effect.forkScoped(backgroundLoop("connect_events", 1, "the events of marketplaces could not be read", round))
    yield* Effect.forkScoped(
      backgroundLoop(
        "connect_events_abandoned",
        Math.min(5_000, silentMs),
        "the events of dead nodes could not be read",
        Effect.andThen(queue.endAbandoned(silentMs), measure(queue)),
      ),
    )
    yield* Effect.forkScoped(
      backgroundLoop(
        "connect_events_retention",
        60 * 60_000,
        "old events of marketplaces could not be deleted",
        Effect.repeat(queue.deleteOlder(retentionMs), { while: (count) => count > 0 }),
      ),
    )
  }),
)

const pending = Metric.gauge("farthing_connect_events_pending", {
  description: "Events of marketplaces that are still to be sent, retries among them, over all nodes.",
})
const oldest = Metric.gauge("farthing_connect_events_oldest_seconds", {
  description: "How long the oldest event that is due waits to be sent, over all nodes.",
})

const measure = (queue: EventQueue["Service"]) =>
  Effect.flatMap(queue.backlog, (backlog) =>
    Effect.andThen(Metric.update(pending, backlog.pending), Metric.update(oldest, backlog.oldestMs / 1000)),
  )
