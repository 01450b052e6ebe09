import { keyScope, railScope, sourceScope } from "../../domain/ledger/admit.ts"
import type { Command } from "../../domain/ledger/Command.ts"
import type { OpenCalls } from "./OpenCalls.ts"
import { arrayOf } from "./parameters.ts"

/**
 * The arguments of `ledger_load`: what it must lock and read for a batch. A reservation's own call is looked for only
 * when it may be there already: its id is fresh the first time. Of calls that this process opened, only the progress
 * is read, as long as they are open.
 */
export const loadRequest = (commands: ReadonlyArray<Command>, open: OpenCalls, again: boolean) => {
  const organisations = new Set<string>()
  const wallets = new Set<string>()
  const keys = new Set<string>()
  const scopes = new Set<string>()
  const claims = new Set<string>()
  const calls: Array<string> = []
  const progress: Array<string> = []
  const runs: Array<string> = []
  const cancels: Array<string> = []
  const opens: Array<object> = []
  const idempotency: Array<object> = []
  const refs: Array<object> = []
  for (const c of commands) {
    organisations.add(c.organisation)
    switch (c._tag) {
      case "Reserve": {
        if (again) calls.push(c.call)
        if (again || c.begins === null) runs.push(c.run)
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
        for (const f of c.fundings) {
          if (f.dailyCap !== undefined) scopes.add(railScope(f.rail))
          if (f.claim !== undefined) claims.add(f.claim)
          if (f.opens !== undefined) {
            opens.push({ organisation: c.organisation, id: f.account, rail: f.rail, creditLimit: f.opens.creditLimit.toString() })
          }
        }
        break
      }
      case "Post":
        refs.push({ organisation: c.organisation, ref: c.ref })
        break
      case "Cancel":
        runs.push(c.run)
        cancels.push(c.run)
        break
      default:
        ;(again || open.get(c.call) === undefined ? calls : progress).push(c.call)
    }
  }
  const rare = wallets.size + claims.size + opens.length + idempotency.length + refs.length > 0
  const rest = rare ? JSON.stringify({ wallets: [...wallets], claims: [...claims], opens, idempotency, refs }) : null
  return [
    arrayOf("uuid", [...organisations]),
    arrayOf("uuid", [...keys]),
    arrayOf("uuid", calls),
    arrayOf("uuid", runs),
    arrayOf("text", [...scopes]),
    arrayOf("uuid", cancels),
    arrayOf("uuid", progress),
    rest,
  ]
}

export const loadStatement =
  "select ledger_load($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::uuid[], $8::text::json) as loaded"
