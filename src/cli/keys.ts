import { Data, Effect, Option, Redacted, Result, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { expiryDays, type KeyChange, Organisations } from "../../domain/identity/Organisations.ts"
import { Scope, scopes } from "../../domain/identity/errors.ts"
import { CostTag } from "../../domain/ledger/costTag.ts"
import { KeyId } from "../../domain/money/ids.ts"
import { fromDecimal, type MicroUsd } from "../../domain/money/Money.ts"
import { changeKey, createKey, endOldSecret, revokeAllKeys, revokeKey, rotateKey } from "../../domain/operating/organisations.ts"
import { isoTimeOrNull } from "../../domain/time.ts"
import { keyView } from "../http/organisation/keyView.ts"
import { dollars, existing, idOf, ofOrganisationFlag, organisationFlag, reasonFlag, reasonOrSandbox, sandboxReasonFlag } from "./flags.ts"
import { jsonFlag, print } from "./output.ts"
import { withServices } from "./services.ts"

const scopesOf = (text: string) => Schema.decodeUnknownOption(Schema.NonEmptyArray(Scope))(text.split(",").map((scope) => scope.trim()))
const decodeTag = Schema.decodeUnknownOption(CostTag)
const expiryOf = Schema.decodeUnknownOption(Schema.Literals(expiryDays))

const expiresFlag = Flag.Int("expires").pipe(
  Flag.withDescription(`Days: ${expiryDays.join(", ")}`),
  Flag.filterMap(expiryOf, (days) => `A key expires in ${expiryDays.join(", ")} days, not in ${days}`),
)

const createCommand = Command.make(
  "create",
  {
    organisation: organisationFlag,
    name: Flag.String("name").pipe(Flag.withSchema(Schema.NonEmptyString), Flag.withDescription("What the key is for, as lists show it")),
    scopes: Flag.String("scopes").pipe(
      Flag.withDescription(`Comma-separated: ${scopes.join(", ")}`),
      Flag.filterMap(scopesOf, (text) => `"${text}" is not a list of scopes. Known: ${scopes.join(", ")}`),
    ),
    expiresInDays: expiresFlag,
    perRequest: Flag.optional(dollars("per-request", "Most one request may cost, in USD")),
    monthly: Flag.optional(dollars("monthly", "Most a calendar month (UTC) may cost, in USD")),
    daily: Flag.optional(dollars("daily", "Most a day (UTC) may cost, in USD")),
    tag: Flag.optional(Flag.String("tag").pipe(Flag.withDescription("Cost tag of all its calls"), Flag.withSchema(CostTag))),
    reason: sandboxReasonFlag,
    json: jsonFlag,
  },
  Effect.fn(function* ({ daily, json, monthly, perRequest, reason, tag, ...rest }) {
    const limits = { perRequest: Option.getOrNull(perRequest), monthly: Option.getOrNull(monthly), daily: Option.getOrNull(daily) }
    const { key, secret } = yield* createKey({ ...rest, ...limits, tag: Option.getOrNull(tag) }, yield* reasonOrSandbox(reason))
    const shown = Redacted.value(secret)
    yield* print(json, { ...keyView(key), secret: shown }, `Key ${key.id} (${key.name}). Its secret is shown this once:\n${shown}`)
  }, withServices),
).pipe(Command.withDescription("Create a key; its secret is shown once"))

const listKeys = Command.make(
  "list",
  { organisation: ofOrganisationFlag, json: jsonFlag },
  Effect.fn(function* ({ json, organisation }) {
    const organisations = yield* Organisations
    const keys = (yield* organisations.keys(yield* existing(organisation))).map(keyView)
    const lines = keys.map(
      (key) =>
        `${key.organisation_id}  ${key.key_id}  ${key.status.padEnd(7)}  ${key.expires_at?.slice(0, 10)}  ${key.name}  ${key.scopes.join(",")}`,
    )
    yield* print(json, { keys }, lines.length === 0 ? "No keys." : lines.join("\n"))
  }, withServices),
).pipe(Command.withDescription("List keys"))

class WhichKeys extends Data.TaggedError("WhichKeys")<{ readonly message: string }> {}

const revoke = Command.make(
  "revoke",
  {
    id: Argument.optional(idOf("the key")),
    organisation: Flag.optional(organisationFlag),
    reason: reasonFlag,
    json: jsonFlag,
  },
  Effect.fn(function* ({ id, json, organisation, reason }) {
    if (Option.isSome(id) && Option.isNone(organisation)) {
      const { isNew, key } = yield* revokeKey(KeyId.make(id.value), reason)
      const text = isNew
        ? `Key ${key.id} (${key.name}) is revoked: from now on it pays for nothing.`
        : `Key ${key.id} (${key.name}) was revoked before, at ${isoTimeOrNull(key.revokedAt)}. Nothing was changed.`
      return yield* print(json, keyView(key), text)
    }
    if (Option.isSome(id) || Option.isNone(organisation)) {
      return yield* new WhichKeys({ message: "Name one key, or with --org all keys of an organisation." })
    }
    const keys = yield* revokeAllKeys(organisation.value, reason)
    const text = `${keys.length} keys of ${organisation.value} are revoked: from now on they pay for nothing.`
    yield* print(json, { organisation_id: organisation.value, keys: keys.map(keyView) }, text)
  }, withServices),
).pipe(Command.withDescription("Revoke a key, or with --org every key of an organisation; effective at once"))

const overlapFlag = Flag.Int("overlap-hours").pipe(
  Flag.withDescription("How long the old secret works at most, 0 to 8760 hours; without it, until its own expiry"),
  Flag.filterMap(
    (hours) => (hours >= 0 && hours <= 8_760 ? Option.some(hours) : Option.none()),
    (hours) => `An overlap is 0 to 8760 hours, not ${hours}`,
  ),
)

const rotate = Command.make(
  "rotate",
  { id: idOf("the key"), expiresInDays: expiresFlag, overlapHours: Flag.optional(overlapFlag), reason: reasonFlag, json: jsonFlag },
  Effect.fn(function* ({ expiresInDays, id, json, overlapHours, reason }) {
    const { key, secret } = yield* rotateKey(KeyId.make(id), expiresInDays, reason, Option.getOrUndefined(overlapHours))
    const shown = Redacted.value(secret)
    const text = [
      `Key ${key.id} (${key.name}) has a new secret, which is shown this once:`,
      shown,
      key.oldSecretUntil === null
        ? "The old secret is refused from now on."
        : `The old secret works until ${isoTimeOrNull(key.oldSecretUntil)}. To end it earlier: farthing key end-old-secret ${key.id} --reason "…"`,
    ].join("\n")
    yield* print(json, { ...keyView(key), secret: shown }, text)
  }, withServices),
).pipe(Command.withDescription("Give a key a new secret, which is shown once; the old one works until it is ended or expires"))

const endOld = Command.make(
  "end-old-secret",
  { id: idOf("the key"), reason: reasonFlag, json: jsonFlag },
  Effect.fn(function* ({ id, json, reason }) {
    const key = yield* endOldSecret(KeyId.make(id), reason)
    yield* print(json, keyView(key), `Key ${key.id} (${key.name}) has one secret, the newest: an older one is refused from now on.`)
  }, withServices),
).pipe(Command.withDescription("End the secret before the last rotation of a key at once"))

/** An amount in USD, or `none`, which removes the limit. */
const limit = (name: string, description: string) =>
  Flag.optional(
    Flag.String(name).pipe(
      Flag.withDescription(`${description}, in USD, or "none"`),
      Flag.filterMap(
        (text): Option.Option<MicroUsd | null> => (text === "none" ? Option.some(null) : Result.getSuccess(fromDecimal(text))),
        (text) => `"${text}" is neither an amount in USD nor "none"`,
      ),
    ),
  )

const setLimits = Command.make(
  "limit",
  {
    id: idOf("the key"),
    perRequest: limit("per-request", "Most one request may cost"),
    monthly: limit("monthly", "Most a calendar month (UTC) may cost"),
    daily: limit("daily", "Most a day (UTC) may cost"),
    tag: Flag.optional(
      Flag.String("tag").pipe(
        Flag.withDescription('Cost tag of all its calls, or "none"'),
        Flag.filterMap(
          (text): Option.Option<string | null> => (text === "none" ? Option.some(null) : decodeTag(text)),
          (text) => `"${text}" is no cost tag: 1 to 64 letters, digits or . _ : / -`,
        ),
      ),
    ),
    reason: reasonFlag,
    json: jsonFlag,
  },
  Effect.fn(function* ({ daily, id, json, monthly, perRequest, reason, tag }) {
    const change: KeyChange = {
      ...(Option.isSome(perRequest) && { perRequest: perRequest.value }),
      ...(Option.isSome(monthly) && { monthly: monthly.value }),
      ...(Option.isSome(daily) && { daily: daily.value }),
      ...(Option.isSome(tag) && { tag: tag.value }),
    }
    if (Object.keys(change).length === 0) {
      return yield* new WhichKeys({ message: "Give at least one of --per-request, --monthly, --daily and --tag." })
    }
    const key = yield* changeKey(KeyId.make(id), change, reason)
    yield* print(json, keyView(key), `Key ${key.id} (${key.name}) has its new terms from its next call on.`)
  }, withServices),
).pipe(Command.withDescription("Change what a key may spend, or its cost tag; what is not named stays"))

export const key = Command.make("key").pipe(
  Command.withDescription("Keys of organisations"),
  Command.withSubcommands([createCommand, listKeys, rotate, endOld, revoke, setLimits]),
)
