import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../../layers/postgres/Database.ts"
import { refundedLimitChanges } from "../../../layers/postgres/schema/0046_refunded_limits.ts"
import { readRun } from "../../support/cluster/client.ts"
import { expectJsonError } from "../../support/cluster/commandLine.ts"
import { baseUrl, newBuyer } from "../../support/gateway.ts"
import { expectCleanAudit } from "../../support/ledger/assertions.ts"
import { farthing, json, operated, why } from "./fixture.ts"

import { balance, paid, usage } from "./calls.ts"

layer(operated({}), { excludeTestServices: true })("refunds of operators", (it) => {
  it.effect("a refunded call gives its charge back once, and its document can still be read", () =>
    Effect.gen(function* () {
      const { organisation, secret } = yield* newBuyer({ dollars: 1 })
      const { id, run } = yield* paid(secret)
      expect(yield* json("call", "refund", id, ...why)).toMatchObject({
        organisation_id: organisation,
        status: "refunded",
        refunded: { amount: 0.001 },
      })
      expect(yield* balance(secret)).toBe(1)
      const again = yield* farthing("call", "refund", id, ...why, "--json")
      expectJsonError(again, { code: "not_refundable", sentence: /refunded before/ })
      const shown = yield* json("call", "show", id)
      expect(shown).toMatchObject({ status: "refunded", amount: { amount: 0.001 }, state: "refunded", delivered: true })
      expect(shown.events.map(({ type }: { type: string }) => type)).toEqual(["reserved", "captured", "refunded"])
      const read = yield* readRun({ baseUrl: yield* baseUrl, secret }, run)
      expect([read.status, read.header("x-money-moved"), read.body.data?.script.token]).toEqual([200, "refunded", "t"])
      expect(read.body.usage!.cost.amount).toBe(0)
      expect(yield* usage(secret)).toMatchObject({
        month_spent: { amount: 0 },
        charges: [{ id, status: "refunded", refunded: { amount: 0.001 } }],
      })
      yield* expectCleanAudit
      // As a release before left it: the refund still counted against the limits.
      const { money: sql } = yield* Database
      yield* sql`update spend set spent = spent + 1000 where org = ${organisation}`
      expect((yield* usage(secret)).month_spent).toMatchObject({ amount: 0.001 })
      for (const statement of refundedLimitChanges) yield* sql.unsafe(statement)
      yield* expectCleanAudit
    }),
  )

  it.effect("a part of a charge that is refunded no longer counts against the month, and the charge shows both amounts", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer({ dollars: 1 })
      const { id } = yield* paid(secret)
      yield* json("call", "refund", id, "--amount", "0.0004", ...why)
      // The payment keeps its amount, in the list too, and states what was given back.
      const both = { id, status: "settled", amount: { amount: 0.001 }, refunded: { amount: 0.0004 } }
      expect((yield* json("payments", "list", "--limit", "1")).payments).toMatchObject([both])
      expect(yield* json("payments", "show", id)).toMatchObject(both)
      expect(yield* usage(secret)).toMatchObject({
        month_spent: { amount: 0.0006 },
        charges: [{ id, status: "charged", cost: { amount: 0.001 }, refunded: { amount: 0.0004 } }],
      })
      const shown = yield* json("call", "show", id)
      expect(shown.events.at(-1)).toMatchObject({ type: "refunded", data: { amount: { amount_micro_usd: "400", currency: "USD" } } })
      const again = yield* farthing("call", "refund", id, "--amount", "0.0006", ...why, "--json")
      expectJsonError(again, { code: "not_refundable", sentence: /0\.0004 USD of its 0\.001 USD were refunded before.*0\.0006 USD/ })
      yield* expectCleanAudit
    }),
  )
})
