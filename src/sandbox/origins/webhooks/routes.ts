import { Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { countsOfDay, documents } from "../../../../layers/sandbox/documents.ts"
import { bodyOf, ok, type Route, unfit } from "../Origin.ts"
import { view } from "../pages.ts"
import { deliver } from "./deliver.ts"

const deliveries = documents("origin_webhooks.delivery")

const Notify = Schema.Struct({
  url: Schema.String.check(Schema.isMaxLength(2_048)),
  event: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^[a-z0-9_.-]{1,100}$/))),
  payload: Schema.Json,
})
const Batch = Schema.Struct({ notifications: Schema.Array(Notify).check(Schema.isMinLength(1), Schema.isMaxLength(100)) })

const decodeOne = bodyOf(Notify)
const decodeBatch = bodyOf(Batch)

const targetOf = Effect.fnUntraced(function* (text: string) {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return yield* unfit("invalid_url", "url must be an http or https address.", "url")
  if (url.username !== "" || url.password !== "") return yield* unfit("invalid_url", "url must not hold a name or a password.", "url")
  return url
})

/** Delivers, then keeps what became of it: a delivery that can be read has been tried. */
const delivered = Effect.fnUntraced(function* ({ event = "notify", payload, url }: typeof Notify.Type, target: URL, batch: string | null) {
  const id = `dlv_${randomUUID()}`
  const outcome = yield* deliver(target, id, event, JSON.stringify(payload))
  return view(yield* deliveries.add(id, { url, event, batch_id: batch, ...outcome, payload }))
})

/** The Webhook Service: it posts JSON to addresses of this machine, and keeps what it was asked to post to any other. */
export const webhookRoutes: ReadonlyArray<Route> = [
  {
    method: "POST",
    path: "/notify",
    run: Effect.fnUntraced(function* ({ body }) {
      const notify = yield* decodeOne(body)
      return ok(yield* delivered(notify, yield* targetOf(notify.url), null))
    }),
  },
  {
    method: "POST",
    path: "/batch-notify",
    run: Effect.fnUntraced(function* ({ body }) {
      const { notifications } = yield* decodeBatch(body)
      // All or none: nothing goes out while one of them has no address.
      const targets = yield* Effect.forEach(notifications, ({ url }) => targetOf(url))
      const id = `bat_${randomUUID()}`
      const results = yield* Effect.forEach(notifications, (notify, i) => delivered(notify, targets[i]!, id), { concurrency: 8 })
      return ok({ id, total: results.length, ...tally(results), results })
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

const tally = (results: ReadonlyArray<object>) => {
  const count = (status: string) => results.filter((result) => "status" in result && result.status === status).length
  return { delivered: count("delivered"), failed: count("failed"), recorded: count("recorded") }
}
