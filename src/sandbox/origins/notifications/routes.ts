import { Effect } from "effect"
import { notFound, ok, type Route } from "../Origin.ts"
import { paged, pageOf, view } from "../pages.ts"
import { type Channel, channels } from "./Channel.ts"
import { notifications, send } from "./send.ts"
import { subscriberRoutes } from "./subscribers.ts"
import { templateRoutes } from "./templates.ts"

const sending = (path: string, only: Channel | undefined): Route => ({ method: "POST", path, run: ({ body }) => send(body, only) })

/** The Notifications API: it sends nothing anywhere, and what was sent can be read. */
export const notificationsRoutes: ReadonlyArray<Route> = [
  {
    method: "GET",
    path: "/notifications",
    run: Effect.fnUntraced(function* ({ query }) {
      const page = yield* pageOf(query, { channel: channels, status: ["sent"], subscriber_id: "any", template_id: "any", to: "any" })
      return ok(paged(yield* notifications.list({ ...page, limit: page.limit + 1 }), page.limit))
    }),
  },
  {
    method: "GET",
    path: "/notifications/{notificationId}",
    run: Effect.fnUntraced(function* ({ parameters: [id = ""] }) {
      const found = yield* notifications.find(id)
      return found === undefined ? yield* notFound("notification", id) : ok(view(found))
    }),
  },
  sending("/notifications/send", undefined),
  sending("/notifications/send/email", "email"),
  sending("/notifications/send/push", "push"),
  sending("/notifications/send/sms", "sms"),
  ...subscriberRoutes,
  ...templateRoutes,
]
