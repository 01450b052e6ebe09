import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { RequestsUnavailable, type SettleRequest, SettleRequests } from "./SettleRequests.ts"

/** A request that is under way for longer than any waits has lost its process: it may be resumed. */
const abandonedAfter = "2 minutes"
/** No authorization that was settled is still good then, nor any key looked for. */
const keptFor = "30 days"

const Answer = Schema.fromJsonString(
  Schema.Struct({ status: Schema.Literals([200, 400, 503]), body: Schema.Record(Schema.String, Schema.Unknown) }),
)
const readAnswer = Schema.decodeUnknownSync(Answer)

interface Taken {
  readonly first: boolean
}
interface Answered {
  readonly answer: string
}

/** Requests in the table of the rail: for any number of processes, and over their ends. */
export const pgSettleRequests: Layer.Layer<SettleRequests, never, SqlClient> = Layer.effect(
  SettleRequests,
  Effect.gen(function* () {
    const sql = yield* SqlClient

    const begin = Effect.fnUntraced(
      function* (claim: string, { caller, content, key }: SettleRequest) {
        const [taken] = yield* sql.unsafe<Taken>(
          `insert into rail_x402.settle_request as r (claim, caller, content, key) values ($1, $2, $3, $4)
           on conflict (claim) do update set state = 'running', key = excluded.key, began_at = clock_timestamp()
             where r.caller = excluded.caller and r.content = excluded.content
               and (r.state = 'parked' or (r.state = 'running' and r.began_at < clock_timestamp() - interval '${abandonedAfter}'))
           returning (xmax = 0) as first`,
          [claim, caller, content, key],
        )
        if (taken !== undefined) return { _tag: taken.first ? "First" : "Resumed" } as const
        const [answered] = yield* sql.unsafe<Answered>(
          `select answer from rail_x402.settle_request
           where claim = $1 and caller = $2 and content = $3 and key = $4 and state = 'finished' and answer is not null`,
          [claim, caller, content, key],
        )
        return answered === undefined
          ? ({ _tag: "Duplicate" } as const)
          : ({ _tag: "Answered", answer: readAnswer(answered.answer) } as const)
      },
      Effect.catchTag("SqlError", (cause) =>
        Effect.andThen(
          Effect.logError("a request to settle could not be begun", cause),
          Effect.fail(new RequestsUnavailable({ message: "Nothing could be stored, so nothing was submitted: try again." })),
        ),
      ),
    )

    const write = (statement: string, params: ReadonlyArray<unknown>) =>
      Effect.catch(Effect.asVoid(sql.unsafe(statement, params)), (cause) => Effect.logError("a request to settle stays under way", cause))

    return SettleRequests.of({
      begin,
      park: (claim) => write(`update rail_x402.settle_request set state = 'parked' where claim = $1`, [claim]),
      finish: (claim, answer) =>
        write(`update rail_x402.settle_request set state = 'finished', answer = $2 where claim = $1`, [claim, JSON.stringify(answer)]),
      release: (claim) => write(`delete from rail_x402.settle_request where claim = $1`, [claim]),
    })
  }),
)

/** Forgets what is old: asked for now and then. */
export const pruneSettleRequests = Effect.flatMap(SqlClient, (sql) =>
  sql.unsafe(`delete from rail_x402.settle_request where began_at < clock_timestamp() - interval '${keptFor}'`),
)
