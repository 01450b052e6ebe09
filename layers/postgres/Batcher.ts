import { Deferred, Effect, Exit, Queue, type Scope } from "effect"

interface Entry<I, A, E> {
  readonly item: I
  readonly done: Deferred.Deferred<A, E>
}

/**
 * Requests that wait share one round trip and one commit: while a batch is in flight the next one gathers, and a batch
 * never waits to fill. `run` answers every item in order with an Exit of its own, so one bad item fails alone.
 */
export const makeBatcher = <I, A, E>(options: {
  readonly maxItems: number
  readonly maxBytes: number
  readonly bytesOf: (item: I) => number
  readonly run: (items: ReadonlyArray<I>) => Effect.Effect<ReadonlyArray<Exit.Exit<A, E>>>
}): Effect.Effect<(item: I) => Effect.Effect<A, E>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const queue = yield* Queue.bounded<Entry<I, A, E>>(8192)
    const serve = Effect.gen(function* () {
      const taken = yield* Queue.takeBetween(queue, 1, options.maxItems)
      for (const batch of splitByBytes(taken, options)) {
        // A fault in one batch is answered to those who wait for it; it must not end the line.
        const ran = yield* Effect.exit(options.run(batch.map((entry) => entry.item)))
        for (let i = 0; i < batch.length; i++) {
          Deferred.doneUnsafe(batch[i]!.done, Exit.isSuccess(ran) ? ran.value[i]! : Exit.failCause(ran.cause))
        }
      }
    })
    yield* Effect.forkScoped(Effect.forever(serve))
    return (item) =>
      Effect.suspend(() => {
        const done = Deferred.makeUnsafe<A, E>()
        return Effect.flatMap(Queue.offer(queue, { item, done }), () => Deferred.await(done))
      })
  })

const splitByBytes = <I, A, E>(
  entries: ReadonlyArray<Entry<I, A, E>>,
  { bytesOf, maxBytes }: { readonly bytesOf: (item: I) => number; readonly maxBytes: number },
): ReadonlyArray<ReadonlyArray<Entry<I, A, E>>> => {
  const batches: Array<Array<Entry<I, A, E>>> = [[]]
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
