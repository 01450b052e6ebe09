import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { WalletProof, type WalletProofShape } from "../../domain/connect/WalletProof.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { CallId } from "../../domain/money/ids.ts"
import { Operator } from "../../domain/operating/OperatorLog.ts"
import { approvePublisher, recordIban, renewPublisherKey } from "../../domain/publishing/operatePublishers.ts"
import { PayoutChain } from "../../domain/publishing/PayoutChain.ts"
import { Payouts } from "../../domain/publishing/Payouts.ts"
import { Publishers } from "../../domain/publishing/Publishers.ts"
import { decidePayout } from "../../domain/publishing/requestPayout.ts"
import { PgOperatorLog } from "../../layers/postgres/operating/PgOperatorLog.ts"
import { PgPayouts } from "../../layers/postgres/publishing/PgPayouts.ts"
import { PgPublishers } from "../../layers/postgres/publishing/PgPublishers.ts"
import { credits } from "../../rails/credits/rail.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { FakeRail } from "../support/fakeRail.ts"
import { newBuyer } from "../support/gateway.ts"
import { FakePayoutChain } from "../support/publishing/fakePayoutChain.ts"
import { relayFixture, relayRequest } from "../support/relay/fixture.ts"
import { until } from "../support/until.ts"

const chain = new FakePayoutChain()
const wallet = `0x${"ab".repeat(20)}`
/** Accepts the signature `of <wallet>` under its own messages. */
const walletProof: WalletProofShape = {
  network: "eip155:84532",
  message: ({ address, domain, nonce }) => (/^0x[0-9a-f]{40}$/.test(address) ? `${domain} wants ${address}\n\nNonce: ${nonce}` : undefined),
  verify: (message, signature, { domain, nonce }) =>
    Effect.succeed(
      message === `${domain} wants ${wallet}\n\nNonce: ${nonce}` && signature === `of ${wallet}`
        ? { _tag: "Proven", address: wallet }
        : { _tag: "Refused", reason: "The signature is of another wallet." },
    ),
}
const debit = new FakeRail({ id: "sepa", settles: "later", opens: microUsd(50_000n), feeBasisPoints: 0 })

const fixture = Layer.mergeAll(PgPublishers, PgPayouts, PgOperatorLog, Layer.succeed(Operator, { user: "olga", host: "desk" })).pipe(
  Layer.provideMerge(relayFixture({ rails: { credits, sepa: debit.rail } })),
  Layer.provide([Layer.succeed(PayoutChain, chain.shape), Layer.succeed(WalletProof, walletProof)]),
)

// oxlint-disable-next-line typescript/no-explicit-any -- whatever the answer holds
type Json = any
const api = Effect.fnUntraced(function* (secret: string, method: string, path: string, body?: object) {
  const options = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }
  const { headers, status, text } = yield* relayRequest(secret, method, `/v1/publishers/me${path}`, options)
  return { status, json: JSON.parse(text) as Json, noStore: headers.get("cache-control") === "no-store" }
})
const codeOf = ({ json, status }: { readonly json: Json; readonly status: number }) => [status, json.error?.code]

layer(fixture, { excludeTestServices: true })("a publisher over HTTP", (it) => {
  it.effect("a publisher proves its wallet, requests a payout of named calls and is paid once", () =>
    Effect.gen(function* () {
      const publishers = yield* Publishers
      const { publisher, secret } = yield* publishers.create("Parcels", ["Parcel Co"])
      const key = Redacted.value(secret)
      const buyer = yield* newBuyer()
      for (let i = 0; i < 3; i++)
        yield* relayRequest(buyer.secret, "GET", "/parcels/parcels/7", { headers: { "x-payment-rail": "credits" } })
      const later = yield* relayRequest(buyer.secret, "POST", "/parcels/parcels/7/track", { headers: { "x-payment-rail": "sepa" } })

      const me = yield* api(key, "GET", "")
      expect(me).toMatchObject({
        status: 200,
        noStore: true,
        json: {
          name: "Parcels",
          payees: ["Parcel Co"],
          verification: {
            status: "unverified",
            missing: [expect.stringContaining("Prove your wallet"), expect.stringContaining("bank account")],
          },
          balance: { total: { amount: 0.00741 }, maturing: { amount: 0.003 }, available: { amount: 0.00441 } },
        },
      })
      const first = yield* api(key, "GET", "/earnings?limit=3")
      const rest = yield* api(key, "GET", `/earnings?limit=3&cursor=${first.json.next_cursor}`)
      const earnings = [...first.json.earnings, ...rest.json.earnings]
      expect(earnings.map((e: Json) => [e.rail, e.status, e.net.amount])).toEqual([
        ["sepa", "maturing", 0.003],
        ...Array.from({ length: 3 }, () => ["credits", "available", 0.00147]),
      ])
      expect(JSON.stringify(earnings)).not.toContain(buyer.organisation)
      expect((yield* api(key, "GET", `/earnings?to=2020-01-01`)).json.earnings).toEqual([])

      expect(codeOf(yield* api(key, "POST", "/payouts"))).toEqual([409, "publisher_not_verified"])
      expect(codeOf(yield* api(key, "POST", "/proofs/wallet/nonce", { address: "0x1" }))).toEqual([409, "wallet_not_proven"])
      const { json: challenge } = yield* api(key, "POST", "/proofs/wallet/nonce", { address: wallet })
      const proof = { message: challenge.message, signature: `of ${wallet}` }
      expect(codeOf(yield* api(key, "POST", "/proofs/wallet", { ...proof, signature: "of another" }))).toEqual([409, "wallet_not_proven"])
      const proven = yield* api(key, "POST", "/proofs/wallet", proof)
      expect(proven).toMatchObject({ status: 201, json: { kind: "wallet", status: "pending", subject: "0xabab…abab" } })
      expect(codeOf(yield* api(key, "POST", "/proofs/wallet", proof))).toEqual([409, "wallet_not_proven"])
      yield* recordIban(publisher.id, "DE89370400440532013000", "letter 7", "seen")
      expect((yield* api(key, "POST", "/payouts")).json.error.message).toContain("waits for the operator's approval")
      yield* approvePublisher(publisher.id, "checked")

      expect(codeOf(yield* api(key, "POST", "/payouts", { amount: -1 }))).toEqual([400, "invalid_request"])
      expect(codeOf(yield* api(key, "POST", "/payouts", { amount: 0.0000001 }))).toEqual([400, "invalid_request"])
      expect(codeOf(yield* api(key, "POST", "/payouts", { wallet }))).toEqual([400, "invalid_request"])
      expect(codeOf(yield* api(key, "POST", "/payouts", { amount: 0.0005 }))).toEqual([409, "payout_too_small"])
      const requested = yield* api(key, "POST", "/payouts", {
        amount: 0.003,
        proofs: [proven.json.id, (yield* api(key, "GET", "")).json.verification.proofs[0].id],
      })
      expect(requested).toMatchObject({
        status: 201,
        json: { kind: "payout", status: "requested", amount: { amount: 0.00294 }, calls: 2, wallet: "0xabab…abab" },
      })
      expect(codeOf(yield* api(key, "POST", "/payouts"))).toEqual([409, "payout_in_progress"])
      const { id } = requested.json
      const { json: shown } = yield* api(key, "GET", `/payouts/${id}`)
      expect(shown.items.map((item: Json) => item.payment_id)).toEqual(
        earnings
          .map((e: Json) => e.payment_id)
          .slice(2)
          .toReversed(),
      )

      yield* decidePayout(id, true, "checked")
      yield* until(Effect.sync(() => chain.pays > 0))
      chain.include(id)
      const payouts = yield* Payouts
      yield* until(Effect.map(payouts.find(publisher.id, id), ({ status }) => status === "paid"))
      expect((yield* api(key, "GET", `/payouts/${id}`)).json).toMatchObject({ status: "paid", block_number: 7 })
      expect([...chain.received]).toEqual([[wallet, 2_940n]])

      yield* Effect.flatMap(Ledger, (ledger) =>
        ledger.execute({
          _tag: "Settle",
          organisation: buyer.organisation,
          call: CallId.make(later.headers.get("x-payment-id")!),
          settlement: "settled",
          proof: "{}",
          reason: null,
        }),
      )
      expect((yield* api(key, "GET", "")).json.balance).toMatchObject({
        total: { amount: 0.00447 },
        maturing: { amount: 0 },
        available: { amount: 0.00447 },
      })
      const month = new Date(yield* publishers.now).toISOString().slice(0, 7)
      const { json: statement } = yield* api(key, "GET", `/statement?month=${month}`)
      expect(statement.lines.map((l: Json) => [l.kind, l.rail, l.operation, l.entries, l.amount.amount_micro_usd])).toEqual([
        ["earned", "credits", "GET /parcels/{id}", 3, "4410"],
        ["earned", "sepa", "POST /parcels/{id}/track", 1, "3000"],
        ["paid_out", null, null, 1, "-2940"],
      ])
      expect([statement.opening.amount, statement.closing.amount]).toEqual([0, 0.00447])
      expect(codeOf(yield* api(key, "GET", "/statement?month=2026-13"))).toEqual([400, "invalid_request"])

      const { secret: foreign } = yield* publishers.create("Other", ["Other Co"])
      const other = Redacted.value(foreign)
      expect(codeOf(yield* api(other, "GET", `/payouts/${id}`))).toEqual([404, "payout_not_found"])
      expect((yield* api(other, "GET", `/payouts/${id}`)).json.error.message).toBe(
        (yield* api(other, "GET", `/payouts/${id.replace(/^./, "1")}`)).json.error.message.replace(/payout .*\./, `payout ${id}.`),
      )
      expect((yield* api(other, "GET", "/payouts")).json.payouts).toEqual([])
      expect((yield* api(other, "GET", "/earnings")).json.earnings).toEqual([])
    }),
  )

  it.effect("a key of a publisher opens no other route, and no other key opens its routes", () =>
    Effect.gen(function* () {
      const publishers = yield* Publishers
      const { publisher, secret } = yield* publishers.create("Keys", ["Keys Co"])
      const key = Redacted.value(secret)
      const buyer = yield* newBuyer()
      for (const bad of ["", buyer.secret, `${key}x`, key.replace("frt_pbl_", "frt_org_")]) {
        const refused = yield* api(bad, "GET", "")
        expect([codeOf(refused), refused.noStore]).toEqual([[401, "invalid_api_key"], true])
      }
      expect((yield* relayRequest(key, "GET", "/v2/balance")).status).toBe(401)
      const renewed = yield* renewPublisherKey(publisher.id, "lost")
      expect(codeOf(yield* api(key, "GET", ""))).toEqual([401, "invalid_api_key"])
      expect((yield* api(Redacted.value(renewed), "GET", "")).status).toBe(200)
      expect(codeOf(yield* api(Redacted.value(renewed), "DELETE", ""))).toEqual([405, "method_not_allowed"])
    }),
  )
})
