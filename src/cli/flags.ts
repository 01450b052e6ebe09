import { Data, Effect, Option, Result, Schema } from "effect"
import { Argument, Flag } from "effect/cli"
import { isUuid, OrganisationId } from "../../domain/money/ids.ts"
import { fromDecimal, type MicroUsd } from "../../domain/money/Money.ts"
import { Organisations } from "../../domain/identity/Organisations.ts"
import { Settings } from "../Settings.ts"

const Dollars = Schema.String.check(
  Schema.makeFilter((text: string) => Result.match(fromDecimal(text), { onSuccess: () => true, onFailure: (reason) => reason })),
)

const micro = (text: string): MicroUsd => Result.getOrThrow(fromDecimal(text))

export const dollars = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withSchema(Dollars), Flag.withDescription(description), Flag.map(micro))

export const dollarsAboveZero = (name: string, description: string) =>
  dollars(name, description).pipe(
    Flag.filter(
      (amount) => amount > 0n,
      () => `--${name} must be above 0 USD. Nothing was booked.`,
    ),
  )

export const organisationFlag = Flag.String("org").pipe(
  Flag.withDescription("Organisation id"),
  Flag.map((id) => OrganisationId.make(id)),
)

/** For a list: of one organisation only. */
export const ofOrganisationFlag = Flag.optional(organisationFlag.pipe(Flag.withDescription("Of this organisation only")))

/** The organisation of that flag, or null. It must exist: an empty list would state that it has nothing. */
export const existing = Effect.fnUntraced(function* (organisation: Option.Option<OrganisationId>) {
  if (Option.isNone(organisation)) return null
  return (yield* Effect.flatMap(Organisations, ({ find }) => find(organisation.value))).id
})

export const idOf = (what: string) => Argument.String("id").pipe(Argument.withDescription(`Id of ${what}`))

/** The id of an entry of a list. */
export const entryFlag = (name: string, description: string) =>
  Flag.String(name).pipe(
    Flag.withDescription(description),
    Flag.filter(isUuid, () => `--${name} takes the id of an entry of this list, as --json shows it.`),
  )

/** One line of at most 500 characters. */
export const Line = Schema.NonEmptyString.check(Schema.isMaxLength(500), Schema.isPattern(/^[^\p{Cc}]*\S[^\p{Cc}]*$/u))

/** Why an operator does this. It is kept in the log of the operators. */
export const reasonFlag = Flag.String("reason").pipe(
  Flag.filter(Schema.is(Line), () => "--reason must be one line of 1 to 500 characters that says why. Nothing was changed."),
  Flag.withDescription("Why; kept in the log of the operators: farthing log"),
)

/** For a command that creates something or repeats what a gateway does by itself: a sandbox does without the reason. */
export const sandboxReasonFlag = Flag.optional(reasonFlag)

class ReasonRequired extends Data.TaggedError("ReasonRequired")<{ readonly message: string }> {}

/** What the log of the operators keeps for `sandboxReasonFlag`. */
export const reasonOrSandbox = Effect.fnUntraced(function* (reason: Option.Option<string>) {
  if (Option.isSome(reason)) return reason.value
  if ((yield* Settings).mode === "sandbox") return "not given"
  return yield* new ReasonRequired({
    message: "In live mode this command takes --reason: one line that says why, kept in the log of the operators. Nothing was changed.",
  })
})

export const limitFlag = (maximum: number, fallback: number) =>
  Flag.String("limit").pipe(
    Flag.filterMap(
      (text) => Option.filter(Option.some(Number(text)), (count) => /^\d+$/.test(text) && count >= 1 && count <= maximum),
      (text) => `--limit is a whole number from 1 to ${maximum}, not "${text}"`,
    ),
    Flag.withDefault(fallback),
    Flag.withDescription(`How many at most, up to ${maximum}; ${fallback} without it`),
  )
