import { Context, Data, Effect } from "effect"
import { Organisations } from "../identity/Organisations.ts"
import { LedgerQueries } from "../ledger/LedgerQueries.ts"
import type { OrganisationId } from "../money/ids.ts"
import { toDecimal } from "../money/Money.ts"
import { Rails } from "../rail/Rail.ts"
import { audited } from "./OperatorLog.ts"
import type { StorageUnavailable } from "../Refusal.ts"

/** Something of the organisation is still open: money it has or owes, a call, or its right to spend. */
export class NotErasable extends Data.TaggedError("NotErasable")<{ readonly message: string }> {}

/** What was removed, in rows. */
export interface Erased {
  readonly keys: number
  readonly runs: number
  readonly documents: number
  readonly questions: number
}

/**
 * Removes what names a person or shows what they requested: the names of the organisation and its keys, requests, documents, questions,
 * Idempotency-Keys, and the words of errors. Revokes every key. Transfers, calls and payments stay, because books must be kept.
 */
export class Eraser extends Context.Service<
  Eraser,
  {
    /** Undefined if a call was begun or money moved since it was checked: nothing was removed then. */
    readonly erase: (organisation: OrganisationId) => Effect.Effect<Erased | undefined, StorageUnavailable>
  }
>()("farthing/domain/operating/Eraser") {}

/** Removes the personal data of a suspended organisation whose accounts are empty. It cannot be undone. */
export const eraseOrganisation = Effect.fnUntraced(function* (id: OrganisationId, reason: string) {
  const organisations = yield* Organisations
  const queries = yield* LedgerQueries
  const eraser = yield* Eraser
  const { status } = yield* organisations.find(id)
  if (status !== "suspended")
    return yield* new NotErasable({ message: `Organisation ${id} is active. Suspend it first: farthing org suspend ${id}.` })
  const rails = [...(yield* Rails).values()]
  for (const { commitment } of rails) {
    const why = commitment === undefined ? undefined : yield* commitment(id)
    if (why !== undefined) return yield* new NotErasable({ message: `Organisation ${id} is not settled: ${why} Nothing was removed.` })
  }
  const left = (yield* queries.accounts(id)).filter(({ held, open, posted }) => posted !== 0n || held !== 0n || open > 0)
  if (left.length > 0) {
    const open = left.map((account) => `${account.id} has ${toDecimal(account.posted)} USD and ${account.open} open calls`).join("; ")
    return yield* new NotErasable({ message: `Organisation ${id} is not settled: ${open}. Pay out, collect or end what is open first.` })
  }
  const state = Effect.map(organisations.find(id), ({ activeKeys, status }) => ({ status, active_keys: activeKeys }))
  // The rails first: what they cannot forget now is forgotten by the next try. A suspended organisation begins nothing in between.
  const change = Effect.gen(function* () {
    for (const { forget } of rails) if (forget !== undefined) yield* forget(id)
    const erased = yield* eraser.erase(id)
    if (erased !== undefined) return erased
    return yield* new NotErasable({ message: `Organisation ${id} changed meanwhile. Its data was not removed; try again.` })
  })
  return yield* audited({ action: "erase", organisation: id, subject: id, reason }, state, change)
})
