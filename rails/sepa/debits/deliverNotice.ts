import { Effect } from "effect"
import { Mailer } from "../../../domain/Mailer.ts"
import { hourMs } from "../../../domain/time.ts"
import { euros, SepaTerms } from "../settings.ts"
import { type Collection, collectionReference } from "../store/Collection.ts"
import { SepaStore } from "../store/SepaStore.ts"

const firstPauseMs = 60_000
const maxPauseMs = 6 * hourMs

/** Whether the gateway has to send the notice of this debit now. Stripe sends it where the mandate is Stripe's. */
export const noticeIsDue = ({ notice, status, voidedAt }: Collection, now: number): boolean =>
  (status === "new" || status === "processing") && voidedAt === null && notice.delivery?.dueAt != null && notice.delivery.dueAt <= now

/**
 * Sends the notice of a debit by mail, or stores why that failed and when it is tried again: after a minute, then after twice as long each
 * time, at most 6 hours, until the day of the debit. A crash between the mail and its entry sends the same mail twice, under one id.
 */
export const deliverNotice = Effect.fnUntraced(function* ({ id, notice }: Collection) {
  const store = yield* SepaStore
  // Another node may have announced another day since the list was read.
  const collection = yield* store.collection(id)
  const now = yield* store.now
  if (collection === undefined || collection.notice.at !== notice.at || !noticeIsDue(collection, now)) return
  const isLate = now >= Date.parse(notice.debitOn)
  const failure = isLate ? undefined : yield* sendMail(collection)
  yield* store.changeCollection(id, (current) => {
    const { delivery } = current.notice
    if (delivery === undefined || delivery.sentAt !== null || current.notice.at !== notice.at) return current
    const attempts = delivery.attempts + 1
    const pause = Math.min(maxPauseMs, firstPauseMs * 2 ** delivery.attempts)
    const after = isLate
      ? { ...delivery, dueAt: null, error: `${delivery.error ?? "It was not sent in time."} The day of the debit has come.` }
      : failure === undefined
        ? { attempts, dueAt: null, sentAt: now, channel: "mail" as const, error: null }
        : { ...delivery, attempts, dueAt: now + pause, error: failure }
    return { ...current, notice: { ...current.notice, delivery: after } }
  })
})

/** Why the mail was not sent. Undefined: the mail server took it. */
const sendMail = Effect.fnUntraced(function* (collection: Collection) {
  const { send } = yield* Mailer
  const { creditorName } = yield* SepaTerms
  const contact = yield* (yield* SepaStore).contact(collection.organisation)
  if (send === undefined) return "The gateway has no mail server (FARTHING_SMTP_URL)."
  if (creditorName === undefined) return "The gateway does not know the creditor's name (FARTHING_SEPA_CREDITOR_NAME)."
  if (contact === undefined || contact.email === null) return "The organisation has no contact e-mail."
  const text = noticeText(collection, creditorName, contact.name)
  const subject = `Notice of a SEPA direct debit of ${euros(collection.cents)} on ${collection.notice.debitOn}`
  const mail = { id: `${collection.id}.${collection.notice.debitOn}`, to: contact.email, subject, text }
  return yield* Effect.match(send(mail), { onSuccess: () => undefined, onFailure: ({ message }) => message })
})

/** Every fact that a payer needs to recognise the debit. Short lines, so that mail programs show them as they are. */
export const noticeText = ({ cents, id, notice }: Collection, creditorName: string, payer: string): string =>
  [
    `To ${payer}`,
    "",
    "the following amount will be debited from your account by SEPA direct debit.",
    "",
    `Amount:            ${euros(cents)}`,
    `Day of the debit:  ${notice.debitOn}, not before`,
    `Account:           the IBAN that ends with ${notice.last4 ?? "(not known)"}`,
    `Creditor:          ${creditorName}`,
    `Creditor ID:       ${notice.creditorId}`,
    `Mandate reference: ${notice.mandateReference ?? "(not known)"}`,
    `Statement text:    ${collectionReference(id)}`,
    "",
    "Please make sure that the account covers the amount on that day.",
    "Questions? Reply to this mail.",
    "",
  ].join("\n")
