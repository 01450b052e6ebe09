import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { AlertQueue } from "../../../domain/alerts/AlertQueue.ts"
import { PgAlertQueue } from "../../../layers/postgres/alerts/PgAlertQueue.ts"
import { testCipher } from "../../support/gateway.ts"
import { openBuyer } from "../../support/ledger/commands.ts"
import { Owner, postgresLedgerFixture } from "../../support/ledger/postgresLedgerFixture.ts"

const fixture = Layer.provideMerge(Layer.provide(PgAlertQueue, testCipher), postgresLedgerFixture)

layer(fixture, { excludeTestServices: true })("the queue of alerts", (it) => {
  it.effect("gives a round two alerts of an organisation at most, so that its receiver holds up no other organisation's", () =>
    Effect.gen(function* () {
      const owner = yield* Owner
      const { claim } = yield* AlertQueue
      const [busy, quiet] = [yield* openBuyer(), yield* openBuyer()]
      for (const [organisation, count] of [
        [busy.organisation, 5],
        [quiet.organisation, 1],
      ] as const) {
        yield* owner`insert into alert (org, code, topic, data, webhook_due_at)
          select ${organisation}, 'balance_low', 'balance:' || n, '{}', clock_timestamp() - interval '1 second'
          from generate_series(1, ${count}::int) n`
      }
      const rounds = [yield* claim(3), yield* claim(3), yield* claim(3), yield* claim(3)]
      const organisations = rounds.map((round) => round.map(({ alert }) => alert.organisation))
      expect(organisations.map((round) => round.filter((one) => one === busy.organisation).length)).toEqual([2, 2, 1, 0])
      expect(organisations[0]).toContain(quiet.organisation)
    }),
  )
})
