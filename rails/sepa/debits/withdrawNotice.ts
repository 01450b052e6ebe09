import { Effect } from "effect"
import { Mailer } from "../../../domain/Mailer.ts"
import { dayMs, hourMs } from "../../../domain/time.ts"
import { sendNotice } from "../../http/sendNotice.ts"
import { euros, SepaTerms, stripeCreditorId } from "../settings.ts"
import { type Collection, collectionReference, type Withdrawal } from "../store/Collection.ts"
import { SepaStore } from "../store/SepaStore.ts"
import { linksOf, type NoticeReceiver } from "./noticeWebhook.ts"

/** By then an attempt to send the notice itself, which was under way, has its outcome in the row. */
const firstPauseMs = 60_000
const maxPauseMs = 6 * hourMs
const triedForMs = 7 * dayMs

export const unsentWithdrawal = (now: number): Withdrawal => ({
  at: now,
  attempts: 0,
  dueAt: now + firstPauseMs,
  mailedAt: null,
  postedAt: null,
  error: null,
})

/**
 * Withdraws the notice of a debit that is not needed, by the channels by which the payer had it: the webhook if it was posted, and a mail if the gateway
 * or Stripe mailed it. What fails is tried again for a week, after a minute, then after twice as long each time, at most 6 hours.
 */
export const withdrawNotice = Effect.fnUntraced(function* ({ id }: Collection, receiver: NoticeReceiver | undefined) {
  const store = yield* SepaStore
  const collection = yield* store.collection(id)
  const now = yield* store.now
  const before = collection?.withdrawal
  if (collection === undefined || before === undefined || before.dueAt === null || before.dueAt > now) return
  const wasPosted = (collection.notice.webhook?.attempts ?? 0) > 0
  const postFailure = receiver !== undefined && wasPosted && before.postedAt === null ? yield* post(collection, receiver) : null
  const mailFailure = before.mailedAt === null ? yield* mail(collection) : null
  const error = [postFailure, mailFailure].find((failure) => failure !== null && failure !== sent) ?? null
  const isOver = error === null || now - before.at >= triedForMs
  const postedAt = postFailure === sent ? now : before.postedAt
  const mailedAt = mailFailure === sent ? now : before.mailedAt
  const hasArrived = postedAt !== null || mailedAt !== null
  const withdrawal: Withdrawal = {
    ...before,
    attempts: before.attempts + 1,
    dueAt: isOver ? null : now + Math.min(maxPauseMs, firstPauseMs * 2 ** before.attempts),
    postedAt,
    mailedAt,
    error: error ?? (hasArrived ? null : yield* noChannel(collection, receiver)),
  }
  yield* store.changeCollection(id, (current) => (current.withdrawal?.at === before.at ? { ...current, withdrawal } : current))
})

const sent = "sent"

/** `sent`, why not, or null where there is nothing to send. */
const post = Effect.fnUntraced(function* (collection: Collection, receiver: NoticeReceiver) {
  const debits = yield* Effect.flatMap(SepaStore, (store) => store.claimOf(collection.claim))
  const paid = debits.find(({ status, voidedAt }) => status === "succeeded" && voidedAt === null)
  const event = {
    id: withdrawalId(collection),
    event: "debit.withdrawn",
    ts: Math.floor(collection.withdrawal!.at / 1000),
    data: {
      collection_id: collection.id,
      organisation_id: collection.organisation,
      amount_minor: Number(collection.cents),
      currency: "EUR",
      debit_on: collection.notice.debitOn,
      paid_by_collection_id: paid?.id ?? null,
      mandate_reference: collection.notice.mandateReference,
      iban_last4: collection.notice.last4,
      reference: collectionReference(collection.id),
      ...(yield* linksOf(collection)),
    },
  }
  const failure = yield* sendNotice(event, receiver)
  return failure ?? sent
})

const mail = Effect.fnUntraced(function* (collection: Collection) {
  const { notice, organisation } = collection
  const { send } = yield* Mailer
  const { creditorName } = yield* SepaTerms
  const contact = yield* Effect.flatMap(SepaStore, (store) => store.contact(organisation))
  if (send === undefined || contact === undefined || contact.email === null || !wasMailed(collection)) return null
  const subject = `Withdrawn: SEPA direct debit of ${euros(collection.cents)} announced for ${notice.debitOn}`
  const text = withdrawalText(collection, creditorName, contact.name)
  return yield* Effect.match(send({ id: withdrawalId(collection), to: contact.email, subject, text }), {
    onSuccess: () => sent,
    onFailure: ({ message }) => message,
  })
})

const wasMailed = ({ notice, paymentIntent }: Collection): boolean =>
  notice.creditorId === stripeCreditorId ? paymentIntent !== null : notice.delivery?.sentAt != null

/** Why neither a mail nor the webhook withdraws the notice. */
const noChannel = Effect.fnUntraced(function* (collection: Collection, receiver: NoticeReceiver | undefined) {
  const { send } = yield* Mailer
  const byMail = !wasMailed(collection)
    ? "The notice was not mailed."
    : send === undefined
      ? "The gateway has no mail server (FARTHING_SMTP_URL)."
      : "The organisation has no contact e-mail."
  const byWebhook = receiver === undefined ? "The organisation has no notice_url." : "The notice was not posted."
  return `${byMail} ${byWebhook}`
})

const withdrawalId = ({ id, withdrawal }: Collection): string => `${id}.withdrawn.${Math.floor((withdrawal?.at ?? 0) / 1000)}`

/** True whatever became of the debit: dropped, cancelled, or made and given back. */
const withdrawalText = ({ cents, id, notice }: Collection, creditorName: string | undefined, payer: string): string =>
  [
    `To ${payer}`,
    "",
    "a SEPA direct debit that was announced to you is withdrawn:",
    "an earlier debit for the same amount is paid after all.",
    "",
    `Amount:            ${euros(cents)}`,
    `Announced for:     ${notice.debitOn}`,
    `Account:           the IBAN that ends with ${notice.last4 ?? "(not known)"}`,
    ...(creditorName === undefined ? [] : [`Creditor:          ${creditorName}`]),
    `Mandate reference: ${notice.mandateReference ?? "(not known)"}`,
    `Statement text:    ${collectionReference(id)}`,
    "",
    "You need not do anything. If your account is debited all the same,",
    "the amount is given back to it.",
    "Questions? Reply to this mail.",
    "",
  ].join("\n")
