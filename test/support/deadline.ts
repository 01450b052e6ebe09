import { expect } from "@effect/vitest"
import { Duration } from "effect"

/** A request is answered within 3 s when storage hangs. A busy machine may take 2 s more; a request that waited for storage twice takes over 5 s. */
const latestAnswerMs = 5_000

export const expectWithinDeadline = (took: Duration.Duration, startedEarlierMs = 0) =>
  expect(Duration.toMillis(took) - startedEarlierMs).toBeLessThan(latestAnswerMs)
