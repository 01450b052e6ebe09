import { Duration, Effect } from "effect"

/** What became of a delivery. `recorded`: its address is not on this machine, and a sandbox sends nothing out. */
export interface Outcome {
  readonly status: "delivered" | "failed" | "recorded"
  readonly response_status: number | null
  readonly reason: string | null
  readonly duration_ms: number
}

const timeoutMs = 5_000

/** Posts JSON to an address of loopback, once, and follows no redirect; to any other address nothing is sent. */
export const deliver = Effect.fnUntraced(function* (url: URL, id: string, event: string, body: string) {
  if (!isLoopback(url.hostname)) return outcome("recorded", null, "The sandbox sends nothing out of this machine.", 0)
  const headers = {
    "content-type": "application/json",
    "user-agent": "webhook-service-sandbox",
    "x-webhook-id": id,
    "x-webhook-event": event,
  }
  const [elapsed, answered] = yield* Effect.tryPromise((signal) =>
    fetch(url, {
      method: "POST",
      redirect: "manual",
      headers,
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    }).then(async (response) => {
      await response.body?.cancel()
      return response.status
    }),
  ).pipe(Effect.option, Effect.timed)
  const tookMs = Math.round(Duration.toMillis(elapsed))
  if (answered._tag === "None") return outcome("failed", null, "Nobody answered within 5 seconds.", tookMs)
  const accepted = answered.value >= 200 && answered.value < 300
  return outcome(accepted ? "delivered" : "failed", answered.value, accepted ? null : "The answer was not a 2xx.", tookMs)
})

const outcome = (status: Outcome["status"], response_status: number | null, reason: string | null, duration_ms: number): Outcome => ({
  status,
  response_status,
  reason,
  duration_ms,
})

/** By what the address says: a name that a resolver would lead here is not asked for. */
const isLoopback = (hostname: string) => hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname)
