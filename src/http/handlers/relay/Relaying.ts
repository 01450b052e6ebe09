import { Context, type Effect } from "effect"
import type { SourceUnavailable } from "../../../../domain/catalogue/sourceErrors.ts"

/** Where a listed API is now. */
export interface Whereabouts {
  readonly origin: string
  /** What stands before the listed paths: "" or begins with a slash. */
  readonly basePath: string
  readonly allowed: boolean
}

/** What the relay needs to know of the world around it. */
export class Relaying extends Context.Service<
  Relaying,
  {
    /** Resolves a listing's `origin`: a base URL, or a component that the sandbox runs. */
    readonly locate: (origin: string, allowPrivate: boolean) => Effect.Effect<Whereabouts, SourceUnavailable>
    readonly timeoutMs: number
    /** After that, for settling and capturing. */
    readonly closingMs: number
  }
>()("farthing/src/http/handlers/relay/Relaying") {}
