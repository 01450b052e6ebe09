import { registerHooks } from "node:module"
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"
import type { LikelihoodCase } from "./likelihoodCases.ts"

interface Wanted {
  readonly folder: string
  readonly part: number
  readonly spanWeights: string
}

/** The cases of a part, its values found by other weights than the ones of the file: in a thread of its own, which loads all modules anew. */
export const heldOutCases = (wanted: Wanted): Promise<ReadonlyArray<LikelihoodCase>> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: wanted })
    worker.once("message", resolve)
    worker.once("error", reject)
  })

if (!isMainThread) {
  const { folder, part, spanWeights }: Wanted = workerData
  registerHooks({
    load: (url, context, next) =>
      url.endsWith("/match/spanWeights.json") ? { format: "json", source: spanWeights, shortCircuit: true } : next(url, context),
  })
  const { likelihoodCases } = await import("./likelihoodCases.ts")
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(likelihoodCases(folder, part))
}
