import { expect, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import { privateKeyToAccount, generatePrivateKey } from "viem/accounts"
import { OrganisationId } from "../../../../domain/money/ids.ts"
import { microUsd } from "../../../../domain/money/Money.ts"
import { transferCall } from "../../../../rails/x402/evm/contracts.ts"
import { decodePaymentHeader } from "../../../../rails/x402/protocol/Payment.ts"
import { usdcAddress, waitUntilMined } from "../../../../rails/x402/sandbox/placeContracts.ts"
import { facilitatorReference } from "../../../../rails/x402/settlement/gasShares.ts"
import { Settlements } from "../../../../rails/x402/settlement/Settlements.ts"
import { openUnclaimed } from "../../../../rails/x402/store/unclaimed.ts"
import { creditByOperator, creditUnclaimed } from "../../../../rails/x402/unclaimedPayments.ts"
import { openBuyer } from "../../../support/ledger/commands.ts"
import { accountOf, callOf } from "../../../support/ledger/LedgerFixture.ts"
import { FakeSource, orderOf, pay, sourceDown } from "../../../support/ledger/paidCalls.ts"
import { Owner } from "../../../support/ledger/postgresLedgerFixture.ts"
import { settingsOf, treasury, X402Scene, x402Scene } from "./fixture.ts"
import { signer } from "./signer.ts"

const authorizationIn = (header: string) => Result.getOrThrow(decodePaymentHeader("PAYMENT-SIGNATURE", header)).authorization

/** As `POST /settle` of another caller submits it. */
const settleForAnother = Effect.fnUntraced(function* (header: string) {
  const { context } = yield* X402Scene
  const { settle } = yield* Effect.provide(Settlements, context)
  return yield* settle(authorizationIn(header), facilitatorReference("another"), 60_000)
})

/** As anybody can who has seen the payment. */
const submitAsStranger = Effect.fnUntraced(function* (header: string) {
  const { chain } = yield* X402Scene
  const stranger = privateKeyToAccount(generatePrivateKey())
  yield* chain.gas(stranger.address)
  const data = transferCall(authorizationIn(header))
  return yield* Effect.promise(async () => {
    const hash = await chain.client.sendTransaction({ account: stranger, to: usdcAddress, data })
    await waitUntilMined(chain.client, hash, "it was reverted")
    return hash
  })
})

/** Buys with the payment, and returns the call once its settlement is final. */
const buyWith = Effect.fnUntraced(function* (header: string, answers?: FakeSource["answers"]) {
  const { quiet, rail } = yield* X402Scene
  const buyer = yield* openBuyer({ credits: 0 })
  const source = new FakeSource()
  if (answers !== undefined) source.answers = answers
  const { paid } = yield* pay(orderOf(buyer, source, { presented: header }), buyer.node, [rail])
  if (paid._tag !== "Delivered" && paid._tag !== "Failed") return yield* Effect.die(new Error(JSON.stringify(paid._tag)))
  yield* quiet
  return { tag: paid._tag, call: yield* callOf(paid.closed.call), balance: paid.closed.balance }
})

layer(x402Scene({ answerWithinMs: 60_000, maxValidSeconds: 700 }), { excludeTestServices: true })(
  "payments that somebody else submitted",
  (it) => {
    it.effect("a payment that another caller settles while the source is called pays for the call, and ledger and chain agree", () =>
      Effect.gen(function* () {
        const { moved, payment } = yield* X402Scene
        const header = payment()
        const context = yield* Effect.context<X402Scene>()
        const answers = Effect.as(Effect.provide(settleForAnother(header), context), { body: "{}", amount: microUsd(700n) })
        const { call, tag } = yield* buyWith(header, Effect.orDie(answers))
        expect([tag, call.settlement, call.amount]).toEqual(["Delivered", "settled", 700n])
        const { from, nonce } = authorizationIn(header)
        expect(yield* moved(from, nonce)).toBe(1_000n)
      }),
    )

    it.effect("a payment that was settled before it was presented buys its call, and only one", () =>
      Effect.gen(function* () {
        const { payment, rail } = yield* X402Scene
        for (const submit of [submitAsStranger, settleForAnother]) {
          const header = payment()
          yield* submit(header)
          const { call, tag } = yield* buyWith(header)
          expect([tag, call.settlement, call.settles]).toEqual(["Delivered", "settled", "before_dispatch"])
          expect(JSON.parse(call.proof!)).toMatchObject({ amount: "1000", nonce: authorizationIn(header).nonce })
          const other = yield* openBuyer({ credits: 0 })
          const again = yield* Effect.flip(pay(orderOf(other, new FakeSource(), { presented: header }), other.node, [rail]))
          expect(again).toMatchObject({
            code: "insufficient_balance",
            message: expect.stringContaining("was presented for another call before"),
          })
        }
      }),
    )

    it.effect("a payment that somebody else submitted is credited to the organisation if the source delivers nothing", () =>
      Effect.gen(function* () {
        const { payment } = yield* X402Scene
        const header = payment()
        yield* submitAsStranger(header)
        const { balance, call, tag } = yield* buyWith(header, sourceDown)
        expect([tag, call.state, balance]).toEqual(["Failed", "refunded", 1_000n])
      }),
    )

    it.effect("the audit names a payment that a stranger submitted and no request presented, until a call presents it", () =>
      Effect.gen(function* () {
        const { breaks, mine, payer, payment } = yield* X402Scene
        expect(yield* breaks).toEqual([])
        const header = payment()
        const hash = yield* submitAsStranger(header)
        expect(yield* breaks).toEqual([])
        yield* mine(2)
        const [first, ...others] = yield* breaks
        expect(others).toEqual([])
        expect(first).toContain(`transaction ${hash}`)
        expect(first).toContain(`${payer.toLowerCase()} paid 1000 micro-USD by authorization ${authorizationIn(header).nonce}`)
        yield* buyWith(header)
        expect(yield* breaks).toEqual([])
      }),
    )

    it.effect("the audit takes no payment of a facilitator's caller and no plain transfer for a break", () =>
      Effect.gen(function* () {
        const { breaks, chain, mine, payment, quiet } = yield* X402Scene
        yield* settleForAnother(payment())
        yield* chain.mint(treasury, 5_000n)
        yield* mine(2)
        yield* quiet
        expect(yield* breaks).toEqual([])
      }),
    )

    it.effect("the audit finds a call that is settled by another transaction than its proof names, on both sides", () =>
      Effect.gen(function* () {
        const { breaks, payment } = yield* X402Scene
        const owner = yield* Owner
        const { call } = yield* buyWith(payment())
        expect(yield* breaks).toEqual([])
        const { hash } = JSON.parse(call.proof!) as { readonly hash: string }
        const falsified = `0x${"ab".repeat(32)}`
        yield* owner`update call set proof = replace(proof, ${hash}, ${falsified}) where id = ${call.id}`
        expect(yield* breaks).toEqual([
          expect.stringContaining(`transaction ${hash}`),
          expect.stringMatching(new RegExp(`^call ${call.id}: .* did not pay 1000 micro-USD in transaction ${falsified}`)),
        ])
        yield* owner`update call set proof = replace(proof, ${falsified}, ${hash}) where id = ${call.id}`
      }),
    )

    it.effect("a cancelled authorization is refused as used", () =>
      Effect.gen(function* () {
        const { cancelLast, payment, rail } = yield* X402Scene
        const header = payment()
        yield* cancelLast
        const buyer = yield* openBuyer({ credits: 0 })
        const refused = yield* Effect.flip(pay(orderOf(buyer, new FakeSource(), { presented: header }), buyer.node, [rail]))
        expect(refused).toMatchObject({ message: expect.stringContaining("invalid_exact_evm_nonce_already_used") })
      }),
    )

    it.effect(
      "a payment whose validBefore is far in the future (2^255) is refused with the latest one that is accepted, and its call is not dispatched",
      () =>
        Effect.gen(function* () {
          const { payment, rail } = yield* X402Scene
          const buyer = yield* openBuyer({ credits: 0 })
          const source = new FakeSource()
          for (const validForSeconds of [800n, 2n ** 255n]) {
            const order = orderOf(buyer, source, { presented: payment({ validForSeconds }) })
            const refused = yield* Effect.flip(pay(order, buyer.node, [rail]))
            expect(refused).toMatchObject({
              status: 402,
              payment_reason: "invalid_exact_evm_payload_authorization_valid_before",
              message: expect.stringContaining("sign one with a validBefore of at most"),
            })
          }
          expect(source.dispatches).toBe(0)
        }),
    )

    // The last test: 2,110 blocks move the time of the chain.
    it.effect("a payment that no call took is credited once to the payer's organisation, or by the operator if that is not known", () =>
      Effect.gen(function* () {
        const { breaks, chain, context, mine, quiet } = yield* X402Scene
        const { address, payments } = signer()
        yield* chain.mint(address, 10_000n)
        const { payment } = payments({ chain, now: () => BigInt(Math.floor(Date.now() / 1000)), to: treasury })
        const { call } = yield* buyWith(payment())
        const buyer = { organisation: call.organisation }
        const before = (yield* accountOf(buyer))?.posted ?? 0n
        const hash = yield* submitAsStranger(payment())
        yield* settleForAnother(payment())
        yield* quiet
        const open = Effect.map(Effect.provide(openUnclaimed(1_000), context), (all) =>
          all.filter(({ payer }) => payer === address.toLowerCase()),
        )
        const round = Effect.provide(creditUnclaimed(settingsOf({}).terms), context)
        yield* round
        expect(yield* open, "both can still be presented for a call").toEqual([])
        yield* mine(2_110)
        yield* Effect.all([round, round], { concurrency: 2 })
        yield* round
        expect((yield* accountOf(buyer)).posted).toBe(before + 1_000n)
        const posts = yield* (yield* Owner)`select from post_ref where ref like ${`unclaimed:${hash}:%`}`
        expect(posts).toHaveLength(1)
        const [left, ...others] = yield* open
        expect([left?.settledBy, left?.organisation, others]).toEqual([facilitatorReference("another"), null, []])
        expect(yield* breaks).toContainEqual(expect.stringContaining(`transaction ${left!.hash}, log ${left!.logIndex}`))
        const credit = (to: typeof buyer.organisation) => Effect.provide(creditByOperator(left!.hash, left!.logIndex, to), context)
        expect(yield* credit(OrganisationId.make(crypto.randomUUID())), "no such organisation").toBeUndefined()
        expect(yield* credit(buyer.organisation)).toMatchObject({ value: 1_000n })
        expect(yield* credit(buyer.organisation), "credited already").toBeUndefined()
        expect((yield* accountOf(buyer)).posted).toBe(before + 2_000n)
        expect(yield* open).toEqual([])
      }),
    )
  },
)
