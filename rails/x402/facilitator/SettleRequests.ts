import { Context, Data, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { besideRequest, forRequest } from "../../RailUnavailable.ts"
import type { FacilitatorResponse } from "./Facilitator.ts"

export interface SettleRequest {
  /** Callers do not see each other's requests. */
  readonly caller: string
  /** Hash of payment and requirement. A different hash under the same claim is a different payment. */
  readonly content: string
  /** The caller's `Idempotency-Key`. */
  readonly key: string | null
}

export type Begun =
  /** The payment was never requested, or was released. */
  | { readonly _tag: "First" }
  /** The same caller requests it again after `settlement_pending`. */
  | { readonly _tag: "Resumed" }
  /** The same request with the same key: it gets the same response. */
  | { readonly _tag: "Answered"; readonly response: FacilitatorResponse }
  /** Settled or being settled: this request gets nothing for the payment. */
  | { readonly _tag: "Duplicate" }

/** It is unknown whether the payment was presented before, so nothing is begun. */
export class RequestsUnavailable extends Data.TaggedError("RequestsUnavailable")<{ readonly message: string }> {}

/**
 * Settle requests by the claim of their payment. Of concurrent requests one is let through: a server that sells twice for one payment gets
 * `duplicate_settlement` the second time.
 */
export class SettleRequests extends Context.Service<
  SettleRequests,
  {
    readonly begin: (claim: string, request: SettleRequest) => Effect.Effect<Begun, RequestsUnavailable>
    // The next three never fail: a request that they cannot update stays "running", and can be resumed after two minutes.
    /** The outcome is not known yet: the same caller may resume. */
    readonly park: (claim: string) => Effect.Effect<void>
    /** Settled: only a request with the same key gets this response again. */
    readonly finish: (claim: string, response: FacilitatorResponse) => Effect.Effect<void>
    /** Nothing was submitted: the next request is a first one. */
    readonly release: (claim: string) => Effect.Effect<void>
  }
>()("farthing/rails/x402/SettleRequests") {}

/** Longer than any request waits: the process of such a request is gone, and the request may be resumed. */
const abandonedAfter = "2 minutes"
/** By then every authorization has expired, and no client repeats a request with its key. */
const keptFor = "30 days"

const Response = Schema.fromJsonString(
  Schema.Struct({ status: Schema.Literals([200, 400, 503]), body: Schema.Record(Schema.String, Schema.Unknown) }),
)
const readResponse = Schema.decodeUnknownSync(Response)

/** Requests in the rail's table: shared by all processes, and kept over restarts. */
export const pgSettleRequests: Layer.Layer<SettleRequests, never, SqlClient> = Layer.effect(
  SettleRequests,
  Effect.gen(function* () {
    const sql = yield* SqlClient

    const begin = Effect.fnUntraced(
      function* (claim: string, { caller, content, key }: SettleRequest) {
        const [begun] = yield* sql.unsafe<{ readonly first: boolean }>(
          `insert into rail_x402.settle_request as r (claim, caller, content, key) values ($1, $2, $3, $4)
           on conflict (claim) do update set state = 'running', key = excluded.key, began_at = clock_timestamp()
             where r.caller = excluded.caller and r.content = excluded.content
               and (r.state = 'parked' or (r.state = 'running' and r.began_at < clock_timestamp() - interval '${abandonedAfter}'))
           returning (xmax = 0) as first`,
          [claim, caller, content, key],
        )
        if (begun !== undefined) return { _tag: begun.first ? "First" : "Resumed" } as const
        const [finished] = yield* sql.unsafe<{ readonly answer: string }>(
          `select answer from rail_x402.settle_request
           where claim = $1 and caller = $2 and content = $3 and key = $4 and state = 'finished' and answer is not null`,
          [claim, caller, content, key],
        )
        return finished === undefined
          ? ({ _tag: "Duplicate" } as const)
          : ({ _tag: "Answered", response: readResponse(finished.answer) } as const)
      },
      forRequest,
      Effect.catch((cause) =>
        Effect.andThen(
          Effect.logError("x402: a settle request could not be stored", cause),
          Effect.fail(new RequestsUnavailable({ message: "The request could not be stored, so nothing was submitted: try again." })),
        ),
      ),
    )

    const update = (statement: string, params: ReadonlyArray<unknown>) =>
      besideRequest(
        Effect.catch(Effect.asVoid(forRequest(sql.unsafe(statement, params))), (cause) =>
          Effect.logError("x402: a settle request could not be updated and stays running", cause),
        ),
      )

    return SettleRequests.of({
      begin,
      park: (claim) => update(`update rail_x402.settle_request set state = 'parked' where claim = $1`, [claim]),
      finish: (claim, response) =>
        update(`update rail_x402.settle_request set state = 'finished', answer = $2 where claim = $1`, [claim, JSON.stringify(response)]),
      release: (claim) => update(`delete from rail_x402.settle_request where claim = $1`, [claim]),
    })
  }),
)

/** Deletes old requests. */
export const pruneSettleRequests = Effect.flatMap(SqlClient, (sql) =>
  sql.unsafe(`delete from rail_x402.settle_request where began_at < clock_timestamp() - interval '${keptFor}'`),
)
