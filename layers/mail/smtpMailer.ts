import { Effect, Redacted } from "effect"
import { Mailer, MailNotSent } from "../../domain/Mailer.ts"

const maxErrorLength = 300

/**
 * Sends by the operator's SMTP server, `smtp://user:password@host:587` or `smtps://…:465`. To another machine only with TLS, because
 * mails name amounts and mandates.
 */
export const smtpMailer = Effect.fnUntraced(function* (url: Redacted.Redacted, from: string) {
  // Imported where a server is set: other commands do not wait for it.
  const { createTransport } = yield* Effect.promise(() => import("nodemailer"))
  const { hostname, password, port, protocol, username } = new URL(Redacted.value(url))
  const secure = protocol === "smtps:"
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname),
    ...(username !== "" && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.slice(from.lastIndexOf("@") + 1)
  return Mailer.of({
    send: ({ id, subject, text, to }) =>
      Effect.tryPromise({
        try: () => transport.sendMail({ from, to, subject, text, messageId: `<${id}@${domain}>` }),
        catch: (error) => new MailNotSent({ message: `The mail server did not take the mail: ${reasonOf(error)}` }),
      }).pipe(Effect.asVoid),
  })
})

const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\p{Cc}+/gu, " ").slice(0, maxErrorLength)
