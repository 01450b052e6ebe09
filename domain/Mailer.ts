import { Context, Data, type Effect } from "effect"

/** The mail server did not take the mail, or may not have. */
export class MailNotSent extends Data.TaggedError("MailNotSent")<{ readonly message: string }> {}

export interface Mail {
  /** A mail that is sent again with the same id is recognised as the same. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends mails of the gateway. `send` is undefined where the operator has set no mail server. */
export class Mailer extends Context.Service<Mailer, { readonly send: ((mail: Mail) => Effect.Effect<void, MailNotSent>) | undefined }>()(
  "farthing/domain/Mailer",
) {}
