import { Effect } from "effect"
import { type KeyChange, type KeyRecord, type NewKey, type OrganisationChange, Organisations } from "../identity/Organisations.ts"
import type { KeyId, OrganisationId } from "../money/ids.ts"
import { type MicroUsd, toDecimal } from "../money/Money.ts"
import { audited } from "./OperatorLog.ts"

/** Changes an organisation's status, its spending or its preferred rails. The next call of any node follows. */
export const changeOrganisation = Effect.fnUntraced(function* (
  action: string,
  id: OrganisationId,
  change: OrganisationChange,
  reason: string,
) {
  const organisations = yield* Organisations
  const state = Effect.map(organisations.find(id), ({ preference, spending, status }) => ({ status, spending, preference }))
  return yield* audited({ action, organisation: id, subject: id, reason }, state, organisations.change(id, change))
})

/** Creates a key for its organisation. The log shows its id. */
export const createKey = Effect.fnUntraced(function* (key: NewKey, reason: string) {
  const organisations = yield* Organisations
  const state = Effect.map(organisations.keys(key.organisation), (keys) => ({
    active_keys: keys.flatMap(({ id, status }) => (status === "active" ? id : [])),
  }))
  const action = { action: "key create", organisation: key.organisation, subject: key.organisation, reason }
  return yield* audited(action, state, organisations.createKey(key))
})

/** Revokes one key. */
export const revokeKey = Effect.fnUntraced(function* (id: KeyId, reason: string) {
  const organisations = yield* Organisations
  const { organisation } = yield* organisations.findKey(id)
  const state = Effect.map(organisations.findKey(id), ({ status }) => ({ status }))
  return yield* audited({ action: "key revoke", organisation, subject: id, reason }, state, organisations.revokeKey(id))
})

/** Revokes every key of an organisation, for instance after a leak. Answers the keys that were active. */
export const revokeAllKeys = Effect.fnUntraced(function* (organisation: OrganisationId, reason: string) {
  const organisations = yield* Organisations
  const state = Effect.map(organisations.find(organisation), ({ activeKeys }) => ({ active_keys: activeKeys }))
  const action = { action: "key revoke", organisation, subject: organisation, reason }
  return yield* audited(action, state, organisations.revokeKeys(organisation))
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
