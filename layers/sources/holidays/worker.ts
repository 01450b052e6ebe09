import { parentPort } from "node:worker_threads"
import { calendarYear } from "./compute.ts"

/** A question of `CalendarYears.ts`. */
interface Ask {
  readonly id: number
  readonly place: string
  readonly year: number
}

const answer = ({ id, place, year }: Ask) => {
  try {
    return { id, year: calendarYear(place, year) }
  } catch (error) {
    return { id, error: String(error) }
  }
}

/** One answer to each message, in order: `{id, year}`, or `{id, error}` where the library threw. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
parentPort?.on("message", (ask: Ask) => parentPort?.postMessage(answer(ask)))
