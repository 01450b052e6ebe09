import { parentPort } from "node:worker_threads"
import { Schema } from "effect"
import { calendarYear } from "./compute.ts"

const Ask = Schema.Struct({ id: Schema.Int, place: Schema.String, year: Schema.Int })
const decodeAsk = Schema.decodeUnknownSync(Ask)

const answer = (message: unknown) => {
  const { id, place, year } = decodeAsk(message)
  try {
    return { id, year: calendarYear(place, year) }
  } catch (error) {
    return { id, error: String(error) }
  }
}

/** One answer to each message, in order: `{id, year}`, or `{id, error}` where the library threw. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
parentPort?.on("message", (message) => parentPort?.postMessage(answer(message)))
