import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Audit } from "../../../domain/ledger/Ledger.ts"
import { postAdjustments } from "../../../domain/publishing/settlePayouts.ts"
import { publisherChecks } from "../../../layers/postgres/publishing/publisherChecks.ts"
import { noon, setTime } from "../../support/ledger/LedgerFixture.ts"
import { Owner } from "../../support/ledger/postgresLedgerFixture.ts"
import { FakePayoutChain } from "../../support/publishing/fakePayoutChain.ts"
import {
  bought,
  consistent,
  newBuyer,
  payAll,
  publishingFixture,
  requested,
  settled,
  verifiedPublisher,
} from "../../support/publishing/publishers.ts"

layer(publishingFixture, { excludeTestServices: true })("the audit of publishers", (it) => {
  it.effect("every check of the audit about publishers has a breach that it finds", () =>
    Effect.gen(function* () {
      yield* setTime(noon)
      const owner = yield* Owner
      const audit = yield* Audit
      const publisher = yield* verifiedPublisher
      const buyer = yield* newBuyer
      const chain = new FakePayoutChain()
      yield* bought(buyer, publisher, "credits", 1_000)
      const debit = yield* bought(buyer, publisher, "sepa", 1_000)
      yield* settled(debit)
      const paid = yield* payAll(publisher, chain)
      yield* settled(debit, "failed")
      yield* postAdjustments
      for (let i = 0; i < 3; i++) yield* bought(buyer, publisher, "credits", 2_000)
      const open = yield* requested(publisher)
      yield* consistent(publisher)
      const violated = Effect.map(audit.run, (checks) =>
        checks.filter(({ name, violations }) => violations > 0 && name in publisherChecks).map(({ name }) => name),
      )
      for (const [name, statements] of Object.entries(breaches)) {
        for (const statement of statements) {
          const seen = yield* Effect.flip(
            owner.withTransaction(
              Effect.gen(function* () {
                yield* owner`alter table transfer disable trigger transfer_append_only`
                yield* owner.unsafe(
                  statement.replaceAll("$publisher", publisher.id).replaceAll("$paid", paid.id).replaceAll("$open", open.id),
                )
                const [row] = yield* owner.unsafe<{ violations: number }>(
                  `select count(*)::int as violations from (${publisherChecks[name]!}) broken`,
                )
                return yield* Effect.fail(row!.violations)
              }),
            ),
          )
          expect([name, statement, Number(seen) > 0]).toEqual([name, statement, true])
        }
      }
      expect(yield* violated).toEqual([])
      expect(Object.keys(breaches)).toEqual(Object.keys(publisherChecks))
    }),
  )
})

/** Ways to break each invariant, as the owner of the database could. */
const breaches: Readonly<Record<string, ReadonlyArray<string>>> = {
  "a publisher is owed what its statement adds up to": [
    "insert into transfer (org, ref, debit, credit, amount, at) values (gen_random_uuid(), 'made up', 'outside:a', 'payee:' || (select payee from publisher_payee where publisher = '$publisher'), 1, farthing_now())",
    "update call set payee = payee || '!' where payee in (select payee from publisher_payee where publisher = '$publisher')",
  ],
  "a payout is the sum of its calls, and booked once when it is paid": [
    "update payout set amount = amount + 1 where id = '$open'",
    "delete from payout_item where payout = '$paid' and kind = 'call'",
    "delete from transfer where org = '$publisher' and ref = 'payout:$paid'",
    "update transfer set ref = 'payout:$open' where org = '$publisher' and ref = 'payout:$paid'",
  ],
  "the calls of a payout are taken while it is open or paid, and free otherwise": [
    "update payout_item set live = false where payout = '$paid'",
    "update payout set status = 'failed' where id = '$open'",
  ],
  "an adjustment of an earning is posted for its amount": [
    "update publisher_adjustment set amount = amount + 1 where publisher = '$publisher'",
    "delete from transfer where org = '$publisher' and ref like 'charge_back:%'",
  ],
}
