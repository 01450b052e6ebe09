import { Schema } from "effect"
import type { KeyRecord } from "../../../domain/identity/Organisations.ts"
import type { KeyUse } from "../../../domain/ledger/LedgerQueries.ts"
import { type MicroUsd, Money, toMoney, zero } from "../../../domain/money/Money.ts"
import { isoTime, isoTimeOrNull } from "../../../domain/time.ts"

const LimitView = Schema.NullOr(Schema.toEncoded(Money))

/** A key without its secret. A limit that is not set is null. `old_secret_until`: until then the secret before the last rotation works too. */
export const KeyView = Schema.Struct({
  key_id: Schema.String,
  organisation_id: Schema.String,
  name: Schema.String,
  status: Schema.Literals(["active", "expired", "revoked"]),
  scopes: Schema.Array(Schema.String),
  per_request: LimitView,
  monthly: LimitView,
  daily: LimitView,
  tag: Schema.NullOr(Schema.String),
  created_at: Schema.String,
  expires_at: Schema.String,
  revoked_at: Schema.NullOr(Schema.String),
  old_secret_until: Schema.NullOr(Schema.String),
}).annotate({ identifier: "ApiKey" })

/** A key in the list, with what it spent this month (holds included) and its latest paid call. */
export const ListedKeyView = Schema.Struct({
  ...KeyView.fields,
  month_spent: Schema.toEncoded(Money),
  last_call_at: Schema.NullOr(Schema.String),
}).annotate({ identifier: "ListedApiKey" })

const moneyOrNull = (amount: MicroUsd | null) => (amount === null ? null : toMoney(amount))

export const keyView = (key: KeyRecord) => ({
  key_id: key.id,
  organisation_id: key.organisation,
  name: key.name,
  status: key.status,
  scopes: key.scopes,
  per_request: moneyOrNull(key.perRequest),
  monthly: moneyOrNull(key.monthly),
  daily: moneyOrNull(key.daily),
  tag: key.tag,
  created_at: isoTime(key.createdAt),
  expires_at: isoTime(key.expiresAt),
  revoked_at: isoTimeOrNull(key.revokedAt),
  old_secret_until: isoTimeOrNull(key.oldSecretUntil),
})

/** A key that was created since the use of the keys was read has none. */
export const listedKeyView = (key: KeyRecord, { lastCallAt, monthSpent }: KeyUse = { lastCallAt: null, monthSpent: zero }) => ({
  ...keyView(key),
  month_spent: toMoney(monthSpent),
  last_call_at: isoTimeOrNull(lastCallAt),
})
