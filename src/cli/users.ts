import { Data, Effect, Option, type Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import validator from "validator/lib/isEmail.js"
import { memberRoles } from "../../domain/identity/Members.ts"
import { createUser, linkUser } from "../../domain/operating/users.ts"
import { linkUrl } from "../../layers/app/AppAuth.ts"
import { Settings } from "../Settings.ts"
import { organisationFlag, reasonOrSandbox, sandboxReasonFlag } from "./flags.ts"
import { jsonFlag, print } from "./output.ts"
import { withServices } from "./services.ts"

const emailFlag = Flag.String("email").pipe(
  Flag.withDescription("Address that the person signs in with"),
  Flag.filter(
    (text) => validator.default(text),
    (text) => `"${text}" is not an e-mail address`,
  ),
)

class WhichUser extends Data.TaggedError("WhichUser")<{ readonly message: string }> {}

const shownLink = Effect.fnUntraced(function* (token: Redacted.Redacted) {
  const { host, port, publicUrl } = yield* Settings
  const url = linkUrl(publicUrl ?? `http://${host}:${port}`, token)
  const note = publicUrl === undefined ? `\nIf the gateway listens on another port than ${port}, put that into the address.` : ""
  return { url, note }
})

const create = Command.make(
  "create",
  {
    email: emailFlag,
    organisation: Flag.optional(organisationFlag),
    role: Flag.Literals("role", memberRoles).pipe(
      Flag.withDefault("member" as const),
      Flag.withDescription("What the person may do there"),
    ),
    isOperator: Flag.Boolean("operator").pipe(Flag.withDefault(false), Flag.withDescription("May use the pages of the operators")),
    reason: sandboxReasonFlag,
    json: jsonFlag,
  },
  Effect.fn(function* ({ email, isOperator, json, organisation, reason, role }) {
    if (Option.isNone(organisation) && !isOperator) {
      return yield* new WhichUser({ message: "Name the organisation with --org, or give --operator. Nothing was created." })
    }
    const user = { email, organisation: Option.getOrNull(organisation), role, isOperator }
    const token = yield* createUser(user, yield* reasonOrSandbox(reason))
    const { note, url } = yield* shownLink(token)
    yield* print(json, { email, url }, `${email} chooses a password at this address, once, within 24 hours:\n${url}${note}`)
  }, withServices),
).pipe(Command.withDescription("Create a user of the app, or give an existing one a role"))

const link = Command.make(
  "link",
  { email: emailFlag, reason: sandboxReasonFlag, json: jsonFlag },
  Effect.fn(function* ({ email, json, reason }) {
    const { note, url } = yield* shownLink(yield* linkUser(email, yield* reasonOrSandbox(reason)))
    yield* print(json, { email, url }, `${email} chooses a new password at this address, once, within 24 hours:\n${url}${note}`)
  }, withServices),
).pipe(Command.withDescription("Make a link that lets a user choose a new password"))

export const user = Command.make("user").pipe(Command.withDescription("Users of the app"), Command.withSubcommands([create, link]))
