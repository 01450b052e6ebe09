import { Context, type Effect, type Redacted } from "effect"
import type { NodeId } from "../money/ids.ts"
import { Refusal, type StorageUnavailable } from "../Refusal.ts"
import type { SecretUnreadable } from "../SecretCipher.ts"
import type { MarketplaceId } from "./ids.ts"

/** 404: the marketplace has no event with this id. */
export class EventNotFound extends Refusal("event_not_found", 404) {}
/** 409: the marketplace has no URL to which the event could be sent. */
export class WebhookMissing extends Refusal("webhook_missing", 409) {}

/**
 * `pending`: it will be sent. `sending`: a node sends it. `delivered`: the receiver answered 200 to 299, once at least. `failed`: it answered otherwise, or was
 * not reached. `skipped`: nothing was sent, for want of a URL or a secret. `unknown`: it may have been received.
 */
export const eventStatuses = ["pending", "sending", "delivered", "failed", "skipped", "unknown"] as const
export type EventStatus = (typeof eventStatuses)[number]

/** One event of a marketplace as its log shows it. Times are milliseconds since 1970. */
export interface ConnectEventRecord {
  readonly id: string
  readonly marketplace: MarketplaceId
  readonly event: string
  /** The checkout or the merchant that it is about; of a test, the event itself. */
  readonly subject: string
  readonly status: EventStatus
  /** Why it is not delivered. */
  readonly reason: string | null
  readonly url: string | null
  readonly attempts: number
  readonly nextAttemptAt: number | null
  /** When the receiver took it first. A later attempt by hand does not change this. */
  readonly deliveredAt: number | null
  readonly createdAt: number
}

/** One attempt to deliver an event. */
export interface EventDelivery {
  readonly attempt: number
  /** It was requested with `redeliver`, or is a test. */
  readonly byHand: boolean
  readonly url: string
  readonly status: Exclude<EventStatus, "pending">
  readonly httpStatus: number | null
  readonly reason: string | null
  readonly startedAt: number
  readonly endedAt: number | null
}

export interface ConnectEventDetail extends ConnectEventRecord {
  /** The JSON that is sent, byte for byte. */
  readonly body: string
  readonly deliveries: ReadonlyArray<EventDelivery>
}

/** An event that this node has claimed and must send now. */
export interface ClaimedEvent {
  readonly id: string
  readonly marketplace: MarketplaceId
  readonly event: string
  readonly url: string
  readonly body: string
  readonly attempt: number
  readonly retriesLeft: number
}

/** What an attempt came to. `retryAfterMs`: when it is tried again, if it is. */
export interface DeliveryOutcome {
  readonly status: Exclude<EventStatus, "pending" | "sending">
  readonly httpStatus: number | null
  readonly reason: string | null
  readonly retryAfterMs: number | null
}

export interface EventFilter {
  /** Null: of all marketplaces, for the operator. */
  readonly marketplace: MarketplaceId | null
  readonly status?: EventStatus | undefined
  /** Only events before this one. */
  readonly before?: string | undefined
}

/** The log of events of all marketplaces. */
export class ConnectEvents extends Context.Service<
  ConnectEvents,
  {
    /** The newest first. */
    readonly list: (filter: EventFilter, limit: number) => Effect.Effect<ReadonlyArray<ConnectEventRecord>, StorageUnavailable>
    readonly find: (marketplace: MarketplaceId | null, id: string) => Effect.Effect<ConnectEventDetail, EventNotFound | StorageUnavailable>
    /**
     * Sends an event once more, as soon as a node can. It goes to the URL that it was made for; if there was no URL, to the marketplace's current one.
     * An event that is being sent, or will be at once, stays as it is: two requests before an attempt begins are one attempt.
     */
    readonly redeliver: (
      marketplace: MarketplaceId | null,
      id: string,
    ) => Effect.Effect<ConnectEventRecord, EventNotFound | StorageUnavailable | WebhookMissing>
    /** A test event for the marketplace's current URL, claimed by this node. */
    readonly claimTest: (marketplace: MarketplaceId, node: NodeId) => Effect.Effect<ClaimedEvent, StorageUnavailable | WebhookMissing>
  }
>()("farthing/domain/connect/ConnectEvents") {}

/** The number of places that are in use, by marketplace. */
export type BusyPlaces = ReadonlyMap<MarketplaceId, number>

/** The queue of events that are due. An attempt is written with its node before anything is sent, so no event is sent twice by itself. */
export class EventQueue extends Context.Service<
  EventQueue,
  {
    /** Due events, at most `places.each` of a marketplace less the busy places, and `places.all` in all. */
    readonly claim: (
      node: NodeId,
      busy: BusyPlaces,
      places: { readonly each: number; readonly all: number },
    ) => Effect.Effect<ReadonlyArray<ClaimedEvent>, StorageUnavailable>
    readonly finish: (
      event: Pick<ClaimedEvent, "attempt" | "id" | "marketplace">,
      outcome: DeliveryOutcome,
    ) => Effect.Effect<void, StorageUnavailable>
    /** Marks as unknown what dead nodes were sending, and what a node could not report for two minutes. Answers how many. */
    readonly endAbandoned: (silentMs: number) => Effect.Effect<number, StorageUnavailable>
    /** The marketplace's secret that signs now. Null: it has no secret. */
    readonly signingSecret: (marketplace: MarketplaceId) => Effect.Effect<Redacted.Redacted | null, SecretUnreadable | StorageUnavailable>
    /** Deletes events older than this that are not to be sent. Answers how many. */
    readonly deleteOlder: (ageMs: number) => Effect.Effect<number, StorageUnavailable>
    /** Over all nodes: what waits, and how long the oldest event that is due has waited. */
    readonly backlog: Effect.Effect<{ readonly pending: number; readonly oldestMs: number }, StorageUnavailable>
  }
>()("farthing/domain/connect/EventQueue") {}
