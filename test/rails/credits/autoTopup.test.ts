import { expect, layer } from "@effect/vitest"
import { Cause, Context, Effect, Layer, Redacted } from "effect"
import { fileURLToPath } from "node:url"
import { Audit, Ledger } from "../../../domain/ledger/Ledger.ts"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { availableBalance } from "../../../domain/ledger/state.ts"
import { buyerAccount, outside } from "../../../domain/ledger/postings.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { locationText } from "../../../layers/postgres/connection.ts"
import { Database, RailDatabase } from "../../../layers/postgres/Database.ts"
import { PgAudit } from "../../../layers/postgres/PgAudit.ts"
import { PgLedger } from "../../../layers/postgres/PgLedger.ts"
import { PgLedgerQueries } from "../../../layers/postgres/PgLedgerQueries.ts"
import { PgOrganisations } from "../../../layers/postgres/PgOrganisations.ts"
import { credits } from "../../../rails/credits/rail.ts"
import { Rails } from "../../../domain/rail/Rail.ts"
import { advanceAutoTopup, makeAutoTopups } from "../../../rails/credits/autoTopup/AutoTopups.ts"
import { AutoTopupStore, makePgAutoTopupStore } from "../../../rails/credits/autoTopup/AutoTopupStore.ts"
import { makePgTopupStore, TopupStore } from "../../../rails/credits/topups/TopupStore.ts"
import { makePgStripeStore, StripeStore } from "../../../rails/stripe/store.ts"
import { StripeApi } from "../../../rails/stripe/StripeApi.ts"
import { fillIn } from "../../e2e/sepa/fixture.ts"
import { freshDatabase } from "../../support/database.ts"
import { newBuyer, testCipher } from "../../support/gateway.ts"
import { spawnNode } from "../../support/cluster/gatewayProcess.ts"
import { Died, Mortal } from "../../support/mortal.ts"

const emulator = ["src/sandbox/supervisor/componentEntry.ts", "rails/stripe/sandbox/server/serveStripe.ts"].map((path) =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url)),
)

const tables = Layer.effectContext(
  Effect.gen(function* () {
    return Context.make(TopupStore, yield* makePgTopupStore).pipe(
      Context.add(AutoTopupStore, yield* makePgAutoTopupStore),
      Context.add(StripeStore, yield* makePgStripeStore),
    )
  }),
)

/** The automatic top-ups over a database and the sandbox's Stripe in a process of its own. No gateway runs: the test is every node. */
const fixture = Layer.unwrap(
  Effect.gen(function* () {
    const location = yield* freshDatabase
    const { baseUrl } = yield* spawnNode(emulator, /^ready (http:\S+)$/, { SANDBOX_DATABASE: locationText(location) })
    const stripe = StripeApi.ofComponent(Redacted.make("sk_test_farthing_sandbox"), Effect.succeed(baseUrl))
    return Layer.mergeAll(tables, Layer.succeed(StripeApi, stripe), PgLedger, PgLedgerQueries, PgAudit, PgOrganisations).pipe(
      Layer.provide([RailDatabase, testCipher, Layer.succeed(Rails, new Map([["credits", credits]]))]),
      Layer.provideMerge(Database.layer(location)),
    )
  }),
)

const balanceOf = (organisation: OrganisationId) =>
  Effect.map(
    Effect.flatMap(LedgerQueries, ({ accounts }) => accounts(organisation)),
    availableBalance,
  )

/** An organisation with 1 USD that tops up 10 USD below 5 USD, at most 20 USD a month, with a saved card. */
const withCard = Effect.gen(function* () {
  const { key, organisation } = yield* newBuyer({ dollars: 1 })
  const context = yield* Effect.context<TopupStore | AutoTopupStore | StripeStore | StripeApi | Ledger | LedgerQueries>()
  const amounts = { thresholdMicro: 5_000_000n, cents: 1_000n, monthlyCents: 2_000n }
  const pages = { newCard: false, successUrl: "https://shop.example/done", cancelUrl: "https://shop.example/back" }
  const { auto } = yield* makeAutoTopups(context).switchOn({ organisation, key: key.id, ...amounts, ...pages })
  yield* fillIn(auto.page!.url!, { number: "4242424242424242", name: "Ada" })
  const chargedCents = Effect.gen(function* () {
    const { customer } = (yield* (yield* AutoTopupStore).find(organisation))!
    const { items } = yield* (yield* StripeApi).paymentIntents({ customer: customer!, created: { gte: 0 } }, 1_000)
    return items.filter(({ status }) => status === "succeeded").map(({ amount }) => amount)
  })
  const spend = (cents: bigint, ref: string) =>
    Effect.flatMap(Ledger, (ledger) =>
      ledger.execute({
        _tag: "Post",
        organisation,
        ref,
        transfers: [{ debit: buyerAccount("credits"), credit: outside("grant"), amount: microUsd(cents * 10_000n) }],
      }),
    )
  return { organisation, chargedCents, spend }
})

/** One round of a node that dies at a step. Answers its steps, and whether it died. */
const mortalRound = Effect.fnUntraced(function* (organisation: OrganisationId, at: number, after: boolean) {
  const mortal = new Mortal(at, after)
  const exit = yield* advanceAutoTopup({ organisation }).pipe(
    Effect.provideService(TopupStore, mortal.wrap("topups", yield* TopupStore)),
    Effect.provideService(AutoTopupStore, mortal.wrap("autos", yield* AutoTopupStore)),
    Effect.provideService(StripeApi, mortal.wrap("stripe", yield* StripeApi)),
    Effect.provideService(Ledger, mortal.wrap("ledger", yield* Ledger)),
    Effect.exit,
  )
  if (exit._tag === "Failure") expect(Cause.squash(exit.cause)).toBeInstanceOf(Died)
  return { died: mortal.hasDied, steps: mortal.steps }
})

/** Nodes that run at the same moment. One may meet the other's transaction; its next round is then in order. */
const race = (organisation: OrganisationId, nodes: number) =>
  Effect.all(
    Array.from({ length: nodes }, () => Effect.exit(advanceAutoTopup({ organisation }))),
    { concurrency: nodes },
  )

layer(fixture, { excludeTestServices: true, timeout: "240 seconds" })("an automatic top-up", (it) => {
  it.effect("is charged once and credited once, at whichever step between the two its node is killed", () =>
    Effect.gen(function* () {
      const names = new Set<string>()
      for (const after of [false, true]) {
        for (let [at, died] = [1, true]; died; at++) {
          const { chargedCents, organisation } = yield* withCard
          const round = yield* mortalRound(organisation, at, after)
          died = round.died
          for (const name of round.steps) names.add(name)
          yield* race(organisation, 2)
          yield* race(organisation, 1)
          expect([at, after, yield* chargedCents, yield* balanceOf(organisation)]).toEqual([at, after, [1_000], 11_000_000n])
        }
      }
      expect([...names]).toEqual(expect.arrayContaining(["autos.begin", "stripe.createPaymentIntent", "autos.end", "ledger.execute"]))
      expect((yield* Effect.flatMap(Audit, ({ run }) => run)).filter(({ violations }) => violations > 0)).toEqual([])
    }),
  )

  it.effect("is charged at most up to the month's ceiling, however many nodes and debits of the balance race", () =>
    Effect.gen(function* () {
      const { chargedCents, organisation, spend } = yield* withCard
      for (let round = 0; round < 6; round++) {
        const balance = yield* balanceOf(organisation)
        // What is there is spent in parts while three nodes look at the balance.
        const parts =
          balance > 2_000_000n ? [0, 1, 2, 3].map((part) => spend((balance - 1_000_000n) / 40_000n, `round ${round} ${part}`)) : []
        yield* Effect.all([race(organisation, 3), ...parts], { concurrency: "unbounded" })
        yield* race(organisation, 3)
      }
      expect(yield* chargedCents).toEqual([1_000, 1_000])
      expect((yield* (yield* AutoTopupStore).monthCents(organisation)).toString()).toBe("2000")
      expect(yield* balanceOf(organisation)).toBe(1_000_000n)
    }),
  )
})
