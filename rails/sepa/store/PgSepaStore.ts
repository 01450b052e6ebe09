import { Data, Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { asUuid, documentTable } from "../../documentTable.ts"
import { fromTables } from "../../RailUnavailable.ts"
import { Collection, isGivenUp, isUnresolved } from "./Collection.ts"
import { type Contact, Debtor, newDebtor } from "./Debtor.ts"
import { pgLines } from "./pgLines.ts"
import { type DatedLine, SepaStore } from "./SepaStore.ts"

interface Row {
  readonly doc: string
}

/** A debit cannot begin: a condition of `begin` does not hold, so nothing is written. */
class CannotBegin extends Data.TaggedError("CannotBegin") {}

/** The store over PostgreSQL, in the schema `rail_sepa`. */
export const makePgSepaStore = Effect.gen(function* () {
  const sql = yield* SqlClient
  const debtors = documentTable(sql, "rail_sepa.debtor", "org", Debtor)
  const collections = documentTable(sql, "rail_sepa.collection", "id", Collection)

  const saveDebtor = (debtor: Debtor) =>
    sql.unsafe(`update rail_sepa.debtor set mandate = $2, doc = $3::text::json where org = $1::text::uuid`, [
      debtor.organisation,
      debtor.mandate?.id ?? null,
      debtors.encode(debtor),
    ])
  const saveCollection = (collection: Collection) =>
    sql.unsafe(
      `update rail_sepa.collection set status = $2, booked = $3, next = $4::text::uuid, written_off = $5::text::boolean, doc = $6::text::json where id = $1::text::uuid`,
      [
        collection.id,
        collection.status,
        collection.booked,
        collection.next,
        // The column keeps its name: it is true for every debit that is owed no more.
        String(isGivenUp(collection)),
        collections.encode(collection),
      ],
    )
  const insertCollection = (collection: Collection) =>
    sql.unsafe(
      `insert into rail_sepa.collection (org, id, claim, status, booked, created_at, doc)
       values ($1::text::uuid, $2::text::uuid, $3::text::uuid, $4, $5, at_ms($6::text::float8), $7::text::json)`,
      [
        collection.organisation,
        collection.id,
        collection.claim,
        collection.status,
        collection.booked,
        String(collection.createdAt),
        collections.encode(collection),
      ],
    )

  /** Locks the debtor, if it has no debit in flight. One debit at a time: the lock lets the second one wait, instead of failing at the unique index. */
  const lockDebtor = Effect.fnUntraced(function* (organisation: OrganisationId) {
    const [locked] = yield* sql.unsafe<Row>(`select doc::text as doc from rail_sepa.debtor where org = $1::text::uuid for update`, [
      organisation,
    ])
    const inFlight = yield* sql.unsafe(`select from rail_sepa.collection where org = $1::text::uuid and status in ('new', 'processing')`, [
      organisation,
    ])
    if (locked === undefined || inFlight.length > 0) return yield* new CannotBegin()
    return debtors.decode(locked.doc)
  })
  const bindLines = Effect.fnUntraced(function* (organisation: OrganisationId, claim: string, lines: ReadonlyArray<DatedLine>) {
    const written = yield* sql.unsafe(
      `insert into rail_sepa.line as l (org, id, claim, amount, fee, at)
       select $1::text::uuid, b.id, $2::text::uuid, b.amount, b.id like 'fee:%', at_ms(b.at)
       from json_to_recordset($3::text::json) as b (id text, amount bigint, at float8)
       on conflict (org, id) do update set claim = excluded.claim where l.claim is null returning l.id`,
      [organisation, claim, JSON.stringify(lines.map(({ amount, at, id }) => ({ id, amount: amount.toString(), at })))],
    )
    if (written.length !== lines.length) return yield* new CannotBegin()
  })
  const orCannotBegin = <E extends { readonly _tag: string; readonly message: string }>(work: Effect.Effect<unknown, E | CannotBegin>) =>
    work.pipe(
      Effect.as(true),
      Effect.catchIf(
        (error): error is CannotBegin => error instanceof CannotBegin,
        () => Effect.succeed(false),
      ),
      fromTables,
    )

  return SepaStore.of({
    ...pgLines(sql, collections.all),

    now: fromTables(Effect.map(sql.unsafe<{ readonly now: bigint }>(`select ms(farthing_now()) as now`), ([row]) => Number(row!.now))),

    contact: (organisation) =>
      fromTables(
        Effect.map(sql.unsafe<Contact>(`select name, email from organisation where id = $1::text::uuid`, [organisation]), ([row]) => row),
      ),
    blockedSince: (organisation) =>
      fromTables(
        Effect.map(sql.unsafe<{ readonly since: bigint | null }>(blockedSince, [organisation]), ([row]) =>
          row === undefined || row.since === null ? null : Number(row.since),
        ),
      ),
    debtor: (organisation) => debtors.one(`where org = $1::text::uuid`, [organisation]),
    debtorOfCustomer: (customer) => debtors.one(`where doc ->> 'customer' = $1`, [customer]),
    debtorOfMandate: (mandate) => debtors.one(`where mandate = $1`, [mandate]),
    debtors: (after, limit) =>
      debtors.where(`where $1::text is null or org > $1::text::uuid order by org limit $2::text::int`, [after, String(limit)]),
    changeDebtor: (organisation, alter) =>
      Effect.gen(function* () {
        const fresh = newDebtor(organisation)
        yield* fromTables(
          sql.unsafe(`insert into rail_sepa.debtor (org, doc) values ($1::text::uuid, $2::text::json) on conflict do nothing`, [
            organisation,
            debtors.encode(fresh),
          ]),
        )
        return (yield* debtors.change(organisation, alter, saveDebtor)) ?? fresh
      }),

    begin: (collection, bind) =>
      orCannotBegin(
        sql.withTransaction(
          Effect.gen(function* () {
            const { id, organisation } = collection
            const debtor = yield* lockDebtor(organisation)
            if ("instead" in bind) {
              const [row] = yield* sql.unsafe<Row>(
                `select doc::text as doc from rail_sepa.collection where id = $1::text::uuid for update`,
                [bind.instead],
              )
              const before = row === undefined ? undefined : collections.decode(row.doc)
              if (before === undefined || !isUnresolved(before)) return yield* new CannotBegin()
              yield* saveCollection({ ...before, next: id })
              return yield* insertCollection(collection)
            }
            if (debtor.carry !== bind.carried) return yield* new CannotBegin()
            yield* insertCollection(collection)
            yield* bindLines(organisation, id, bind.lines)
            return yield* saveDebtor({ ...debtor, carry: bind.carry })
          }),
        ),
      ),
    bindRemainder: (organisation, { carried, lines, remainder }) =>
      orCannotBegin(
        sql.withTransaction(
          Effect.gen(function* () {
            const debtor = yield* lockDebtor(organisation)
            if (debtor.carry !== carried || debtor.remainder?.booked === false) return yield* new CannotBegin()
            yield* bindLines(organisation, remainder.claim, lines)
            return yield* saveDebtor({ ...debtor, carry: 0n, remainder })
          }),
        ),
      ),
    collection: (id) => collections.one(`where id = $1::text::uuid`, [asUuid(id)]),
    changeCollection: (id, alter) => collections.change(id, alter, saveCollection),
    collections: collections.page,
    claimOf: (claim) => collections.where(`where claim = $1::text::uuid order by id`, [claim]),
    unfinished: (after, limit) =>
      collections.where(
        `where (booked <> status or status in ('new', 'processing'))
           and ($1::text is null or id > $1::text::uuid) order by id limit $2::text::int`,
        [after, String(limit)],
      ),
    withdrawing: (after, limit) =>
      collections.where(
        `where doc -> 'withdrawal' ->> 'dueAt' is not null and ($1::text is null or id > $1::text::uuid) order by id limit $2::text::int`,
        [after, String(limit)],
      ),
    open: (organisation) =>
      collections.where(
        `where org = $1::text::uuid
           and (status in ('new', 'processing') or (status in ('failed', 'disputed') and next is null and not written_off))`,
        [organisation],
      ),
  })
})

/** The first line of the log after the command that ended the last block of this kind. */
const firstSince = (block: string, end: string, subject: string) =>
  `coalesce((select min(l.at) from operator_log l where l.phase = 'began' and l.action = '${block}' and ${subject} and l.id > coalesce((
     select max(l.id) from operator_log l where l.phase = 'done' and l.action = '${end}' and ${subject}), 0)), farthing_now())`

const blockedSince = `
  select ms(least(
    (select ${firstSince("org suspend", "org resume", "l.org = o.id")} from organisation o where o.id = $1::text::uuid and o.status = 'suspended'),
    (select ${firstSince("account freeze", "account unfreeze", "l.org = a.org and l.subject = a.id")}
       from account a where a.org = $1::text::uuid and a.id = 'sepa' and a.status = 'frozen'),
    (select since from rail_pause where rail = 'sepa'))) as since`
