import { Context, Data, type Effect } from "effect"

/**
 * A program that runs beside the gateways of a sandbox, as data: whoever brings one (a rail its chain, the sandbox its
 * demo origins) imports nothing for it. In `command` and `env`, `{port}` stands for a free port of loopback and `{state}`
 * for a directory of the component's own, which outlives it.
 */
export interface Component {
  /** Lower-case letters, digits and hyphens. */
  readonly name: string
  readonly command: readonly [program: string, ...args: ReadonlyArray<string>]
  readonly env?: Readonly<Record<string, string>>
  /**
   * How it is known to be up: it `says` a line `ready http://127.0.0.1:PORT` on its standard output, or it `answers` HTTP
   * at this path of `{port}`, with any status.
   */
  readonly ready: { readonly says: "ready" } | { readonly answers: string }
  /** Where the gateway's database is comes in its environment as `SANDBOX_DATABASE`. */
  readonly database?: boolean
}

/** It is not up, and did not come up while it was waited for. */
export class ComponentUnavailable extends Data.TaggedError("ComponentUnavailable")<{ readonly name: string; readonly message: string }> {}

/** Where the sandbox's components are, at this moment: one that is started anew has another URL, so ask each time. */
export class Components extends Context.Service<
  Components,
  {
    /** The base URL, once the component is up. */
    readonly url: (name: string) => Effect.Effect<string, ComponentUnavailable>
  }
>()("farthing/domain/sandbox/Components") {}
