import { Effect, Layer } from "effect"
import { type LogEntry, OperatorLog } from "../../../domain/operating/OperatorLog.ts"
import { isUuid } from "../../../domain/money/ids.ts"
import { Database, orUnavailable } from "../Database.ts"

/**
 * The log holds the id of a member's key, because it cannot be erased. The name of the key (`App: E-MAIL`) is read beside it, until the organisation
 * is erased.
 */
const make = Effect.gen(function* () {
  const { money: sql } = yield* Database
  return OperatorLog.of({
    append: ({ action, entry, host, message, operator, organisation, phase, reason, state, subject }) =>
      sql`insert into operator_log (entry, phase, operator, host, action, org, subject, reason, state, message)
        values (${entry}, ${phase}, ${operator}, ${host}, ${action}, ${organisation}, ${subject}, ${reason},
          ${state === null ? null : JSON.stringify(state)}::text::json, ${message})`.pipe(orUnavailable, Effect.asVoid),
    read: ({ before, organisation }, limit) =>
      sql<{ readonly entry: LogEntry }>`
        select json_build_object('entry', b.entry, 'at', ms(b.at), 'operator', coalesce(k.name, b.operator), 'host', b.host, 'action', b.action,
          'organisation', b.org, 'subject', b.subject, 'reason', b.reason, 'outcome', coalesce(e.phase, 'unfinished'),
          'before', b.state, 'after', e.state, 'message', e.message) as entry
        from operator_log b left join operator_log e on e.entry = b.entry and e.phase <> 'began'
          left join api_key k on k.org = b.org and k.kind = 'app' and b.operator = 'key ' || k.id
        where b.phase = 'began' and (${organisation}::text is null or b.org::text = ${organisation}::text)
          and (${before}::text is null
            or b.id < (select id from operator_log where entry = ${before !== null && isUuid(before) ? before : null}::text::uuid and phase = 'began'))
        order by b.id desc limit ${limit}`.pipe(
        Effect.map((rows) => rows.map(({ entry }) => entry)),
        orUnavailable,
      ),
  })
})

export const PgOperatorLog: Layer.Layer<OperatorLog, never, Database> = Layer.effect(OperatorLog, make)
