/** Longer than a busy machine takes for anything: a test that wants a call past its time says so with `callsAreOverdue`. */
export const gatewaySettings = { sourceTimeoutMs: 60_000, closingMs: 120_000 }

/** How long a call waits for its payment to be in a block, where a test does not want it to give up. */
export const answerWithinMs = 60_000
