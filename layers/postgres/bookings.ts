import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import type { Booking } from "../../domain/ledger/LedgerQueries.ts"
import type { OrganisationId } from "../../domain/money/ids.ts"
import { microUsd } from "../../domain/money/Money.ts"

/** The transfers of an organisation's accounts that belong to no call, the newest first. */
export const bookings = (
  sql: PgClient.PgClient,
  organisation: OrganisationId,
  before: string | undefined,
  limit: number,
): Effect.Effect<ReadonlyArray<Booking>, SqlError> =>
  Effect.map(
    sql<Omit<Booking, "amount"> & { readonly amount: string }>`${bookingsOf(sql, organisation, before, limit)}`,
    (rows): ReadonlyArray<Booking> => rows.map((row) => ({ ...row, amount: microUsd(BigInt(row.amount)) })),
  )

/** These are few, and are read by their index before they are sorted: in the order of ids all calls would be between them. */
export const bookingsOf = (sql: PgClient.PgClient, organisation: OrganisationId, before: string | undefined, limit: number): Fragment => {
  const older = before === undefined ? sql`true` : sql`t.id < ${before}::text::bigint`
  return sql`
    select t.id::text, t.ref as reference, t.debit, t.credit, t.amount::text, ms(t.at)::float8 as at
    from (select * from transfer where org = ${organisation} and call is null and (debit like 'buyer:%' or credit like 'buyer:%') offset 0) as t
    where ${older} order by t.id desc limit ${limit}`
}
