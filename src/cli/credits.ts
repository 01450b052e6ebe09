import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { randomUUID } from "node:crypto"
import { Organisations } from "../../domain/identity/Organisations.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { buyerAccount, outside } from "../../domain/ledger/postings.ts"
import { toDecimal, toMoney } from "../../domain/money/Money.ts"
import { dollars, Line, organisationFlag, reasonFlag } from "./flags.ts"
import { removeCredits } from "../../domain/operating/accounts.ts"
import { jsonFlag, print } from "./output.ts"
import { withServices } from "./services.ts"

const grant = Command.make(
  "grant",
  {
    organisation: organisationFlag,
    amount: dollars("amount", "USD"),
    ref: Flag.optional(Flag.String("ref").pipe(Flag.withDescription("Grants once per reference: repeating it books nothing"))),
    json: jsonFlag,
  },
  Effect.fn(function* ({ amount, json, organisation, ref }) {
    const ledger = yield* Ledger
    yield* Effect.flatMap(Organisations, (organisations) => organisations.find(organisation))
    const reference = `grant:${Option.getOrElse(ref, () => randomUUID())}`
    const transfer = { debit: outside("grant"), credit: buyerAccount("credits"), amount }
    const { posted: booked } = yield* ledger.execute({ _tag: "Post", organisation, ref: reference, transfers: [transfer] })
    // A reference of our own is new: where it is found, it is because a lost commit had booked it after all.
    const posted = booked || Option.isNone(ref)
    const text = posted ? `Granted ${toDecimal(amount)} USD of credits.` : "This reference was granted before: nothing was booked."
    yield* print(json, { organisation_id: organisation, ref: reference, posted, amount: toMoney(amount) }, text)
  }, withServices),
).pipe(Command.withDescription("Give an organisation prepaid credits"))

/** Takes credits out of an organisation's account, once per reference. */
const removing = (name: "take-back" | "pay-out", description: string, done: string) =>
  Command.make(
    name,
    {
      organisation: organisationFlag,
      amount: dollars("amount", "USD, at most what is free"),
      ref: Flag.String("ref").pipe(
        Flag.withSchema(Line),
        Flag.withDescription("Books once per reference, for instance the number of the bank transfer"),
      ),
      reason: reasonFlag,
      json: jsonFlag,
    },
    Effect.fn(function* ({ json, ...order }) {
      const { posted, ref } = yield* removeCredits(`credits ${name}`, order)
      const text = posted ? `${toDecimal(order.amount)} USD ${done}` : "This reference was booked before: nothing was booked."
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
