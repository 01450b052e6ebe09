import { Context, type Effect, type Redacted } from "effect"
import { type InvalidRequest, Refusal, type StorageUnavailable } from "../Refusal.ts"
import type { Publisher, PublisherId, ProviderProof } from "./Publisher.ts"
import type { FeeRate } from "./earnings.ts"

/** 404: the operator named a publisher that does not exist. */
export class PublisherNotFound extends Refusal("publisher_not_found", 404) {}
/** 409: a payee is paid through one publisher. */
export class PayeeTaken extends Refusal("payee_taken", 409) {}
/** 409: a payout or a correction of the publisher has calls of the payee. */
export class PayeeInUse extends Refusal("payee_in_use", 409) {}
/** 403: the operator has suspended the publisher. It can read, and request nothing. */
export class PublisherSuspended extends Refusal("publisher_suspended", 403) {}

export type NewProof = Pick<ProviderProof, "kind" | "subject" | "evidence" | "submittedBy">

export type PublisherChange = Partial<Pick<Publisher, "name" | "status" | "payees"> & { readonly removedPayees: ReadonlyArray<string> }>

/** Publishers, their keys, proofs and rates. A key is returned once, at its creation; only its hash is stored. */
export class Publishers extends Context.Service<
  Publishers,
  {
    readonly create: (
      name: string,
      payees: ReadonlyArray<string>,
    ) => Effect.Effect<{ readonly publisher: Publisher; readonly secret: Redacted.Redacted }, PayeeTaken | StorageUnavailable>
    readonly find: (id: string) => Effect.Effect<Publisher, PublisherNotFound | StorageUnavailable>
    /** The oldest first. */
    readonly list: (after: string | null, limit: number) => Effect.Effect<ReadonlyArray<Publisher>, StorageUnavailable>
    /** A member that is absent stays as it is. `payees` are added, `removedPayees` removed: those of which nothing was paid out or corrected yet. */
    readonly change: (
      id: PublisherId,
      change: PublisherChange,
    ) => Effect.Effect<Publisher, InvalidRequest | PayeeInUse | PayeeTaken | PublisherNotFound | StorageUnavailable>
    /** Revokes the key before, at once. */
    readonly renewKey: (id: PublisherId) => Effect.Effect<Redacted.Redacted, PublisherNotFound | StorageUnavailable>
    /** The publisher whose key has this hash (SHA-256). Undefined: no such key, or a revoked one. */
    readonly authenticate: (hash: Uint8Array) => Effect.Effect<Publisher | undefined, StorageUnavailable>

    /** The newest first. */
    readonly proofs: (id: PublisherId) => Effect.Effect<ReadonlyArray<ProviderProof>, StorageUnavailable>
    readonly addProof: (id: PublisherId, proof: NewProof) => Effect.Effect<ProviderProof, StorageUnavailable>
    /** Approves all proofs that wait and have not expired. Answers them. */
    readonly approveProofs: (id: PublisherId, by: string) => Effect.Effect<ReadonlyArray<ProviderProof>, StorageUnavailable>
    readonly newNonce: (id: PublisherId, nonce: string, validMs: number) => Effect.Effect<void, StorageUnavailable>
    /** Takes a nonce: true once, for its own publisher, within its time. */
    readonly takeNonce: (id: PublisherId, nonce: string) => Effect.Effect<boolean, StorageUnavailable>

    readonly rates: Effect.Effect<ReadonlyArray<FeeRate>, StorageUnavailable>
    readonly setRate: (rate: FeeRate) => Effect.Effect<void, StorageUnavailable>
    /** The clock of the database, in milliseconds since 1970. */
    readonly now: Effect.Effect<number, StorageUnavailable>
  }
>()("farthing/domain/publishing/Publishers") {}
