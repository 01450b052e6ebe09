import { Effect } from "effect"
import type { OrganisationId } from "../../domain/money/ids.ts"
import { Database } from "../../layers/postgres/Database.ts"
import { type NewBuyer, newBuyer } from "./gateway.ts"

/** What can be wrong with an organisation or its key, as its rows say it. */
export const wrongs = {
  suspended: "update organisation set status = 'suspended' where id = $1::uuid",
  "spending switched off": "update organisation set spending = false where id = $1::uuid",
  "its only rail suspended": "update account set status = 'suspended' where org = $1::uuid",
  "the minute used up": `insert into rate (org, started_at, used) select id, clock_timestamp(), rate_per_minute from organisation where id = $1::uuid
    on conflict (org) do update set started_at = excluded.started_at, used = excluded.used`,
  "no scope to execute": "update api_key set scopes = '{billing:read,sources:read}' where org = $1::uuid",
  "no scope at all": "update api_key set scopes = '{}' where org = $1::uuid",
  expired: "update api_key set expires_at = farthing_now() - interval '1 second' where org = $1::uuid",
  revoked: "update api_key set revoked_at = farthing_now() where org = $1::uuid",
  "a per-request limit": "update api_key set per_request = 999 where org = $1::uuid",
  "a monthly limit": "update api_key set monthly = 999 where org = $1::uuid",
  "a daily limit": "update api_key set daily = 999 where org = $1::uuid",
} as const
export type Wrong = keyof typeof wrongs

export const make = Effect.fnUntraced(function* (organisation: OrganisationId, wrong: Wrong) {
  const { money: sql } = yield* Database
  yield* sql.unsafe(wrongs[wrong], [organisation])
})

/** A buyer with these things wrong. */
export const buyerWith = Effect.fnUntraced(function* (list: ReadonlyArray<Wrong>, options: NewBuyer = {}) {
  const buyer = yield* newBuyer({ rate: 1000, ...options })
  for (const wrong of list) yield* make(buyer.organisation, wrong)
  return buyer
})
