import { Data, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { userInfo } from "node:os"
import { microUsd, toDecimal, toMoney } from "../../domain/money/Money.ts"
import { OrganisationId } from "../../domain/money/ids.ts"
import { isoDate } from "../../domain/time.ts"
import type { CommandTools } from "../RailModule.ts"
import { payoutsCommand } from "./payoutsCommand.ts"
import { SepaAdmin } from "./SepaAdmin.ts"
import { dayOf, scaled } from "./settings.ts"

/** `farthing sepa`: the operator's decisions about direct debits. */
export const sepaCommand = (tools: CommandTools) =>
  Command.make("sepa" as string).pipe(
    Command.withDescription("Direct debits"),
    Command.withSubcommands([
      writeOff(tools),
      resume(tools),
      endMandate(tools),
      renewCustomer(tools),
      rate(tools),
      receivables(tools),
      payoutsCommand(tools, sepaAdmin),
    ]),
  )

class NoDirectDebits extends Data.TaggedError("NoDirectDebits")<{ readonly message: string }> {}

const sepaAdmin = Effect.gen(function* () {
  return (yield* SepaAdmin) ?? (yield* new NoDirectDebits({ message: "This gateway is not set up for direct debits." }))
})

const Line = Schema.NonEmptyString.check(Schema.isMaxLength(500))

const writeOff = ({ jsonFlag, operate, otherPaymentView }: CommandTools) =>
  Command.make(
    "write-off",
    {
      id: Argument.String("id").pipe(Argument.withDescription("A collection, as GET /v1/payments?kind=collection has it")),
      reason: Flag.String("reason").pipe(Flag.withSchema(Line), Flag.withDescription("Why; kept with the debit and its calls")),
      by: Flag.optional(
        Flag.String("by").pipe(Flag.withSchema(Line), Flag.withDescription("Whose decision it is; else your name on this machine")),
      ),
      json: jsonFlag,
    },
    ({ by, id, json, reason }) =>
      operate(
        json,
        Effect.map(
          Effect.flatMap(sepaAdmin, (admin) => admin.debtorOf(id)),
          (organisation) => ({ action: "sepa write-off", organisation, subject: id, reason }),
        ),
        Effect.gen(function* () {
          const admin = yield* sepaAdmin
          const name = Option.getOrElse(by, () => userInfo().username)
          const { organisation, payment } = yield* admin.writeOff(id, { by: name, reason })
          return {
            value: { organisation_id: organisation, ...otherPaymentView(payment) },
            text: `The debit ${id} of ${toDecimal(payment.amount)} USD is given up: it is booked as a loss and not claimed again.`,
          }
        }),
        { alsoErased: true },
      ),
  ).pipe(Command.withDescription("Give up a debit that failed or was taken back, and book it as a loss"))

const resume = ({ jsonFlag, operate, reasonFlag }: CommandTools) =>
  Command.make(
    "resume",
    {
      organisation: Argument.String("organisation").pipe(
        Argument.withSchema(Schema.String.check(Schema.isUUID())),
        Argument.withDescription("Id of the organisation"),
      ),
      reason: reasonFlag,
      json: jsonFlag,
    },
    ({ json, organisation, reason }) =>
      operate(
        json,
        { action: "sepa resume", organisation: OrganisationId.make(organisation), subject: organisation, reason },
        Effect.gen(function* () {
          const admin = yield* sepaAdmin
          const gaps = yield* admin.resume(organisation)
          return { value: { organisation_id: organisation, resumed: true, gaps }, text: resumedText(organisation, gaps) }
        }),
      ),
  ).pipe(Command.withDescription("Let an organisation buy again whose debit was given up"))

/** The given-up debit is in the way no more; a dead mandate, for instance, still is. */
export const resumedText = (organisation: string, gaps: ReadonlyArray<{ readonly message: string }>): string =>
  gaps.length === 0
    ? `The organisation ${organisation} may buy on the rail sepa again with its mandate.`
    : `The debit that was given up does not keep the organisation ${organisation} from buying any more, but this does: ${gaps.map(({ message }) => message).join(" ")}`

const endMandate = ({ jsonFlag, operate, reasonFlag }: CommandTools) =>
  Command.make(
    "end-mandate",
    {
      organisation: Flag.String("org").pipe(Flag.withSchema(Schema.String.check(Schema.isUUID())), Flag.withDescription("Organisation id")),
      writeOff: Flag.Boolean("write-off").pipe(
        Flag.withDescription("Also give up, as a loss, what no debit collects because the mandate is not valid any more"),
        Flag.withDefault(false),
      ),
      reason: reasonFlag,
      json: jsonFlag,
    },
    ({ json, organisation, reason, writeOff }) =>
      operate(
        json,
        { action: "sepa end-mandate", organisation: OrganisationId.make(organisation), subject: organisation, reason },
        Effect.gen(function* () {
          const admin = yield* sepaAdmin
          const decision = writeOff ? { by: userInfo().username, reason } : undefined
          const { borne, existed, isFinished, lost, owed } = yield* admin.endMandate(organisation, decision)
          const state = isFinished
            ? "is ended: nothing of it is left at Stripe."
            : `takes no call and no fee any more. What is owed, ${toDecimal(microUsd(owed))} USD, is debited a last time with a notice; then Stripe detaches it.`
          const given = lost === 0n ? "" : ` ${toDecimal(microUsd(lost))} USD that no debit collects are given up as a loss.`
          const written = borne === 0n ? "" : ` A remainder of ${toDecimal(microUsd(borne))} USD, below 0.50 EUR, is borne by the platform.`
          return {
            value: {
              organisation_id: organisation,
              had_mandate: existed,
              finished: isFinished,
              owed: toMoney(microUsd(owed)),
              written_off: toMoney(microUsd(borne + lost)),
            },
            text: existed
              ? `The mandate of ${organisation} ${state}${written}${given}`
              : `The organisation ${organisation} has no direct debit mandate: there is nothing to end.`,
          }
        }),
        { alsoErased: true },
      ),
  ).pipe(
    Command.withDescription(
      "End an organisation's mandate: debit what is owed a last time, detach it, and write off what is below 0.50 EUR",
    ),
  )

const renewCustomer = ({ jsonFlag, operate, reasonFlag }: CommandTools) =>
  Command.make(
    "renew-customer",
    {
      organisation: Argument.String("organisation").pipe(
        Argument.withSchema(Schema.String.check(Schema.isUUID())),
        Argument.withDescription("Id of the organisation"),
      ),
      reason: reasonFlag,
      json: jsonFlag,
    },
    ({ json, organisation, reason }) =>
      operate(
        json,
        { action: "sepa renew-customer", organisation: OrganisationId.make(organisation), subject: organisation, reason },
        Effect.gen(function* () {
          const admin = yield* sepaAdmin
          const customer = yield* admin.renewCustomer(organisation)
          return {
            value: { organisation_id: organisation, customer },
            text: `The organisation ${organisation} has the new customer ${customer} at Stripe. It buys on the rail sepa again after POST /v1/me/sepa/mandate.`,
          }
        }),
      ),
  ).pipe(Command.withDescription("Make a new customer at Stripe for an organisation whose customer was deleted there"))

const rate = ({ jsonFlag, operate, reasonFlag }: CommandTools) =>
  Command.make(
    "rate",
    {
      usdPerEur: Argument.String("usd-per-eur").pipe(
        Argument.withDescription("The dollars that a euro is worth, for instance 1.0870"),
        Argument.filterMap(
          (text) => Option.filter(Option.fromUndefinedOr(scaled(text, 4)), (scale) => scale > 0n),
          (text) => `"${text}" is not the dollars that a euro is worth, for instance 1.0870`,
        ),
      ),
      date: Flag.String("date").pipe(
        Flag.withDescription("The day the rate is of, for instance 2026-11-20"),
        Flag.filterMap(
          (text) => Option.fromUndefinedOr(dayOf(text)),
          (text) => `"${text}" is no day, for instance 2026-11-20`,
        ),
      ),
      source: Flag.String("source").pipe(Flag.withSchema(Line), Flag.withDefault("operator"), Flag.withDescription("Whose rate it is")),
      force: Flag.Boolean("force").pipe(
        Flag.withDescription("Store a rate that is more than 10 % away from the one in use"),
        Flag.withDefault(false),
      ),
      reason: reasonFlag,
      json: jsonFlag,
    },
    ({ date, force, json, reason, source, usdPerEur }) =>
      operate(
        json,
        { action: "sepa rate", organisation: null, subject: isoDate(date), reason },
        Effect.gen(function* () {
          const admin = yield* sepaAdmin
          yield* admin.keepRate(usdPerEur, source, date, force)
          const day = isoDate(date)
          const shown = `${usdPerEur / 10_000n}.${String(usdPerEur % 10_000n).padStart(4, "0")}`
          return {
            value: { usd_per_eur: shown, date: day, source },
            text: `A euro is ${shown} USD on ${day}. Debits follow the newest rate whose day has come.`,
          }
        }),
      ),
  ).pipe(Command.withDescription("Write the exchange rate of a day down; debits follow the newest"))

const receivables = ({ jsonFlag, run }: CommandTools) =>
  Command.make("receivables", { json: jsonFlag }, ({ json }) =>
    run(
      json,
      Effect.gen(function* () {
        const rows = yield* (yield* sepaAdmin).receivables
        const value = rows.map(({ failed, name, older, organisation, upTo30, upTo60, upTo7 }) => ({
          organisation_id: organisation,
          name,
          up_to_7_days: toMoney(microUsd(upTo7)),
          up_to_30_days: toMoney(microUsd(upTo30)),
          up_to_60_days: toMoney(microUsd(upTo60)),
          older: toMoney(microUsd(older)),
          failed: toMoney(microUsd(failed)),
        }))
        const cell = ({ amount }: { readonly amount: number }) => amount.toFixed(2).padStart(12)
        const lines = value.map(
          (row) =>
            `${cell(row.up_to_7_days)} ${cell(row.up_to_30_days)} ${cell(row.up_to_60_days)} ${cell(row.older)} ${cell(row.failed)}  ${row.organisation_id}  ${row.name}`,
        )
        const head = `${["7 days", "30 days", "60 days", "older", "failed"].map((title) => title.padStart(12)).join(" ")}  USD owed, by age`
        return { value: { receivables: value }, text: lines.length === 0 ? "Nothing is owed." : [head, ...lines].join("\n") }
      }),
    ),
  ).pipe(Command.withDescription("What organisations owe by direct debit, by age; failed: in debits that failed or were taken back"))
