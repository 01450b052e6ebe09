import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { hostname } from "node:os"
import { InsufficientScope, type Scope } from "../../../domain/identity/errors.ts"
import {
  type KeyChange,
  KeyNotFound,
  LimitsNotPermitted,
  type OrganisationChange,
  type OrganisationRecord,
  Organisations,
} from "../../../domain/identity/Organisations.ts"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { KeyId } from "../../../domain/money/ids.ts"
import { type MicroUsd, toDecimal, toMoney } from "../../../domain/money/Money.ts"
import {
  changeContact,
  changeKey,
  changeOrganisation,
  createKey,
  endOldSecret,
  revokeKey,
  rotateKey,
} from "../../../domain/operating/organisations.ts"
import { setRailSetting } from "../../../domain/operating/railSettings.ts"
import { Operator } from "../../../domain/operating/OperatorLog.ts"
import { Rails } from "../../../domain/rail/Rail.ts"
import { WebhookSender } from "../../../domain/WebhookSender.ts"
import { InvalidRequest, ServiceUnavailable } from "../../../domain/Refusal.ts"
import { isoTime } from "../../../domain/time.ts"
import { newNoticeSecret } from "../../../layers/identity/secret.ts"
import { CurrentCaller, RequestContext } from "../../../rails/http/RequestContext.ts"
import { answer } from "../../../rails/http/respond.ts"
import { Settings } from "../../Settings.ts"
import { Api } from "../Api.ts"
import type { KeyChangeBody, NewKeyBody, OrganisationBody } from "./api.ts"
import { keyView, listedKeyView } from "./keyView.ts"

export const OrganisationHandlers = HttpApiBuilder.group(Api, "organisation", (handlers) =>
  handlers
    .handle(
      "organisation",
      Effect.fnUntraced(function* () {
        const organisations = yield* Organisations
        return yield* view(
          yield* Effect.catchTag(organisations.find((yield* CurrentCaller).organisation), "organisation_not_found", Effect.die),
        )
      }, answer),
    )
    .handle(
      "changeOrganisation",
      Effect.fnUntraced(function* ({ payload }) {
        const { organisation } = yield* CurrentCaller
        const { email, ...change } = yield* organisationChange(payload)
        let changed = undefined
        if (Object.keys(change).length > 0) {
          const changing = changeOrganisation("organisation change", organisation, change, yield* reason)
          changed = yield* logged(Effect.catchTag(changing, "organisation_not_found", Effect.die))
        }
        if (email !== undefined) changed = yield* contact("email", { email })
        return yield* view(changed!)
      }, answer),
    )
    .handle(
      "setRailSetting",
      Effect.fnUntraced(function* ({ params, payload }) {
        const { organisation } = yield* CurrentCaller
        return yield* logged(setRailSetting(organisation, params.name, payload.value, yield* reason)).pipe(
          Effect.catchTags({
            NoSuchSetting: ({ message }) => Effect.fail(new InvalidRequest({ message: `${message} Nothing was changed.` })),
            Unavailable: ({ message }) => Effect.fail(new ServiceUnavailable({ message, retryAfterSeconds: 2 })),
            organisation_not_found: Effect.die,
          }),
        )
      }, answer),
    )
    .handle(
      "setNotices",
      Effect.fnUntraced(function* ({ payload: { url } }) {
        const problem = (yield* WebhookSender).urlProblem(url)
        if (problem !== undefined) return yield* new InvalidRequest({ message: `The URL ${problem}. Nothing was changed.`, field: "url" })
        const secret = newNoticeSecret()
        yield* contact("notice_url", { notices: { url, secret } })
        return { url, secret: Redacted.value(secret) }
      }, answer),
    )
    .handle(
      "removeNotices",
      Effect.fnUntraced(function* () {
        return yield* view(yield* contact("notice_url", { notices: null }))
      }, answer),
    )
    .handle(
      "keys",
      Effect.fnUntraced(function* () {
        const { organisation } = yield* CurrentCaller
        const { keys } = yield* Organisations
        const { keyUse } = yield* LedgerQueries
        const [all, used] = yield* Effect.all([keys(organisation), keyUse(organisation)], { concurrency: 2 })
        return { keys: all.map((key) => listedKeyView(key, used.get(key.id))) }
      }, answer),
    )
    .handle(
      "createKey",
      Effect.fnUntraced(function* ({ payload }: { readonly payload: typeof NewKeyBody.Type }) {
        const caller = yield* CurrentCaller
        const missing = payload.scopes.find((scope) => !caller.scopes.includes(scope))
        if (missing !== undefined) {
          return yield* new InsufficientScope({
            message: `This key lacks the scope ${missing}, so it cannot give it to another key. Leave it out, or use a key that has it.`,
            required_scope: missing,
          })
        }
        const limits = { perRequest: null, monthly: null, daily: null, ...limitsOf(payload) }
        yield* requireNoSum(payload.scopes)
        yield* requireWithinOwn(limits)
        const { expires_in_days: expiresInDays, name, tag = null } = payload
        const scopes = [...new Set(payload.scopes)]
        const made = createKey({ organisation: caller.organisation, name, scopes, expiresInDays, tag, ...limits }, yield* reason)
        const { key, secret } = yield* logged(Effect.catchTag(made, "organisation_not_found", Effect.die))
        return { ...keyView(key), secret: Redacted.value(secret) }
      }, answer),
    )
    .handle(
      "limitKey",
      Effect.fnUntraced(function* ({ params, payload }) {
        const { tag } = payload
        const change = { ...limitsOf(payload), ...(tag !== undefined && { tag }) }
        if (Object.keys(change).length === 0) {
          return yield* new InvalidRequest({ message: "Send at least one of per_request, monthly, daily and tag. Nothing was changed." })
        }
        const id = yield* changeableKey(params.id)
        yield* requireWithinOwn(change)
        return keyView(yield* logged(changeKey(id, change, yield* reason)))
      }, answer),
    )
    .handle(
      "rotateKey",
      Effect.fnUntraced(function* ({ params, payload }) {
        const { key: own } = yield* CurrentCaller
        const id = yield* changeableKey(params.id)
        // Another key's secret would let this key spend beyond its own limits; its own secret spends under them.
        if (id !== own) yield* requireNoSum((yield* Effect.flatMap(Organisations, ({ findKey }) => findKey(id))).scopes)
        const { key, secret } = yield* logged(rotateKey(id, payload.expires_in_days, yield* reason, payload.overlap_hours))
        return { ...keyView(key), secret: Redacted.value(secret) }
      }, answer),
    )
    .handle(
      "endOldSecret",
      Effect.fnUntraced(function* ({ params }) {
        return keyView(yield* logged(endOldSecret(yield* changeableKey(params.id), yield* reason)))
      }, answer),
    )
    .handle(
      "revokeKey",
      Effect.fnUntraced(function* ({ params }) {
        return keyView((yield* logged(revokeKey(yield* changeableKey(params.id), yield* reason))).key)
      }, answer),
    ),
)

/** The log names the key that did it, and the request. */
const logged = <A, E, R>(change: Effect.Effect<A, E, R>) =>
  Effect.flatMap(CurrentCaller, ({ key }) => Effect.provideService(change, Operator, { user: `key ${key}`, host: hostname() }))

/** Changes where the organisation is written to. */
const contact = Effect.fnUntraced(function* (setting: "email" | "notice_url", change: Pick<OrganisationChange, "email" | "notices">) {
  const { organisation } = yield* CurrentCaller
  const changing = changeContact(organisation, setting, change, yield* reason)
  return yield* logged(Effect.catchTag(changing, "organisation_not_found", Effect.die))
})

const reason = Effect.map(RequestContext, ({ requestId }) => `request ${requestId}`)

/**
 * The id of a key of the caller's organisation that the caller may change or revoke: it has every scope of that key, and no limit below
 * that key's. Otherwise a key for one purpose could lock the owner out. A key of another organisation is not found.
 */
const changeableKey = Effect.fnUntraced(function* (id: string) {
  const caller = yield* CurrentCaller
  const { organisation, scopes } = caller
  const key = yield* Effect.flatMap(Organisations, ({ findKey }) => findKey(KeyId.make(id))).pipe(
    Effect.catchTag("key_not_found", () => Effect.undefined),
  )
  if (key?.organisation !== organisation) {
    return yield* new KeyNotFound({ message: "Your organisation has no key with this id. Nothing was changed." })
  }
  const missing = key.scopes.find((scope) => !scopes.includes(scope))
  if (missing !== undefined) {
    return yield* new InsufficientScope({
      message: `The key "${key.name}" has the scope ${missing}, which this key lacks: a key changes and revokes only keys whose scopes it has. Use a key with every scope of "${key.name}". Nothing was changed.`,
      required_scope: missing,
    })
  }
  const above = limitNames.find(([member]) => isAbove(key[member], caller[member]))
  if (above === undefined) return key.id
  return yield* new LimitsNotPermitted({
    message: `The key "${key.name}" has a higher limit ${above[1]} than this key, or none: a key changes and revokes only keys whose limits are not above its own. Use a key without the limit ${above[1]}. Nothing was changed.`,
  })
})

const limitNames = [
  ["perRequest", "per_request"],
  ["monthly", "monthly"],
  ["daily", "daily"],
] as const

/** Null is no limit. */
const isAbove = (limit: MicroUsd | null, own: MicroUsd | null) => own !== null && (limit === null || limit > own)

const organisationChange = Effect.fnUntraced(function* ({
  email,
  low_balance_alert,
  rail_preference: preference,
  spending,
}: typeof OrganisationBody.Type) {
  if (preference === undefined && spending === undefined && low_balance_alert === undefined && email === undefined) {
    return yield* new InvalidRequest({
      message: "Send at least one of spending, rail_preference, low_balance_alert and email. Nothing was changed.",
    })
  }
  const rails = yield* Rails
  if (preference !== undefined && (new Set(preference).size < preference.length || preference.some((rail) => !rails.has(rail)))) {
    return yield* new InvalidRequest({
      message: `rail_preference must name rails once each, of: ${[...rails.keys()].join(", ")}. Nothing was changed.`,
      field: "rail_preference",
    })
  }
  return {
    ...(email !== undefined && { email }),
    ...(spending !== undefined && { spending }),
    ...(preference !== undefined && { preference }),
    ...(low_balance_alert !== undefined && { lowBalance: low_balance_alert as MicroUsd | null }),
  }
})

const limitsOf = ({ daily, monthly, per_request }: Omit<typeof KeyChangeBody.Type, "tag">): KeyChange => ({
  ...(per_request !== undefined && { perRequest: per_request as MicroUsd | null }),
  ...(monthly !== undefined && { monthly: monthly as MicroUsd | null }),
  ...(daily !== undefined && { daily: daily as MicroUsd | null }),
})

/** The keys that a key makes would together spend more than its own monthly or daily limit, so such a key makes none that spends. */
const requireNoSum = Effect.fnUntraced(function* (scopes: ReadonlyArray<Scope>) {
  const { daily, monthly } = yield* CurrentCaller
  if ((daily === null && monthly === null) || !scopes.some((scope) => spendingScopes.has(scope))) return
  return yield* new LimitsNotPermitted({
    message: `This key has a ${daily === null ? "monthly" : "daily"} limit, which the keys that it creates would together exceed: it creates and rotates no other key with the scope ${[...spendingScopes].join(" or ")}. Use a key without a monthly and a daily limit. Nothing was changed.`,
  })
})

const spendingScopes: ReadonlySet<Scope> = new Set(["sources:execute", "ask:execute", "payments:settle"])

/** So a key cannot raise its own limits, neither directly nor by another key. */
const requireWithinOwn = Effect.fnUntraced(function* (change: KeyChange) {
  const caller = yield* CurrentCaller
  for (const [member, name] of limitNames) {
    const [own, given] = [caller[member], change[member]]
    if (own === null || given === undefined || !isAbove(given, own)) continue
    return yield* new LimitsNotPermitted({
      message: `This key's own limit ${name} is ${toDecimal(own)} USD, and it gives no higher one. Send ${name} up to that amount, or use a key without this limit. Nothing was changed.`,
    })
  }
})

const view = Effect.fnUntraced(function* (organisation: OrganisationRecord) {
  const { mailFrom, smtpUrl } = yield* Settings
  return {
    organisation_id: organisation.id,
    name: organisation.name,
    email: organisation.email,
    notice_url: organisation.noticeUrl,
    mail_server: smtpUrl !== undefined && mailFrom !== undefined,
    status: organisation.status,
    spending: organisation.spending,
    rail_preference: organisation.preference,
    low_balance_alert: organisation.lowBalance === null ? null : toMoney(organisation.lowBalance),
    rate_per_minute: organisation.rate,
    concurrency: organisation.concurrency,
    active_keys: organisation.activeKeys,
    created_at: isoTime(organisation.createdAt),
  }
})
