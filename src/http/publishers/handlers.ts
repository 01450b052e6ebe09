import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { MicroUsd } from "../../../domain/money/Money.ts"
import { toMoney } from "../../../domain/money/Money.ts"
import { Payouts } from "../../../domain/publishing/Payouts.ts"
import { proveWallet, walletChallenge } from "../../../domain/publishing/proveWallet.ts"
import { missingProofs, verificationState } from "../../../domain/publishing/Publisher.ts"
import { PublisherBooks } from "../../../domain/publishing/PublisherBooks.ts"
import { Publishers } from "../../../domain/publishing/Publishers.ts"
import { requestPayout, reversalWindows } from "../../../domain/publishing/requestPayout.ts"
import { isoTime, startOfNextMonth } from "../../../domain/time.ts"
import { publicBase, RequestBody } from "../../../rails/http/RequestContext.ts"
import { answer, respond } from "../../../rails/http/respond.ts"
import { Settings } from "../../Settings.ts"
import { Api } from "../Api.ts"
import { ownListings, previewListing, saveListing } from "./listings.ts"
import { PayoutView, publisherPageSize, SavedListing } from "./schemas.ts"
import { CurrentPublisher } from "./policy.ts"
import { balanceView, earningView, itemView, payoutView, proofView, statementView } from "./views.ts"

export const PublishersHandlers = HttpApiBuilder.group(Api, "publishers", (handlers) =>
  handlers
    .handle("me", () => answer(me))
    .handle(
      "earnings",
      Effect.fnUntraced(function* ({ query: { cursor, from, limit = publisherPageSize, to } }) {
        const { id } = yield* CurrentPublisher
        const books = yield* PublisherBooks
        const all = yield* books.earnings(id, { from, to, before: cursor }, limit + 1)
        const { next, page } = pageOf(all, limit, ({ call }) => call)
        return { earnings: page.map(earningView), next_cursor: next }
      }, answer),
    )
    .handle(
      "statement",
      Effect.fnUntraced(function* ({ query: { month } }) {
        const { id } = yield* CurrentPublisher
        const from = Date.parse(`${month}-01T00:00:00Z`)
        const statement = yield* Effect.flatMap(PublisherBooks, (books) => books.statement(id, month, from, startOfNextMonth(from)))
        return statementView(id, statement)
      }, answer),
    )
    .handle(
      "payouts",
      Effect.fnUntraced(function* ({ query: { cursor, limit = publisherPageSize, status } }) {
        const { id } = yield* CurrentPublisher
        const all = yield* Effect.flatMap(Payouts, (payouts) => payouts.list(id, { status, before: cursor }, limit + 1))
        const { next, page } = pageOf(all, limit, ({ id }) => id)
        return { payouts: page.map(payoutView), next_cursor: next }
      }, answer),
    )
    .handle(
      "payout",
      Effect.fnUntraced(function* ({ params, query: { cursor, limit = publisherPageSize } }) {
        const payouts = yield* Payouts
        const payout = yield* payouts.find((yield* CurrentPublisher).id, params.id)
        // A call and its correction are on one page.
        const all = yield* payouts.items(payout.id, cursor ?? null, limit + 1)
        const { next, page } = pageOf([...new Set(all.map(({ call }) => call))], limit, (call) => call)
        const items = all.filter(({ call }) => page.includes(call))
        return { ...payoutView(payout), items: items.map(itemView), next_cursor: next }
      }, answer),
    )
    .handle(
      "request",
      Effect.fnUntraced(function* ({ payload: { amount = null, proofs = [] } }) {
        const { payoutMinimum: minimum, payoutReversiblePercent: reversiblePercent } = yield* Settings
        const publisher = yield* CurrentPublisher
        const payout = yield* requestPayout(publisher, { amount: amount as MicroUsd | null, proofs }, { minimum, reversiblePercent })
        return respond(PayoutView, payoutView(payout), { status: 201 })
      }, answer),
    )
    .handle("listings", () => answer(ownListings))
    .handle("previewListing", ({ payload }) => answer(previewListing(payload)))
    .handle("saveListing", ({ payload }) =>
      answer(Effect.map(saveListing(payload), (saved) => respond(SavedListing, saved, { status: 201 }))),
    )
    .handle(
      "walletNonce",
      Effect.fnUntraced(function* ({ payload: { address } }) {
        const { expiresAt, message, nonce } = yield* walletChallenge(yield* CurrentPublisher, address, yield* baseUrl)
        return { nonce, message, expires_at: isoTime(expiresAt) }
      }, answer),
    )
    .handle(
      "proveWallet",
      Effect.fnUntraced(function* ({ payload }) {
        const proof = yield* proveWallet(yield* CurrentPublisher, payload, yield* baseUrl)
        return proofView(proof, proof.submittedAt)
      }, answer),
    ),
)

const me = Effect.gen(function* () {
  const publisher = yield* CurrentPublisher
  const publishers = yield* Publishers
  const proofs = yield* publishers.proofs(publisher.id)
  const now = yield* publishers.now
  const balance = yield* Effect.flatMap(PublisherBooks, (books) =>
    Effect.flatMap(reversalWindows, (windows) => books.balance(publisher.id, windows)),
  )
  const { payoutMinimum } = yield* Settings
  return {
    publisher_id: publisher.id,
    name: publisher.name,
    status: publisher.status,
    payees: publisher.payees,
    verification: {
      status: verificationState(proofs, now),
      missing: missingProofs(proofs, now),
      proofs: proofs.map((proof) => proofView(proof, now)),
    },
    balance: balanceView(balance),
    minimum_payout: toMoney(payoutMinimum),
    created_at: isoTime(publisher.createdAt),
  }
})

/** `all` has one entry more than the page if there is another page. */
const pageOf = <A>(all: ReadonlyArray<A>, limit: number, idOf: (entry: A) => string) => {
  const page = all.slice(0, limit)
  return { page, next: all.length > limit ? idOf(page.at(-1)!) : null }
}

const baseUrl = Effect.flatMap(RequestBody, publicBase)
