import { Context, Data, type Effect, type Scope } from "effect"
import type { OtherPaymentsStore } from "./OtherPayments.ts"
import type { Rail } from "./Rail.ts"

/** A rail cannot be set up from what the environment says. Each mistake is a sentence that says what to do. */
export class RailMisconfigured extends Data.TaggedError("RailMisconfigured")<{ readonly mistakes: ReadonlyArray<string> }> {
  override get message() {
    return this.mistakes.join("\n")
  }
}

/** What a module makes: the rail, and services of its own that routes ask for, each a `Context.Reference`. */
export interface RailParts {
  readonly rail: Rail
  readonly services?: Context.Context<never>
  /** A sentence for whoever looks after the gateway, while something is not as it should be. */
  readonly warning?: Effect.Effect<string | undefined>
  /** Payments beside the calls, as this rail keeps them. */
  readonly otherPayments?: ReadonlyArray<OtherPaymentsStore>
  /** What it does all the time, on every node of a gateway and never in a command: settling, collecting, watching. */
  readonly jobs?: Effect.Effect<void, never, Scope.Scope>
}

/** Sentences that anybody may read, for `/status`: what an operator should look at. Undefined where all is well. */
export const RailWarnings = Context.Reference<ReadonlyArray<NonNullable<RailParts["warning"]>>>("farthing/domain/rail/RailWarnings", {
  defaultValue: () => [],
})

/** The work of the rails that are set up. */
export const RailJobs = Context.Reference<ReadonlyArray<NonNullable<RailParts["jobs"]>>>("farthing/domain/rail/RailJobs", {
  defaultValue: () => [],
})

/** All that a rail brings: the registry has one line for each. `R` is what it needs of the gateway. */
export interface RailModule<R = never> {
  readonly id: string
  readonly description: string
  /** Statements by name (`0001_…`), run once each, in order: tables in the schema `rail_<id>`. */
  readonly tables: Readonly<Record<string, ReadonlyArray<string>>>
  /** The environment variables it reads. */
  readonly settings: ReadonlyArray<string>
  /** Undefined where the environment has not set the rail up. */
  readonly make: Effect.Effect<RailParts | undefined, RailMisconfigured, R | Scope.Scope>
}
