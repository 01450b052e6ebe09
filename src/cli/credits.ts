import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { randomUUID } from "node:crypto"
import { toDecimal, toMoney } from "../../domain/money/Money.ts"
import { bookCredits, type CreditsOrder } from "../../domain/operating/credits.ts"
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

const removalFlags = {
  organisation: organisationFlag,
  amount: dollarsAboveZero("amount", "USD, at most what is free"),
  ref: Flag.String("ref").pipe(
    Flag.withSchema(Line),
    Flag.withDescription("Books once per reference, for instance the number of the bank transfer"),
  ),
  reason: reasonFlag,
  json: jsonFlag,
}

/** Takes credits out of an organisation's account, once per reference. */
const remove = Effect.fnUntraced(function* (
  action: "credits take-back" | "credits pay-out",
  done: string,
  { json, ...order }: CreditsOrder & { readonly json: boolean },
) {
  const { posted, ref } = yield* bookCredits(action, order)
  const text = posted ? `${toDecimal(order.amount)} USD ${done}` : "This reference was booked before: nothing was booked."
  yield* print(json, { organisation_id: order.organisation, ref, posted, amount: toMoney(order.amount) }, text)
}, withServices)

const takeBack = Command.make("take-back", removalFlags, (order) => remove("credits take-back", "of credits are taken back.", order)).pipe(
  Command.withDescription("Take granted credits back"),
)

const payOut = Command.make(
  "pay-out",
  {
    ...removalFlags,
    force: Flag.Boolean("force").pipe(
      Flag.withDefault(false),
      Flag.withDescription("Also pay out granted credits, because the grants booked what the customer had paid; say so in --reason"),
    ),
  },
  (order) => remove("credits pay-out", "of credits are booked out. Pay them to the customer now.", order),
).pipe(
  Command.withDescription(
    "Book credits out that are paid to the customer, for instance by bank transfer: at most what is free, less what was granted and not taken back",
  ),
)

export const credits = Command.make("credits").pipe(
  Command.withDescription("Prepaid credits"),
  Command.withSubcommands([grant, takeBack, payOut]),
)
