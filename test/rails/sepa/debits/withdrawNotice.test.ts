import { expect, it } from "@effect/vitest"
import { Context, Effect, Layer, Queue, Redacted } from "effect"
import { WebhookSender } from "../../../../domain/WebhookSender.ts"
import { smtpMailer } from "../../../../layers/mail/smtpMailer.ts"
import { webhookSender } from "../../../../layers/webhooks/webhookSender.ts"
import { debitPayment } from "../../../../rails/sepa/otherPayments.ts"
import { collectionReference } from "../../../../rails/sepa/store/Collection.ts"
import { verifyNoticeWebhook } from "../../../../src/webhooks/verify.js"
import { ok, testOrigin } from "../../../layers/origin/testOrigin.ts"
import { smtpServer } from "../../../support/smtpServer.ts"
import { quietly } from "../simulation/quietly.ts"
import type { World } from "../simulation/World.ts"
import { beginning } from "../support/life.ts"

const minuteMs = 60_000

/** A second debit was announced for what a dispute took back, and then the dispute is won. */
const needless = Effect.fnUntraced(function* (prepare: (world: World) => void) {
  const { charge, claimed, emulator, newMandate, pass, world } = yield* beginning(50, undefined, prepare)
  // Before the end of the month, so that no debit of the fee is on its way.
  yield* pass(15)
  const { id } = emulator.dispute(charge())
  yield* pass(2)
  yield* newMandate
  yield* pass(2)
  const second = () => claimed()[1]!
  expect(second().status).toBe("processing")
  emulator.moveDisputedFunds(id, "reinstated")
  yield* world.deliverWebhooks
  expect(second().voidedAt).toBe(world.now)
  const minutes = Effect.fnUntraced(function* (count: number) {
    for (let minute = 0; minute < count; minute++) {
      world.advance(minuteMs + 1_000)
      yield* world.work
    }
  })
  const payment = () => debitPayment(second(), world.now)
  return { minutes, payment, second, world }
})

it("the notice of a debit that is not needed after a dispute was won is withdrawn once by webhook and by mail, also if the mail server refuses it at first", () =>
  quietly(
    Effect.scoped(
      Effect.gen(function* () {
        const smtp = yield* smtpServer
        smtp.refusal = "450 try again later"
        const { origin, requests } = yield* testOrigin((socket) => socket.write(ok))
        const sender = Context.get(yield* Layer.build(webhookSender({ allowLoopback: true })), WebhookSender)
        const mailer = yield* smtpMailer(Redacted.make(smtp.url), "billing@data.example")
        const { minutes, payment, second } = yield* needless((world) => {
          world.webhooks = sender
          world.receiver = { url: `${origin}/hooks`, secret: Redacted.make("shared") }
          world.mailer = mailer
          world.sepa.contacts.set(world.organisation, { name: "Ada Ltd", email: "ada@example.com" })
        })
        yield* minutes(2)
        expect(payment().more["withdrawal"]).toMatchObject({
          mailed_at: null,
          posted_at: expect.any(String),
          error: expect.stringContaining("450 try again"),
        })
        smtp.refusal = undefined
        yield* minutes(10)
        expect(payment().more["withdrawal"]).toMatchObject({ mailed_at: expect.any(String), next_attempt_at: null, error: null })
        expect(
          payment()
            .events.filter(({ type }) => type === "withdrawal_sent")
            .map(({ data }) => data["channel"])
            .toSorted(),
        ).toEqual(["mail", "webhook"])
        expect(smtp.mails).toHaveLength(1)
        const [{ text, to }] = smtp.mails as [(typeof smtp.mails)[number]]
        expect([to, text.includes("is withdrawn"), text.includes(collectionReference(second().id))]).toEqual([
          "ada@example.com",
          true,
          true,
        ])

        const posted = (yield* Queue.takeAll(requests)).map((request) => {
          const body = request.slice(request.indexOf("\r\n\r\n") + 4)
          return { request, body, event: JSON.parse(body) }
        })
        const ofSecond = posted.filter(({ event }) => event.data.collection_id === second().id)
        expect(ofSecond.map(({ event }) => event.event)).toEqual(["debit.announced", "debit.withdrawn"])
        const { body, event, request } = ofSecond[1]!
        const signature = /x-service-signature: (\S+)/i.exec(request)![1]!
        expect(verifyNoticeWebhook({ signature, body, secret: "shared", eventName: "debit.withdrawn" }).ok).toBe(true)
        expect(event.data).toMatchObject({
          collection_id: second().id,
          amount_minor: Number(second().cents),
          paid_by_collection_id: second().claim,
          reference: collectionReference(second().id),
        })
      }),
    ),
  ))

it("a withdrawal that reaches no one, because there is neither a mail server nor a notice URL, names both as its error and is not repeated", () =>
  quietly(
    Effect.gen(function* () {
      const { minutes, payment } = yield* needless(() => undefined)
      yield* minutes(2)
      expect(payment().more["withdrawal"]).toMatchObject({
        mailed_at: null,
        posted_at: null,
        next_attempt_at: null,
        error: "The gateway has no mail server (FARTHING_SMTP_URL). The organisation has no notice_url.",
      })
    }),
  ))
