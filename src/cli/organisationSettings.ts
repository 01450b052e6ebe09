import { Effect, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import validator from "validator/lib/isEmail.js"
import { newNoticeSecret } from "../../layers/identity/secret.ts"
import type { OrganisationId } from "../../domain/money/ids.ts"
import { changeContact, requireNotErased } from "../../domain/operating/organisations.ts"
import { NoSuchSetting, railSettingNames, setRailSetting } from "../../domain/operating/railSettings.ts"
import { WebhookSender } from "../../domain/WebhookSender.ts"
import { organisationFlag, reasonFlag } from "./flags.ts"
import { jsonFlag, print } from "./output.ts"
import { withRails } from "./services.ts"

export const emailRule = "An e-mail address looks like billing@example.com."

/** An empty text removes it. */
const setEmail = Effect.fnUntraced(function* (organisation: OrganisationId, value: string, reason: string) {
  if (value !== "" && !validator.default(value)) return yield* new NoSuchSetting({ message: `"${value}" is not valid. ${emailRule}` })
  yield* changeContact(organisation, "email", { email: value === "" ? null : value }, reason)
  return value === "" ? "The organisation has no e-mail address now." : `email is ${value}. Stripe gets it within an hour.`
})

/** Each change makes a new secret, which is shown this once. An empty text removes URL and secret. */
const setNoticeUrl = Effect.fnUntraced(function* (organisation: OrganisationId, value: string, reason: string) {
  if (value === "") {
    yield* changeContact(organisation, "notice_url", { notices: null }, reason)
    return { text: "The organisation gets no notices by webhook now." }
  }
  const problem = (yield* WebhookSender).urlProblem(value)
  if (problem !== undefined) return yield* new NoSuchSetting({ message: `The URL ${problem}.` })
  const made = newNoticeSecret()
  const secret = Redacted.value(made)
  yield* changeContact(organisation, "notice_url", { notices: { url: value, secret: made } }, reason)
  const text = [
    `Notices are posted to ${value} from now on.`,
    "They are signed with this secret, which is shown this once. A secret before it is not used any more:",
    secret,
  ].join("\n")
  return { text, secret }
})

/** What the organisation may choose of a rail. */
const setRailOption = Effect.fnUntraced(function* (organisation: OrganisationId, setting: string, value: string, reason: string) {
  const names = yield* railSettingNames
  if (!names.includes(setting)) {
    return yield* new NoSuchSetting({
      message: `There is no setting ${setting}. There are: ${["email", "notice_url", ...names].join(", ")}.`,
    })
  }
  yield* setRailSetting(organisation, setting, value, reason)
  return `${setting} is ${value}. Gateways that run follow within a minute.`
})

export const organisationSet = Command.make(
  "set",
  {
    organisation: organisationFlag,
    setting: Flag.String("setting").pipe(Flag.withDescription("For instance email, notice_url or x402_signer")),
    value: Flag.String("value").pipe(Flag.withDescription('The new value; "" removes an e-mail or a URL')),
    reason: reasonFlag,
    json: jsonFlag,
  },
  Effect.fn(function* ({ json, organisation, reason, setting, value }) {
    yield* requireNotErased(organisation)
    const made = { organisation_id: organisation, setting, value }
    if (setting === "notice_url") {
      const { secret, text } = yield* setNoticeUrl(organisation, value, reason)
      return yield* print(json, { ...made, ...(secret !== undefined && { secret }) }, text)
    }
    const text = yield* setting === "email" ? setEmail(organisation, value, reason) : setRailOption(organisation, setting, value, reason)
    yield* print(json, made, text)
  }, withRails),
).pipe(Command.withDescription("Set an organisation's e-mail, the URL of its notices, or what it may choose of a rail"))
