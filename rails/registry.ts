import { Context, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Ledger } from "../domain/ledger/Ledger.ts"
import type { LedgerQueries } from "../domain/ledger/LedgerQueries.ts"
import type { Deployment } from "../domain/rail/Deployment.ts"
import { type OtherPaymentsStore, OtherPaymentsStores } from "../domain/rail/OtherPayments.ts"
import { type Rail, Rails } from "../domain/rail/Rail.ts"
import { type RailParts, RailWarnings, RailMisconfigured, type RailModule, RailJobs } from "./RailModule.ts"
import type { Components } from "../domain/sandbox/Component.ts"
import { creditsModule } from "./credits/module.ts"
import { sepaModule } from "./sepa/module.ts"
import { sandboxStripeSchema } from "./stripe/sandbox/tables.ts"
import { x402Module } from "./x402/module.ts"

/**
 * Every rail of the gateway, by id, in the order that breaks ties of cost. The allowed values of `X-Payment-Rail`, the
 * documents, the tables and the test matrix all derive from this record: a new rail is a folder, a line here and a fixture.
 */
export const registry = { credits: creditsModule, sepa: sepaModule, x402: x402Module } satisfies Record<
  string,
  RailModule<Ledger | LedgerQueries | SqlClient | Deployment | Components>
>

const routes = Object.values(registry).flatMap((module) => module.routes ?? [])

/** The groups of endpoints that rails add to the API. */
export const railGroups = routes.map(({ group }) => group)

/** Their handlers. */
export const railHandlers = routes.map(({ handlers }) => handlers)

/** The tables that rails bring, for the one who migrates. */
export const railSchemas = [...Object.values(registry).map(({ id, tables }) => ({ name: `rail_${id}`, tables })), sandboxStripeSchema]

/** The environment variables that rails read. */
export const railSettings: ReadonlyArray<string> = Object.values(registry).flatMap(({ settings }) => settings)

/** The rails that the environment sets up, with the services of their own that routes ask for. */
export const railsLayer = Layer.effectContext(Effect.suspend(() => equipAll(Object.values(registry))))

/** What several rails may bring is put together; a service that two of them bring would be one rail's, and no gateway starts with it. */
export const equipAll = Effect.fnUntraced(function* <R>(modules: ReadonlyArray<RailModule<R>>) {
  const rails = new Map<string, Rail>()
  const jobs: Array<NonNullable<RailParts["jobs"]>> = []
  const warnings: Array<NonNullable<RailParts["warning"]>> = []
  const otherPayments: Array<OtherPaymentsStore> = []
  let services = Context.empty()
  for (const { id, make } of modules) {
    const equipped = yield* make
    if (equipped === undefined) continue
    rails.set(id, equipped.rail)
    otherPayments.push(...(equipped.otherPayments ?? []))
    if (equipped.jobs !== undefined) jobs.push(equipped.jobs)
    if (equipped.warning !== undefined) warnings.push(equipped.warning)
    const own = equipped.services ?? Context.empty()
    const doubled = [...own.mapUnsafe.keys()].filter((service) => shared.has(service) || services.mapUnsafe.has(service))
    if (doubled.length > 0) {
      return yield* new RailMisconfigured({
        mistakes: [`The rail ${id} brings ${doubled.join(", ")}, which is not its own to bring: give the service a name of the rail's.`],
      })
    }
    services = Context.merge(services, own)
  }
  return services.pipe(
    Context.add(RailJobs, jobs),
    Context.add(RailWarnings, warnings),
    Context.add(Rails, rails),
    Context.add(OtherPaymentsStores, otherPayments),
  )
})

const shared: ReadonlySet<string> = new Set([RailJobs.key, RailWarnings.key, Rails.key, OtherPaymentsStores.key])
