import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Redacted } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { english, generateMnemonic } from "viem/accounts"
import { requireSameBooks } from "../../../../rails/x402/bookIdentity.ts"
import { walletEvidence } from "../../../../rails/x402/callRecords.ts"
import { makeParts } from "../../../../rails/x402/parts.ts"
import { AfterStep } from "../../../../rails/x402/settlement/SettlementQueue.ts"
import { sandboxMaster, type X402Settings } from "../../../../rails/x402/settings.ts"
import { compareWallets } from "../../../../rails/x402/wallets/compareWallets.ts"
import { fingerprintOf, walletAddress } from "../../../../rails/x402/wallets/derivedSigner.ts"
import { authorizationFor, payFromWallets } from "../../../../rails/x402/wallets/payFromWallets.ts"
import { retirePhrases, rotatePhrase } from "../../../../rails/x402/wallets/rotation.ts"
import { sweepWallets } from "../../../../rails/x402/wallets/sweeps.ts"
import { usd } from "../../../support/ledger/commands.ts"
import { accountOf, callOf } from "../../../support/ledger/LedgerFixture.ts"
import { ended, FakeSource, orderOf, pay } from "../../../support/ledger/paidCalls.ts"
import { Owner } from "../../../support/ledger/postgresLedgerFixture.ts"
import { settingsOf, treasury, x402Scene, X402Scene } from "../rail/fixture.ts"
import { funded, lookedThrough, until } from "./wallets.ts"

const next = Redacted.make(generateMnemonic(english))
const { terms } = settingsOf({})
const settings = { ...settingsOf({}), master: next, previousMaster: sandboxMaster }
const sweeps = { afterMs: 0, minimum: 1_000n }
const oldOnly = settingsOf({})
const newOnly: X402Settings = { ...settings, previousMaster: undefined }

/** A gateway whose jobs the test runs round by round. The scene's own gateway has the earlier phrase only. */
const gatewayWith = Effect.fnUntraced(function* (phrases: X402Settings) {
  const { chain } = yield* X402Scene
  const intervals = { settleMs: 50, depositsMs: 50, compareMs: 60_000, sweepMs: 100, sweepAfterMs: 0 }
  const urls = Effect.succeed([Redacted.make(chain.url)])
  const parts = yield* makeParts(phrases, { urls, testTiming: { pollMs: 20, healthCacheMs: 0, intervals } })
  return {
    ...parts,
    pay: Effect.provide(payFromWallets(terms, new Set()), parts.context),
    sweep: Effect.provide(sweepWallets(terms, sweeps), parts.context),
    retire: Effect.provide(retirePhrases(sweeps), parts.context),
  }
})

layer(x402Scene(), { excludeTestServices: true })("rotating the phrase of the managed wallets", (it) => {
  it.effect("calls of before and after a rotation are each paid once, and the money of old addresses follows to the new ones", () =>
    Effect.gen(function* () {
      const { balance, breaks, chain, mine, quiet, rail } = yield* X402Scene
      const sql = yield* SqlClient
      const owner = yield* Owner
      yield* requireSameBooks(oldOnly)
      expect(yield* Effect.flip(requireSameBooks(newOnly))).toMatchObject({
        mistakes: [expect.stringContaining("FARTHING_X402_PREVIOUS_MASTER")],
      })
      yield* requireSameBooks(settings)
      const before = yield* balance(treasury)
      const { buyer, wallet: old } = yield* funded(10_000n)
      const current = walletAddress(next, buyer.organisation)
      const gateway = yield* gatewayWith(settings)
      const buys = (source = new FakeSource()) => pay(orderOf(buyer, source), buyer.node, [gateway.rail])

      // One call is in the node's pool, and another one is still at its source.
      yield* Effect.promise(() => chain.client.setAutomine(false))
      const begins = {
        kind: "direct",
        request: "{}",
        waitMs: 0,
        idempotency: { endpoint: "/v1/execute", key: "again", hash: "same" },
      } as const
      const keyed = () => pay(orderOf(buyer, new FakeSource(), { begins }), buyer.node, [gateway.rail])
      const inThePool = ended((yield* keyed()).paid, "Delivered").closed.call
      yield* until(sql`select from rail_x402.settlement where state = 'sent'`, (rows) => rows.length === 1)
      const delivers = Deferred.makeUnsafe<void>()
      const slow = new FakeSource()
      slow.answers = Effect.as(Deferred.await(delivers), { body: "{}", amount: usd(700) })
      const atTheSource = yield* Effect.forkScoped(buys(slow))
      yield* until(accountOf(buyer, "x402"), ({ held }) => held === 1_000n)

      yield* owner`insert into node (id) values (gen_random_uuid())`
      expect(yield* Effect.flip(rotatePhrase(settings))).toMatchObject({
        message: expect.stringContaining("1 of 1 running gateways do not have the new phrase"),
      })
      yield* owner`update node set seen_at = '-infinity'`
      expect(yield* rotatePhrase(settings)).toEqual({ previous: fingerprintOf(sandboxMaster), current: fingerprintOf(next) })
      expect((yield* Effect.flip(rotatePhrase(settings))).message).toContain("has the current phrase")
      expect(yield* Effect.flip(requireSameBooks(newOnly))).toMatchObject({ mistakes: [expect.stringContaining("may have money")] })
      expect(yield* Effect.flip(requireSameBooks(oldOnly))).toMatchObject({ mistakes: [expect.stringContaining("another phrase")] })

      // A gateway with the old phrase only follows within a second: it takes no call on a wallet that it cannot sign for, and says so.
      const offer = rail.offer(
        { organisation: buyer.organisation, key: buyer.key },
        { max: usd(1000), payee: "", priceId: null },
        undefined,
      )
      const refusal = yield* until(Effect.result(offer), ({ _tag }) => _tag === "Failure")
      expect(refusal).toMatchObject({ failure: { _tag: "Unavailable", message: expect.stringContaining(fingerprintOf(next)) } })
      expect(yield* (yield* gatewayWith(oldOnly)).warning).toContain(fingerprintOf(next))
      expect(yield* gateway.warning).toBeUndefined()
      const identity = gateway.rail.identity!({ organisation: buyer.organisation, key: null })
      yield* until(identity, ({ walletAddress: shown }) => shown === current)

      expect((yield* Effect.flip(gateway.retire)).message).toContain("is still needed: 1 addresses with money, 2 open calls")

      // The sweep leaves what the two calls of before need, and is stored before it is submitted: the process ends in between.
      const dies = Effect.provideService(gateway.sweep, AfterStep, (step) => (step === "journaled" ? Effect.interrupt : Effect.void))
      expect(Exit.hasInterrupts(yield* Effect.exit(dies))).toBe(true)
      const journal = sql<{ state: string; value: string }>`select state, value::text as value from rail_x402.sweep order by created_at`
      expect(yield* journal).toEqual([{ state: "open", value: "8300" }])
      expect(yield* sql`select from rail_x402.settlement where reference like 'sweep:%'`).toEqual([])
      const after = ended((yield* buys()).paid, "Delivered").closed.call
      expect([inThePool.evidence, after.evidence]).toEqual([null, walletEvidence(2)])
      yield* gateway.pay
      expect(yield* sql`select from rail_x402.settlement where payer = ${current}`, "the new address has no money yet").toEqual([])

      expect((yield* keyed()).paid, "the same Idempotency-Key after the rotation").toMatchObject({ _tag: "Earlier", run: inThePool.run })

      Deferred.doneUnsafe(delivers, Effect.void)
      const delivered = ended((yield* Fiber.join(atTheSource)).paid, "Delivered").closed.call
      yield* Effect.promise(() => chain.client.setAutomine(true))
      yield* mine(3)
      // Both gateways pay what is open, the one with the new phrase too, and every round of the sweeps is repeated.
      const rounds = Effect.andThen(Effect.all([gateway.sweep, gateway.sweep, gateway.pay], { concurrency: 3 }), mine(1))
      const settledCalls = Effect.forEach([inThePool, delivered, after], (call) =>
        Effect.map(callOf(call), ({ proof, settlement }) => [settlement, proof === null ? null : JSON.parse(proof).payer]),
      )
      yield* until(Effect.andThen(rounds, settledCalls), (calls) => calls.every(([settlement]) => settlement === "settled"))
      expect(yield* settledCalls).toEqual([
        ["settled", old],
        ["settled", old],
        ["settled", current],
      ])
      yield* until(Effect.andThen(rounds, journal), (all) => all.every(({ state }) => state === "done") && all.length > 0)
      yield* quiet
      expect(yield* balance(treasury)).toBe(before + 2_100n)
      expect((yield* balance(old)) + (yield* balance(current))).toBe(7_900n)
      expect((yield* accountOf(buyer, "x402")).posted, "a sweep is no deposit").toBe(7_900n)

      // A deposit to the old address is credited and swept too, and then the phrase may go.
      yield* chain.mint(old, 3_000n)
      yield* mine(2)
      yield* until(accountOf(buyer, "x402"), ({ posted }) => posted === 10_900n)
      yield* until(Effect.andThen(rounds, balance(current)), (amount) => amount === 10_900n)
      yield* quiet
      yield* lookedThrough
      const compare = Effect.provide(compareWallets(0), gateway.context)
      for (const _ of [1, 2, 3]) expect(yield* compare).toEqual([])
      expect(yield* breaks).toEqual([])
      expect((yield* accountOf(buyer, "x402")).posted).toBe(10_900n)
      yield* until(Effect.andThen(rounds, Effect.result(gateway.retire)), ({ _tag }) => _tag === "Success")
      yield* requireSameBooks(newOnly)

      // A ledger that lost its first payment in a restored backup buys again under the same Idempotency-Key: the address that paid signs.
      const again = { ...inThePool, evidence: walletEvidence(2) }
      const from = (call: typeof again) =>
        Effect.map(Effect.provide(authorizationFor(terms, call), gateway.context), (signed) => signed.from)
      expect(yield* from(again)).toBe(old)
      expect(yield* from({ ...again, step: 7 })).toBe(current)
    }),
  )
})
