import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { randomUUID } from "node:crypto"
import { Organisations } from "../../../domain/identity/Organisations.ts"
import { PaymentNotFound } from "../../../domain/ledger/errors.ts"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { Listings } from "../../../domain/listing/Listing.ts"
import { CallId, NodeId, OrganisationId } from "../../../domain/money/ids.ts"
import { type MicroUsd, sum, toMoney } from "../../../domain/money/Money.ts"
import { findAccount, freezeAccount, unfreezeAccount } from "../../../domain/operating/accounts.ts"
import { setListingStatus } from "../../../domain/operating/catalogue.ts"
import { bookCredits } from "../../../domain/operating/credits.ts"
import { endCall } from "../../../domain/operating/endCall.ts"
import { eraseOrganisation } from "../../../domain/operating/erase.ts"
import { Operator, OperatorLog } from "../../../domain/operating/OperatorLog.ts"
import { OperatorQueries } from "../../../domain/operating/OperatorQueries.ts"
import { changeOrganisation, resumeOrganisation, revokeAllKeys } from "../../../domain/operating/organisations.ts"
import { RailPauses, setRailPaused } from "../../../domain/operating/RailPauses.ts"
import { refundCall } from "../../../domain/operating/refundCall.ts"
import { approvePublisher, changePublisher } from "../../../domain/publishing/operatePublishers.ts"
import { Publishers } from "../../../domain/publishing/Publishers.ts"
import { decidePayout } from "../../../domain/publishing/requestPayout.ts"
import { answer } from "../../../rails/http/respond.ts"
import { registry } from "../../../rails/registry.ts"
import { OperatorApi, operatorPageSize } from "./api.ts"
import { auditOnce } from "./audit.ts"
import { asOperator } from "./asOperator.ts"
import { payoutOf, publisherView, readPayouts, readPublishers } from "./publishers.ts"
import { readQueues } from "./queues.ts"
import { holdView, logView, operatedAccount, operatedCall, operatedListing, operatedOrganisation, organisationDetail } from "./views.ts"

const railNames = Object.keys(registry)

const organisationChanges = {
  suspend: { status: "suspended" },
  "stop-spending": { spending: false },
  "allow-spending": { spending: true },
} as const

const findOrganisation = (id: OrganisationId) => Effect.flatMap(Organisations, ({ find }) => find(id))

export const OperatorHandlers = HttpApiBuilder.group(
  OperatorApi,
  "operator",
  Effect.fnUntraced(function* (handlers) {
    const audit = yield* auditOnce
    return handlers
      .handle(
        "organisations",
        Effect.fnUntraced(function* ({ query: { after, limit = operatorPageSize, search, status } }) {
          const { list } = yield* Organisations
          const filter = { search, status, after: after === undefined ? undefined : OrganisationId.make(after) }
          const all = yield* list(filter, limit + 1)
          const page = all.slice(0, limit)
          return { organisations: page.map(operatedOrganisation), next_cursor: all.length > limit ? page.at(-1)!.id : null }
        }, answer),
      )
      .handle(
        "organisation",
        Effect.fnUntraced(function* ({ params }) {
          const organisation = yield* findOrganisation(OrganisationId.make(params.id))
          return organisationDetail(organisation, yield* Effect.flatMap(LedgerQueries, ({ accounts }) => accounts(organisation.id)))
        }, answer),
      )
      .handle(
        "changeOrganisation",
        Effect.fnUntraced(function* ({ params, payload: { action, reason } }) {
          const id = OrganisationId.make(params.id)
          const change =
            action === "resume"
              ? resumeOrganisation(id, reason)
              : changeOrganisation(`org ${action}`, id, organisationChanges[action], reason)
          return operatedOrganisation(yield* asOperator(change))
        }, answer),
      )
      .handle(
        "changeAccount",
        Effect.fnUntraced(function* ({ params: { account, id }, payload: { action, reason } }) {
          const organisation = OrganisationId.make(id)
          const change = action === "freeze" ? freezeAccount(organisation, account, reason) : unfreezeAccount(organisation, account, reason)
          return operatedAccount(yield* asOperator(change))
        }, answer),
      )
      .handle(
        "bookCredits",
        Effect.fnUntraced(function* ({ params: { id }, payload: { action, amount, ...order } }) {
          const organisation = OrganisationId.make(id)
          const booking = bookCredits(`credits ${action}`, { ...order, organisation, amount: amount as MicroUsd })
          return operatedAccount(yield* asOperator(Effect.andThen(booking, findAccount(organisation, "credits"))))
        }, answer),
      )
      .handle(
        "revokeKeys",
        Effect.fnUntraced(function* ({ params, payload: { reason } }) {
          const id = OrganisationId.make(params.id)
          return operatedOrganisation(yield* asOperator(Effect.andThen(revokeAllKeys(id, reason), findOrganisation(id))))
        }, answer),
      )
      .handle(
        "erase",
        Effect.fnUntraced(function* ({ params, payload: { reason } }) {
          const id = OrganisationId.make(params.id)
          return operatedOrganisation(yield* asOperator(Effect.andThen(eraseOrganisation(id, reason), findOrganisation(id))))
        }, answer),
      )
      .handle("queues", () => answer(readQueues))
      .handle(
        "holds",
        Effect.fnUntraced(function* ({ query: { limit = 100, organisation, unknown } }) {
          const queries = yield* OperatorQueries
          const owner = organisation === undefined ? null : OrganisationId.make(organisation)
          const holds = yield* queries.holds({ organisation: owner, unknown: unknown === "true" }, limit)
          return { holds: holds.map(holdView), total: toMoney(sum(holds.map(({ call }) => call.max))) }
        }, answer),
      )
      .handle(
        "call",
        Effect.fnUntraced(function* ({ params }) {
          return yield* callOf(params.id)
        }, answer),
      )
      .handle(
        "refundCall",
        Effect.fnUntraced(function* ({ params: { id }, payload: { amount = null, reason } }) {
          return yield* asOperator(Effect.andThen(refundCall(CallId.make(id), amount as MicroUsd | null, reason), callOf(id)))
        }, answer),
      )
      .handle(
        "endCall",
        Effect.fnUntraced(function* ({ params: { id }, payload }) {
          // A node of its own takes the call over: if this process ends, other gateways find the call as that of a dead node.
          const node = NodeId.make(randomUUID())
          return yield* asOperator(Effect.andThen(endCall(CallId.make(id), node, { ...payload, withoutRail: false }), callOf(id)))
        }, answer),
      )
      .handle("rails", () =>
        answer(
          Effect.gen(function* () {
            const paused = yield* Effect.flatMap(RailPauses, ({ stored }) => stored)
            return { rails: railNames.map((rail) => ({ rail, paused: paused.includes(rail) })) }
          }),
        ),
      )
      .handle(
        "changeRail",
        Effect.fnUntraced(function* ({ params: { rail }, payload: { action, reason } }) {
          const paused = action === "pause"
          yield* asOperator(setRailPaused(rail, paused, reason, railNames))
          return { rail, paused }
        }, answer),
      )
      .handle("listings", () =>
        Effect.map(
          Effect.flatMap(Listings, ({ current }) => current),
          (all) => ({ listings: [...all.values()].map(operatedListing) }),
        ),
      )
      .handle(
        "changeListing",
        Effect.fnUntraced(function* ({ params: { slug }, payload: { action, reason } }) {
          const status = action === "pause" ? "paused" : "active"
          yield* asOperator(setListingStatus(slug, status, reason))
          return { slug, status } as const
        }, answer),
      )
      .handle("payouts", ({ query: { status } }) => answer(readPayouts(status)))
      .handle(
        "decidePayout",
        Effect.fnUntraced(function* ({ params: { id }, payload: { action, reason } }) {
          return yield* payoutOf(yield* asOperator(decidePayout(id, action === "approve", reason)))
        }, answer),
      )
      .handle("publishers", () => answer(readPublishers))
      .handle(
        "changePublisher",
        Effect.fnUntraced(function* ({ params: { id }, payload: { action, reason } }) {
          const change: Effect.Effect<unknown, { readonly message: string }, Operator | OperatorLog | Publishers> =
            action === "approve"
              ? approvePublisher(id, reason)
              : changePublisher(`publisher ${action}`, id, { status: action === "suspend" ? "suspended" : "active" }, reason)
          yield* asOperator(change)
          return yield* Effect.flatMap(Publishers, ({ find }) => Effect.flatMap(Effect.orDie(find(id)), publisherView))
        }, answer),
      )
      .handle("audit", () => answer(audit))
      .handle(
        "log",
        Effect.fnUntraced(function* ({ query: { before = null, limit = operatorPageSize, organisation } }) {
          const { read } = yield* OperatorLog
          const owner = organisation === undefined ? null : OrganisationId.make(organisation)
          const all = yield* read({ organisation: owner, before }, limit + 1)
          const page = all.slice(0, limit)
          return { entries: page.map(logView), next_cursor: all.length > limit ? page.at(-1)!.entry : null }
        }, answer),
      )
  }),
)

const callOf = Effect.fnUntraced(function* (id: string) {
  const payment = yield* Effect.flatMap(LedgerQueries, (queries) => queries.payment(null, CallId.make(id)))
  if (payment === undefined) return yield* new PaymentNotFound({ message: `There is no call ${id}.` })
  return operatedCall(payment)
})
