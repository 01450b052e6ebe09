import { Effect, Layer, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { randomUUID } from "node:crypto"
import { NodeId, CallId, OrganisationId } from "../../domain/money/ids.ts"
import { LedgerQueries } from "../../domain/ledger/LedgerQueries.ts"
import { PaymentNotFound } from "../../domain/ledger/errors.ts"
import { Node } from "../../domain/Node.ts"
import { audited } from "../../domain/operating/OperatorLog.ts"
import { type OtherPaymentStatus, otherPaymentStatuses, OtherPaymentsStores } from "../../domain/rail/OtherPayments.ts"
import { Rails } from "../../domain/rail/Rail.ts"
import { otherPaymentKinds, registry } from "../../rails/registry.ts"
import { reconcileToEnd } from "../../domain/reconcile.ts"
import { findPayment, findPaymentOf, listPayments, type PaymentsFilter, requireSpan } from "../http/billing/payments.ts"
import { Settings } from "../Settings.ts"
import { instantIn } from "../../domain/time.ts"
import type { PaymentView } from "../http/billing/api.ts"
import { statusOf } from "../books/checkoutPayments.ts"
import { auditBooks, auditLines } from "../books/audit.ts"
import { entryFlag, existing, idOf, limitFlag, ofOrganisationFlag, reasonOrSandbox, sandboxReasonFlag } from "./flags.ts"
import { CheckFailed, detailLines, jsonFlag, print } from "./output.ts"
import { withRails } from "./services.ts"

/** Milliseconds since 1970 of a date, or of a date and a time with its offset. */
const moment = (name: string, description: string) =>
  Flag.String(name).pipe(
    Flag.withDescription(description),
    Flag.filterMap(
      (text) => Option.fromUndefinedOr(instantIn(text)),
      (text) => `"${text}" is no date, or date-time with its offset, for instance 2026-01-31T00:00:00Z`,
    ),
  )

const kindFlag = Flag.optional(
  Flag.Literals("kind", ["call", "checkout", "payout", ...otherPaymentKinds()]).pipe(Flag.withDescription("Payments of this kind only")),
)

/** What the statuses of checkouts are called that other payments do not have. */
const checkoutStatuses = ["paid", "confirming", "cancelled"] as const satisfies ReadonlyArray<keyof typeof statusOf>

const storedStatus = (status: OtherPaymentStatus | (typeof checkoutStatuses)[number]): OtherPaymentStatus =>
  checkoutStatuses.some((own) => own === status) ? statusOf[status as (typeof checkoutStatuses)[number]] : (status as OtherPaymentStatus)

/** A checkout with the status that `GET /v1/payments/{id}` answers to its marketplace. */
const withOwnStatus = <A extends Pick<typeof PaymentView.Encoded, "kind" | "rail_details" | "status">>(view: A) =>
  view.kind === "checkout" ? { ...view, status: String(view.rail_details?.["status"] ?? view.status) } : view

const list = Command.make(
  "list",
  {
    organisation: ofOrganisationFlag,
    status: Flag.optional(
      Flag.Literals("status", [...new Set([...otherPaymentStatuses, ...checkoutStatuses])]).pipe(
        Flag.withDescription(`Payments of this status only; ${checkoutStatuses.join(", ")} are those of a checkout`),
      ),
    ),
    rail: Flag.optional(Flag.Literals("rail", Object.keys(registry)).pipe(Flag.withDescription("Payments on this rail only"))),
    kind: kindFlag,
    collection: Flag.optional(Flag.String("collection").pipe(Flag.withDescription("The calls that this collection collects"))),
    by: Flag.optional(Flag.Literals("by", ["created", "settled"]).pipe(Flag.withDescription("Which time --from and --to are about"))),
    from: Flag.optional(moment("from", "From this date or date-time on, by creation or else as --by states")),
    to: Flag.optional(moment("to", "Before this date or date-time")),
    cursor: Flag.optional(entryFlag("cursor", "Continue behind this payment: next_cursor of the page before")),
    limit: limitFlag(1000, 50),
    json: jsonFlag,
  },
  Effect.fn(function* ({ json, limit, organisation, ...given }) {
    const filter = {
      before: Option.getOrUndefined(given.cursor),
      status: Option.getOrUndefined(Option.map(given.status, storedStatus)),
      rail: Option.getOrUndefined(given.rail),
      kind: Option.getOrUndefined(given.kind),
      collection: Option.getOrUndefined(given.collection),
      by: Option.getOrUndefined(given.by),
      from: Option.getOrUndefined(given.from),
      to: Option.getOrUndefined(given.to),
    }
    yield* requireSpan(filter)
    const owner = yield* existing(organisation)
    const { listed, next } = yield* allPages(owner, filter, limit)
    // A line shows no proof, so it is read for JSON alone.
    const views = json
      ? Effect.forEach(listed, ({ view }) => view, { concurrency: 8 })
      : Effect.succeed(listed.map(({ summary }) => summary))
    const payments = (yield* views).map((view, place) => ({ organisation_id: listed[place]!.organisation, ...withOwnStatus(view) }))
    const lines = payments.map(
      (p) =>
        `${p.created_at}  ${p.id}  ${p.status.padEnd(8)}  ${p.rail.padEnd(8)}  ${String(p.amount.amount).padStart(10)} USD  ${p.operation ?? p.kind}${outsideOf(p)}${owner === null ? `  of ${p.organisation_id}` : ""}`,
    )
    const more = next === null ? [] : [`There are more payments: --cursor ${next}`]
    yield* print(json, { payments, next_cursor: next }, lines.length === 0 ? "No payments." : [...lines, ...more].join("\n"))
  }, withRails),
).pipe(Command.withDescription("The newest payments: calls, collections, top-ups, payouts, checkouts"))

/** What was refunded, what the bank moves for a payment, where that is in another currency, and what its statement shows. */
const outsideOf = ({
  amount_minor,
  currency,
  currency_decimals,
  rail_details,
  ...others
}: Pick<typeof PaymentView.Encoded, "amount_minor" | "currency" | "currency_decimals" | "rail_details" | "refunded">): string => {
  const reference = rail_details?.["reference"]
  return [
    ...(others.refunded === undefined ? [] : [`${others.refunded.amount} USD refunded`]),
    ...(currency.startsWith("USD") ? [] : [`${(amount_minor / 10 ** currency_decimals).toFixed(currency_decimals)} ${currency}`]),
    ...(typeof reference === "string" ? [reference] : []),
  ]
    .map((part) => `  ${part}`)
    .join("")
}

/** A page may be short because its walk is bounded: read on until the limit or the end. */
const allPages = Effect.fnUntraced(function* (owner: OrganisationId | null, filter: PaymentsFilter, limit: number) {
  const all: Array<Effect.Success<ReturnType<typeof listPayments>>["listed"][number]> = []
  for (let { before } = filter; ;) {
    const { listed, next } = yield* listPayments(owner, { ...filter, before }, limit - all.length)
    all.push(...listed)
    if (next === null || all.length >= limit) return { listed: all, next }
    before = next
  }
})

const oneOf = { id: idOf("the payment"), kind: kindFlag, json: jsonFlag }

const missing = (id: string, kind: Option.Option<string>) =>
  new PaymentNotFound({ message: `There is no ${Option.getOrElse(kind, () => "payment")} ${id}.` })

const show = Command.make(
  "show",
  oneOf,
  Effect.fn(function* ({ id, json, kind }) {
    const owned = yield* findPaymentOf(null, id)
    if (
      owned === undefined ||
      !Option.getOrElse(
        Option.map(kind, (wanted) => wanted === owned.view.kind),
        () => true,
      )
    )
      return yield* missing(id, kind)
    const { id: payment, ...view } = withOwnStatus(owned.view)
    const shown = { id: payment, organisation_id: owned.organisation, ...view }
    yield* print(json, shown, detailLines(shown))
  }, withRails),
).pipe(Command.withDescription("One payment with its timeline, transfers and lines"))

const verify = Command.make(
  "verify",
  oneOf,
  Effect.fn(function* ({ id, json, kind }) {
    const payment = yield* findPayment(null, id)
    if (
      payment === undefined ||
      !Option.getOrElse(
        Option.map(kind, (wanted) => wanted === payment.kind),
        () => true,
      )
    )
      return yield* missing(id, kind)
    const checks = yield* checksOf(id)
    const ok = checks.every((check) => check.ok)
    const lines = checks.map((check) => `${check.ok ? "ok  " : "FAIL"}  ${check.name}: ${check.found}`)
    const nothing = `Nothing to compare: the rail ${payment.rail} moves money inside the books only. farthing ledger audit checks the books.`
    const value = { id, kind: payment.kind, rail: payment.rail, ok, compared: checks.length > 0, checks }
    yield* print(json, value, lines.length === 0 ? nothing : lines.join("\n"))
    if (!ok) return yield* new CheckFailed()
  }, withRails),
).pipe(Command.withDescription("Check a payment against where its money moved; exit 1 on a difference"))

/** None where the money of the payment never leaves the books. */
const checksOf = Effect.fnUntraced(function* (id: string) {
  const record = yield* (yield* LedgerQueries).payment(null, CallId.make(id))
  if (record !== undefined) {
    const ofCall = (yield* Rails).get(record.call.rail)?.verify
    return ofCall === undefined ? [] : yield* ofCall(record.call)
  }
  for (const store of yield* OtherPaymentsStores) {
    const checks = yield* store.verify?.(id) ?? Effect.undefined
    if (checks !== undefined) return checks
  }
  return []
})

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
  { reason: sandboxReasonFlag, json: jsonFlag },
  Effect.fn(
    function* ({ json, reason }) {
      const { silentMs } = yield* Settings
      const action = { action: "reconcile", organisation: null, subject: "open calls", reason: yield* reasonOrSandbox(reason) }
      const toEnd = reconcileToEnd({ silentMs, batch: 1000 })
      const { looked, open } = yield* audited(action, Effect.succeed({}), toEnd, (done) => ({
        looked_at: done.looked,
        still_open: done.open,
      }))
      const text = `Looked at ${looked} open calls of dead nodes or past their deadline.`
      const left = `${open} of them stay open: their rails do not know yet whether they paid. farthing holds lists them; repeat this later.`
      yield* print(json, { looked_at: looked, still_open: open }, open === 0 ? text : `${text} ${left}`)
      if (open > 0) return yield* new CheckFailed()
    },
    Effect.provide(Layer.sync(Node, () => Node.of({ id: NodeId.make(randomUUID()) }))),
    withRails,
  ),
).pipe(
  Command.withDescription(
    "End what dead nodes left open, in up to 10 s, exit 1 where a rail does not know yet; a running gateway does it all the time",
  ),
)
