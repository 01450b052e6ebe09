import { Duration, Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { countsOfDay, documents } from "../../../layers/sandbox/documents.ts"
import { decodeBody, ok, type Route, unprocessable } from "./Route.ts"
import { documentView } from "./paging.ts"

const deliveries = documents("origin_webhooks.delivery")

const Notify = Schema.Struct({
  url: Schema.String.check(Schema.isMaxLength(2_048)),
  event: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^[a-z0-9_.-]{1,100}$/))),
  payload: Schema.Json,
})

const Batch = Schema.Struct({ notifications: Schema.Array(Notify).check(Schema.isMinLength(1), Schema.isMaxLength(100)) })

const decodeOne = decodeBody(Notify)
const decodeBatch = decodeBody(Batch)

const targetOf = Effect.fnUntraced(function* (text: string) {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    return yield* unprocessable("invalid_url", "url must be an http or https address.", "url")
  if (url.username !== "" || url.password !== "")
    return yield* unprocessable("invalid_url", "url must not hold a name or a password.", "url")
  return url
})

/** Delivers, then stores the outcome: every stored delivery has been attempted. */
const deliverAndStore = Effect.fnUntraced(function* (
  { event = "notify", payload, url }: typeof Notify.Type,
  target: URL,
  batch: string | null,
) {
  const id = `dlv_${randomUUID()}`
  const outcome = yield* deliver(target, id, event, JSON.stringify(payload))
  return documentView(yield* deliveries.add(id, { url, event, batch_id: batch, ...outcome, payload }))
})

/** The Webhook Service: it posts JSON to addresses of this machine, and only records requests for other addresses. */
export const webhookRoutes: ReadonlyArray<Route> = [
  {
    method: "POST",
    path: "/notify",
    run: Effect.fnUntraced(function* ({ body }) {
      const notify = yield* decodeOne(body)
      return ok(yield* deliverAndStore(notify, yield* targetOf(notify.url), null))
    }),
  },
  {
    method: "POST",
    path: "/batch-notify",
    run: Effect.fnUntraced(function* ({ body }) {
      const { notifications } = yield* decodeBatch(body)
      // All or none: nothing is sent if one address is invalid.
      const targets = yield* Effect.forEach(notifications, ({ url }) => targetOf(url))
      const id = `bat_${randomUUID()}`
      const results = yield* Effect.forEach(notifications, (notify, i) => deliverAndStore(notify, targets[i]!, id), { concurrency: 8 })
      return ok({ id, total: results.length, ...countByStatus(results), results })
    }),
  },
  {
    method: "GET",
    path: "/status",
    run: Effect.fnUntraced(function* () {
      const counts = yield* countsOfDay("origin_webhooks.delivery", "status")
      const of = (status: string) => counts.get(status) ?? 0
      const last_24_hours = { delivered: of("delivered"), failed: of("failed"), recorded: of("recorded") }
      return ok({ status: "operational", last_24_hours, checked_at: new Date().toISOString() })
    }),
  },
]

const countByStatus = (results: ReadonlyArray<object>) => {
  const count = (status: string) => results.filter((result) => "status" in result && result.status === status).length
  return { delivered: count("delivered"), failed: count("failed"), recorded: count("recorded") }
}

/** `recorded`: the address is not on this machine, and a sandbox sends nothing to other machines. */
interface DeliveryOutcome {
  readonly status: "delivered" | "failed" | "recorded"
  readonly response_status: number | null
  readonly reason: string | null
  readonly duration_ms: number
}

const timeoutMs = 5_000

/** Posts JSON once to an address of loopback, without following redirects; to any other address nothing is sent. */
const deliver = Effect.fnUntraced(function* (url: URL, id: string, event: string, body: string) {
  if (!isLoopback(url.hostname)) return outcome("recorded", null, "The sandbox sends nothing to other machines.", 0)
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
  if (answered._tag === "None") {
    const reason = tookMs < timeoutMs ? "The connection failed: is the receiver running?" : "There was no answer within 5 seconds."
    return outcome("failed", null, reason, tookMs)
  }
  const accepted = answered.value >= 200 && answered.value < 300
  return outcome(accepted ? "delivered" : "failed", answered.value, accepted ? null : "The answer was not a 2xx.", tookMs)
})

const outcome = (
  status: DeliveryOutcome["status"],
  response_status: number | null,
  reason: string | null,
  duration_ms: number,
): DeliveryOutcome => ({
  status,
  response_status,
  reason,
  duration_ms,
})

/** By the text of the address: names are not resolved. */
const isLoopback = (hostname: string) => hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname)
