import { Context, Data, type Effect, type Layer, type Schema, type Scope } from "effect"
import type { Command, Flag } from "effect/cli"
import type { HttpApiGroup } from "effect/http-api"
import type { SqlClient } from "effect/sql/SqlClient"
import type { OperatorAction } from "../domain/operating/OperatorLog.ts"
import type { OtherPayment, OtherPaymentsStore } from "../domain/rail/OtherPayments.ts"
import type { Rail, Unavailable } from "../domain/rail/Rail.ts"
import type { SecretColumn } from "../domain/SecretCipher.ts"
import type { Deployment } from "../domain/rail/Deployment.ts"
import type { Component } from "../domain/sandbox/Component.ts"
import type { RailUnavailable } from "./RailUnavailable.ts"
import type { Guarded, RequestGuard } from "./http/RoutePolicy.ts"

/** The environment variables do not set the rail up. Each mistake is a sentence that says what to do. */
export class RailMisconfigured extends Data.TaggedError("RailMisconfigured")<{ readonly mistakes: ReadonlyArray<string> }> {
  override get message() {
    return this.mistakes.join("\n")
  }
}

/**
 * Comparisons for `farthing ledger audit`, by a sentence that states what must hold: the rail's own tables with the ledger, or with the
 * outside where its money moved. Each answers one sentence per break, which names the payment and both sides, or fails if the outside
 * cannot be read. They only read, may run beside traffic, and bound what they read.
 */
export type RailAudit = Readonly<Record<string, Effect.Effect<ReadonlyArray<string>, Unavailable>>>

/** What a module makes: the rail, and services of its own that routes ask for, each a `Context.Reference`. */
export interface RailParts {
  readonly rail: Rail
  readonly services?: Context.Context<never>
  /** A sentence for the operator while something needs attention. */
  readonly warning?: Effect.Effect<string | undefined>
  /** Payments beside the calls, as this rail keeps them. */
  readonly otherPayments?: ReadonlyArray<OtherPaymentsStore>
  readonly audit?: RailAudit
  /** What it does all the time, on every node of a gateway and never in a command: settling, collecting, watching. */
  readonly jobs?: Effect.Effect<void, never, Scope.Scope>
}

/** Sentences that anybody may read, for `/status`: what an operator should look at. Undefined where all is well. */
export const RailWarnings = Context.Reference<ReadonlyArray<NonNullable<RailParts["warning"]>>>("farthing/rails/RailWarnings", {
  defaultValue: () => [],
})

/** The work of the rails that are set up. */
export const RailJobs = Context.Reference<ReadonlyArray<NonNullable<RailParts["jobs"]>>>("farthing/rails/RailJobs", {
  defaultValue: () => [],
})

/** The audits of the rails that have one, in the order of the registry. */
export const RailAudits = Context.Reference<ReadonlyArray<{ readonly rail: string; readonly checks: RailAudit }>>(
  "farthing/rails/RailAudits",
  { defaultValue: () => [] },
)

/** A group of endpoints that a rail adds to the API, with its handlers. The rail's own services reach them as references. */
export interface RailRoutes {
  readonly group: HttpApiGroup.Constraint
  readonly handlers: Layer.Layer<never, never, Guarded | RequestGuard>
}

export interface RailHeader {
  readonly name: string
  readonly description: string
}

/** What the command line lends to the commands of a rail. */
export interface CommandTools {
  /** Every command has it. */
  readonly jsonFlag: Flag.Flag<boolean>
  /** Runs a command with the rails of the environment, then prints its result: with `--json` the value, otherwise the text. */
  readonly run: <E>(
    json: boolean,
    command: Effect.Effect<{ readonly value: object; readonly text: string }, E>,
  ) => Effect.Effect<void, unknown>
  /** Why an operator does this. Every command that changes something takes it. */
  readonly reasonFlag: Flag.Flag<string>
  /**
   * The same as `run`, with a line in the log of the operators before the command and one with its value after it. An
   * erased organisation is refused, except by a command that ends what it still has or owes. The action may be read first.
   */
  readonly operate: <E extends { readonly message: string }>(
    json: boolean,
    action: OperatorAction | Effect.Effect<OperatorAction, E>,
    command: Effect.Effect<{ readonly value: object; readonly text: string }, E>,
    options?: { readonly alsoErased?: boolean },
  ) => Effect.Effect<void, unknown>
  readonly otherPaymentView: (payment: OtherPayment) => object
}

/** All that a rail brings: the registry has one line for each. `R` is what it needs of the gateway. */
export interface RailModule<R = never> {
  readonly id: string
  readonly description: string
  /** Statements by name (`0001_…`), run once each, in order: tables in the schema `rail_<id>`. */
  readonly tables: Readonly<Record<string, ReadonlyArray<string>>>
  /** The environment variables it reads. */
  readonly settings: ReadonlyArray<string>
  /** Refuses what is wrong in them by itself, before the database is opened. `make` refuses what contradicts the database. */
  readonly checkSettings?: Effect.Effect<unknown, RailMisconfigured, Deployment>
  /** Columns of its tables that hold secrets, encrypted by `SecretCipher`. */
  readonly secrets?: ReadonlyArray<SecretColumn>
  readonly routes?: ReadonlyArray<RailRoutes>
  /** Headers in which a caller presents a payment: for the document and for CORS. */
  readonly requestHeaders?: ReadonlyArray<RailHeader>
  /** Headers of a paid response: a `challenge` goes with a 402, a `receipt` also with a success. */
  readonly responseHeaders?: ReadonlyArray<RailHeader & { readonly on: "challenge" | "receipt" }>
  /** Members of a challenge beside `error` in the body of a 402. */
  readonly challengeMembers?: Schema.Struct.Fields
  /** Kinds of payments beside calls that this rail makes. */
  readonly otherPaymentKinds?: ReadonlyArray<string>
  /** A command of the operator, with its subcommands. */
  readonly command?: (tools: CommandTools) => Command.Command<string, never, unknown, unknown>
  /** Programs that run beside the gateways of a sandbox. */
  readonly sandboxComponents?: ReadonlyArray<Component>
  /** Why the sandbox's clock must not be moved: the environment uses a service with a clock of its own. Undefined if it may be moved. */
  readonly ownClock?: Effect.Effect<string | undefined>
  /** Jobs of its gateways that are due at a time of the sandbox's clock and have not begun since, or have begun and not ended, by name. */
  readonly unfinishedJobs?: (at: number) => Effect.Effect<ReadonlyArray<string>, RailUnavailable, SqlClient>
  /** Undefined where the environment has not set the rail up. */
  readonly make: Effect.Effect<RailParts | undefined, RailMisconfigured, R | Scope.Scope>
}

/** What several rails share and is no rail itself, for instance the connection to Stripe. It is set up before the rails, which get its services. */
export interface SharedModule<R = never> extends Pick<
  RailModule,
  "id" | "settings" | "checkSettings" | "secrets" | "routes" | "sandboxComponents" | "ownClock" | "unfinishedJobs"
> {
  /** Undefined where the environment has not set it up. */
  readonly make: Effect.Effect<Omit<RailParts, "rail"> | undefined, RailMisconfigured, R | Scope.Scope>
}
