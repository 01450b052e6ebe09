import type { Command } from "../../domain/ledger/command.ts"
import { accountIdOf } from "../../domain/ledger/postings.ts"
import { refundRefs } from "../../domain/ledger/refund.ts"
import { scopesOf } from "../../domain/ledger/reserve.ts"
import type { KnownRows } from "./KnownRows.ts"
import { arrayOf } from "./parameters.ts"

/**
 * The arguments of `ledger_read`: the rows to lock and read for a batch. A reservation's own call is read only if it may
 * exist already, because its id is new the first time. Of calls that this process opened, only the progress
 * is read, as long as they are open.
 */
export const readRequest = (commands: ReadonlyArray<Command>, rows: KnownRows, again: boolean) => {
  const organisations = new Set<string>()
  const accounts = new Pairs()
  const wallets = new Set<string>()
  const keys = new Set<string>()
  const scopes = new Set<string>()
  const claims = new Set<string>()
  const calls = new Pairs()
  const progress = new Pairs()
  const runs = new Pairs()
  const cancels = new Pairs()
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
        for (const scope of scopesOf(c)) scopes.add(scope)
        if (c.key !== null) {
          keys.add(c.key)
          if (c.begins !== null && c.begins.idempotency !== null) {
            const { endpoint, key } = c.begins.idempotency
            idempotency.push({ organisation: c.organisation, key: c.key, endpoint, idempotencyKey: key })
          }
        }
        for (const f of c.options) {
          if (f.claim !== undefined) claims.add(f.claim)
          if (f.opens !== undefined) accounts.add(c.organisation, f.account)
          if (f.deposits !== undefined) accounts.add(c.organisation, f.deposits.remainderTo)
        }
        break
      }
      case "Post":
        refs.push({ organisation: c.organisation, ref: c.ref })
        for (const id of c.transfers.flatMap(({ credit, debit }) => [accountIdOf(debit), accountIdOf(credit)])) {
          if (id !== undefined) accounts.add(c.organisation, id)
        }
        break
      case "ConfigureAccount":
        accounts.add(c.organisation, c.account)
        break
      case "Cancel":
        runs.add(c.organisation, c.run)
        cancels.add(c.organisation, c.run)
        break
      case "Refund":
        refs.push(...refundRefs(c).map((ref) => ({ organisation: c.organisation, ref })))
        calls.add(c.organisation, c.call)
        break
      default: {
        const open = again ? undefined : rows.openCall(c.call)
        if (open === undefined) calls.add(c.organisation, c.call)
        else {
          progress.add(c.organisation, c.call)
          accounts.add(c.organisation, open.call.account)
          accounts.add(c.organisation, open.call.remainderTo)
        }
      }
    }
  }
  const rare = wallets.size + claims.size + idempotency.length + refs.length > 0
  const rest = rare ? JSON.stringify({ wallets: [...wallets], claims: [...claims], idempotency, refs }) : null
  return [
    arrayOf("uuid", [...organisations]),
    ...accounts.parameters("text"),
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

  parameters(type: "uuid" | "text" = "uuid") {
    return [arrayOf("uuid", this.#organisations), arrayOf(type, this.#ids)]
  }
}

export const readStatement = `select ledger_read(${[
  "uuid[]",
  "uuid[]",
  "text[]",
  ...Array.from({ length: 5 }, () => "uuid[]"),
  "text[]",
  ...Array.from({ length: 4 }, () => "uuid[]"),
  "text::json",
]
  .map((type, i) => `$${i + 1}::${type}`)
  .join(", ")}) as loaded`
