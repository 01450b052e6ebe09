import { Context, type Effect } from "effect"
import type { OrganisationId } from "../money/ids.ts"
import { Refusal, type StorageUnavailable } from "../Refusal.ts"

/** 404: the organisation has not linked this account. */
export class LinkNotFound extends Refusal("link_not_found", 404) {}

/** What an organisation can link, by a secret key that it presents once. */
export const linkedKinds = ["marketplace", "publisher"] as const
export type LinkedKind = (typeof linkedKinds)[number]

export interface NewLinkedKey {
  readonly kind: LinkedKind
  /** The marketplace or publisher of the key. */
  readonly account: string
  /** SHA-256 of the key. */
  readonly hash: Uint8Array
  /** The organisation's key that linked it; of a person, the member's own. */
  readonly by: string
}

export interface LinkedKey {
  readonly kind: LinkedKind
  readonly account: string
  readonly name: string
  /** False once the key was revoked or replaced: the link then opens nothing. */
  readonly isActive: boolean
  readonly linkedAt: number
}

/**
 * Marketplaces and publishers whose pages the owners and admins of an organisation may use. A link stands for the key that made it: what revokes
 * the key ends the link. Only the hash of the key is stored.
 */
export class LinkedKeys extends Context.Service<
  LinkedKeys,
  {
    /** A second link to the same account replaces its key. */
    readonly link: (organisation: OrganisationId, key: NewLinkedKey) => Effect.Effect<void, StorageUnavailable>
    /** The oldest first. */
    readonly list: (organisation: OrganisationId) => Effect.Effect<ReadonlyArray<LinkedKey>, StorageUnavailable>
    readonly unlink: (organisation: OrganisationId, account: string) => Effect.Effect<void, LinkNotFound | StorageUnavailable>
    /** The hash of the key by which this member's organisation linked the account. Undefined: no link, or the member may not manage the organisation. */
    readonly hashFor: (
      memberKeyHash: Uint8Array,
      kind: LinkedKind,
      account: string,
    ) => Effect.Effect<Uint8Array | undefined, StorageUnavailable>
  }
>()("farthing/domain/identity/LinkedKeys") {}
