import cluster, { type Worker } from "node:cluster"

/** What the processes of one gateway send each other for a scrape. `key` names the request. */
type Message =
  | { readonly metrics: "wanted"; readonly key: number }
  | { readonly metrics: "collect"; readonly key: number }
  | { readonly metrics: "collected"; readonly key: number; readonly text: string }
  | { readonly metrics: "all"; readonly key: number; readonly text: string }

const isMessage = (message: unknown): message is Message => typeof message === "object" && message !== null && "metrics" in message

/** A process that does not answer in this time is left out of a scrape. */
const collectMs = 1_000

/** In the first process: collects the metrics of the processes for which `serves` holds, whenever one of them is scraped. A process that has not begun to listen is left out. */
export const shareMetrics = (serves: (worker: Worker) => boolean): void => {
  let last = 0
  const texts = new Map<number, Map<number, string>>()
  const answer = (to: Worker, key: number, collected: number) => {
    const parts = [...(texts.get(collected) ?? [])].sort(([one], [other]) => one - other)
    texts.delete(collected)
    if (to.isConnected()) to.send({ metrics: "all", key, text: mergeMetrics(parts) } satisfies Message)
  }
  cluster.on("message", (worker, message: unknown) => {
    if (!isMessage(message)) return
    if (message.metrics === "collected") {
      const parts = texts.get(message.key)
      parts?.set(worker.id, message.text)
      return
    }
    if (message.metrics !== "wanted") return
    const collected = ++last
    const workers = Object.values(cluster.workers ?? {}).filter((other) => other?.isConnected() === true && serves(other))
    texts.set(collected, new Map())
    for (const other of workers) other!.send({ metrics: "collect", key: collected } satisfies Message)
    const startedAt = performance.now()
    const look = setInterval(() => {
      const done = texts.get(collected)!.size === workers.length || performance.now() - startedAt > collectMs
      if (!done) return
      clearInterval(look)
      answer(worker, message.key, collected)
    }, 5)
  })
}

/** In a process of several: the metrics of all of them, or its own where the first process does not answer. `own` formats those of this one. */
export const metricsOfAll = (own: () => string): Promise<string> => {
  if (!cluster.isWorker) return Promise.resolve(own())
  const key = ++scrapes
  return new Promise((resolve) => {
    const end = (text: string) => {
      clearTimeout(timer)
      process.off("message", listen)
      resolve(text)
    }
    const listen = (message: unknown) => {
      if (isMessage(message) && message.metrics === "all" && message.key === key) end(message.text)
    }
    const timer = setTimeout(() => end(own()), 2 * collectMs)
    process.on("message", listen)
    process.send!({ metrics: "wanted", key } satisfies Message)
  })
}
let scrapes = 0

/** In a process of several: answers the first process with `own` whenever one of them is scraped. Answers how to stop. */
export const offerMetrics = (own: () => string): (() => void) => {
  if (!cluster.isWorker) return () => undefined
  const listen = (message: unknown) => {
    if (isMessage(message) && message.metrics === "collect") {
      process.send!({ metrics: "collected", key: message.key, text: own() } satisfies Message)
    }
  }
  process.on("message", listen)
  return () => void process.off("message", listen)
}

/** One text in Prometheus' format from the texts of several processes: each series gets the label `process`. */
export const mergeMetrics = (parts: ReadonlyArray<readonly [process: number, text: string]>): string => {
  const families = new Map<string, { readonly head: Array<string>; readonly samples: Array<string> }>()
  for (const [id, text] of parts) {
    let family: { readonly head: Array<string>; readonly samples: Array<string> } = { head: [], samples: [] }
    for (const line of text.split("\n")) {
      const comment = /^# (HELP|TYPE) (\S+)/.exec(line)
      if (comment !== null) {
        const [, kind, name] = comment
        family = families.get(name!) ?? { head: [], samples: [] }
        families.set(name!, family)
        if (!family.head.some((line) => line.startsWith(`# ${kind} `))) family.head.push(line)
      } else if (line !== "") family.samples.push(withProcess(line, id))
    }
  }
  return [...families.values()].flatMap(({ head, samples }) => [...head, ...samples]).join("\n") + "\n"
}

/** Names of series have neither braces nor spaces. */
const withProcess = (sample: string, id: number): string =>
  sample.replace(/^([^{ ]+)(?:\{| )/, (_, name: string) => {
    const label = `${name}{process="${id}"`
    return sample[name.length] === "{" ? `${label},` : `${label}} `
  })
