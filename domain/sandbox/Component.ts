import { Context, Data, type Effect, type Scope } from "effect"

/** A program that runs beside the gateways of a sandbox, as data: a rail brings its chain, the sandbox its demo origins. */
export type Component = ModuleComponent | CommandComponent

interface ComponentBase {
  /** Lower-case letters, digits and hyphens. */
  readonly name: string
  /** After `sandbox advance` this path is posted to, so that the component reads the sandbox's clock at once. */
  readonly clockPath?: string
}

/** A module whose default export is a `ComponentProgram`. It runs in a process of its own, with the gateway's database. */
export interface ModuleComponent extends ComponentBase {
  readonly module: string
}

/** Any other program. In `command` and `env`, `{port}` is a free port of loopback and `{state}` is the component's directory. */
export interface CommandComponent extends ComponentBase {
  readonly command: readonly [program: string, ...args: ReadonlyArray<string>]
  readonly env?: Readonly<Record<string, string>>
  /** It is up when it prints the line `ready http://127.0.0.1:PORT`, or when it answers HTTP at this path of `{port}`, with any status. */
  readonly ready: { readonly says: "ready" } | { readonly answers: string }
  /** It gets the address of the gateway's database in its environment as `SANDBOX_DATABASE`. */
  readonly database?: boolean
}

/** Starts a component, for the scope, and answers its base URL. `running` ends only by a failure, after which it is started again. */
export type ComponentProgram<R = never> = (place: {
  /** A free port of loopback. */
  readonly port: number
  /** The component's own directory, which survives the process. */
  readonly directory: string
}) => Effect.Effect<{ readonly url: string; readonly running: Effect.Effect<unknown, unknown> }, unknown, R | Scope.Scope>

/** The component is down, and did not come up in time. */
export class ComponentUnavailable extends Data.TaggedError("ComponentUnavailable")<{ readonly name: string; readonly message: string }> {}

/** The addresses of the sandbox's components. A restarted component has another URL, so ask at each use. */
export class Components extends Context.Service<
  Components,
  {
    /** The base URL, once the component is up. */
    readonly url: (name: string) => Effect.Effect<string, ComponentUnavailable>
  }
>()("farthing/domain/sandbox/Components") {}
