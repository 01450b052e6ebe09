import { Context, Effect, Layer, Result, type Scope } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Mailer } from "../domain/Mailer.ts"
import type { SecretCipher } from "../domain/SecretCipher.ts"
import type { WebhookSender } from "../domain/WebhookSender.ts"
import type { Ledger } from "../domain/ledger/Ledger.ts"
import type { LedgerQueries } from "../domain/ledger/LedgerQueries.ts"
import type { Deployment } from "../domain/rail/Deployment.ts"
import { type OtherPaymentsStore, OtherPaymentsStores } from "../domain/rail/OtherPayments.ts"
import { type Rail, Rails } from "../domain/rail/Rail.ts"
import { RailAudits, RailJobs, RailMisconfigured, type RailModule, type RailParts, RailWarnings, type SharedModule } from "./RailModule.ts"
import type { Components } from "../domain/sandbox/Component.ts"
import { creditsModule } from "./credits/module.ts"
import { sepaModule } from "./sepa/module.ts"
import { stripeModule } from "./stripe/module.ts"
import { sandboxStripeSchema } from "./stripe/sandbox/tables.ts"
import { x402Module } from "./x402/module.ts"

/**
 * Every rail of the gateway, by id, in the order that breaks ties of cost. The allowed values of `X-Payment-Rail`, the
 * documents, the tables and the test matrix all derive from this record: a new rail is a folder, a line here and a fixture of its test.
 */
export const registry = { credits: creditsModule, sepa: sepaModule, x402: x402Module } satisfies Record<
  string,
  RailModule<Ledger | LedgerQueries | SqlClient | Deployment | Components | Mailer | SecretCipher | WebhookSender>
>

/** What several rails share, in the order in which it is set up: before every rail. */
const sharedModules = [stripeModule]

// These are functions, because a test adds a rail of its own to the record before it loads the gateway.
const routes = () => [...Object.values(registry), ...sharedModules].flatMap((module) => module.routes ?? [])

/** The groups of endpoints that rails add to the API. */
export const railGroups = () => routes().map(({ group }) => group)

/** The handlers of these groups. */
export const railHandlers = () => routes().map(({ handlers }) => handlers)

/** The tables that rails bring, for the one who migrates. */
export const railSchemas = () => [...Object.values(registry).map(({ id, tables }) => ({ name: `rail_${id}`, tables })), sandboxStripeSchema]

/** The columns in which rails keep secrets. */
export const railSecrets = () => [...Object.values(registry), ...sharedModules].flatMap((module) => module.secrets ?? [])
/** The kinds of payments beside calls that rails make. */
export const otherPaymentKinds = () => Object.values(registry).flatMap((module) => module.otherPaymentKinds ?? [])

/** The programs that rails run beside the gateways of a sandbox. */
export const railComponents = () => [...Object.values(registry), ...sharedModules].flatMap((module) => module.sandboxComponents ?? [])

/** Why the sandbox's clock must not be moved, where rails use services with a clock of their own. */
export const railClocks = () => [...Object.values(registry), ...sharedModules].flatMap((module) => module.ownClock ?? [])

/** The jobs of all rails that are due at a time and have not begun since, or have not ended. */
export const unfinishedJobs = Effect.fnUntraced(function* (at: number) {
  const modules = [...Object.values(registry), ...sharedModules]
  const lists = yield* Effect.forEach(modules, (module) => module.unfinishedJobs?.(at) ?? Effect.succeed([]))
  return lists.flat()
})

/** The commands that rails add to the command line. */
export const railCommands = () => Object.values(registry).flatMap((module) => module.command ?? [])

/** The environment variables that rails read. */
export const railSettings = (): ReadonlyArray<string> => [...sharedModules, ...Object.values(registry)].flatMap(({ settings }) => settings)

/** What is wrong in the environment variables of all rails by itself, each a sentence. */
export const railMistakes = Effect.gen(function* () {
  const mistakes: Array<string> = []
  for (const { checkSettings } of [...sharedModules, ...Object.values<Pick<RailModule, "checkSettings">>(registry)]) {
    if (checkSettings === undefined) continue
    const checked = yield* Effect.result(checkSettings)
    if (Result.isFailure(checked)) mistakes.push(...checked.failure.mistakes)
  }
  return mistakes
})

/** The rails that the environment sets up, with the services of their own that routes ask for. */
export const railsLayer = Layer.effectContext(Effect.suspend(() => equipAll(Object.values(registry), sharedModules)))

/**
 * Builds the shared modules and the rails, one after the other, and joins what they bring. Each gets the services of those before it.
 * All mistakes of the environment are reported at once. Two modules that bring the same service are a mistake of the programmer: no
 * gateway starts with them.
 */
export const equipAll = Effect.fnUntraced(function* <R, S = never>(
  modules: ReadonlyArray<RailModule<R>>,
  shared: ReadonlyArray<SharedModule<S>> = [],
) {
  const rails = new Map<string, Rail>()
  const jobs: Array<NonNullable<RailParts["jobs"]>> = []
  const warnings: Array<NonNullable<RailParts["warning"]>> = []
  const otherPayments: Array<OtherPaymentsStore> = []
  const audits: Array<{ readonly rail: string; readonly checks: NonNullable<RailParts["audit"]> }> = []
  const mistakes: Array<string> = []
  let services = Context.empty()
  const all: ReadonlyArray<{ readonly id: string; readonly make: Made<R | S> }> = [...shared, ...modules]
  for (const { id, make } of all) {
    const built: Result.Result<Parts | undefined, RailMisconfigured> = yield* Effect.result(Effect.provide(make, services))
    if (Result.isFailure(built)) mistakes.push(...built.failure.mistakes)
    const parts = Result.isSuccess(built) ? built.success : undefined
    if (parts === undefined) continue
    if (parts.rail !== undefined) rails.set(id, parts.rail)
    otherPayments.push(...(parts.otherPayments ?? []))
    if (parts.audit !== undefined) audits.push({ rail: id, checks: parts.audit })
    if (parts.jobs !== undefined) jobs.push(parts.jobs)
    if (parts.warning !== undefined) warnings.push(parts.warning)
    const own = parts.services ?? Context.empty()
    const doubled = [...own.mapUnsafe.keys()].filter((service) => reserved.has(service) || services.mapUnsafe.has(service))
    if (doubled.length > 0) {
      return yield* new RailMisconfigured({
        mistakes: [`The rail ${id} brings ${doubled.join(", ")}, which another module brings: give the service a name of the rail's own.`],
      })
    }
    services = Context.merge(services, own)
  }
  if (mistakes.length > 0) return yield* new RailMisconfigured({ mistakes })
  return services.pipe(
    Context.add(RailAudits, audits),
    Context.add(RailJobs, jobs),
    Context.add(RailWarnings, warnings),
    Context.add(Rails, rails),
    Context.add(OtherPaymentsStores, otherPayments),
  )
})

type Parts = Omit<RailParts, "rail"> & { readonly rail?: Rail }
type Made<R> = Effect.Effect<Parts | undefined, RailMisconfigured, R | Scope.Scope>

const reserved: ReadonlySet<string> = new Set([RailAudits.key, RailJobs.key, RailWarnings.key, Rails.key, OtherPaymentsStores.key])
