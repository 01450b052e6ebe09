import { Effect, Layer } from "effect"
import type { Alert } from "../../../domain/alerts/Alert.ts"
import { type AlertAttempt, type AlertChannel, AlertQueue, type ClaimedAlert } from "../../../domain/alerts/AlertQueue.ts"
import { noticeSecret } from "../../../domain/identity/Organisations.ts"
import { SecretCipher, secretPlace } from "../../../domain/SecretCipher.ts"
import { Database, orUnavailable } from "../Database.ts"
import { alertJson, type AlertRow } from "./alertRows.ts"

interface Row extends AlertRow {
  readonly webhook: boolean
  readonly mail: boolean
  readonly url: string | null
  readonly secret: string | null
  readonly email: string | null
}

/** After this many attempts, in about two days, a delivery is given up. */
const maxAttempts = 12

/** The next attempt: after a minute, then after twice as long each time, at most six hours. */
const nextDue = (channel: AlertChannel) =>
  `case when a.${channel}_due_at <= clock_timestamp() then clock_timestamp() + least(interval '6 hours', interval '1 minute' * 2 ^ a.${channel}_attempts)
     else a.${channel}_due_at end`
const nextAttempts = (channel: AlertChannel) => `a.${channel}_attempts + (a.${channel}_due_at <= clock_timestamp())::int`

/** Alerts of one organisation in a round: a receiver that does not answer holds up no other organisation's. */
const share = 2

const claimDue = `
  with ranked as (
    select a.org, a.id, row_number() over (partition by a.org order by least(a.webhook_due_at, a.mail_due_at)) as place
    from alert a where (a.webhook_due_at is not null or a.mail_due_at is not null) and least(a.webhook_due_at, a.mail_due_at) <= clock_timestamp()),
  due as (
    select a.org, a.id, coalesce(a.webhook_due_at <= clock_timestamp(), false) as webhook, coalesce(a.mail_due_at <= clock_timestamp(), false) as mail
    from alert a join ranked r on r.org = a.org and r.id = a.id
    where r.place <= ${share} and least(a.webhook_due_at, a.mail_due_at) <= clock_timestamp()
    order by least(a.webhook_due_at, a.mail_due_at) limit $1::text::int for update of a skip locked)
  update alert a set webhook_due_at = ${nextDue("webhook")}, mail_due_at = ${nextDue("mail")},
      webhook_attempts = ${`coalesce(${nextAttempts("webhook")}, a.webhook_attempts)`}, mail_attempts = ${`coalesce(${nextAttempts("mail")}, a.mail_attempts)`}
    from due d join organisation o on o.id = d.org where a.org = d.org and a.id = d.id
    returning ${alertJson("a")} as alert, d.webhook, d.mail, o.notice_url as url, o.notice_secret as secret, o.email`

const make = Effect.gen(function* () {
  const { money: sql } = yield* Database
  const { decrypt } = yield* SecretCipher

  const receiverOf = ({ alert, secret, url }: Row) =>
    secret === null || url === null
      ? Effect.undefined
      : Effect.map(decrypt(secret, secretPlace(noticeSecret, alert.organisation)), (decrypted) => ({ url, secret: decrypted })).pipe(
          Effect.catch(({ message }) =>
            Effect.as(Effect.logError(`no alert is posted to the organisation ${alert.organisation}. ${message}`), undefined),
          ),
        )

  const claimed = (row: Row): Effect.Effect<ClaimedAlert> =>
    Effect.map(receiverOf(row), (receiver) => ({
      alert: row.alert,
      channels: [...(row.webhook ? (["webhook"] as const) : []), ...(row.mail ? (["mail"] as const) : [])],
      receiver,
      email: row.email,
    }))

  return AlertQueue.of({
    claim: (limit) => Effect.flatMap(orUnavailable(sql.unsafe<Row>(claimDue, [String(limit)])), Effect.forEach(claimed)),
    finish: ({ id, organisation }: Alert, { channel, failure }: AlertAttempt) => {
      const set =
        failure === undefined
          ? `${channel}_due_at = null, ${channel}_sent_at = clock_timestamp(), ${channel}_error = $3`
          : `${channel}_due_at = case when ${channel}_attempts < ${maxAttempts} then ${channel}_due_at end, ${channel}_error = $3`
      return sql
        .unsafe(`update alert set ${set} where org = $1::text::uuid and id = $2::text::uuid and ${channel}_sent_at is null`, [
          organisation,
          id,
          failure ?? null,
        ])
        .pipe(orUnavailable, Effect.asVoid)
    },
  })
})

export const PgAlertQueue: Layer.Layer<AlertQueue, never, Database | SecretCipher> = Layer.effect(AlertQueue, make)
