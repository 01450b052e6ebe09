import { Data, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { Collection, isUnresolved } from "../collection/Collection.ts"
import { Debtor, newDebtor } from "../debtor/Debtor.ts"
import { SepaUnavailable } from "../SepaUnavailable.ts"
import { Topup } from "../topup/Topup.ts"
import { pgLines } from "./pgLines.ts"
import { pgTurns } from "./pgTurns.ts"
import { reached } from "./reached.ts"
import { type Page, SepaStore } from "./SepaStore.ts"

const documents = {
  debtor: Schema.fromJsonString(Debtor),
  collection: Schema.fromJsonString(Collection),
  topup: Schema.fromJsonString(Topup),
}
const debtorFrom = Schema.decodeUnknownSync(documents.debtor)
const collectionFrom = Schema.decodeUnknownSync(documents.collection)
const topupFrom = Schema.decodeUnknownSync(documents.topup)
const debtorText = Schema.encodeSync(documents.debtor)
const collectionText = Schema.encodeSync(documents.collection)
const topupText = Schema.encodeSync(documents.topup)

interface Row {
  readonly doc: string
}

/** An id that somebody sent, or null where it can be none: compared as what its column is, so that the index finds it. */
const asUuid = (id: string) => (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? id : null)

/** A row of which the bound is not met, or that another has taken: nothing is written. */
class Taken extends Data.TaggedError("Taken") {}

/** The same port over PostgreSQL, in the schema `rail_sepa`. */
export const makePgStore = Effect.gen(function* () {
  const sql = yield* SqlClient

  const all = <A>(from: (doc: string) => A, statement: string, params: ReadonlyArray<unknown>) =>
    reached(Effect.map(sql.unsafe<Row>(statement, params), (rows) => rows.map(({ doc }) => from(doc))))
  const one = <A>(from: (doc: string) => A, statement: string, params: ReadonlyArray<unknown>) =>
    Effect.map(all(from, statement, params), ([found]) => found)
  const run = (statement: string, params: ReadonlyArray<unknown>) => reached(Effect.asVoid(sql.unsafe(statement, params)))

  const saveDebtor = (debtor: Debtor) =>
    sql.unsafe(`update rail_sepa.debtor set mandate = $2, doc = $3::text::json where org = $1::text::uuid`, [
      debtor.organisation,
      debtor.mandate?.id ?? null,
      debtorText(debtor),
    ])
  const saveCollection = ({ booked, id, next, status, writtenOffAt, ...rest }: Collection) =>
    sql.unsafe(
      `update rail_sepa.collection set status = $2, booked = $3, next = $4::text::uuid, written_off = $5::text::boolean, doc = $6::text::json where id = $1::text::uuid`,
      [id, status, booked, next, String(writtenOffAt !== null), collectionText({ booked, id, next, status, writtenOffAt, ...rest })],
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
        collectionText(collection),
      ],
    )

  /** The row under its lock, changed. */
  const change = <A>(
    table: string,
    id: string,
    from: (doc: string) => A,
    change: (row: A) => A,
    save: (row: A) => Effect.Effect<unknown, { readonly message: string }>,
  ) =>
    reached(
      sql.withTransaction(
        Effect.gen(function* () {
          const key = table === "rail_sepa.debtor" ? "org" : "id"
          const [found] = yield* sql.unsafe<Row>(`select doc::text as doc from ${table} where ${key} = $1::text::uuid for update`, [
            asUuid(id),
          ])
          if (found === undefined) return undefined
          const before = from(found.doc)
          const after = change(before)
          if (after !== before) yield* save(after)
          return after
        }),
      ),
    )

  const pageOf = (table: string) =>
    `select doc::text as doc from ${table} where org = $1::text::uuid and ($2::text is null or id < $2::text::uuid)
       and ($3::text is null or created_at >= at_ms($3::text::float8)) and ($4::text is null or created_at < at_ms($4::text::float8))
     order by id desc limit $5::text::int`
  const pageParams = (organisation: string, { before, from, limit, to }: Page) => [
    organisation,
    before ?? null,
    from === undefined ? null : String(from),
    to === undefined ? null : String(to),
    String(limit),
  ]

  return SepaStore.of({
    ...pgLines(sql, (statement, params) => all(collectionFrom, statement, params)),
    ...pgTurns(sql),

    now: reached(Effect.map(sql.unsafe<{ readonly now: bigint }>(`select ms(farthing_now()) as now`), ([row]) => Number(row!.now))),

    debtor: (organisation) => one(debtorFrom, `select doc::text as doc from rail_sepa.debtor where org = $1::text::uuid`, [organisation]),
    debtorOfMandate: (mandate) => one(debtorFrom, `select doc::text as doc from rail_sepa.debtor where mandate = $1`, [mandate]),
    debtors: (after, limit) =>
      all(
        debtorFrom,
        `select doc::text as doc from rail_sepa.debtor where $1::text is null or org > $1::text::uuid order by org limit $2::text::int`,
        [after, String(limit)],
      ),
    changeDebtor: (organisation, alter) =>
      Effect.gen(function* () {
        const fresh = newDebtor(organisation)
        yield* run(`insert into rail_sepa.debtor (org, doc) values ($1::text::uuid, $2::text::json) on conflict do nothing`, [
          organisation,
          debtorText(fresh),
        ])
        return (yield* change("rail_sepa.debtor", organisation, debtorFrom, alter, saveDebtor)) ?? fresh
      }),

    begin: (collection, bind) =>
      sql
        .withTransaction(
          Effect.gen(function* () {
            const { id, organisation } = collection
            // One at a time for each organisation: the index would tell, this makes it wait.
            const [found] = yield* sql.unsafe<Row>(`select doc::text as doc from rail_sepa.debtor where org = $1::text::uuid for update`, [
              organisation,
            ])
            const flying = yield* sql.unsafe(
              `select from rail_sepa.collection where org = $1::text::uuid and status in ('new', 'processing')`,
              [organisation],
            )
            if (found === undefined || flying.length > 0) return yield* new Taken()
            if ("instead" in bind) {
              const [row] = yield* sql.unsafe<Row>(
                `select doc::text as doc from rail_sepa.collection where id = $1::text::uuid for update`,
                [bind.instead],
              )
              const before = row === undefined ? undefined : collectionFrom(row.doc)
              if (before === undefined || !isUnresolved(before)) return yield* new Taken()
              yield* saveCollection({ ...before, next: id })
              return yield* insertCollection(collection)
            }
            const debtor = debtorFrom(found.doc)
            if (debtor.carry !== bind.carried) return yield* new Taken()
            yield* insertCollection(collection)
            const written = yield* sql.unsafe(
              `insert into rail_sepa.line as l (org, id, claim, amount, fee, at)
               select $1::text::uuid, b.id, $2::text::uuid, b.amount, b.id like 'fee:%', at_ms(b.at)
               from json_to_recordset($3::text::json) as b (id text, amount bigint, at float8)
               on conflict (org, id) do update set claim = excluded.claim where l.claim is null returning l.id`,
              [organisation, id, JSON.stringify(bind.lines.map(({ amount, at, id }) => ({ id, amount: amount.toString(), at })))],
            )
            if (written.length !== bind.lines.length) return yield* new Taken()
            return yield* saveDebtor({ ...debtor, carry: bind.carry })
          }),
        )
        .pipe(
          Effect.as(true),
          Effect.catchTag("Taken", () => Effect.succeed(false)),
          reached,
        ),
    collection: (id) => one(collectionFrom, `select doc::text as doc from rail_sepa.collection where id = $1::text::uuid`, [asUuid(id)]),
    changeCollection: (id, alter) => change("rail_sepa.collection", id, collectionFrom, alter, saveCollection),
    collections: (organisation, page) => all(collectionFrom, pageOf("rail_sepa.collection"), pageParams(organisation, page)),
    unfinished: (after, limit) =>
      all(
        collectionFrom,
        `select doc::text as doc from rail_sepa.collection where (booked <> status or status in ('new', 'processing'))
           and ($1::text is null or id > $1::text::uuid) order by id limit $2::text::int`,
        [after, String(limit)],
      ),
    open: (organisation) =>
      all(
        collectionFrom,
        `select doc::text as doc from rail_sepa.collection where org = $1::text::uuid
           and (status in ('new', 'processing') or (status in ('failed', 'disputed') and next is null and not written_off))`,
        [organisation],
      ),

    addTopup: (topup) =>
      Effect.gen(function* () {
        const written = yield* reached(
          sql.unsafe(
            `insert into rail_sepa.topup (org, id, key, idempotency_key, open, created_at, doc)
             values ($1::text::uuid, $2::text::uuid, $3::text::uuid, $4, true, at_ms($5::text::float8), $6::text::json) on conflict do nothing returning id`,
            [topup.organisation, topup.id, topup.key, topup.idempotency?.key ?? null, String(topup.createdAt), topupText(topup)],
          ),
        )
        if (written.length > 0) return topup
        const earlier = yield* one(
          topupFrom,
          `select doc::text as doc from rail_sepa.topup where org = $1::text::uuid and key = $2::text::uuid and idempotency_key = $3`,
          [topup.organisation, topup.key, topup.idempotency?.key ?? null],
        )
        return earlier ?? (yield* new SepaUnavailable({ message: "The top-up could not be written down." }))
      }),
    topup: (id) => one(topupFrom, `select doc::text as doc from rail_sepa.topup where id = $1::text::uuid`, [asUuid(id)]),
    changeTopup: (id, alter) =>
      change("rail_sepa.topup", id, topupFrom, alter, (topup) =>
        sql.unsafe(`update rail_sepa.topup set open = $2::text::boolean, doc = $3::text::json where id = $1::text::uuid`, [
          topup.id,
          String(topup.status === "open" || (topup.status === "paid" && topup.creditedAt === null)),
          topupText(topup),
        ]),
      ),
    topups: (organisation, page) => all(topupFrom, pageOf("rail_sepa.topup"), pageParams(organisation, page)),
    openTopups: (limit) =>
      all(topupFrom, `select doc::text as doc from rail_sepa.topup where open order by created_at limit $1::text::int`, [String(limit)]),
  })
})
