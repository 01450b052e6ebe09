import { Effect, Layer } from "effect"
import { Eraser, type Erased } from "../../../domain/operating/erase.ts"
import { Database, orUnavailable } from "../Database.ts"

/** Of an organisation with many runs. The whole erasure is one transaction. */
const timeout = "10min"

/**
 * The locks are those of a money step: the organisation, then its accounts. A document is replaced, because a charged call has one.
 * What rails keep (mandates, debits, top-ups, wallets) belongs to the books and stays.
 */
const make = Effect.gen(function* () {
  const { money: sql } = yield* Database
  return Eraser.of({
    erase: (organisation) =>
      sql
        .withTransaction(
          Effect.gen(function* () {
            yield* sql.unsafe(`set local statement_timeout = '${timeout}'`)
            yield* sql`select 1 from organisation where id = ${organisation} for update`
            yield* sql`select 1 from account where org = ${organisation} order by org, id for update`
            const [ready] = yield* sql`select 1 from organisation o where o.id = ${organisation} and o.status = 'suspended'
              and not exists (select from account a where a.org = o.id and (a.posted <> 0 or a.held <> 0 or a.open > 0)) for update`
            if (ready === undefined) return undefined
            yield* sql`update organisation set name = 'erased', email = null, notice_url = null, notice_secret = null, low_balance = null where id = ${organisation}`
            const keys = yield* sql`update api_key set name = 'erased', tag = null, revoked_at = coalesce(revoked_at, farthing_now())
              where org = ${organisation} returning 1`
            yield* sql`delete from old_secret where org = ${organisation}`
            yield* sql`delete from linked_key where org = ${organisation}`
            yield* sql`delete from app.invitation where "organizationId" = ${organisation}::text`
            yield* sql`with members as (delete from app.member where "organizationId" = ${organisation}::text returning "userId")
              delete from app."user" u using members m where u.id = m."userId" and not u.operator
                and not exists (select from app.member o where o."userId" = u.id and o."organizationId" <> ${organisation}::text)`
            const runs = yield* sql`update run set request = '{}', idempotency_key = null, endpoint = null,
                status = case when finished_at is null then 'cancelled' else status end, finished_at = coalesce(finished_at, farthing_now()),
                error = case when error is null then null else json_build_object('code', error->>'code', 'message', 'erased') end
              where org = ${organisation} returning 1`
            yield* sql`update call set last_error = case when last_error is not null then 'erased' end, tag = null
              where org = ${organisation} and (last_error is not null or tag is not null)`
            yield* sql`delete from alert where org = ${organisation}`
            yield* sql`delete from spending_day where org = ${organisation} and dimension = 'tag'`
            const documents = yield* sql`update result set body = 'null' where org = ${organisation} returning 1`
            const questions = yield* sql`delete from ask where org = ${organisation} returning 1`
            yield* sql`delete from ask_at_work where org = ${organisation}`
            yield* sql`delete from ask_waiting where org = ${organisation}`
            yield* sql`delete from idempotency where org = ${organisation}`
            return { keys: keys.length, runs: runs.length, documents: documents.length, questions: questions.length } satisfies Erased
          }),
        )
        .pipe(orUnavailable),
  })
})

export const PgEraser: Layer.Layer<Eraser, never, Database> = Layer.effect(Eraser, make)
