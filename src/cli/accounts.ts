import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { freezeAccount, unfreezeAccount } from "../../domain/operating/accounts.ts"
import { organisationFlag, reasonFlag } from "./flags.ts"
import { jsonFlag, print } from "./output.ts"
import { withRails, withServices } from "./services.ts"

const flags = {
  id: Argument.String("account").pipe(Argument.withDescription("As `farthing org show` lists it, for instance credits, sepa or x402")),
  organisation: organisationFlag,
  reason: reasonFlag,
  json: jsonFlag,
}

const freeze = Command.make(
  "freeze",
  flags,
  Effect.fn(function* ({ id, json, organisation, reason }) {
    const { status } = yield* freezeAccount(organisation, id, reason)
    yield* print(json, { organisation_id: organisation, account: id, status }, `The account ${id} is frozen: it pays for nothing.`)
  }, withServices),
).pipe(Command.withDescription("Stop an account from paying; its rail cannot end this"))

const unfreeze = Command.make(
  "unfreeze",
  flags,
  Effect.fn(function* ({ id, json, organisation, reason }) {
    const { status } = yield* unfreezeAccount(organisation, id, reason)
    const text = status === "active" ? "it pays again." : "its rail still suspends it, see farthing org show."
    yield* print(json, { organisation_id: organisation, account: id, status }, `The account ${id} is not frozen any more: ${text}`)
  }, withRails),
).pipe(Command.withDescription("End the freeze; the rail decides whether the account pays"))

export const account = Command.make("account").pipe(
  Command.withDescription("Accounts of organisations, one for each rail"),
  Command.withSubcommands([freeze, unfreeze]),
)
