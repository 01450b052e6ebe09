import { Effect, Layer } from "effect"
import { credits } from "../../rails/credits/rail.ts"
import { openBuyer } from "../support/ledger/commands.ts"
import { rowsOf } from "../support/ledger/LedgerFixture.ts"
import { memoryLedgerFixture } from "../support/ledger/memoryLedgerFixture.ts"
import { RailFixture } from "./RailFixture.ts"
import { railLaws } from "./railLaws.ts"

const prepaid = { exempt: "the money is in the gateway's own ledger: no outside system takes part, refuses or can be down" }
const consented = { exempt: "the key itself is the consent: a caller presents no payment" }

const bench = RailFixture.of({
  rail: credits,
  settles: "at_capture",
  buyer: openBuyer(),
  payment: () => undefined,
  moved: (call) =>
    Effect.map(rowsOf(call), ({ transfers }) =>
      transfers
        .filter((transfer) => transfer.call === call.id && transfer.debit === "buyer:credits")
        .reduce((sum, t) => sum + t.amount, 0n),
    ),
  ripen: Effect.void,
  refuseNext: prepaid,
  loseAnswer: prepaid,
  outage: prepaid,
  badPayment: consented,
  claims: consented,
  webhook: prepaid,
})

railLaws("credits", Layer.succeed(RailFixture, bench).pipe(Layer.provideMerge(memoryLedgerFixture)))
