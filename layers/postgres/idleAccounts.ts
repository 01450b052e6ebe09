import { Effect } from "effect"
import { Database } from "./Database.ts"

/**
 * Drops the accounts of payers that have been empty and untouched for 90 days: no payment of such a payer can come back or be sent back
 * through its account any more, and its next payment opens the account again. The row of an account has no time, because every call would
 * write it. So a round notes the version of the row, and a later round drops the row if it is still that version.
 */
export const dropIdleAccounts = Effect.gen(function* () {
  const { money: sql } = yield* Database
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`set local statement_timeout = '10min'`
      // Another node makes the round.
      const [row] = yield* sql<{ readonly free: boolean }>`select pg_try_advisory_xact_lock(hashtext('farthing_idle_accounts')) as free`
      if (!row!.free) return
      yield* sql`delete from idle_account i where not exists (
        select from account a where a.org = i.org and a.id = i.id and a.xmin::text = i.version and ${sql.literal(isEmpty)})`
      yield* sql`insert into idle_account (org, id, version, since)
        select a.org, a.id, a.xmin::text, farthing_now() from account a where ${sql.literal(isEmpty)} on conflict do nothing`
    }),
  )
  const organisations = yield* sql<{ readonly org: string }>`
    select distinct org::text as org from idle_account where since < ${sql.literal(idleBefore)} order by 1 limit 1000`
  for (const { org } of organisations) {
    while ((yield* dropOf(org)) === maxPerStep);
  }
})

const isEmpty = "a.transit and a.posted = 0 and a.held = 0 and a.open = 0 and a.status = 'active'"

/** One step holds up the organisation's calls for some milliseconds. */
const maxPerStep = 500

const idleBefore = "farthing_now() - interval '90 days'"

/** Under the lock that every money step of the organisation takes first: no step is between its reading and its writing. */
const dropOf = Effect.fnUntraced(function* (organisation: string) {
  const { money: sql } = yield* Database
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`select from organisation where id = ${organisation}::uuid for no key update`
      const idle = yield* sql<{ readonly id: string }>`
        delete from idle_account where org = ${organisation}::uuid and id = any (array(
          select id from idle_account where org = ${organisation}::uuid and since < ${sql.literal(idleBefore)} limit ${maxPerStep}))
        returning id, version`
      yield* sql`delete from account a using json_to_recordset(${JSON.stringify(idle)}::text::json) as i (id text, version text)
        where a.org = ${organisation}::uuid and a.id = i.id and a.xmin::text = i.version and ${sql.literal(isEmpty)}`
      return idle.length
    }),
  )
})
