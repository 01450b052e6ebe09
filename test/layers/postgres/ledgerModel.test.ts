import { describe, expect, it } from "@effect/vitest"
import { Context, Effect, Layer, ManagedRuntime } from "effect"
import { Audit, Ledger } from "../../../domain/ledger/Ledger.ts"
import type { Command } from "../../../domain/ledger/command.ts"
import { PgAudit } from "../../../layers/postgres/PgAudit.ts"
import { recordOf, type Description } from "../../domain/ledger/model/ReferenceState.ts"
import { recordIn, describeOutcome } from "../../domain/ledger/model/describe.ts"
import type { StoreChange } from "../../domain/ledger/model/storeChanges.ts"
import { CommandGenerator } from "../../domain/ledger/model/CommandGenerator.ts"
import { LedgerFixture } from "../../support/ledger/LedgerFixture.ts"
import { outcome, show } from "../../support/ledger/commands.ts"
import { memoryLedgerFixture } from "../../support/ledger/memoryLedgerFixture.ts"
import { otherProcess, postgresLedgerFixture } from "../../support/ledger/postgresLedgerFixture.ts"

/** The same seed gives the same commands. A run that fails names its seed: `LEDGER_SEED=… npx vitest run ledgerModel`. */
const seed = Number(process.env["LEDGER_SEED"] ?? 20_260_115)
const operations = Number(process.env["LEDGER_OPERATIONS"] ?? 20_000)
/** The number of commands that are sent to PostgreSQL at once. */
const wave = 250

const refusals = ["api_key_expired", "api_key_revoked", "idempotency_conflict", "insufficient_balance", "organisation_unavailable"]
const more = ["rate_limit_exceeded", "run_cancelled", "source_unavailable", "spending_not_permitted"]
const limits = ["daily", "max_spend", "monthly", "per_request"].map((limit) => `spend_limit_exceeded ${limit}`)
const answers: Readonly<Record<Command["_tag"], ReadonlyArray<string>>> = {
  Reserve: ["Reserved", "Closed", "Earlier", "CallNotOpen", ...refusals, ...more, ...limits],
  Deliver: ["ok", "CallNotOpen"],
  Capture: ["ok", "CallNotOpen", "Impossible"],
  Release: ["ok", "CallNotOpen", "Impossible"],
  Settle: ["ok", "CallNotOpen", "Impossible"],
  Post: ["ok", "Impossible"],
  // Not generated: the contract of the ledger tests it.
  Refund: [],
  ConfigureAccount: ["ok"],
  Cancel: ["ok", "run_not_found"],
  TakeOver: ["ok", "CallNotOpen"],
}
const everything = Object.entries(answers)
  .flatMap(([tag, kinds]) => kinds.map((kind) => `${tag} ${kind}`))
  .sort()

interface Store {
  readonly name: string
  readonly run: <A>(effect: Effect.Effect<A, never, Ledger | LedgerFixture>) => Promise<A>
  readonly concurrency: number | "unbounded"
}

/** In one wave an organisation keeps to one of two processes, so that its order is known; in the next to the other. */
const Turn = Context.Reference("test/Turn", { defaultValue: () => 0 })

const takingTurns = Effect.gen(function* () {
  const both = [yield* Ledger, yield* otherProcess]
  const processOf = (organisation: string, turn: number) => both[(turn + Number.parseInt(organisation[0]!, 16)) % 2]!
  return Ledger.of({
    execute: (command) => Effect.flatMap(Turn, (turn) => processOf(command.organisation, turn).execute(command)),
    expects: () => false,
    overdue: both[0]!.overdue,
    unsettled: both[0]!.unsettled,
  })
})

const postgresStore = PgAudit.pipe(Layer.provideMerge(Layer.effect(Ledger, takingTurns)), Layer.provideMerge(postgresLedgerFixture))

const set = (settings: ReadonlyArray<StoreChange>) =>
  Effect.flatMap(LedgerFixture, (bench) => Effect.forEach(settings, (setting) => setting(bench), { discard: true }))

describe("the ledger against the reference ledger", () => {
  it(
    `ledgers in memory and PostgreSQL agree with the reference over ${operations} commands of seed ${seed}`,
    { timeout: 600_000 },
    async () => {
      const memory = ManagedRuntime.make(memoryLedgerFixture)
      const postgres = ManagedRuntime.make(postgresStore)
      const stores: ReadonlyArray<Store> = [
        { name: "memory", run: (effect) => memory.runPromise(effect), concurrency: 1 },
        { name: "PostgreSQL", run: (effect) => postgres.runPromise(effect), concurrency: "unbounded" },
      ]
      const world = new CommandGenerator(seed)
      const everywhere = async (settings: ReadonlyArray<StoreChange>) => {
        for (const { run } of stores) await run(set(settings))
      }
      try {
        await everywhere(Array.from({ length: 12 }, () => world.newOrganisation()).flat())
        const answerKinds = new Set<string>()
        for (let done = 0; done < operations; done += wave) {
          await everywhere(Array.from({ length: 3 }, () => world.change()))
          const commands = world.wave(wave)
          for (const { command, expected } of commands)
            answerKinds.add(`${command._tag} ${String(expected["no"] ?? expected["is"] ?? "ok")}`)
          for (const store of stores) await compareAnswers(store, commands, done)
          if ((done / wave) % 16 === 15 || done + wave >= operations) for (const store of stores) await compareRecords(store, world)
        }
        if (operations >= 20_000)
          expect([...answerKinds].sort(), "the generated commands have met every answer of the ledger").toEqual(everything)
        const violated = (await postgres.runPromise(Effect.flatMap(Audit, (audit) => audit.run))).filter((check) => check.violations > 0)
        expect(violated).toEqual([])
      } finally {
        await memory.dispose()
        await postgres.dispose()
      }
    },
  )
})

const compareAnswers = async (
  store: Store,
  commands: ReadonlyArray<{ readonly command: Command; readonly expected: Description }>,
  done: number,
) => {
  const all = Effect.forEach(commands, ({ command }) => outcome(command), { concurrency: store.concurrency })
  const answers = await store.run(Effect.provideService(all, Turn, done / wave))
  for (const [i, { command, expected }] of commands.entries()) {
    const before = commands.slice(0, i).filter((a) => a.command.organisation === command.organisation)
    const where = () =>
      [
        `${store.name} differs on command ${done + i} of seed ${seed}: ${show(command)}`,
        "Before it in this wave:",
        ...before.map(show),
      ].join("\n")
    const description = describeOutcome(answers[i]!)
    if (show(description) !== show(expected)) expect(description, where()).toEqual(expected)
  }
}

const compareRecords = async (store: Store, world: CommandGenerator) => {
  for (const organisation of world.organisations) {
    const rows = await store.run(Effect.flatMap(LedgerFixture, (bench) => bench.rows(organisation)))
    expect(recordIn(rows), `${store.name}, organisation ${organisation}, seed ${seed}`).toEqual(recordOf(world.clerk, organisation))
  }
}
