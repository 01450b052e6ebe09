import { Effect, Option, Schema } from "effect"
import validator from "validator/lib/isEmail.js"
import { Command, Flag } from "effect/cli"
import { type OrganisationChange, type OrganisationRecord, Organisations } from "../../domain/identity/Organisations.ts"
import { LedgerQueries } from "../../domain/ledger/LedgerQueries.ts"
import { available } from "../../domain/ledger/state.ts"
import { OrganisationId } from "../../domain/money/ids.ts"
import { toDecimal } from "../../domain/money/Money.ts"
import { changeOrganisation, createOrganisation, resumeOrganisation } from "../../domain/operating/organisations.ts"
import { registry } from "../../rails/registry.ts"
import { operatedOrganisation, organisationDetail, shownStatus } from "../http/operator/views.ts"
import { entryFlag, idOf, limitFlag, reasonFlag, reasonOrSandbox, sandboxReasonFlag } from "./flags.ts"
import { emailRule, organisationSet } from "./organisationSettings.ts"
import { jsonFlag, print } from "./output.ts"
import { withRails, withServices } from "./services.ts"

const positive = (name: string, fallback: number, description: string) =>
  Flag.Int(name).pipe(
    Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))),
    Flag.withDefault(fallback),
    Flag.withDescription(description),
  )

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(Flag.withSchema(Schema.NonEmptyString), Flag.withDescription("The name of the company")),
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
    reason: sandboxReasonFlag,
    json: jsonFlag,
  },
  Effect.fn(function* ({ email, json, reason, ...organisation }) {
    const id = yield* createOrganisation({ ...organisation, email: Option.getOrNull(email) }, yield* reasonOrSandbox(reason))
    yield* print(json, { organisation_id: id }, `Organisation ${organisation.name}: ${id}`)
  }, withServices),
).pipe(Command.withDescription("Create an organisation"))

const line = (organisation: OrganisationRecord) => {
  const { activeKeys, id, name, spending } = organisation
  return `${id}  ${shownStatus(organisation).padEnd(9)}  spending ${spending ? "on " : "off"}  ${activeKeys} keys  ${name}`
}

const list = Command.make(
  "list",
  {
    status: Flag.optional(Flag.Literals("status", ["active", "suspended"]).pipe(Flag.withDescription("Organisations of this status only"))),
    search: Flag.optional(
      Flag.String("search").pipe(Flag.withDescription("A part of the name or of the e-mail, or the beginning of the id")),
    ),
    after: Flag.optional(entryFlag("after", "Only organisations created after this one")),
    limit: limitFlag(1000, 100),
    json: jsonFlag,
  },
  Effect.fn(function* ({ after, json, limit, search, status }) {
    const filter = {
      search: Option.getOrUndefined(search),
      status: Option.getOrUndefined(status),
      after: Option.getOrUndefined(Option.map(after, (id) => OrganisationId.make(id))),
    }
    const all = yield* Effect.flatMap(Organisations, (organisations) => organisations.list(filter, limit))
    yield* print(json, { organisations: all.map(operatedOrganisation) }, all.length === 0 ? "No organisations." : all.map(line).join("\n"))
  }, withServices),
).pipe(Command.withDescription("Organisations, the oldest first"))

const show = Command.make(
  "show",
  { id: idOf("the organisation"), json: jsonFlag },
  Effect.fn(function* ({ id, json }) {
    const organisation = yield* Effect.flatMap(Organisations, ({ find }) => find(OrganisationId.make(id)))
    const accounts = yield* Effect.flatMap(LedgerQueries, (queries) => queries.accounts(organisation.id))
    const lines = accounts.map(
      (account) =>
        `  ${account.id.padEnd(12)}  ${account.status.padEnd(9)}  available ${toDecimal(available(account))} USD, posted ${toDecimal(account.posted)}, held ${toDecimal(account.held)} by ${account.open} calls`,
    )
    const value = organisationDetail(organisation, accounts)
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
    { id: idOf("the organisation"), reason: reasonFlag, json: jsonFlag },
    Effect.fn(function* ({ id, json, reason }) {
      const organisation = yield* changeOrganisation(`org ${name}`, OrganisationId.make(id), change, reason)
      yield* print(json, operatedOrganisation(organisation), `${organisation.name}: ${outcome}`)
    }, withServices),
  ).pipe(Command.withDescription(description))

const resume = Command.make(
  "resume",
  { id: idOf("the organisation"), reason: reasonFlag, json: jsonFlag },
  Effect.fn(function* ({ id, json, reason }) {
    const organisation = yield* resumeOrganisation(OrganisationId.make(id), reason)
    yield* print(json, operatedOrganisation(organisation), `${organisation.name}: active again.`)
  }, withRails),
).pipe(Command.withDescription("End the suspension"))

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
    id: idOf("the organisation"),
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
    yield* print(json, operatedOrganisation(organisation), `${organisation.name} has ${order}.`)
  }, withServices),
).pipe(Command.withDescription("Set which rail pays where two cost the same"))

export const org = Command.make("org").pipe(
  Command.withDescription("Organisations"),
  Command.withSubcommands([
    create,
    organisationSet,
    list,
    show,
    changing(
      "suspend",
      { status: "suspended" },
      "Refuse every paid call with 403 organisation_unavailable; reading still works",
      "suspended, nothing is bought any more.",
    ),
    resume,
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
