import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { MarketplaceId } from "../../domain/connect/ids.ts"
import { type ConnectEventRecord, ConnectEvents, type EventDelivery, eventStatuses } from "../../domain/connect/ConnectEvents.ts"
import { isUuid } from "../../domain/money/ids.ts"
import { audited } from "../../domain/operating/OperatorLog.ts"
import { isoTime } from "../../domain/time.ts"
import { deliveryView, eventView } from "../http/marketplaces/views.ts"
import { idOf, limitFlag, reasonFlag } from "./flags.ts"
import { jsonFlag, print } from "./output.ts"
import { withServices } from "./services.ts"

const view = (event: ConnectEventRecord) => ({ marketplace_id: event.marketplace, ...eventView(event) })

const line = ({ attempts, createdAt, event, id, marketplace, reason, status }: ConnectEventRecord) =>
  `${isoTime(createdAt)}  ${id}  ${marketplace}  ${event.padEnd(18)}  ${status.padEnd(9)}  ${attempts} attempts${reason === null ? "" : `  ${reason}`}`

const deliveryLine = ({ attempt, byHand, endedAt, httpStatus, reason, startedAt, status, url }: EventDelivery) =>
  `  ${attempt}. ${isoTime(startedAt)} to ${endedAt === null ? "now" : isoTime(endedAt)}  ${byHand ? "by hand" : "by itself"}  ${status}  ${httpStatus ?? ""}  ${url}${reason === null ? "" : `  ${reason}`}`

const idFlag = (name: string, description: string) =>
  Flag.String(name).pipe(
    Flag.withDescription(description),
    Flag.filter(isUuid, (text) => `"${text}" is no id`),
  )

const list = Command.make(
  "list",
  {
    marketplace: Flag.optional(idFlag("marketplace", "Only events of this marketplace")),
    status: Flag.optional(Flag.Literals("status", eventStatuses).pipe(Flag.withDescription("Events of this status only"))),
    before: Flag.optional(idFlag("before", "Only events before this one")),
    limit: limitFlag(1000, 50),
    json: jsonFlag,
  },
  Effect.fn(function* ({ before, json, limit, marketplace, status }) {
    const filter = {
      marketplace: Option.getOrNull(Option.map(marketplace, (id) => MarketplaceId.make(id))),
      status: Option.getOrUndefined(status),
      before: Option.getOrUndefined(before),
    }
    const events = yield* Effect.flatMap(ConnectEvents, (all) => all.list(filter, limit))
    yield* print(json, { events: events.map(view) }, events.length === 0 ? "No events." : events.map(line).join("\n"))
  }, withServices),
).pipe(Command.withDescription("Events of marketplaces, the newest first"))

const show = Command.make(
  "show",
  { id: idOf("the event"), json: jsonFlag },
  Effect.fn(function* ({ id, json }) {
    const { body, deliveries, ...event } = yield* Effect.flatMap(ConnectEvents, ({ find }) => find(null, id))
    yield* print(
      json,
      { ...view(event), body, deliveries: deliveries.map(deliveryView) },
      [line(event), `  ${body}`, ...deliveries.map(deliveryLine)].join("\n"),
    )
  }, withServices),
).pipe(Command.withDescription("One event with its body and its deliveries"))

const redeliver = Command.make(
  "redeliver",
  { id: idOf("the event"), reason: reasonFlag, json: jsonFlag },
  Effect.fn(function* ({ id, json, reason }) {
    const events = yield* ConnectEvents
    const { marketplace } = yield* events.find(null, id)
    const state = Effect.map(events.find(null, id), ({ attempts, status }) => ({ status, attempts }))
    const action = { action: "events redeliver", organisation: null, subject: id, reason }
    const event = yield* audited(action, state, events.redeliver(marketplace, id))
    yield* print(json, view(event), `A running gateway sends ${event.event} ${id} once more. See: farthing events show ${id}`)
  }, withServices),
).pipe(Command.withDescription("Send an event once more"))

export const events = Command.make("events").pipe(
  Command.withDescription("Events that are sent to marketplaces"),
  Command.withSubcommands([list, show, redeliver]),
)
