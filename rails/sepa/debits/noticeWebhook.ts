import { Context, Effect, type Redacted } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { noticeSecret } from "../../../domain/identity/Organisations.ts"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { SecretCipher, secretPlace } from "../../../domain/SecretCipher.ts"
import { PublicUrl } from "../../http/RequestContext.ts"
import { sendNotice } from "../../http/sendNotice.ts"
import { fromTables, type RailUnavailable } from "../../RailUnavailable.ts"
import { SepaTerms, stripeCreditorId } from "../settings.ts"
import { type Collection, collectionReference } from "../store/Collection.ts"

/** Where an organisation takes notices, and the secret that signs them. */
export interface NoticeReceiver {
  readonly url: string
  readonly secret: Redacted.Redacted
}

/** The receivers of notices, as the organisations have set them now. */
export class NoticeReceivers extends Context.Service<
  NoticeReceivers,
  {
    /** Those of the organisations that have one. */
    readonly receiversOf: (
      organisations: ReadonlyArray<OrganisationId>,
    ) => Effect.Effect<ReadonlyMap<OrganisationId, NoticeReceiver>, RailUnavailable>
  }
>()("farthing/rails/sepa/debits/NoticeReceivers") {}

interface Row {
  readonly id: OrganisationId
  readonly url: string
  readonly secret: string
}

export const pgNoticeReceivers = Effect.gen(function* () {
  const sql = yield* SqlClient
  const { decrypt } = yield* SecretCipher
  return NoticeReceivers.of({
    receiversOf: Effect.fnUntraced(function* (organisations) {
      if (organisations.length === 0) return new Map()
      const rows = yield* fromTables(
        sql.unsafe<Row>(
          `select id::text as id, notice_url as url, notice_secret as secret from organisation
           where notice_url is not null and id in (select value::uuid from json_array_elements_text($1::text::json))`,
          [JSON.stringify(organisations)],
        ),
      )
      const receivers = new Map<OrganisationId, NoticeReceiver>()
      for (const { id, secret, url } of rows) {
        yield* decrypt(secret, secretPlace(noticeSecret, id)).pipe(
          Effect.map((secret) => void receivers.set(id, { url, secret })),
          Effect.catch(({ message }) => Effect.logError(`sepa: no notice is posted to the organisation ${id}. ${message}`)),
        )
      }
      return receivers
    }),
  })
})

/** The id of a notice: of its mail and of its event, however often they are sent. Another day of the debit is another notice. */
export const noticeId = ({ id, notice }: Pick<Collection, "id" | "notice">): string => `${id}.${notice.debitOn}`

export const noCreditorName = "The gateway does not know the creditor's name (FARTHING_SEPA_CREDITOR_NAME)."

/** Why the notice is not known to have arrived. Undefined: the receiver accepted it. */
export const sendWebhook = Effect.fnUntraced(function* (collection: Collection, receiver: NoticeReceiver) {
  const { creditorName } = yield* SepaTerms
  if (creditorName === undefined && collection.notice.creditorId !== stripeCreditorId) return noCreditorName
  return yield* sendNotice(debitAnnounced(collection, creditorName, yield* linksOf(collection)), receiver)
})

/** Where the lines and calls of a debit are read: paths where the gateway has no public URL. */
export const linksOf = ({ id }: Pick<Collection, "id">) =>
  Effect.map(PublicUrl, (publicUrl = "") => ({
    lines_url: `${publicUrl}/v1/payments/${id}`,
    calls_url: `${publicUrl}/v1/payments?collection=${id}`,
  }))

/** Every fact that a payer needs to recognise the debit. `ts` is when it was announced. */
const debitAnnounced = (collection: Collection, creditorName: string | undefined, links: Effect.Success<ReturnType<typeof linksOf>>) => {
  const { cents, id, notice, organisation } = collection
  return {
    id: noticeId(collection),
    event: "debit.announced",
    ts: Math.floor(notice.at / 1000),
    data: {
      collection_id: id,
      organisation_id: organisation,
      amount_minor: Number(cents),
      currency: "EUR",
      debit_on: notice.debitOn,
      creditor_id: notice.creditorId === stripeCreditorId ? null : notice.creditorId,
      creditor_name: creditorName ?? null,
      mandate_reference: notice.mandateReference,
      iban_last4: notice.last4,
      reference: collectionReference(id),
      ...links,
    },
  }
}
