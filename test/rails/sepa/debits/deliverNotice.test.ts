import { describe, expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { debitPayment } from "../../../../rails/sepa/otherPayments.ts"
import { smtpMailer } from "../../../../layers/mail/smtpMailer.ts"
import { smtpServer } from "../../../support/smtpServer.ts"
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
