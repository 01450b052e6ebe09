import { Context, Data, type Effect, type Scope } from "effect"
import type { PaymentBook } from "./OtherPayments.ts"
import type { Rail } from "./Rail.ts"

/** A rail cannot be set up from what the environment says. Each mistake is a sentence that says what to do. */
export class RailMisconfigured extends Data.TaggedError("RailMisconfigured")<{ readonly mistakes: ReadonlyArray<string> }> {
  override get message() {
    return this.mistakes.join("\n")
  }
}

/** What a module makes: the rail, and services of its own that routes ask for, each a `Context.Reference`. */
export interface Equipped {
  readonly rail: Rail
  readonly services?: Context.Context<never>
  /** A sentence for whoever looks after the gateway, while something is not as it should be. */
  readonly concern?: Effect.Effect<string | undefined>
  /** Payments beside the calls, as this rail keeps them. */
  readonly books?: ReadonlyArray<PaymentBook>
  /** What it does all the time, on every node of a gateway and never in a command: settling, collecting, watching. */
  readonly work?: Effect.Effect<void, never, Scope.Scope>
}

/** Sentences that anybody may read, for `/status`: what an operator should look at. Undefined where all is well. */
export const RailConcerns = Context.Reference<ReadonlyArray<NonNullable<Equipped["concern"]>>>("farthing/domain/rail/RailConcerns", {
  defaultValue: () => [],
})

/** The work of the rails that are set up. */
export const RailWork = Context.Reference<ReadonlyArray<NonNullable<Equipped["work"]>>>("farthing/domain/rail/RailWork", {
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
  readonly make: Effect.Effect<Equipped | undefined, RailMisconfigured, R | Scope.Scope>
}
