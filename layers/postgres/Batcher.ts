import { Deferred, Effect, Exit, Metric, Queue, type Scope } from "effect"

interface QueuedItem<I, A, E> {
  readonly item: I
  readonly done: Deferred.Deferred<A, E>
  /** By the monotonic clock, in milliseconds. */
  readonly queuedAt: number
}

/**
 * Requests that wait share one round trip and one commit: while a batch is in flight the next one gathers, and a batch
 * never waits to fill. `run` answers every item in order with an Exit of its own, so one bad item fails alone.
 */
export const makeBatcher = <I, A, E>(options: {
  /** The name of the batcher in the metrics. */
  readonly name: string
  readonly maxItems: number
  readonly maxBytes: number
  readonly bytesOf: (item: I) => number
  readonly run: (items: ReadonlyArray<I>) => Effect.Effect<ReadonlyArray<Exit.Exit<A, E>>>
  /** After a batch of this many milliseconds, what gathered behind it has waited as long and fails too, instead of waiting for another one. */
  readonly stalled?: { readonly afterMs: number; readonly error: () => E }
}): Effect.Effect<(item: I) => Effect.Effect<A, E>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const queue = yield* Queue.bounded<QueuedItem<I, A, E>>(8192)
    const note = yield* metricsOf(options.name, () => Queue.sizeUnsafe(queue))
    const serve = Effect.gen(function* () {
      const taken = yield* Queue.takeBetween(queue, 1, options.maxItems)
      for (const batch of splitByBytes(taken, options)) {
        // A fault in one batch fails its waiting items only; it must not stop later batches.
        const startedAt = performance.now()
        const ran = yield* Effect.exit(options.run(batch.map((entry) => entry.item)))
        note(batch, startedAt)
        for (let i = 0; i < batch.length; i++) {
          Deferred.doneUnsafe(batch[i]!.done, Exit.isSuccess(ran) ? ran.value[i]! : Exit.failCause(ran.cause))
        }
        if (options.stalled === undefined || performance.now() - startedAt < options.stalled.afterMs) continue
        for (const { done } of yield* Queue.clear(queue)) Deferred.doneUnsafe(done, Exit.fail(options.stalled.error()))
      }
    })
    yield* Effect.forkScoped(Effect.forever(serve))
    return (item) =>
      Effect.suspend(() => {
        const done = Deferred.makeUnsafe<A, E>()
        return Effect.flatMap(Queue.offer(queue, { item, done, queuedAt: performance.now() }), () => Deferred.await(done))
      })
  })

/** Answers what to call after each batch. What waits is looked at when somebody asks. */
const metricsOf = Effect.fnUntraced(function* (name: string, waitingNow: () => number) {
  const context = yield* Effect.context<never>()
  const attributes = { batcher: name }
  const waiting = Metric.gauge("farthing_batch_waiting", { description: "Items that wait for the next batch.", attributes })
  const items = Metric.histogram("farthing_batch_items", {
    description: "Items that shared one batch.",
    boundaries: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    attributes,
  })
  const boundaries = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5, 10]
  const seconds = Metric.histogram("farthing_batch_duration_seconds", {
    description: "Time of one batch, from its first statement to its commit.",
    boundaries,
    attributes,
  })
  const waits = Metric.histogram("farthing_batch_wait_seconds", {
    description: "Time that an item waited until its batch began.",
    boundaries,
    attributes,
  })
  const registered = Metric.registerUnsafe(waiting, context, {
    get: () => ({ value: waitingNow() }),
    update: () => undefined,
    modify: () => undefined,
  })
  yield* Effect.addFinalizer(() => Effect.sync(() => registered.remove()))
  return (batch: ReadonlyArray<{ readonly queuedAt: number }>, startedAt: number) => {
    items.updateUnsafe(batch.length, context)
    seconds.updateUnsafe((performance.now() - startedAt) / 1000, context)
    for (const { queuedAt } of batch) waits.updateUnsafe((startedAt - queuedAt) / 1000, context)
  }
})

const splitByBytes = <I, A, E>(
  entries: ReadonlyArray<QueuedItem<I, A, E>>,
  { bytesOf, maxBytes }: { readonly bytesOf: (item: I) => number; readonly maxBytes: number },
): ReadonlyArray<ReadonlyArray<QueuedItem<I, A, E>>> => {
  const batches: Array<Array<QueuedItem<I, A, E>>> = [[]]
  let bytes = 0
  for (const entry of entries) {
    const size = bytesOf(entry.item)
    if (bytes > 0 && bytes + size > maxBytes) {
      batches.push([])
      bytes = 0
    }
    batches.at(-1)!.push(entry)
    bytes += size
  }
  return batches
}
