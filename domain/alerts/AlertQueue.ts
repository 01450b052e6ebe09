import { Context, type Effect, type Redacted } from "effect"
import type { StorageUnavailable } from "../Refusal.ts"
import type { Alert } from "./Alert.ts"

export type AlertChannel = "webhook" | "mail"

/** An alert whose delivery a node has claimed, with the channels that are due and where they go. */
export interface ClaimedAlert {
  readonly alert: Alert
  readonly channels: ReadonlyArray<AlertChannel>
  /** Undefined: the organisation has no URL any more, or its secret cannot be decrypted. */
  readonly receiver: { readonly url: string; readonly secret: Redacted.Redacted } | undefined
  readonly email: string | null
}

/** What became of one attempt. `failure` is a sentence; undefined: it was sent. */
export interface AlertAttempt {
  readonly channel: AlertChannel
  readonly failure: string | undefined
}

/** The deliveries of alerts that are due. An attempt is counted before it begins: after the death of a node it is made again, later. */
export class AlertQueue extends Context.Service<
  AlertQueue,
  {
    readonly claim: (limit: number) => Effect.Effect<ReadonlyArray<ClaimedAlert>, StorageUnavailable>
    readonly finish: (alert: Alert, attempt: AlertAttempt) => Effect.Effect<void, StorageUnavailable>
  }
>()("farthing/domain/alerts/AlertQueue") {}
