import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { accountKey } from "../../../../domain/ledger/state.ts"
import { commitmentOf, endMandate, finishEnding } from "../../../../rails/sepa/mandates/endMandate.ts"
import { writeOff } from "../../../../rails/sepa/debits/book.ts"
import { giveUpRemainder } from "../../../../rails/sepa/mandates/remainder.ts"
import { isFee } from "../../../../rails/sepa/store/SepaStore.ts"
import { World } from "../simulation/World.ts"

const dayMs = 86_400_000
const iban = "DE89370400440532013000"

/** An organisation with a mandate since the first of January. */
const mandated = Effect.fnUntraced(function* (seed: number) {
  const world = new World(seed)
  world.advance(Date.UTC(2029, 0, 1) - world.now)
  yield* world.open
  yield* world.registerWebhooks
  yield* world.giveMandate(iban)
  yield* world.deliverWebhooks
  const pass = Effect.fnUntraced(function* (days: number) {
    for (let day = 0; day < days; day++) {
      world.advance(dayMs)
      yield* world.deliverWebhooks
      yield* world.work
    }
  })
  const debtor = () => world.sepa.debtors.get(world.organisation)!
  const account = () => world.books.accounts.get(accountKey(world.organisation, "sepa"))!
  const statusAtStripe = (mandate: string) => world.emulator.state.get("mandate", mandate)?.status
  const end = world.as(Effect.andThen(endMandate(world.organisation, "buyer"), finishEnding(world.organisation)))
  const endByOperator = world.as(Effect.andThen(endMandate(world.organisation, "operator"), finishEnding(world.organisation)))
  const commitment = world.as(commitmentOf(world.organisation))
  return { account, commitment, debtor, end, endByOperator, pass, statusAtStripe, world }
})

describe("a mandate that the buyer ends", () => {
  it.effect("sells nothing more at once, collects what is owed with the fee of its days, and is then detached", () =>
    Effect.gen(function* () {
      const { account, debtor, end, pass, statusAtStripe, world } = yield* mandated(41)
      const mandate = debtor().mandate!.id
      yield* pass(3)
      yield* world.buy(3, 2_000_000)
      const owed = -account().posted
      yield* end
      expect([account().status, debtor().subscription, statusAtStripe(mandate)]).toEqual(["suspended", "cancelled", "active"])
      const debits = () => [...world.sepa.collections.values()]
      expect(debits()).toMatchObject([{ reason: "remainder", status: "processing" }])
      expect([...world.sepa.lines.values()].filter(isFee)).toMatchObject([{ id: "fee:2029-01", cents: (900n * 4n) / 31n }])
      expect(debits()[0]!.micro).toBeGreaterThan(owed)
      yield* end
      yield* pass(18)
      expect([debits()[0]!.status, debits().length, statusAtStripe(mandate)]).toEqual(["succeeded", 1, "inactive"])
      yield* pass(90)
      expect(debits(), "no debit and no fee after the end").toHaveLength(1)

      // A new mandate begins a new fee, and none twice for one month.
      yield* world.giveMandate(iban)
      yield* pass(1)
      expect([account().status, debtor().subscription, debtor().feeFrom]).toEqual(["active", "active", "2029-04"])
    }),
  )

  it.effect("is detached at once where nothing is owed, and the fee of its month is for the days of both when it is given again", () =>
    Effect.gen(function* () {
      const { debtor, end, pass, statusAtStripe, world } = yield* mandated(42)
      const mandate = debtor().mandate!.id
      yield* end
      // One day of the fee is 0.29 EUR, too little for a debit: it is carried to the next mandate.
      expect(statusAtStripe(mandate)).toBe("inactive")
      yield* world.giveMandate(iban)
      yield* pass(33)
      const fees = () => [...world.sepa.lines.values()].filter(isFee).map(({ cents, id }) => [id, cents])
      const january = [
        ["fee:2029-01", 29n],
        ["fee:2029-01:2", 871n],
      ]
      expect(fees(), "the whole fee and no more").toEqual(january)
      yield* pass(28)
      expect(fees()).toEqual([...january, ["fee:2029-02", 900n]])
    }),
  )
})

describe("a mandate that the operator ends", () => {
  it.effect("is ended with what is left below 0.50 EUR, which the platform bears, so that the account is empty", () =>
    Effect.gen(function* () {
      const { account, commitment, debtor, endByOperator, statusAtStripe, world } = yield* mandated(44)
      const mandate = debtor().mandate!.id
      yield* world.buy(2, 100_000)
      expect(yield* commitment).toContain("farthing sepa end-mandate --org")
      yield* endByOperator
      expect([account().posted, statusAtStripe(mandate), yield* commitment]).toEqual([0n, "inactive", undefined])
      expect([...world.sepa.collections.values()]).toEqual([])
      const borne = world.books.transfers.filter(({ debit }) => debit === "platform:rounding")
      expect(borne).toMatchObject([{ credit: "buyer:sepa", amount: debtor().remainder!.micro }])
      expect(borne[0]!.amount, "the calls and the fee of a day").toBeGreaterThan(290_000n)
      expect(world.calls.map(({ settlement }) => settlement)).toEqual(["settled", "settled"])
      yield* endByOperator
      expect(account().posted, "once").toBe(0n)
    }),
  )

  it.effect("is debited a last time first, and a remainder that the buyer left is borne when the operator ends it too", () =>
    Effect.gen(function* () {
      const { account, commitment, debtor, end, endByOperator, pass, statusAtStripe, world } = yield* mandated(45)
      const mandate = debtor().mandate!.id
      yield* world.buy(3, 2_000_000)
      yield* end
      expect(yield* commitment).toContain("Otherwise wait for its last debit")
      yield* endByOperator
      expect(yield* commitment).toContain("is being ended")
      yield* pass(18)
      expect([...world.sepa.collections.values()]).toMatchObject([{ reason: "remainder", status: "succeeded" }])
      expect([account().posted, debtor().carry, statusAtStripe(mandate), yield* commitment]).toEqual([0n, 0n, "inactive", undefined])
    }),
  )
})

it.effect("what an invalid mandate leaves unpaid, however much it is, blocks an erasure until the operator writes it off as a loss", () =>
  Effect.gen(function* () {
    const { account, commitment, debtor, endByOperator, pass, world } = yield* mandated(46)
    const giveUp = world.as(giveUpRemainder(world.organisation, { by: "ada", reason: "the buyer is bankrupt" }))
    yield* world.buy(3, 2_000_000)
    expect(yield* giveUp).toContain("mandate is still valid")
    world.emulator.setMandate(debtor().mandate!.id, "inactive")
    yield* world.deliverWebhooks
    yield* endByOperator
    const owed = -account().posted
    expect(owed).toBeGreaterThan(1_000_000n)
    expect(yield* commitment).toContain(
      `no debit collects it. Write it off: farthing sepa end-mandate --org ${world.organisation} --write-off`,
    )
    expect(yield* giveUp).toBeUndefined()
    expect([account().posted, yield* commitment, debtor().remainder]).toMatchObject([
      0n,
      undefined,
      { micro: owed, booked: true, lost: { by: "ada", reason: "the buyer is bankrupt" } },
    ])
    const lost = world.books.transfers.filter(({ debit }) => debit === "outside:sepa_written_off")
    expect(lost).toMatchObject([{ credit: "buyer:sepa", amount: owed }])
    expect(new Set(world.calls.map(({ settlement }) => settlement))).toEqual(new Set(["failed"]))
    yield* giveUp
    yield* pass(40)
    expect([account().posted, world.sepa.collections.size], "nothing is claimed any more").toEqual([0n, 0])
  }),
)

it.effect("a debit that failed with an invalid mandate blocks an erasure, and the refusal names the command that writes it off", () =>
  Effect.gen(function* () {
    const { commitment, debtor, endByOperator, pass, world } = yield* mandated(47)
    yield* world.buy(10, 4_000_000)
    yield* pass(9)
    world.emulator.revokeAtBank(debtor().mandate!.id)
    yield* pass(18)
    yield* endByOperator
    const [debit] = [...world.sepa.collections.values()]
    expect(debit).toMatchObject({ status: "failed", remedy: "mandate" })
    expect(yield* commitment).toContain(`farthing sepa write-off ${debit!.id} --reason`)
    expect(yield* world.as(giveUpRemainder(world.organisation, { by: "ada", reason: "gone" }))).toContain(`write-off ${debit!.id}`)
    yield* world.as(writeOff(debit!.id, { by: "ada", reason: "gone" }))
    expect(yield* world.as(giveUpRemainder(world.organisation, { by: "ada", reason: "gone" }))).toBeUndefined()
    expect(yield* commitment).toBeUndefined()
  }),
)

it.effect("a mandate that another one replaces is detached once its last debit has ended", () =>
  Effect.gen(function* () {
    const { account, debtor, pass, statusAtStripe, world } = yield* mandated(43)
    const first = debtor().mandate!.id
    yield* world.buy(10, 4_000_000)
    yield* pass(9)
    expect([...world.sepa.collections.values()]).toMatchObject([{ status: "processing", mandate: first }])
    yield* world.giveMandate(iban)
    yield* pass(2)
    expect([debtor().mandate!.id === first, statusAtStripe(first), debtor().replaced.length]).toEqual([false, "active", 1])
    yield* pass(16)
    expect([statusAtStripe(first), statusAtStripe(debtor().mandate!.id), debtor().replaced]).toEqual(["inactive", "active", []])
    expect([...world.sepa.collections.values()][0]!.status).toBe("succeeded")
    expect(account().status).toBe("active")
  }),
)
