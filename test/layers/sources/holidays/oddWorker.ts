import { parentPort } from "node:worker_threads"

/** Stands in for the calendar's worker and misbehaves as its place says. `answered` counts in the year's notes. */
let answered = 0
parentPort?.on("message", ({ id, place }: { readonly id: number; readonly place: string }) => {
  answered++
  const year = { regionName: place, entries: [], notes: [String(answered)] }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
  const reply = (message: unknown) => parentPort?.postMessage(message)
  if (place === "DIE") process.exit(1)
  if (place === "THROW") throw new Error("thrown in the worker")
  if (place === "NONSENSE") reply({ nonsense: true })
  if (place === "FLAKY") reply(answered === 1 ? { id, error: "not the first time" } : { id, year })
  if (place === "FAIL") reply({ id, error: "could not be computed" })
  if (place === "LATE") setTimeout(() => reply({ id, year }), 50)
  if (place === "LATER") setTimeout(() => reply({ id, year }), 150)
  if (place === "OK" || place === "DE") reply({ id, year })
})
