import { Data, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { randomUUID } from "node:crypto"
import { PaymentNotFound } from "../../domain/ledger/errors.ts"
import { LedgerQueries } from "../../domain/ledger/LedgerQueries.ts"
import { CallId, NodeId } from "../../domain/money/ids.ts"
import { sum, toDecimal, toMoney } from "../../domain/money/Money.ts"
import { endCall } from "../../domain/operating/endCall.ts"
import { OperatorQueries } from "../../domain/operating/OperatorQueries.ts"
import { refundCall } from "../../domain/operating/refundCall.ts"
import { isoTime } from "../../domain/time.ts"
import { callView, withDetails } from "../http/billing/payments.ts"
import { holdView } from "../http/operator/views.ts"
import { dollars, existing, idOf, limitFlag, Line, ofOrganisationFlag, reasonFlag } from "./flags.ts"
import { detailLines, jsonFlag, print } from "./output.ts"
import { withRails, withServices } from "./services.ts"

const id = idOf("the call").pipe(Argument.map((text) => CallId.make(text)))

const show = Command.make(
  "show",
  { id, json: jsonFlag },
  Effect.fn(function* ({ id, json }) {
    const payment = yield* Effect.flatMap(LedgerQueries, (queries) => queries.payment(null, id))
    if (payment === undefined) return yield* new PaymentNotFound({ message: `There is no call ${id}.` })
    const { call } = payment
    const detail = {
      ...(yield* withDetails(payment)),
      organisation_id: call.organisation,
      state: call.state,
      settlement: call.settlement,
      delivered: call.delivered,
      node_id: call.node,
      deadline: isoTime(call.deadline),
    }
    yield* print(json, detail, detailLines(detail))
  }, withRails),
).pipe(Command.withDescription("One call with its state, timeline and transfers"))

const refund = Command.make(
  "refund",
  {
    id,
    amount: Flag.optional(dollars("amount", "USD; all of the charge without it")),
    reason: reasonFlag,
    json: jsonFlag,
  },
  Effect.fn(function* ({ amount: part, id, json, reason }) {
    const { amount, call } = yield* refundCall(id, Option.getOrNull(part), reason)
    const text = `${toDecimal(amount)} USD of the call ${id} are credits of organisation ${call.organisation} now.`
    yield* print(
      json,
      { call_id: id, organisation_id: call.organisation, status: callView(call, undefined).status, refunded: toMoney(amount) },
      text,
    )
  }, withServices),
).pipe(Command.withDescription("Give the charge of a call back as credits, once"))

class HowToEnd extends Data.TaggedError("HowToEnd")<{ readonly message: string }> {}

const end = Command.make(
  "end",
  {
    id,
    settled: Flag.Boolean("settled").pipe(Flag.withDefault(false), Flag.withDescription("The money moved: charge for what was delivered")),
    released: Flag.Boolean("released").pipe(Flag.withDefault(false), Flag.withDescription("No money moved: charge nothing")),
    evidence: Flag.String("evidence").pipe(Flag.withSchema(Line), Flag.withDescription("What shows it, for instance a transaction hash")),
    withoutRail: Flag.Boolean("without-rail").pipe(Flag.withDefault(false), Flag.withDescription("The rail is not set up any more")),
    reason: reasonFlag,
    json: jsonFlag,
  },
  Effect.fn(function* ({ id, json, released, settled, ...ending }) {
    if (settled === released) return yield* new HowToEnd({ message: "Give either --settled or --released." })
    const call = yield* endCall(id, NodeId.make(randomUUID()), { ...ending, as: settled ? "settled" : "released" })
    const view = callView(call, undefined)
    const text = call.state === "released" ? "released: nothing was charged." : `ended as paid: ${toDecimal(call.amount)} USD were charged.`
    yield* print(
      json,
      { call_id: id, organisation_id: call.organisation, status: view.status, amount: view.amount },
      `The call ${id} is ${text}`,
    )
  }, withRails),
).pipe(Command.withDescription("End a call whose rail cannot state whether it paid, by evidence"))

export const call = Command.make("call").pipe(
  Command.withDescription("Calls of all organisations"),
  Command.withSubcommands([show, refund, end]),
)

const line = (hold: ReturnType<typeof holdView>) =>
  `${hold.call_id}  ${hold.organisation_id}  ${hold.rail.padEnd(8)}  ${hold.settlement.padEnd(8)}  ${String(hold.held.amount).padStart(10)} USD  ${hold.age_seconds} s old, ${hold.overdue_seconds} s overdue  ${hold.operation}`

const listing = (name: string, unknown: boolean, description: string, none: string) =>
  Command.make(
    name,
    { organisation: ofOrganisationFlag, limit: limitFlag(1000, 100), json: jsonFlag },
    Effect.fn(function* ({ json, limit, organisation }) {
      const queries = yield* OperatorQueries
      const holds = yield* queries.holds({ organisation: yield* existing(organisation), unknown }, limit)
      const views = holds.map(holdView)
      const total = toMoney(sum(holds.map(({ call }) => call.max)))
      yield* print(json, { [name]: views, total }, views.length === 0 ? none : views.map(line).join("\n"))
    }, withServices),
  ).pipe(Command.withDescription(description))

export const holds = listing("holds", false, "Money that open calls hold, the oldest first", "Nothing is held.")
export const unknowns = listing(
  "unknowns",
  true,
  "Calls whose rail cannot state whether it paid, the oldest first",
  "The outcome of every call is known.",
)
