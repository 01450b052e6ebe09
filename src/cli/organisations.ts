import { Data, Effect, Option, Redacted, Schema } from "effect"
import validator from "validator/lib/isEmail.js"
import { Argument, Command, Flag } from "effect/cli"
import { randomBytes } from "node:crypto"
import { type OrganisationChange, type OrganisationRecord, Organisations } from "../../domain/identity/Organisations.ts"
import { LedgerQueries } from "../../domain/ledger/LedgerQueries.ts"
import { type Account, available, availableBalance } from "../../domain/ledger/state.ts"
import { OrganisationId } from "../../domain/money/ids.ts"
import { toDecimal, toMoney } from "../../domain/money/Money.ts"
import { changeOrganisation } from "../../domain/operating/organisations.ts"
import { Rails } from "../../domain/rail/Rail.ts"
import { isoTime } from "../../domain/time.ts"
import { WebhookSender } from "../../domain/WebhookSender.ts"
import { registry } from "../../rails/registry.ts"
import { limitFlag, organisationFlag, reasonFlag } from "./flags.ts"
import { jsonFlag, print } from "./output.ts"
import { withRails, withServices } from "./services.ts"

const positive = (name: string, fallback: number, description: string) =>
  Flag.Int(name).pipe(
    Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))),
    Flag.withDefault(fallback),
    Flag.withDescription(description),
  )

const emailRule = "An e-mail address looks like billing@example.com."

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(Flag.withSchema(Schema.NonEmptyString)),
    rate: positive("rate", 60, "Requests a minute over all keys and nodes"),
    concurrency: positive("concurrency", 64, "Calls that may execute at once"),
    email: Flag.optional(
      Flag.String("email").pipe(
        Flag.withDescription("Contact for notices and for Stripe"),
        Flag.filter(
          (text) => validator.default(text),
          (text) => `"${text}" is not valid. ${emailRule}`,
        ),
      ),
    ),
    json: jsonFlag,
  },
  Effect.fn(function* ({ email, json, ...organisation }) {
    const organisations = yield* Organisations
    const id = yield* organisations.create({ ...organisation, email: Option.getOrNull(email) })
    yield* print(json, { organisation_id: id }, `Organisation ${organisation.name}: ${id}`)
  }, withServices),
).pipe(Command.withDescription("Create an organisation"))

/** An empty text removes it. */
const setEmail = Effect.fnUntraced(function* (organisation: OrganisationId, value: string) {
  if (value !== "" && !validator.default(value)) return yield* new NoSuchSetting({ message: `"${value}" is not valid. ${emailRule}` })
  yield* Effect.flatMap(Organisations, (organisations) => organisations.change(organisation, { email: value === "" ? null : value }))
  return value === "" ? "The organisation has no e-mail address now." : `email is ${value}. Stripe gets it within an hour.`
})

/** Each change makes a new secret, which is shown this once. An empty text removes URL and secret. */
const setNoticeUrl = Effect.fnUntraced(function* (organisation: OrganisationId, value: string) {
  const { change } = yield* Organisations
  if (value === "") {
    yield* change(organisation, { notices: null })
    return { text: "The organisation gets no notices by webhook now." }
  }
  const problem = (yield* WebhookSender).urlProblem(value)
  if (problem !== undefined) return yield* new NoSuchSetting({ message: `The URL ${problem}.` })
  const secret = randomBytes(32).toString("base64url")
  yield* change(organisation, { notices: { url: value, secret: Redacted.make(secret) } })
  const text = [
    `Notices are posted to ${value} from now on.`,
    "They are signed with this secret, which is shown this once. A secret before it is not used any more:",
    secret,
  ].join("\n")
  return { text, secret }
})

/** The organisation or its rails do not take this setting. */
class NoSuchSetting extends Data.TaggedError("NoSuchSetting")<{ readonly message: string }> {}

const set = Command.make(
  "set",
  {
    organisation: organisationFlag,
    setting: Flag.String("setting").pipe(Flag.withDescription("For instance email, notice_url or x402_signer")),
    value: Flag.String("value"),
    json: jsonFlag,
  },
  Effect.fn(function* ({ json, organisation, setting, value }) {
    yield* Effect.flatMap(Organisations, (organisations) => organisations.find(organisation))
    if (setting === "email") {
      const text = yield* setEmail(organisation, value)
      return yield* print(json, { organisation_id: organisation, setting, value }, text)
    }
    if (setting === "notice_url") {
      const { secret, text } = yield* setNoticeUrl(organisation, value)
      return yield* print(json, { organisation_id: organisation, setting, value, ...(secret !== undefined && { secret }) }, text)
    }
    const options = [...(yield* Rails).values()].flatMap(({ setting: option }) => option ?? [])
    const option = options.find(({ name }) => name === setting)
    if (option === undefined) {
      return yield* new NoSuchSetting({
        message: `There is no setting ${setting}. There are: ${["email", "notice_url", ...options.map(({ name }) => name)].join(", ")}.`,
      })
    }
    if (!option.values.includes(value)) return yield* new NoSuchSetting({ message: `${setting} is one of ${option.values.join(", ")}.` })
    yield* option.choose(organisation, value)
    const text = `${setting} is ${value}. Gateways that run follow within a minute.`
    yield* print(json, { organisation_id: organisation, setting, value }, text)
  }, withRails),
).pipe(Command.withDescription("Set an organisation's e-mail, the URL of its notices, or what it may choose of a rail"))

const view = (organisation: OrganisationRecord) => ({
  organisation_id: organisation.id,
  name: organisation.name,
  email: organisation.email,
  notice_url: organisation.noticeUrl,
  kind: organisation.kind,
  status: organisation.status,
  spending: organisation.spending,
  rate_per_minute: organisation.rate,
  concurrency: organisation.concurrency,
  preferred_rails: organisation.preference,
  active_keys: organisation.activeKeys,
  created_at: isoTime(organisation.createdAt),
})

const line = ({ activeKeys, id, name, spending, status }: OrganisationRecord) =>
  `${id}  ${status.padEnd(9)}  spending ${spending ? "on " : "off"}  ${activeKeys} keys  ${name}`

const list = Command.make(
  "list",
  {
    status: Flag.optional(Flag.Literals("status", ["active", "suspended"])),
    after: Flag.optional(Flag.String("after").pipe(Flag.withDescription("Only organisations created after this one"))),
    limit: limitFlag(1000, 100),
    json: jsonFlag,
  },
  Effect.fn(function* ({ after, json, limit, status }) {
    const filter = {
      status: Option.getOrUndefined(status),
      after: Option.getOrUndefined(Option.map(after, (id) => OrganisationId.make(id))),
    }
    const all = yield* Effect.flatMap(Organisations, (organisations) => organisations.list(filter, limit))
    yield* print(json, { organisations: all.map(view) }, all.length === 0 ? "No organisations." : all.map(line).join("\n"))
  }, withServices),
).pipe(Command.withDescription("Organisations, the oldest first"))

const accountView = (account: Account) => ({
  account: account.id,
  rail: account.rail,
  status: account.status,
  posted: toMoney(account.posted),
  held: toMoney(account.held),
  credit_limit: toMoney(account.creditLimit),
  available: toMoney(available(account)),
  open_calls: account.open,
})

const show = Command.make(
  "show",
  { id: Argument.String("id"), json: jsonFlag },
  Effect.fn(function* ({ id, json }) {
    const organisation = yield* Effect.flatMap(Organisations, ({ find }) => find(OrganisationId.make(id)))
    const accounts = yield* Effect.flatMap(LedgerQueries, (queries) => queries.accounts(organisation.id))
    const lines = accounts.map(
      (account) =>
        `  ${account.id.padEnd(12)}  ${account.status.padEnd(9)}  available ${toDecimal(available(account))} USD, posted ${toDecimal(account.posted)}, held ${toDecimal(account.held)} by ${account.open} calls`,
    )
    const value = { ...view(organisation), balance: toMoney(availableBalance(accounts)), accounts: accounts.map(accountView) }
    yield* print(
      json,
      value,
      [
        line(organisation),
        `  e-mail ${organisation.email ?? "none"}`,
        `  notices by webhook ${organisation.noticeUrl ?? "none"}`,
        ...lines,
      ].join("\n"),
    )
  }, withServices),
).pipe(Command.withDescription("One organisation with its accounts"))

/** A command that changes one organisation, for a reason. */
const changing = (name: string, change: OrganisationChange, description: string, outcome: string) =>
  Command.make(
    name,
    { id: Argument.String("id"), reason: reasonFlag, json: jsonFlag },
    Effect.fn(function* ({ id, json, reason }) {
      const organisation = yield* changeOrganisation(`org ${name}`, OrganisationId.make(id), change, reason)
      yield* print(json, view(organisation), `${organisation.name}: ${outcome}`)
    }, withServices),
  ).pipe(Command.withDescription(description))

const railNames = Object.keys(registry)
/** An empty text is an empty list: no preference. */
const railsOf = (text: string): Option.Option<ReadonlyArray<string>> => {
  const rails = text.split(",").map((rail) => rail.trim())
  if (text === "") return Option.some([])
  return rails.every((rail) => railNames.includes(rail)) && new Set(rails).size === rails.length ? Option.some(rails) : Option.none()
}

const prefer = Command.make(
  "prefer",
  {
    id: Argument.String("id"),
    rails: Flag.String("rails").pipe(
      Flag.withDescription(`In this order where two cost the same, for instance ${railNames.join(",")}; "" for no preference`),
      Flag.filterMap(railsOf, (text) => `"${text}" is not a list of rails. There are: ${railNames.join(", ")}`),
    ),
    reason: reasonFlag,
    json: jsonFlag,
  },
  Effect.fn(function* ({ id, json, rails, reason }) {
    const organisation = yield* changeOrganisation("org prefer", OrganisationId.make(id), { preference: rails }, reason)
    const order = rails.length === 0 ? "no preferred rail" : `the rails ${rails.join(", ")} in this order where two cost the same`
    yield* print(json, view(organisation), `${organisation.name} has ${order}.`)
  }, withServices),
).pipe(Command.withDescription("Set which rail pays where two cost the same"))

export const org = Command.make("org").pipe(
  Command.withDescription("Organisations"),
  Command.withSubcommands([
    create,
    set,
    list,
    show,
    changing(
      "suspend",
      { status: "suspended" },
      "Refuse every call with 403 organisation_unavailable",
      "suspended, nothing is bought any more.",
    ),
    changing("resume", { status: "active" }, "End the suspension", "active again."),
    changing(
      "stop-spending",
      { spending: false },
      "Refuse every paid call with 403 spending_not_permitted; reading still works",
      "spending is off.",
    ),
    changing("allow-spending", { spending: true }, "Switch spending on again", "spending is on."),
    prefer,
  ]),
)
