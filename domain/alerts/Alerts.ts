import { Context, Effect } from "effect"
import type { OrganisationId } from "../money/ids.ts"
import { Refusal, type StorageUnavailable } from "../Refusal.ts"
import type { Alert, AlertContent } from "./Alert.ts"

/** 404: the organisation has no alert with this id. */
export class AlertNotFound extends Refusal("alert_not_found", 404) {}

/** `topic` names what the alert is about: of one topic an organisation gets one alert. */
export type NewAlert = AlertContent & { readonly organisation: OrganisationId; readonly topic: string }

/** `isCurrent` is false where the cause is gone: the key was revoked, its limit changed or the period is over, a higher percentage was raised, or the balance is enough again. */
export type ListedAlert = Alert & { readonly isCurrent: boolean }

export interface AlertFilter {
  readonly acknowledged?: boolean | undefined
  /** Only alerts that are current. */
  readonly current?: true
  /** Only alerts older than this one. */
  readonly before?: string | undefined
}

/** The alerts of organisations. */
export class Alerts extends Context.Service<
  Alerts,
  {
    /** The newest first. */
    readonly list: (
      organisation: OrganisationId,
      filter: AlertFilter,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<ListedAlert>, StorageUnavailable>
    /** A second acknowledgement changes nothing. */
    readonly acknowledge: (
      organisation: OrganisationId,
      id: string,
      by: string,
    ) => Effect.Effect<ListedAlert, AlertNotFound | StorageUnavailable>
    /** Nothing happens where the topic has an alert. */
    readonly raise: (alert: NewAlert) => Effect.Effect<void, StorageUnavailable>
    /**
     * Raises the alerts that are due for limits of keys and for low balances. One node does it at a time, and none within `pauseMs` of the last round.
     * Of a limit and its period the highest percentage that is reached is raised, once.
     */
    readonly watch: (pauseMs: number) => Effect.Effect<void, StorageUnavailable>
  }
>()("farthing/domain/alerts/Alerts") {}

/** How rails raise an alert. Outside of a gateway no alert is raised. */
export const RaiseAlert = Context.Reference<Alerts["Service"]["raise"]>("farthing/domain/alerts/RaiseAlert", {
  defaultValue: () => () => Effect.void,
})
