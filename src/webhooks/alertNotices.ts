import { Effect, Layer } from "effect"
import { describeAlert } from "../../domain/alerts/Alert.ts"
import { type AlertChannel, AlertQueue, type ClaimedAlert } from "../../domain/alerts/AlertQueue.ts"
import { Alerts } from "../../domain/alerts/Alerts.ts"
import { backgroundLoop } from "../../domain/backgroundLoop.ts"
import { Mailer } from "../../domain/Mailer.ts"
import { sendNotice } from "../../rails/http/sendNotice.ts"

const claimedAtOnce = 20

/** Raises alerts every ten seconds on one of all nodes, and delivers them on every node. */
export const AlertWorkers = Layer.effectDiscard(
  Effect.gen(function* () {
    const { watch } = yield* Alerts
    const { claim } = yield* AlertQueue
    yield* Effect.forkScoped(backgroundLoop("alerts", 10_000, "the limits and balances could not be compared", watch(9_000)))
    const deliver = Effect.flatMap(claim(claimedAtOnce), Effect.forEach(deliverAlert, { concurrency: claimedAtOnce, discard: true }))
    yield* Effect.forkScoped(backgroundLoop("alert_notices", 2_000, "the alerts that are due could not be read", deliver))
  }),
)

const deliverAlert = (claimed: ClaimedAlert) =>
  Effect.forEach(
    claimed.channels,
    Effect.fnUntraced(function* (channel: AlertChannel) {
      const { finish } = yield* AlertQueue
      const failure = yield* channel === "webhook" ? postAlert(claimed) : mailAlert(claimed)
      yield* finish(claimed.alert, { channel, failure })
    }),
    { concurrency: 2, discard: true },
  )

/** The body of the webhook. The id of an alert stays the same however often it is sent. */
const eventOf = ({ at, code, data, id, organisation, ...alert }: ClaimedAlert["alert"]) => ({
  id,
  event: `alert.${code}` as const,
  ts: Math.floor(at / 1000),
  data: { alert_id: id, organisation_id: organisation, ...describeAlert({ code, data, ...alert } as ClaimedAlert["alert"]), ...data },
})

const postAlert = ({ alert, receiver }: ClaimedAlert) =>
  receiver === undefined
    ? Effect.succeed("The organisation has no URL for notices that can be used.")
    : sendNotice(eventOf(alert), receiver)

const mailAlert = Effect.fnUntraced(function* ({ alert, email }: ClaimedAlert) {
  const { send } = yield* Mailer
  if (send === undefined) return "The gateway has no mail server (FARTHING_SMTP_URL)."
  if (email === null) return "The organisation has no contact e-mail."
  const { action, message } = describeAlert(alert)
  const mail = { id: `alert.${alert.id}`, to: email, subject: subjects[alert.code], text: `${message}\n\n${action}\n` }
  return yield* Effect.match(send(mail), { onSuccess: () => undefined, onFailure: ({ message: reason }) => reason })
})

const subjects: Record<ClaimedAlert["alert"]["code"], string> = {
  limit_reached: "A key has used a part of its spending limit",
  balance_low: "The balance is low",
  debit_failed: "A direct debit failed",
  auto_topup_disabled: "Automatic top-ups were switched off",
}
