import type { Alert, AlertContent } from "../../../domain/alerts/Alert.ts"

/** An alert as JSON. */
export const alertJson = (
  a: string,
) => `json_build_object('id', ${a}.id, 'organisation', ${a}.org, 'code', ${a}.code, 'data', ${a}.data, 'at', ms(${a}.at),
  'acknowledgedAt', ms(${a}.acknowledged_at),
  'webhook', json_build_object('attempts', ${a}.webhook_attempts, 'sentAt', ms(${a}.webhook_sent_at), 'error', ${a}.webhook_error),
  'mail', json_build_object('attempts', ${a}.mail_attempts, 'sentAt', ms(${a}.mail_sent_at), 'error', ${a}.mail_error))`

export interface AlertRow {
  readonly alert: Omit<Alert, "code" | "data"> & AlertContent
}

/** The columns that say when the deliveries of a new alert are due: at once, where its organisation has a URL or an address. */
export const deliveriesDue = (o: string) =>
  `case when ${o}.notice_url is not null then clock_timestamp() end, case when ${o}.email is not null then clock_timestamp() end`
