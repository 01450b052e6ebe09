import { Effect, Layer } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { keyScope } from "../../domain/ledger/admit.ts"
import { available, type PaymentEvent, type Run, type Transfer } from "../../domain/ledger/Books.ts"
import { Reading } from "../../domain/ledger/Reading.ts"
import { microUsd, sum } from "../../domain/Money.ts"
import { Database, orUnavailable } from "./Database.ts"
import { accountFromJson, callFromJson, type CallRow } from "./rows.ts"
import { accountJson, callJson, runJson } from "./schema/0002_functions.ts"

type AccountRow = Parameters<typeof accountFromJson>[0]

const make = Effect.gen(function* () {
  const { reads: sql } = yield* Database
  const call = sql.literal(callJson("c"))
  const accounts = (organisation: string) =>
    sql`(select coalesce(json_agg(${sql.literal(accountJson)} order by id), '[]'::json) from account where org = ${organisation})`

  return Reading.of({
    standing: (organisation, key) =>
      sql<{ readonly now: bigint; readonly accounts: ReadonlyArray<AccountRow>; readonly spent: string | null }>`
        select ms(farthing_now()) as now, ${accounts(organisation)} as accounts,
          (select spent::text from spend where org = ${organisation} and scope = ${keyScope(key)}
            and period = to_char(farthing_now() at time zone 'UTC', 'YYYY-MM')) as spent`.pipe(
        Effect.map(([row]) => ({
          now: Number(row!.now),
          accounts: row!.accounts.map(accountFromJson),
          monthSpent: microUsd(BigInt(row!.spent ?? "0")),
        })),
        inTime,
      ),

    charges: (organisation, key, limit) =>
      sql<{ readonly call: CallRow }>`select ${call} as call from call c where c.org = ${organisation} and c.key = ${key}
        order by c.reserved_at desc limit ${limit}`.pipe(
        Effect.map((rows) => rows.map((row) => callFromJson(row.call))),
        inTime,
      ),

    run: (organisation, key, id) =>
      sql<{
        readonly run: Run
        readonly now: bigint
        readonly accounts: ReadonlyArray<AccountRow>
        readonly calls: ReadonlyArray<{ readonly call: CallRow; readonly body: string | null }>
      }>`
        select ${sql.literal(runJson("r"))} as run, ms(farthing_now()) as now, ${accounts(organisation)} as accounts,
          (select coalesce(json_agg(json_build_object('call', ${call}, 'body', x.body) order by c.step), '[]'::json)
            from call c left join result x on x.org = c.org and x.call = c.id where c.org = r.org and c.run = r.id) as calls
        from run r where r.org = ${organisation} and r.key = ${key} and r.id = ${uuidOrNone(id)}::uuid`.pipe(
        Effect.map(([row]) =>
          row === undefined
            ? undefined
            : {
                run: row.run,
                now: Number(row.now),
                balance: sum(
                  row.accounts
                    .map(accountFromJson)
                    .filter((a) => a.status === "active")
                    .map(available),
                ),
                calls: row.calls.map(({ body, call }) => ({ call: callFromJson(call), body })),
              },
        ),
        inTime,
      ),

    payment: (organisation, id) =>
      sql<{
        readonly call: CallRow
        readonly transfers: ReadonlyArray<Transfer> | null
        readonly events: ReadonlyArray<PaymentEvent> | null
      }>`
        select ${call} as call,
          (select json_agg(json_build_object('organisation', t.org, 'call', t.call, 'ref', t.ref, 'debit', t.debit, 'credit', t.credit,
            'amount', t.amount::text, 'at', ms(t.at)) order by t.id) from transfer t where t.org = c.org and t.call = c.id) as transfers,
          (select json_agg(json_build_object('organisation', e.org, 'call', e.call, 'type', e.type, 'at', ms(e.at), 'data', e.data::text) order by e.id)
            from payment_event e where e.org = c.org and e.call = c.id) as events
        from call c where (${organisation}::uuid is null or c.org = ${organisation}::uuid) and c.id = ${uuidOrNone(id)}::uuid`.pipe(
        Effect.map(([row]) =>
          row === undefined
            ? undefined
            : {
                call: callFromJson(row.call),
                transfers: (row.transfers ?? []).map((t) => ({ ...t, amount: microUsd(BigInt(t.amount)) })),
                events: row.events ?? [],
              },
        ),
        inTime,
      ),

    payments: (organisation, limit) =>
      sql<{
        readonly call: CallRow
      }>`select ${call} as call from call c where ${organisation}::text is null or c.org::text = ${organisation}
        order by c.reserved_at desc limit ${limit}`.pipe(
        Effect.map((rows) => rows.map((row) => callFromJson(row.call))),
        inTime,
      ),
  })
})

export const PgReading: Layer.Layer<Reading, never, Database> = Layer.effect(Reading, make)

const inTime = <A>(effect: Effect.Effect<A, SqlError>) => orUnavailable(Effect.timeout(effect, "10 seconds"))

/** Text that is no id is the id of nothing. */
const uuidOrNone = (id: string) => (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id : null)
