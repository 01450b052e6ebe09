import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { accountKey } from "../../../../domain/ledger/state.ts"
import type { Command } from "../../../../domain/ledger/command.ts"
import { Ledger } from "../../../../domain/ledger/Ledger.ts"
import { configureAccount } from "../../../../rails/sepa/mandates/configureAccount.ts"
import { refreshMandate } from "../../../../rails/sepa/mandates/setUpPage.ts"
import { SepaStore } from "../../../../rails/sepa/store/SepaStore.ts"
import { World } from "../simulation/World.ts"
import { collectionOf } from "../support/samples.ts"

const withMandate = Effect.fnUntraced(function* (seed: number) {
  const world = new World(seed)
  yield* world.open
  yield* world.registerWebhooks
  yield* world.giveMandate("DE89370400440532013000")
  yield* world.work
  const account = () => world.books.accounts.get(accountKey(world.organisation, "sepa"))!
  expect(account().status).toBe("active")
  return { world, account }
})

/** The ledger, with something that happens before the first command of a kind. */
const before = (wanted: (command: Command) => boolean, happens: Effect.Effect<unknown, unknown, SepaStore | Ledger>) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const context = yield* Effect.context<SepaStore>()
    let happened = false
    return Ledger.of({
      ...ledger,
      execute: ((command: Command) => {
        if (happened || !wanted(command)) return ledger.execute(command)
        happened = true
        return Effect.andThen(
          Effect.orDie(Effect.provideService(Effect.provide(happens, context), Ledger, ledger)),
          ledger.execute(command),
        )
      }) as typeof ledger.execute,
    })
  })

it.effect("a debit that fails while the terms are granted still suspends the account", () =>
  Effect.gen(function* () {
    const { account, world } = yield* withMandate(1)
    const { organisation } = world
    const fails = Effect.gen(function* () {
      const failed = collectionOf(organisation, { status: "failed", booked: "failed" })
      world.sepa.collections.set(failed.id, failed)
      yield* world.as(configureAccount(organisation))
      expect(account().status).toBe("suspended")
    })
    yield* world.as(
      Effect.gen(function* () {
        const ledger = yield* before(({ _tag }) => _tag === "ConfigureAccount", fails)
        yield* Effect.provideService(configureAccount(organisation), Ledger, ledger)
      }),
    )
    expect(account().status).toBe("suspended")
  }),
)

it.effect("the account is suspended before the store records that its mandate is inactive", () =>
  Effect.gen(function* () {
    const { account, world } = yield* withMandate(2)
    const debtor = world.sepa.debtors.get(world.organisation)!
    world.emulator.setMandate(debtor.mandate!.id, "inactive")
    let statusThen: string | undefined
    yield* world.as(
      Effect.gen(function* () {
        const store = yield* SepaStore
        const watched: typeof store = {
          ...store,
          changeDebtor: (organisation, change) => {
            statusThen = account().status
            return store.changeDebtor(organisation, change)
          },
        }
        yield* Effect.provideService(refreshMandate(debtor), SepaStore, watched)
      }),
    )
    expect([statusThen, account().status]).toEqual(["suspended", "suspended"])
  }),
)
