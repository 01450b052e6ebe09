import { Data, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { eraseOrganisation } from "../../domain/operating/erase.ts"
import { organisationFlag, reasonFlag } from "./flags.ts"
import { jsonFlag, print } from "./output.ts"
import { withRails } from "./services.ts"

class Unconfirmed extends Data.TaggedError("Unconfirmed")<{ readonly message: string }> {}

export const erase = Command.make(
  "erase",
  {
    organisation: organisationFlag,
    confirm: Flag.String("confirm").pipe(Flag.withDescription("The organisation id once more: this cannot be undone")),
    reason: reasonFlag,
    json: jsonFlag,
  },
  Effect.fn(function* ({ confirm, json, organisation, reason }) {
    if (confirm !== organisation) return yield* new Unconfirmed({ message: "--confirm must repeat the id of --org. Nothing was removed." })
    const erased = yield* eraseOrganisation(organisation, reason)
    const text = `Removed the names of ${erased.keys} keys, ${erased.runs} requests, ${erased.documents} documents and ${erased.questions} questions. The books stay.`
    yield* print(json, { organisation_id: organisation, ...erased }, text)
  }, withRails),
).pipe(Command.withDescription("Remove the personal data of a suspended organisation; the ledger's rows stay"))
