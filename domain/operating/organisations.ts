import { Effect } from "effect"
import { uuidV4Unsafe } from "effect/crypto/SecureRandom"
import {
  erasedOrganisation,
  type KeyChange,
  type KeyRecord,
  type NewKey,
  type NewOrganisation,
  type OrganisationChange,
  Organisations,
} from "../identity/Organisations.ts"
import { type KeyId, OrganisationId } from "../money/ids.ts"
import { type MicroUsd, toDecimal } from "../money/Money.ts"
import { Rails } from "../rail/Rail.ts"
import { isoTime, isoTimeOrNull } from "../time.ts"
import { audited } from "./OperatorLog.ts"

/** Refuses an organisation that was erased: it takes no money, no contact and no right any more. */
export const requireNotErased = Effect.fnUntraced(function* (id: OrganisationId) {
  const { isErased } = yield* Effect.flatMap(Organisations, ({ find }) => find(id))
  if (isErased) return yield* erasedOrganisation(id)
})

/**
 * Changes an organisation's status, its spending, its preferred rails or its low-balance alert. The next call of any node follows. `after` is done
 * with the change.
 */
export const changeOrganisation = Effect.fnUntraced(function* <E extends { readonly message: string } = never, R = never>(
  action: string,
  id: OrganisationId,
  change: OrganisationChange,
  reason: string,
  after: Effect.Effect<void, E, R> = Effect.void,
) {
  const organisations = yield* Organisations
  yield* requireNotErased(id)
  const state = Effect.map(organisations.find(id), ({ lowBalance, preference, spending, status }) => ({
    status,
    spending,
    preference,
    ...(change.lowBalance !== undefined && { low_balance_alert: decimal(lowBalance) }),
  }))
  return yield* audited({ action, organisation: id, subject: id, reason }, state, Effect.tap(organisations.change(id, change), after))
})

/** Ends a suspension. The rails continue what they keep about the time in which the organisation could use them. */
export const resumeOrganisation = Effect.fnUntraced(function* (id: OrganisationId, reason: string) {
  const rails = [...(yield* Rails).values()]
  const refresh = Effect.forEach(rails, ({ refreshAccount }) => refreshAccount?.(id) ?? Effect.void, { discard: true })
  return yield* changeOrganisation("org resume", id, { status: "active" }, reason, refresh)
})

/** Creates an organisation. The log shows its id, and neither its name nor its e-mail. */
export const createOrganisation = Effect.fnUntraced(function* (organisation: NewOrganisation, reason: string) {
  const organisations = yield* Organisations
  const id = OrganisationId.make(uuidV4Unsafe())
  const action = { action: "org create", organisation: id, subject: id, reason }
  const { concurrency, rate } = organisation
  return yield* audited(action, Effect.succeed({}), organisations.create(organisation, id), () => ({ rate_per_minute: rate, concurrency }))
})

/** Changes where an organisation is written to. The log shows whether it has an e-mail, and of a URL its origin: both may name a person. */
export const changeContact = Effect.fnUntraced(function* (
  id: OrganisationId,
  setting: "email" | "notice_url",
  change: Pick<OrganisationChange, "email" | "notices">,
  reason: string,
) {
  const organisations = yield* Organisations
  const state = Effect.map(organisations.find(id), ({ email, noticeUrl }) =>
    setting === "email" ? { has_email: email !== null } : { notice_url: noticeUrl === null ? null : new URL(noticeUrl).origin },
  )
  return yield* audited({ action: "org set", organisation: id, subject: setting, reason }, state, organisations.change(id, change))
})

/** Creates a key for its organisation. The log shows its id, its scopes and its terms, and not its name. */
export const createKey = Effect.fnUntraced(function* (key: NewKey, reason: string) {
  const organisations = yield* Organisations
  yield* requireNotErased(key.organisation)
  const action = { action: "key create", organisation: key.organisation, subject: key.organisation, reason }
  return yield* audited(action, Effect.succeed({}), organisations.createKey(key), (made) => ({
    key: made.key.id,
    scopes: made.key.scopes.join(","),
    ...termsOf(made.key),
  }))
})

/** Revokes one key. A key that was revoked before stays as it is, and the log gets no second entry. */
export const revokeKey = Effect.fnUntraced(function* (id: KeyId, reason: string) {
  const organisations = yield* Organisations
  const before = yield* organisations.findKey(id)
  if (before.revokedAt !== null) return { key: before, isNew: false }
  const state = Effect.map(organisations.findKey(id), ({ status }) => ({ status }))
  const action = { action: "key revoke", organisation: before.organisation, subject: id, reason }
  return { key: yield* audited(action, state, organisations.revokeKey(id)), isNew: true }
})

/** Revokes every key of an organisation, for instance after a leak. Answers the keys that were active. */
export const revokeAllKeys = Effect.fnUntraced(function* (organisation: OrganisationId, reason: string) {
  const organisations = yield* Organisations
  const state = Effect.map(organisations.find(organisation), ({ activeKeys }) => ({ active_keys: activeKeys }))
  const action = { action: "key revoke", organisation, subject: organisation, reason }
  return yield* audited(action, state, organisations.revokeKeys(organisation))
})

/** Gives a key a new secret and expiry. The old secret works until it is ended or expires, and with `overlapHours` no longer than these. */
export const rotateKey = Effect.fnUntraced(function* (
  id: KeyId,
  expiresInDays: NewKey["expiresInDays"],
  reason: string,
  overlapHours?: number,
) {
  const organisations = yield* Organisations
  const { organisation } = yield* organisations.findKey(id)
  const state = Effect.map(organisations.findKey(id), secretsOf)
  return yield* audited(
    { action: "key rotate", organisation, subject: id, reason },
    state,
    organisations.rotateKey(id, expiresInDays, overlapHours),
  )
})

/** Ends the secret that a rotation replaced. */
export const endOldSecret = Effect.fnUntraced(function* (id: KeyId, reason: string) {
  const organisations = yield* Organisations
  const { organisation } = yield* organisations.findKey(id)
  const state = Effect.map(organisations.findKey(id), secretsOf)
  return yield* audited({ action: "key end-old-secret", organisation, subject: id, reason }, state, organisations.endOldSecret(id))
})

const secretsOf = ({ expiresAt, oldSecretUntil }: KeyRecord) => ({
  expires_at: isoTime(expiresAt),
  old_secret_until: isoTimeOrNull(oldSecretUntil),
})

/** Changes what a key may spend, or its cost tag. Calls that already hold money keep it, and their tag. */
export const changeKey = Effect.fnUntraced(function* (id: KeyId, change: KeyChange, reason: string) {
  const organisations = yield* Organisations
  const { organisation } = yield* organisations.findKey(id)
  const state = Effect.map(organisations.findKey(id), termsOf)
  return yield* audited({ action: "key limit", organisation, subject: id, reason }, state, organisations.changeKey(id, change))
})

const termsOf = ({ daily, monthly, perRequest, tag }: KeyRecord) => ({
  per_request: decimal(perRequest),
  monthly: decimal(monthly),
  daily: decimal(daily),
  tag,
})

const decimal = (amount: MicroUsd | null) => (amount === null ? null : toDecimal(amount))
