import { Context, type Effect, type Redacted } from "effect"
import type { StorageUnavailable } from "../Refusal.ts"
import type { MicroUsd } from "../money/Money.ts"
import type { Pricing } from "../catalogue/Source.ts"

/** One thing that a listed API does, and what it costs a call. */
export interface ListedEndpoint {
  readonly method: string
  /** `/notifications/{notificationId}` */
  readonly path: string
  readonly name: string
  readonly pricing: Pricing
  readonly description?: string
  /** The parts of a request, for the directory. Absent where the API was listed without its document's schemas. */
  readonly input?: ReadonlyArray<ListedInput>
  /** Dotted fact types of the answer. */
  readonly output?: ReadonlyArray<string>
}

/** A part of a request: `path.…`, `query.…`, `header.…` or `body`, with its JSON Schema (2020-12). */
export interface ListedInput {
  readonly field: string
  readonly required: boolean
  readonly jsonSchema: Readonly<Record<string, unknown>>
}

/** Another company's API, sold under `{base_url}/<slug>`. */
export interface Listing {
  readonly slug: string
  readonly name: string
  /** Who is paid. */
  readonly publisher: string
  /** Where the API is: a base URL, or `component:<name>` for one that the sandbox runs itself. */
  readonly origin: string
  /** The operator allows a private address for this origin. */
  readonly allowPrivate: boolean
  readonly status: "active" | "paused"
  /** With it the publisher can verify that a request comes from the gateway. */
  readonly signing: { readonly keyId: string; readonly secret: Redacted.Redacted } | null
  /** What one organisation may spend here in a UTC day. */
  readonly dailyCap: MicroUsd | null
  readonly maxAnswerBytes: number
  readonly endpoints: ReadonlyArray<ListedEndpoint>
}

/** How an endpoint is named where operations are: `POST /notify`. */
export const endpointId = ({ method, path }: Pick<ListedEndpoint, "method" | "path">) => `${method} ${path}`

/** Operations of sources have no space in their names. */
export const isEndpointId = (operation: string): boolean => /^[A-Z]+ \//u.test(operation)

/** The APIs that are listed now, by slug: a snapshot in memory that follows the database within a second. */
export class Listings extends Context.Service<
  Listings,
  {
    /** At most half a second old. */
    readonly current: Effect.Effect<ReadonlyMap<string, Listing>>
    /** With every change that was stored before, by any node. While the storage does not answer: as `current`. */
    readonly latest: Effect.Effect<ReadonlyMap<string, Listing>>
    /** Adds a listing or replaces the one of this slug; prices that differ are superseded. */
    readonly put: (listing: Listing) => Effect.Effect<void, StorageUnavailable>
    /** As it is stored now. Undefined: no API is listed as this slug. */
    readonly status: (slug: string) => Effect.Effect<Listing["status"] | undefined, StorageUnavailable>
    readonly setStatus: (slug: string, status: Listing["status"]) => Effect.Effect<boolean, StorageUnavailable>
  }
>()("farthing/domain/listing/Listings") {}
