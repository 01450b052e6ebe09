/** Deadlines short enough for a test to wait for them, and long enough for a busy machine. */
export const gatewaySettings = { sourceTimeoutMs: 3_000, closingMs: 8_000, silentMs: 2_500 }
