import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { randomUUID } from "node:crypto"
import type { OrganisationId } from "../../domain/money/ids.ts"
import { microUsd, toDecimal, toMoney } from "../../domain/money/Money.ts"
import { bookCredits } from "../../domain/operating/credits.ts"
import { OperatorQueries } from "../../domain/operating/OperatorQueries.ts"
import { dollarsAboveZero, Line, organisationFlag, reasonFlag } from "./flags.ts"
import { jsonFlag, print } from "./output.ts"
import { withServices } from "./services.ts"

const grant = Command.make(
  "grant",
  {
    organisation: organisationFlag,
    amount: dollarsAboveZero("amount", "USD"),
    ref: Flag.optional(
      Flag.String("ref").pipe(
        Flag.withSchema(Line),
        Flag.withDescription("Grants once per reference: repeating it with the same amount books nothing"),
      ),
    ),
    reason: reasonFlag,
    json: jsonFlag,
  },
  Effect.fn(function* ({ json, ref: given, ...order }) {
    const { posted, ref } = yield* bookCredits("credits grant", { ...order, ref: Option.getOrElse(given, () => randomUUID()) })
    const text = posted ? `Granted ${toDecimal(order.amount)} USD of credits.` : "This reference was granted before: nothing was booked."
    yield* print(json, { organisation_id: order.organisation, ref, posted, amount: toMoney(order.amount) }, text)
  }, withServices),
).pipe(Command.withDescription("Give an organisation prepaid credits"))

/** A grant may be a gift or the booking of a bank transfer: only the operator knows. */
const grantedSentence = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const { granted, takenBack } = yield* Effect.flatMap(OperatorQueries, (queries) => queries.grants(organisation))
  return granted > takenBack
    ? ` ${toDecimal(microUsd(granted - takenBack))} USD of all that this organisation received were granted by hand: if those were gifts, pay out only what it paid for, and book the rest back with farthing credits grant.`
    : ""
})

/** Takes credits out of an organisation's account, once per reference. */
const removing = (name: "take-back" | "pay-out", description: string, done: string) =>
  Command.make(
    name,
    {
      organisation: organisationFlag,
      amount: dollarsAboveZero("amount", "USD, at most what is free"),
      ref: Flag.String("ref").pipe(
        Flag.withSchema(Line),
        Flag.withDescription("Books once per reference, for instance the number of the bank transfer"),
      ),
      reason: reasonFlag,
      json: jsonFlag,
    },
    Effect.fn(function* ({ json, ...order }) {
      const { posted, ref } = yield* bookCredits(`credits ${name}`, order)
      const gifts = name === "pay-out" ? yield* grantedSentence(order.organisation) : ""
      const text = posted ? `${toDecimal(order.amount)} USD ${done}${gifts}` : "This reference was booked before: nothing was booked."
      yield* print(json, { organisation_id: order.organisation, ref, posted, amount: toMoney(order.amount) }, text)
    }, withServices),
  ).pipe(Command.withDescription(description))

export const credits = Command.make("credits").pipe(
  Command.withDescription("Prepaid credits"),
  Command.withSubcommands([
    grant,
    removing("take-back", "Take granted credits back", "of credits are taken back."),
    removing(
      "pay-out",
      "Book credits out that are paid to the customer, for instance by bank transfer",
      "of credits are booked out. Pay them to the customer now.",
    ),
  ]),
)
