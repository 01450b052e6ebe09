import { describe, expect, it } from "@effect/vitest"
import { Context, Effect, Layer, Queue, Redacted } from "effect"
import { WebhookSender } from "../../../../domain/WebhookSender.ts"
import { webhookSender } from "../../../../layers/webhooks/webhookSender.ts"
import { verifyNoticeWebhook } from "../../../../src/webhooks/verify.js"
import { ok, testOrigin, unreachable } from "../../../layers/origin/testOrigin.ts"
import { debitPayment } from "../../../../rails/sepa/otherPayments.ts"
import { smtpMailer } from "../../../../layers/mail/smtpMailer.ts"
import { smtpServer } from "../../../support/smtpServer.ts"
import { collectionReference } from "../../../../rails/sepa/store/Collection.ts"
import { quietly } from "../simulation/quietly.ts"
import { World } from "../simulation/World.ts"

const minuteMs = 60_000
const dayMs = 86_400_000

/** With a Creditor ID of the operator, Stripe sends no notice. */
const own = { creditorId: "DE98ZZZ09999999999", creditorName: "Data House GmbH" }

/** A debit that was just made. */
const debited = Effect.fnUntraced(function* (world: World, creditor: Partial<typeof own> = own) {
  world.terms = { ...world.terms, ...creditor }
  yield* world.open
  yield* world.giveMandate("DE89370400440532013000")
  world.advance(3_600_000)
  yield* world.work
  yield* world.buy(10, 4_000_000)
  world.advance(8 * dayMs)
  yield* world.work
  const notice = () => debitPayment([...world.sepa.collections.values()][0]!, world.now).more["notice"]
  return { debit: [...world.sepa.collections.values()][0]!, notice }
})

const serverError = "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n"

/** A world whose organisation takes notices at this origin. */
const posting = Effect.fnUntraced(function* (seed: number, origin: string) {
  const world = new World(seed)
  world.webhooks = Context.get(yield* Layer.build(webhookSender({ allowLoopback: true })), WebhookSender)
  world.receiver = { url: `${origin}/hooks?shop=1`, secret: Redacted.make("shared") }
  return world
})

const eventOf = (request: string) => {
  const head = request.indexOf("\r\n\r\n")
  const body = request.slice(head + 4)
  return { headers: `${request.slice(0, head)}\r\n`, body, event: JSON.parse(body) }
}

const contact = { name: "Ada Ltd", email: "ada@example.com" }

describe("the notice of a debit that Stripe does not send", () => {
  it("it is mailed to the organisation once, with all that the payer needs, also if the mail server refuses it at first", () =>
    quietly(
      Effect.scoped(
        Effect.gen(function* () {
          const smtp = yield* smtpServer
          smtp.refusal = "450 try again later"
          const world = new World(41)
          world.mailer = yield* smtpMailer(Redacted.make(smtp.url), "billing@data.example")
          world.sepa.contacts.set(world.organisation, contact)
          const { debit, notice } = yield* debited(world)
          expect(debit.status, "the debit does not wait for the mail").toBe("processing")
          expect(notice()).toMatchObject({
            sent_by: null,
            sent_at: null,
            channel: null,
            error: expect.stringMatching(/did not take.*450 try again/),
          })

          smtp.refusal = undefined
          for (let i = 0; i < 3; i++) {
            world.advance(minuteMs + 1_000)
            yield* world.work
          }
          expect(notice()).toMatchObject({ sent_by: "gateway", sent_at: expect.any(String), channel: "mail", error: null })
          expect(smtp.mails).toHaveLength(1)
          const [{ text, to }] = smtp.mails as [(typeof smtp.mails)[number]]
          expect(to).toBe("ada@example.com")
          const euros = `${debit.cents / 100n}.${String(debit.cents % 100n).padStart(2, "0")} EUR`
          for (const fact of [
            "From: billing@data.example",
            `Message-ID: <${debit.id}.${debit.notice.debitOn}@data.example>`,
            `Subject: Notice of a SEPA direct debit of ${euros} on ${debit.notice.debitOn}`,
            `Amount:            ${euros}`,
            `Day of the debit:  ${debit.notice.debitOn}`,
            "IBAN that ends with 3000",
            "Data House GmbH",
            "DE98ZZZ09999999999",
            debit.notice.mandateReference!,
          ]) {
            expect(text.replaceAll("\n ", " ")).toContain(fact)
          }
        }),
      ),
    ))

  it("without a mail server or an e-mail address the notice names the reason, and is not tried any more on the day of the debit", () =>
    quietly(
      Effect.gen(function* () {
        const world = new World(42)
        world.sepa.contacts.set(world.organisation, contact)
        const { debit, notice } = yield* debited(world)
        const gap = { sent_by: null, sent_at: null, channel: null }
        expect(notice()).toMatchObject({ ...gap, error: "The gateway has no mail server (FARTHING_SMTP_URL)." })
        world.advance(Date.parse(debit.notice.debitOn) - world.now + 1_000)
        yield* world.work
        expect(notice()).toMatchObject({ ...gap, error: expect.stringContaining("The day of the debit has come.") })
        expect(world.sepa.collections.get(debit.id)?.notice.delivery?.dueAt).toBe(null)

        const other = new World(43)
        other.mailer = { send: () => Effect.die("no mail without an address") }
        expect((yield* debited(other)).notice()).toMatchObject({ ...gap, error: "The organisation has no contact e-mail." })
      }),
    ))

  it("it is posted to the organisation's URL, signed, beside the mail and until it arrives, always under the same id", () =>
    quietly(
      Effect.scoped(
        Effect.gen(function* () {
          const receiver = yield* testOrigin((socket, _request, nth) => socket.write(nth === 0 ? serverError : ok))
          const world = yield* posting(45, receiver.origin)
          const smtp = yield* smtpServer
          world.mailer = yield* smtpMailer(Redacted.make(smtp.url), "billing@data.example")
          world.sepa.contacts.set(world.organisation, contact)
          const { debit, notice } = yield* debited(world)
          expect([debit.status, smtp.mails.length], "neither debit nor mail waits for the webhook").toEqual(["processing", 1])
          const failed = { attempts: 1, delivered_at: null, error: "The receiver answered with the status 500." }
          expect(notice()).toMatchObject({ sent_by: "gateway", channel: "mail", error: null, webhook: failed })

          for (let i = 0; i < 3; i++) {
            world.advance(minuteMs + 1_000)
            yield* world.work
          }
          const delivered = { attempts: 2, delivered_at: expect.any(String), next_attempt_at: null, error: null }
          expect(notice()).toMatchObject({ channel: "mail", webhook: delivered })
          expect(smtp.mails).toHaveLength(1)
          const [first, second] = (yield* Queue.takeBetween(receiver.requests, 2, 9)).map(eventOf)
          expect(first?.event, "the same event").toEqual(second?.event)
          expect(second?.headers).toMatch(/^POST \/hooks\?shop=1 HTTP\/1\.1\r\n/)
          expect(second?.headers).toMatch(/\r\nx-service-event: debit\.announced\r\n/)
          const signature = /\r\nx-service-signature: (\S+)\r\n/.exec(second?.headers ?? "")?.[1] ?? ""
          expect(verifyNoticeWebhook({ signature, body: second?.body ?? "", secret: "shared", eventName: "debit.announced" }).ok).toBe(true)
          expect(second?.event).toEqual({
            id: `${debit.id}.${debit.notice.debitOn}`,
            event: "debit.announced",
            ts: Math.floor(debit.notice.at / 1000),
            data: {
              collection_id: debit.id,
              organisation_id: world.organisation,
              amount_minor: Number(debit.cents),
              currency: "EUR",
              debit_on: debit.notice.debitOn,
              creditor_id: own.creditorId,
              creditor_name: own.creditorName,
              mandate_reference: debit.notice.mandateReference,
              iban_last4: "3000",
              reference: collectionReference(debit.id),
              lines_url: `/v1/payments/${debit.id}`,
              calls_url: `/v1/payments?collection=${debit.id}`,
            },
          })
        }),
      ),
    ))

  it("a webhook that arrived is a sent notice where no mail can be sent, and one that does not arrive ends on the day of the debit", () =>
    quietly(
      Effect.scoped(
        Effect.gen(function* () {
          const receiver = yield* testOrigin((socket) => socket.write(ok))
          const world = yield* posting(46, receiver.origin)
          expect((yield* debited(world)).notice()).toMatchObject({
            sent_by: "gateway",
            sent_at: expect.any(String),
            channel: "webhook",
            error: null,
            webhook: { attempts: 1 },
          })

          const lost = yield* posting(47, unreachable.origin)
          const { debit, notice } = yield* debited(lost)
          const gap = { sent_by: null, sent_at: null, channel: null }
          expect(debit.status).toBe("processing")
          expect(notice()).toMatchObject({ ...gap, webhook: { attempts: 1, error: "The receiver could not be reached." } })
          lost.advance(Date.parse(debit.notice.debitOn) - lost.now + 1_000)
          yield* lost.work
          const late = "The receiver could not be reached. The day of the debit has come."
          expect(notice()).toMatchObject({ ...gap, webhook: { attempts: 1, next_attempt_at: null, error: late } })
        }),
      ),
    ))

  it("a URL that is set after the notice gets it too, also where Stripe mails it, and without a URL nothing is posted", () =>
    quietly(
      Effect.scoped(
        Effect.gen(function* () {
          const receiver = yield* testOrigin((socket) => socket.write(ok))
          const world = yield* posting(48, receiver.origin)
          const to = world.receiver
          world.receiver = undefined
          const { notice } = yield* debited(world, {})
          expect(notice()).toMatchObject({ sent_by: "stripe", webhook: null })
          world.receiver = to
          world.advance(minuteMs + 1_000)
          yield* world.work
          expect(notice()).toMatchObject({ sent_by: "stripe", channel: "mail", webhook: { attempts: 1, delivered_at: expect.any(String) } })
          expect(eventOf(yield* Queue.take(receiver.requests)).event.data).toMatchObject({ creditor_id: null, creditor_name: null })
        }),
      ),
    ))

  it("the gateway sends none where the mandate is Stripe's", () =>
    quietly(
      Effect.gen(function* () {
        const world = new World(44)
        world.mailer = { send: () => Effect.die("Stripe sends this notice") }
        world.sepa.contacts.set(world.organisation, contact)
        expect((yield* debited(world, {})).notice()).toMatchObject({ sent_by: "stripe", error: null })
      }),
    ))
})
