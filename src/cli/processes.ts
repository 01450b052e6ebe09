import { Data, Effect, Queue, type Scope } from "effect"
import cluster, { type Worker } from "node:cluster"
import { shareMetrics } from "../observability/processMetrics.ts"

/** A process ended before any of them listened, so a new one would end in the same way. It has printed why. */
export class ProcessFailed extends Data.TaggedError("ProcessFailed")<{ readonly message: string }> {}

/** Whether this process was started by `runProcesses`. */
export const isServerProcess = cluster.isWorker

/** Only one of the processes prints the address. */
export const printsAddress = !cluster.isWorker || cluster.worker?.id === 1

/**
 * Runs the gateway in several processes, each a node of its own; they share one port, and new connections go to them in turns. One that
 * dies is replaced after a second, and one that dies before it listens after twice as long each time. When this process is interrupted, all drain
 * and end.
 */
export const runProcesses = (count: number): Effect.Effect<never, ProcessFailed, Scope.Scope> =>
  Effect.gen(function* () {
    const ended = yield* Queue.unbounded<{ readonly worker: Worker; readonly code: number }>()
    const listening = new Set<Worker>()
    let hasListened = false
    let earlyEnds = 0
    cluster.on("listening", (worker) => {
      listening.add(worker)
      hasListened = true
      earlyEnds = 0
    })
    cluster.on("exit", (worker, code) => Queue.offerUnsafe(ended, { worker, code }))
    yield* Effect.addFinalizer(() => endAll)
    shareMetrics((worker) => listening.has(worker))
    const fork = () => startProcess((worker) => Queue.offerUnsafe(ended, { worker, code: -1 }))
    for (let n = 0; n < count; n++) fork()
    for (;;) {
      const { code, worker } = yield* Queue.take(ended)
      const wasListening = listening.delete(worker)
      if (!hasListened) return yield* new ProcessFailed({ message: `A process of the gateway ended with ${code} before it listened.` })
      const pauseSeconds = wasListening ? 1 : Math.min(maxPauseSeconds, 2 ** ++earlyEnds)
      yield* Effect.logWarning(
        `process ${worker.process.pid} of the gateway ended${wasListening ? "" : " before it listened"}; another one takes its place in ${pauseSeconds} s`,
      )
      yield* Effect.forkScoped(Effect.andThen(Effect.sleep(pauseSeconds * 1000), Effect.sync(fork)))
    }
  })

const maxPauseSeconds = 30

/**
 * A process that was killed is still written to, by a scrape, until its end is noticed. Node reports
 * that as an error of the process, and an error that is not listened to would end this process, and with it all others. A process that could
 * not be started has no number and reports no end: it is taken as one that ended.
 */
const startProcess = (notStarted: (worker: Worker) => void) => {
  const worker = cluster.fork()
  worker.on("error", () => {
    if (worker.process.pid === undefined) notStarted(worker)
  })
}

/** Each process drains by itself, for as long as its settings say. */
const endAll = Effect.callback<void>((resume) => {
  const workers = Object.values(cluster.workers ?? {}).flatMap((worker) => (worker === undefined || worker.isDead() ? [] : [worker]))
  let running = workers.length
  if (running === 0) return resume(Effect.void)
  for (const worker of workers) {
    worker.once("exit", () => --running === 0 && resume(Effect.void))
    worker.process.kill("SIGTERM")
  }
})
