import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { erc20Abi } from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { CallId } from "../../../domain/money/ids.ts"
import { refundCall } from "../../../domain/operating/refundCall.ts"
import { Operator } from "../../../domain/operating/OperatorLog.ts"
import { approvePublisher, recordIban } from "../../../domain/publishing/operatePublishers.ts"
import { Payouts } from "../../../domain/publishing/Payouts.ts"
import { PublisherBooks } from "../../../domain/publishing/PublisherBooks.ts"
import { Publishers } from "../../../domain/publishing/Publishers.ts"
import { decidePayout } from "../../../domain/publishing/requestPayout.ts"
import { Audit } from "../../../domain/ledger/Ledger.ts"
import { PgOperatorLog } from "../../../layers/postgres/operating/PgOperatorLog.ts"
import { PgPayouts } from "../../../layers/postgres/publishing/PgPayouts.ts"
import { PgPublisherBooks } from "../../../layers/postgres/publishing/PgPublisherBooks.ts"
import { PgPublishers } from "../../../layers/postgres/publishing/PgPublishers.ts"
import { usdcAddress } from "../../../rails/x402/sandbox/placeContracts.ts"
import { newBuyer } from "../../support/gateway.ts"
import { until } from "../../support/until.ts"
import { buyOver, Gateway402, gateway402 } from "./fixture.ts"

const payoutKey = generatePrivateKey()
const owner = privateKeyToAccount(generatePrivateKey())

const fixture = Layer.mergeAll(
  PgPublishers,
  PgPublisherBooks,
  PgPayouts,
  PgOperatorLog,
  Layer.succeed(Operator, { user: "olga", host: "desk" }),
).pipe(Layer.provideMerge(gateway402({}, { payoutKey: Redacted.make(payoutKey) })))

// oxlint-disable-next-line typescript/no-explicit-any -- whatever the answer holds
type Json = any

layer(fixture, { excludeTestServices: true })("payouts to publishers on chain", (it) => {
  it.effect("a publisher proves its wallet by its signature and is paid on chain what the ledger and its statement say, to the unit", () =>
    Effect.gen(function* () {
      const { baseUrl, chain, mine, payment } = yield* Gateway402
      const publishers = yield* Publishers
      const payouts = yield* Payouts
      const books = yield* PublisherBooks
      const { publisher, secret } = yield* publishers.create("Scripts", ["Scriptwriter"])
      const api = Effect.fnUntraced(function* (path: string, body?: object) {
        const headers = { authorization: `Bearer ${Redacted.value(secret)}`, "content-type": "application/json" }
        const answer = yield* Effect.promise(() =>
          fetch(`${baseUrl}/v1/publishers/me${path}`, {
            headers,
            ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
          }),
        )
        return (yield* Effect.promise(() => answer.json())) as Json
      })
      yield* chain.mint(privateKeyToAccount(payoutKey).address, 1_000_000n)

      const buyer = yield* newBuyer()
      const onCredits = yield* buyOver(buyer.secret, "credits 1", { "x-payment-rail": "credits" })
      yield* buyOver(buyer.secret, "credits 2", { "x-payment-rail": "credits" })
      const onChain = yield* buyOver(buyer.secret, "chain", { "payment-signature": payment() })
      expect([onCredits.status, onChain.status]).toEqual([200, 200])
      yield* until(
        Effect.gen(function* () {
          yield* mine(1)
          return (yield* books.balance(publisher.id, [])).maturing === 0n
        }).pipe(Effect.delay("300 millis")),
      )

      const { message } = yield* api("/proofs/wallet/nonce", { address: owner.address })
      const signature = yield* Effect.promise(() => owner.signMessage({ message }))
      expect(yield* api("/proofs/wallet", { message, signature: signature.replace(/.{4}$/, "0000") })).toMatchObject({
        error: { code: "wallet_not_proven" },
      })
      expect(yield* api("/proofs/wallet", { message, signature })).toMatchObject({ kind: "wallet", status: "pending" })
      yield* recordIban(publisher.id, "DE89370400440532013000", "letter 7", "seen")
      yield* approvePublisher(publisher.id, "checked")
      const before = (yield* api("")).balance
      const requested = yield* api("/payouts", {})
      expect(requested).toMatchObject({ status: "requested", calls: 3, amount: before.available })
      yield* decidePayout(requested.id, true, "checked")
      yield* until(
        Effect.gen(function* () {
          yield* mine(1)
          return (yield* payouts.find(null, requested.id)).status === "paid"
        }).pipe(Effect.delay("200 millis")),
      )

      const received = yield* Effect.promise(() =>
        chain.client.readContract({ address: usdcAddress, abi: erc20Abi, functionName: "balanceOf", args: [owner.address] }),
      )
      expect(received).toBe(BigInt(requested.amount.amount_micro_usd))
      const paid = yield* payouts.find(null, requested.id)
      const receipt = yield* Effect.promise(() => chain.client.getTransactionReceipt({ hash: paid.transactionHash as `0x${string}` }))
      expect([receipt.status, Number(receipt.blockNumber)]).toEqual(["success", paid.blockNumber])
      yield* refundCall(CallId.make(onCredits.headers.get("x-payment-id")!), null, "complaint")
      const statement = yield* books.statement(publisher.id, "2026-11", 0, Date.UTC(2100, 0))
      const balance = (yield* api("")).balance
      expect(balance.available.amount).toBeLessThan(0)
      expect(statement.closing).toBe(BigInt(balance.total.amount_micro_usd))
      expect(statement.lines.find(({ kind }) => kind === "paid_out")?.amount).toBe(-received)
      expect((yield* Effect.flatMap(Audit, (audit) => audit.run)).filter(({ violations }) => violations > 0)).toEqual([])
    }),
  )
})
