import { Data, Effect, Option, Redacted, Result, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { randomUUID } from "node:crypto"
import { Organisations, type KeyRecord, expiryDays } from "../../domain/identity/Organisations.ts"
import { Scope, scopes } from "../../domain/identity/errors.ts"
import { KeyId, OrganisationId } from "../../domain/money/ids.ts"
import { buyerAccount, outside } from "../../domain/ledger/postings.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { fromDecimal, type MicroUsd, toDecimal, toMoney } from "../../domain/money/Money.ts"
import { Rails } from "../../domain/rail/Rail.ts"
import { jsonFlag, print } from "./output.ts"
import { withRails, withServices } from "./services.ts"
import { isoTime, isoTimeOrNull } from "../../domain/time.ts"

const Dollars = Schema.String.check(
  Schema.makeFilter((text: string) => Result.match(fromDecimal(text), { onSuccess: () => true, onFailure: (reason) => reason })),
)

export const dollars = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withSchema(Dollars), Flag.withDescription(description), Flag.map(micro))
const micro = (text: string): MicroUsd => Result.getOrThrow(fromDecimal(text))
const organisationFlag = Flag.String("org").pipe(
  Flag.withDescription("Organisation id"),
  Flag.map((id) => OrganisationId.make(id)),
)

const moneyOrNull = (amount: MicroUsd | null) => (amount === null ? null : toMoney(amount))
const positive = (name: string, fallback: number, description: string) =>
  Flag.Int(name).pipe(
    Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))),
    Flag.withDefault(fallback),
    Flag.withDescription(description),
  )

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(Flag.withSchema(Schema.NonEmptyString)),
    rate: positive("rate", 60, "Requests a minute over all keys and nodes"),
    concurrency: positive("concurrency", 64, "Calls that may execute at once"),
    json: jsonFlag,
  },
  Effect.fn(function* ({ json, ...organisation }) {
    const organisations = yield* Organisations
    const id = yield* organisations.create(organisation)
    yield* print(json, { organisation_id: id }, `Organisation ${organisation.name}: ${id}`)
  }, withServices),
).pipe(Command.withDescription("Create an organisation"))

/** The organisation or its rails do not take this setting. */
class NoSuchSetting extends Data.TaggedError("NoSuchSetting")<{ readonly message: string }> {}

const set = Command.make(
  "set",
  {
    organisation: organisationFlag,
    setting: Flag.String("setting").pipe(Flag.withDescription("For instance x402_signer")),
    value: Flag.String("value"),
    json: jsonFlag,
  },
  Effect.fn(function* ({ json, organisation, setting, value }) {
    yield* Effect.flatMap(Organisations, (organisations) => organisations.find(organisation))
    const options = [...(yield* Rails).values()].flatMap(({ setting: option }) => option ?? [])
    const option = options.find(({ name }) => name === setting)
    if (option === undefined) {
      return yield* new NoSuchSetting({
        message: `There is no setting ${setting}. There are: ${options.map(({ name }) => name).join(", ")}.`,
      })
    }
    if (!option.values.includes(value)) return yield* new NoSuchSetting({ message: `${setting} is one of ${option.values.join(", ")}.` })
    yield* option.choose(organisation, value)
    const text = `${setting} is ${value}. Gateways that run follow within a minute.`
    yield* print(json, { organisation_id: organisation, setting, value }, text)
  }, withRails),
).pipe(Command.withDescription("Set what an organisation may choose of a rail"))

export const org = Command.make("org").pipe(Command.withDescription("Organisations"), Command.withSubcommands([create, set]))

const scopesOf = (text: string) => Schema.decodeUnknownOption(Schema.NonEmptyArray(Scope))(text.split(",").map((scope) => scope.trim()))
const expiryOf = Schema.decodeUnknownOption(Schema.Literals(expiryDays))

const keyView = (key: KeyRecord) => ({
  key_id: key.id,
  organisation_id: key.organisation,
  name: key.name,
  status: key.status,
  scopes: key.scopes,
  per_request: moneyOrNull(key.perRequest),
  monthly: moneyOrNull(key.monthly),
  daily: moneyOrNull(key.daily),
  created_at: isoTime(key.createdAt),
  expires_at: isoTime(key.expiresAt),
  revoked_at: isoTimeOrNull(key.revokedAt),
})

const createKey = Command.make(
  "create",
  {
    organisation: organisationFlag,
    name: Flag.String("name").pipe(Flag.withSchema(Schema.NonEmptyString)),
    scopes: Flag.String("scopes").pipe(
      Flag.withDescription(`Comma-separated: ${scopes.join(", ")}`),
      Flag.filterMap(scopesOf, (text) => `"${text}" is not a list of scopes. Known: ${scopes.join(", ")}`),
    ),
    expiresInDays: Flag.Int("expires").pipe(
      Flag.withDescription(`Days: ${expiryDays.join(", ")}`),
      Flag.filterMap(expiryOf, (days) => `A key expires in ${expiryDays.join(", ")} days, not in ${days}`),
    ),
    perRequest: Flag.optional(dollars("per-request", "Most one request may cost, in USD")),
    monthly: Flag.optional(dollars("monthly", "Most a calendar month (UTC) may cost, in USD")),
    daily: Flag.optional(dollars("daily", "Most a day (UTC) may cost, in USD")),
    json: jsonFlag,
  },
  Effect.fn(function* ({ daily, json, monthly, perRequest, ...rest }) {
    const organisations = yield* Organisations
    const limits = { perRequest: Option.getOrNull(perRequest), monthly: Option.getOrNull(monthly), daily: Option.getOrNull(daily) }
    const { key, secret } = yield* organisations.createKey({ ...rest, ...limits })
    const shown = Redacted.value(secret)
    yield* print(json, { ...keyView(key), secret: shown }, `Key ${key.id} (${key.name}). Its secret is shown this once:\n${shown}`)
  }, withServices),
).pipe(Command.withDescription("Create a key; its secret is shown once"))

const listKeys = Command.make(
  "list",
  { organisation: Flag.optional(organisationFlag), json: jsonFlag },
  Effect.fn(function* ({ json, organisation }) {
    const organisations = yield* Organisations
    const keys = (yield* organisations.keys(Option.getOrNull(organisation))).map(keyView)
    const lines = keys.map(
      (key) =>
        `${key.organisation_id}  ${key.key_id}  ${key.status.padEnd(7)}  ${key.expires_at?.slice(0, 10)}  ${key.name}  ${key.scopes.join(",")}`,
    )
    yield* print(json, { keys }, lines.length === 0 ? "No keys." : lines.join("\n"))
  }, withServices),
).pipe(Command.withDescription("List keys"))

const revokeKey = Command.make(
  "revoke",
  { id: Argument.String("id"), json: jsonFlag },
  Effect.fn(function* ({ id, json }) {
    const organisations = yield* Organisations
    const key = yield* organisations.revokeKey(KeyId.make(id))
    yield* print(json, keyView(key), `Key ${key.id} (${key.name}) is revoked: from now on it pays for nothing.`)
  }, withServices),
).pipe(Command.withDescription("Revoke a key, effective at once"))

export const key = Command.make("key").pipe(
  Command.withDescription("Keys of organisations"),
  Command.withSubcommands([createKey, listKeys, revokeKey]),
)

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

export const credits = Command.make("credits").pipe(Command.withDescription("Prepaid credits"), Command.withSubcommands([grant]))
