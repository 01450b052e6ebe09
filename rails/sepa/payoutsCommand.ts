import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { microUsd, toDecimal, toMoney } from "../../domain/money/Money.ts"
import { dayMs, isoDate } from "../../domain/time.ts"
import type { CommandTools } from "../RailModule.ts"
import { type PayoutLine, type PayoutReport, payoutBreaks } from "../stripe/payouts.ts"
import type { SepaAdminShape } from "./SepaAdmin.ts"
import { dayOf } from "./settings.ts"

const daysBack = 35

const day = (name: string, description: string) =>
  Flag.optional(
    Flag.String(name).pipe(
      Flag.withDescription(description),
      Flag.filterMap(
        (text) => Option.fromUndefinedOr(dayOf(text)),
        (text) => `"${text}" is no day, for instance 2026-11-20`,
      ),
    ),
  )

/** `farthing sepa payouts`: from the bank statement of the operator to the collections and top-ups of each payout. */
export const payoutsCommand = <E>({ jsonFlag, run }: CommandTools, admin: Effect.Effect<SepaAdminShape, E>) =>
  Command.make(
    "payouts",
    {
      from: day("from", `The first day of arrival, for instance 2026-11-01; else ${daysBack} days before the last`),
      to: day("to", "The last day of arrival; else today"),
      json: jsonFlag,
    },
    ({ from, json, to }) =>
      run(
        json,
        Effect.gen(function* () {
          const { now, payouts: compare } = yield* admin
          const end = Option.isSome(to) ? to.value + dayMs - 1 : yield* now
          const { complete, payouts } = yield* compare(
            Option.getOrElse(from, () => end - daysBack * dayMs),
            end,
          )
          const breaks = payouts.flatMap(payoutBreaks)
          return {
            value: { payouts: payouts.map(payoutView), complete, ok: complete && breaks.length === 0, breaks },
            text: [
              ...(payouts.length === 0 ? ["No payout arrived in these days."] : payouts.flatMap(payoutText)),
              ...(complete ? [] : ["There are more payouts: name fewer days with --from and --to."]),
              ...(breaks.length === 0 ? [] : ["", "What does not match:", ...breaks]),
            ].join("\n"),
          }
        }),
      ),
  ).pipe(Command.withDescription("Stripe's payouts to the bank, their lines, and whether the ledger has booked each line"))

const payoutView = (report: PayoutReport) => {
  const { amount, arrival_date, currency, id, status } = report.payout
  return {
    id,
    arrives_on: isoDate(arrival_date * 1000),
    status,
    amount_minor: amount,
    currency: currency.toUpperCase(),
    gross_minor: grossOf(report),
    fees_minor: feesOf(report),
    sum_of_lines_minor: report.sum,
    matches: report.sum === null ? null : payoutBreaks(report).length === 0,
    lines: report.lines.map(({ amount, booked, currency, due, fee, finding, id, net, payment, source, type }) => ({
      id,
      type,
      source,
      amount_minor: amount,
      fee_minor: fee,
      net_minor: net,
      currency: currency.toUpperCase(),
      kind: payment?.kind ?? null,
      payment_id: payment?.payment ?? null,
      reference: payment?.reference ?? null,
      booked: booked === null ? null : toMoney(microUsd(booked)),
      due: due === null ? null : toMoney(microUsd(due)),
      finding,
    })),
  }
}

/** What the lines moved before Stripe's fees. Null where Stripe does not say which lines a payout has. */
const grossOf = ({ lines, sum }: PayoutReport) => (sum === null ? null : lines.reduce((total, { amount }) => total + amount, 0))
const feesOf = ({ lines, sum }: PayoutReport) => (sum === null ? null : lines.reduce((total, { fee }) => total + fee, 0))

const minor = (cents: number) => (cents / 100).toFixed(2)

const payoutText = (report: PayoutReport): ReadonlyArray<string> => {
  const { amount, arrival_date, currency, id, status } = report.payout
  const state =
    report.sum === null
      ? "Stripe does not list its lines"
      : report.sum !== amount
        ? `its lines are ${minor(report.sum)}`
        : `${report.lines.length} lines, equal: ${minor(grossOf(report) ?? 0)} gross less ${minor(feesOf(report) ?? 0)} fees`
  return [
    `${isoDate(arrival_date * 1000)}  ${minor(amount).padStart(12)} ${currency.toUpperCase()}  ${id}  ${status}  ${state}`,
    ...report.lines.map(lineText),
  ]
}

const lineText = ({ amount, booked, currency, fee, finding, net, payment, source, type }: PayoutLine): string => {
  const of = payment === null ? "" : `  ${payment.kind} ${payment.payment}${payment.reference === null ? "" : ` (${payment.reference})`}`
  const ledger = booked === null ? "" : `  ${toDecimal(microUsd(booked))} USD booked`
  const parts = `${minor(amount).padStart(14)} gross - ${minor(fee)} fee = ${minor(net).padStart(9)} ${currency.toUpperCase()}`
  return `${parts}  ${finding.padEnd(7)}  ${type} ${source ?? ""}${of}${ledger}`
}
