import { Data, Effect, Layer, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { randomUUID } from "node:crypto"
import { NodeId, CallId, OrganisationId } from "../../domain/money/ids.ts"
import { LedgerQueries } from "../../domain/ledger/LedgerQueries.ts"
import { paymentStatuses } from "../../domain/ledger/status.ts"
import { PaymentNotFound } from "../../domain/ledger/errors.ts"
import { Node } from "../../domain/Node.ts"
import { Rails } from "../../domain/rail/Rail.ts"
import { registry } from "../../rails/registry.ts"
import { reconcile } from "../../domain/reconcile.ts"
import { callView, withDetails } from "../http/billing/payments.ts"
import { Settings } from "../Settings.ts"
import { auditBooks, auditLines } from "./audit.ts"
import { limitFlag } from "./flags.ts"
import { CheckFailed, jsonFlag, print } from "./output.ts"
import { withRails, withServices } from "./services.ts"

class NotVerifiable extends Data.TaggedError("NotVerifiable")<{ readonly message: string }> {}

/** Milliseconds since 1970 of a date, or of a date and a time with its offset. */
const moment = (name: string, description: string) =>
  Flag.String(name).pipe(
    Flag.withDescription(description),
    Flag.filterMap(
      (text) =>
        (/^\d{4}-\d\d-\d\d(T.*(Z|[+-]\d\d:\d\d))?$/.test(text) ? Option.some(Date.parse(text)) : Option.none()).pipe(
          Option.filter((at) => !Number.isNaN(at)),
        ),
      (text) => `"${text}" is no date, or date-time with its offset, for instance 2026-01-31T00:00:00Z`,
    ),
  )

const list = Command.make(
  "list",
  {
    organisation: Flag.optional(Flag.String("org").pipe(Flag.withDescription("Of this organisation only"))),
    status: Flag.optional(Flag.Literals("status", paymentStatuses)),
    rail: Flag.optional(Flag.Literals("rail", Object.keys(registry))),
    from: Flag.optional(moment("from", "From this date or date-time on")),
    to: Flag.optional(moment("to", "Before this date or date-time")),
    limit: limitFlag(1000, 50),
    json: jsonFlag,
  },
  Effect.fn(function* ({ json, limit, organisation, ...given }) {
    const reading = yield* LedgerQueries
    const filter = {
      status: Option.getOrUndefined(given.status),
      rail: Option.getOrUndefined(given.rail),
      from: Option.getOrUndefined(given.from),
      to: Option.getOrUndefined(given.to),
    }
    const page = yield* reading.payments(Option.getOrNull(Option.map(organisation, (id) => OrganisationId.make(id))), filter, limit)
    const payments = page.payments.map(({ call }) => callView(call, undefined))
    const lines = payments.map(
      (p) =>
        `${p.created_at}  ${p.id}  ${p.status.padEnd(8)}  ${p.rail.padEnd(8)}  ${String(p.amount.amount).padStart(10)} USD  ${p.operation}`,
    )
    yield* print(json, { payments }, lines.length === 0 ? "No payments." : lines.join("\n"))
  }, withServices),
).pipe(Command.withDescription("The newest payments"))

const show = Command.make(
  "show",
  { id: Argument.String("id"), json: jsonFlag },
  Effect.fn(function* ({ id, json }) {
    const reading = yield* LedgerQueries
    const payment = yield* reading.payment(null, CallId.make(id))
    if (payment === undefined) return yield* new PaymentNotFound({ message: `There is no payment ${id}.` })
    const detail = yield* withDetails(payment)
    yield* print(json, detail, JSON.stringify(detail, null, 2))
  }, withRails),
).pipe(Command.withDescription("One payment with its timeline and transfers"))

const verify = Command.make(
  "verify",
  { id: Argument.String("id"), json: jsonFlag },
  Effect.fn(function* ({ id, json }) {
    const reading = yield* LedgerQueries
    const payment = yield* reading.payment(null, CallId.make(id))
    if (payment === undefined) return yield* new PaymentNotFound({ message: `There is no payment ${id}.` })
    const { call } = payment
    const ask = (yield* Rails).get(call.rail)?.verify
    if (ask === undefined)
      return yield* new NotVerifiable({ message: `The rail ${call.rail} has nothing outside the books to check a payment against.` })
    const checks = yield* ask(call)
    const ok = checks.every((check) => check.ok)
    const lines = checks.map((check) => `${check.ok ? "ok  " : "FAIL"}  ${check.name}: ${check.found}`)
    yield* print(json, { id, rail: call.rail, ok, checks }, lines.join("\n"))
    if (!ok) return yield* new CheckFailed()
  }, withRails),
).pipe(Command.withDescription("Check a payment against where its money moved; exit 1 on a difference"))

export const payments = Command.make("payments").pipe(
  Command.withDescription("Payments of all organisations"),
  Command.withSubcommands([list, show, verify]),
)

const audit = Command.make(
  "audit",
  { json: jsonFlag },
  Effect.fn(function* ({ json }) {
    const { mode } = yield* Settings
    const result = yield* auditBooks(mode)
    yield* print(json, result, result.checks.flatMap(auditLines).join("\n"))
    if (!result.ok) return yield* new CheckFailed()
  }, withRails),
).pipe(Command.withDescription("Check every invariant of the books, and each rail against its outside; exit 1 on a breach"))

export const ledger = Command.make("ledger").pipe(Command.withDescription("The books"), Command.withSubcommands([audit]))

export const reconcileCommand = Command.make(
  "reconcile",
  { json: jsonFlag },
  Effect.fn(
    function* ({ json }) {
      const { silentMs } = yield* Settings
      const looked = yield* reconcile({ silentMs, batch: 1000 })
      yield* print(json, { looked_at: looked }, `Looked at ${looked} open calls of dead nodes or past their deadline.`)
    },
    Effect.provide(Layer.sync(Node, () => Node.of({ id: NodeId.make(randomUUID()) }))),
    withRails,
  ),
).pipe(Command.withDescription("End what dead nodes left open, once; a running gateway does it all the time"))
