import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { CheckoutChain, type CheckoutChainShape } from "../../../../domain/connect/CheckoutChain.ts"
import { type CheckoutRecord, Checkouts } from "../../../../domain/connect/Checkouts.ts"
import { Marketplaces } from "../../../../domain/connect/Marketplaces.ts"
import { Merchants } from "../../../../domain/connect/Merchants.ts"
import { changeCheckout } from "../../../../domain/connect/payCheckout.ts"
import { CheckoutInput } from "../../../../domain/connect/transition.ts"
import { lookAtDue, searchPayments } from "../../../../domain/connect/watchCheckouts.ts"
import { Database } from "../../../../layers/postgres/Database.ts"
import { prepaidAlone } from "../../../../rails/credits/rail.ts"
import { newCheckout } from "../../../support/checkout.ts"
import { fakeCheckoutChain, paidBy } from "../../../support/connect/fakeCheckoutChain.ts"
import { freshDatabase } from "../../../support/database.ts"
import { storage } from "../../../support/gateway.ts"
import { Mortal } from "../../../support/mortal.ts"

const database = Layer.unwrap(
  Effect.map(freshDatabase, (location) => storage.pipe(Layer.provideMerge(Layer.mergeAll(Database.layer(location), prepaidAlone)))),
)

/** A chain whose search repeats every payment that is not final, as the real one does. */
const searchable = () => {
  const { chain, state } = fakeCheckoutChain()
  const blocks: Array<{ readonly checkout: string; readonly transactionHash: string }> = []
  const pay = (id: string, transactionHash: string) => {
    blocks.push({ checkout: id, transactionHash })
    state.proofs.set(`${id} ${transactionHash}`, paidBy(transactionHash, { final: false, logIndex: blocks.length }))
  }
  const finish = () => {
    for (const [key, proof] of state.proofs) if (proof._tag === "Paid") state.proofs.set(key, { ...proof, final: true })
  }
  const isFinal = () => [...state.proofs.values()].every((proof) => proof._tag === "Paid" && proof.final)
  const shape: CheckoutChainShape = {
    ...chain,
    findPayments: (from) =>
      Effect.sync(() => ({ payments: blocks.slice(Number(from)), nextBlock: isFinal() ? BigInt(blocks.length) : from })),
  }
  return { pay, finish, shape }
}

/** What a node's workers do in one round. */
const works = Effect.andThen(Effect.exit(lookAtDue), Effect.exit(searchPayments))

layer(database, { excludeTestServices: true })("a node that dies while it confirms checkouts", (it) => {
  it.effect("each checkout is paid once or expires once, with one event, at whichever step the nodes die", () =>
    Effect.gen(function* () {
      const { money: sql } = yield* Database
      const checkouts = yield* Checkouts
      const marketplaces = yield* Marketplaces
      const { id: marketplace } = yield* marketplaces.create({
        name: "M",
        feeBasisPoints: 1_000,
        wallet: null,
        rate: 600,
        webhookUrl: null,
      })
      const { merchant } = yield* Effect.flatMap(Merchants, ({ startLink }) => startLink(marketplace, "seller-1"))
      const chain = searchable()
      const create = Effect.map(
        checkouts.create({ ...newCheckout(), marketplace, merchant: merchant.id, webhookUrl: "https://market.example.com/" }, null),
        ({ record }) => record,
      )
      // Half a minute later another node is given what the dead one had claimed.
      const later = Effect.andThen(
        sql`update checkout set next_at = farthing_now() where next_at is not null and status <> 'paid'`,
        sql`update checkout_search set leased_until = clock_timestamp()`,
      )
      const round = (mortal: Mortal) =>
        Effect.andThen(later, works).pipe(
          Effect.provideService(Checkouts, mortal.wrap("checkouts", checkouts)),
          Effect.provideService(CheckoutChain, mortal.wrap("chain", chain.shape)),
        )
      const heirs = Effect.andThen(later, Effect.all([works, works], { concurrency: 2 })).pipe(
        Effect.provideService(CheckoutChain, chain.shape),
      )
      const names = new Set<string>()
      const outcomes = (records: ReadonlyArray<CheckoutRecord>) =>
        Effect.forEach(records, ({ checkout: { id } }) =>
          Effect.map(
            sql<{
              readonly outcome: string
            }>`select c.status || ' ' || coalesce((select string_agg(e.event, ',') from connect_event e where e.subject = c.id), '')
              || ' ' || (select count(*) from checkout_payment p where p.checkout = c.id) as outcome from checkout c where c.id = ${id}`,
            ([row]) => row!.outcome,
          ),
        )
      for (const after of [false, true]) {
        for (let [at, died] = [1, true]; died; at++) {
          const [presented, unpresented, unpaid] = [yield* create, yield* create, yield* create]
          const hash = () => `0x${randomUUID().replaceAll("-", "").repeat(2)}`
          const [first, second] = [hash(), hash()]
          yield* changeCheckout(presented, CheckoutInput.Presented({ hash: first, buyer: null }))
          chain.pay(presented.checkout.id, first)
          chain.pay(unpresented.checkout.id, second)
          yield* sql`update checkout set created_at = created_at - interval '21 minutes', expires_at = expires_at - interval '21 minutes'
            where id = ${unpaid.checkout.id}`
          // One node dies while the payments are in a block, and one while they are final.
          const [includes, settles] = [new Mortal(at, after), new Mortal(at, after)]
          yield* round(includes)
          yield* heirs
          chain.finish()
          yield* round(settles)
          yield* heirs
          died = includes.hasDied || settles.hasDied
          for (const name of [...includes.steps, ...settles.steps]) names.add(name)
          expect([at, ...(yield* outcomes([presented, unpresented, unpaid]))]).toEqual([
            at,
            "paid payment.paid 1",
            "paid payment.paid 1",
            "expired payment.failed 0",
          ])
        }
      }
      expect([...names].sort()).toEqual([
        "chain.findPayments",
        "chain.prove",
        "chain.proveRelay",
        "checkouts.change",
        "checkouts.claimDue",
        "checkouts.claimSearch",
        "checkouts.find",
        "checkouts.finishSearch",
        "checkouts.searchedAt",
      ])
    }),
  )
})
