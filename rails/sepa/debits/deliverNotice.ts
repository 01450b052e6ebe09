import { Effect } from "effect"
import { Mailer } from "../../../domain/Mailer.ts"
import { hourMs } from "../../../domain/time.ts"
import { euros, SepaTerms } from "../settings.ts"
import { type Collection, collectionReference, isCollecting } from "../store/Collection.ts"
import { SepaStore } from "../store/SepaStore.ts"
import { noCreditorName, noticeId, type NoticeReceiver, sendWebhook } from "./noticeWebhook.ts"

const firstPauseMs = 60_000
const maxPauseMs = 6 * hourMs

const isLate = ({ notice }: Collection, now: number): boolean => now >= Date.parse(notice.debitOn)

/** Whether the gateway has to mail the notice of this debit now. Stripe mails it where the mandate is Stripe's. */
export const mailIsDue = (collection: Collection, now: number): boolean => {
  const dueAt = collection.notice.delivery?.dueAt ?? null
  return isCollecting(collection) && dueAt !== null && dueAt <= now
}

/** Whether the notice is to be posted now, if the organisation has a URL. It may get one at any time before the day of the debit. */
export const webhookIsDue = (collection: Collection, now: number): boolean => {
  const { webhook } = collection.notice
  if (!isCollecting(collection)) return false
  return webhook === undefined ? !isLate(collection, now) : webhook.dueAt !== null && webhook.dueAt <= now
}

/**
 * Mails the notice of a debit, or stores why that failed and when it is tried again: after a minute, then after twice as long each
 * time, at most 6 hours, until the day of the debit. A crash between the mail and its entry sends the same mail twice, under one id.
 */
export const mailNotice = Effect.fnUntraced(function* ({ id, notice }: Collection) {
  const store = yield* SepaStore
  // Another node may have announced another day since the list was read.
  const collection = yield* store.collection(id)
  const now = yield* store.now
  if (collection === undefined || collection.notice.at !== notice.at || !mailIsDue(collection, now)) return
  const late = isLate(collection, now)
  const failure = late ? undefined : yield* sendMail(collection)
  yield* store.changeCollection(id, (current) => {
    const { delivery } = current.notice
    if (delivery === undefined || delivery.sentAt !== null || current.notice.at !== notice.at) return current
    const after = afterAttempt(delivery, { now, late, failure })
    const channel = after.sentAt === null ? null : ("mail" as const)
    return { ...current, notice: { ...current.notice, delivery: { ...after, channel } } }
  })
})

/** Posts the notice of a debit to the organisation, by the same rules as the mail and whatever becomes of the mail. */
export const postNotice = Effect.fnUntraced(function* ({ id, notice }: Collection, receiver: NoticeReceiver) {
  const store = yield* SepaStore
  const collection = yield* store.collection(id)
  const now = yield* store.now
  if (collection === undefined || collection.notice.at !== notice.at || !webhookIsDue(collection, now)) return
  const late = isLate(collection, now)
  const failure = late ? undefined : yield* sendWebhook(collection, receiver)
  yield* store.changeCollection(id, (current) => {
    const { webhook = { attempts: 0, sentAt: null, error: null } } = current.notice
    if (webhook.sentAt !== null || current.notice.at !== notice.at) return current
    return { ...current, notice: { ...current.notice, webhook: afterAttempt(webhook, { now, late, failure }) } }
  })
})

interface Attempt {
  readonly now: number
  readonly late: boolean
  /** Undefined: it was sent. */
  readonly failure: string | undefined
}

const afterAttempt = (before: { readonly attempts: number; readonly error: string | null }, { failure, late, now }: Attempt) => {
  const { attempts, error } = before
  if (late) return { attempts, dueAt: null, sentAt: null, error: `${error ?? "It was not sent in time."} The day of the debit has come.` }
  if (failure === undefined) return { attempts: attempts + 1, dueAt: null, sentAt: now, error: null }
  const pause = Math.min(maxPauseMs, firstPauseMs * 2 ** attempts)
  return { attempts: attempts + 1, dueAt: now + pause, sentAt: null, error: failure }
}

/** Why the mail was not sent. Undefined: the mail server took it. */
const sendMail = Effect.fnUntraced(function* (collection: Collection) {
  const { send } = yield* Mailer
  const { creditorName } = yield* SepaTerms
  const contact = yield* (yield* SepaStore).contact(collection.organisation)
  if (send === undefined) return "The gateway has no mail server (FARTHING_SMTP_URL)."
  if (creditorName === undefined) return noCreditorName
  if (contact === undefined || contact.email === null) return "The organisation has no contact e-mail."
  const text = noticeText(collection, creditorName, contact.name)
  const subject = `Notice of a SEPA direct debit of ${euros(collection.cents)} on ${collection.notice.debitOn}`
  const mail = { id: noticeId(collection), to: contact.email, subject, text }
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
