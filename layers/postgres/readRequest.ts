import { keyScope, railScope, sourceScope } from "../../domain/ledger/admit.ts"
import type { Command } from "../../domain/ledger/command.ts"
import { refundRefs } from "../../domain/ledger/refund.ts"
import type { OpenCalls } from "./rows.ts"
import { arrayOf } from "./parameters.ts"

/**
 * The arguments of `ledger_load`: the rows to lock and read for a batch. A reservation's own call is read only if it may
 * exist already, because its id is new the first time. Of calls that this process opened, only the progress
 * is read, as long as they are open.
 */
export const loadRequest = (commands: ReadonlyArray<Command>, open: OpenCalls, again: boolean) => {
  const organisations = new Set<string>()
  const wallets = new Set<string>()
  const keys = new Set<string>()
  const scopes = new Set<string>()
  const claims = new Set<string>()
  const calls = new Pairs()
  const progress = new Pairs()
  const runs = new Pairs()
  const cancels = new Pairs()
  const opens: Array<object> = []
  const idempotency: Array<object> = []
  const refs: Array<object> = []
  for (const c of commands) {
    organisations.add(c.organisation)
    switch (c._tag) {
      case "Reserve": {
        // A later step may have been reserved before, by the node that held the run then.
        if (again || c.begins === null) {
          calls.add(c.organisation, c.call)
          runs.add(c.organisation, c.run)
        }
        if (c.wallet) wallets.add(c.organisation)
        if (c.key !== null) {
          keys.add(c.key)
          scopes.add(keyScope(c.key))
          if (c.begins !== null && c.begins.idempotency !== null) {
            const { endpoint, key } = c.begins.idempotency
            idempotency.push({ organisation: c.organisation, key: c.key, endpoint, idempotencyKey: key })
          }
        }
        if (c.sourceDailyCap !== undefined) scopes.add(sourceScope(c.source))
        for (const f of c.options) {
          if (f.dailyCap !== undefined) scopes.add(railScope(f.rail))
          if (f.claim !== undefined) claims.add(f.claim)
          if (f.opens !== undefined) {
            opens.push({ organisation: c.organisation, id: f.account })
          }
        }
        break
      }
      case "Post":
        refs.push({ organisation: c.organisation, ref: c.ref })
        break
      case "ConfigureAccount":
        opens.push({ organisation: c.organisation, id: c.account })
        break
      case "Cancel":
        runs.add(c.organisation, c.run)
        cancels.add(c.organisation, c.run)
        break
      case "Refund":
        refs.push(...refundRefs(c).map((ref) => ({ organisation: c.organisation, ref })))
        calls.add(c.organisation, c.call)
        break
      default:
        ;(again || open.get(c.call) === undefined ? calls : progress).add(c.organisation, c.call)
    }
  }
  const rare = wallets.size + claims.size + opens.length + idempotency.length + refs.length > 0
  const rest = rare ? JSON.stringify({ wallets: [...wallets], claims: [...claims], opens, idempotency, refs }) : null
  return [
    arrayOf("uuid", [...organisations]),
    arrayOf("uuid", [...keys]),
    ...calls.parameters(),
    ...runs.parameters(),
    arrayOf("text", [...scopes]),
    ...cancels.parameters(),
    ...progress.parameters(),
    rest,
  ]
}

/** Rows by organisation and id: as two arrays, so that each is looked up by its whole key. */
class Pairs {
  readonly #organisations: Array<string> = []
  readonly #ids: Array<string> = []

  add(organisation: string, id: string): void {
    this.#organisations.push(organisation)
    this.#ids.push(id)
  }

  parameters() {
    return [arrayOf("uuid", this.#organisations), arrayOf("uuid", this.#ids)]
  }
}

export const loadStatement =
  "select ledger_load($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::uuid[], $9::uuid[], $10::uuid[], $11::uuid[], $12::text::json) as loaded"
