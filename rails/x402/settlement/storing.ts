import { Effect, Exit, Request, RequestResolver } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { type Asked, idOf, insertSettlements, type Place, sameId } from "../store/settlementRows.ts"
import type { Authorization } from "./Settlements.ts"

class Store extends Request.Class<Asked, boolean, SqlError> {}

const atOnce = 128

/** Stores authorizations, those that are asked for together with one commit. True for one that was not there before. */
export const storing = (sql: SqlClient, place: Place) => {
  const insert = Effect.fnUntraced(function* (entries: ReadonlyArray<Request.Entry<Store>>) {
    const inserted = yield* insertSettlements(
      sql,
      place,
      entries.map(({ request }) => request),
    )
    const fresh = new Set(inserted.map(sameId))
    // Of several for one id the first one has made the row, or may have: the others look.
    for (const { completeUnsafe, request } of entries) completeUnsafe(Exit.succeed(fresh.delete(idText(request.authorization))))
  })
  const resolver = RequestResolver.make<Store>((entries) =>
    // One that the database does not take must not fail its neighbours.
    Effect.catch(insert(entries), (error) =>
      entries.length === 1
        ? Effect.fail(error)
        : Effect.forEach(
            entries,
            (entry) => Effect.catch(insert([entry]), (own) => Effect.sync(() => entry.completeUnsafe(Exit.fail(own)))),
            {
              discard: true,
            },
          ),
    ),
  ).pipe(RequestResolver.batchN(atOnce))
  return (authorization: Authorization, reference: string) => Effect.request(new Store({ authorization, reference }), resolver)
}

const idText = ({ from, nonce }: Authorization) => sameId(idOf(from, nonce))
