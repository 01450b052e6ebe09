import { Effect } from "effect"
import { expect } from "vitest"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { Audit } from "../../../domain/ledger/Ledger.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { prices, type ScriptName } from "../sources.ts"

/** What the books say about one organisation. Amounts in micro-USD. */
export interface CreditsPosition {
  readonly posted: number
  readonly held: number
  readonly open: number
  readonly captured: number
  readonly released: number
  readonly reserved: number
}

export const creditsPosition = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const { reads: sql } = yield* Database
  const [row] = yield* sql<CreditsPosition>`select a.posted::float8 as posted, a.held::float8 as held, a.open,
      (select count(*)::int from call c where c.org = a.org and c.state = 'captured') as captured,
      (select count(*)::int from call c where c.org = a.org and c.state = 'released') as released,
      (select count(*)::int from call c where c.org = a.org and c.state = 'reserved') as reserved
    from account a where a.org = ${organisation} and a.id = 'credits'`
  return row!
})

/** The position of an organisation that began with 25 USD, bought these and nothing else, and has nothing open. */
export const positionAfter = (scripts: ReadonlyArray<ScriptName>, released = 0): CreditsPosition => ({
  posted: 25_000_000 - scripts.reduce((sum, script) => sum + prices[script], 0),
  held: 0,
  open: 0,
  captured: scripts.length,
  released,
  reserved: 0,
})

/** Every invariant of the books holds. */
export const expectCleanAudit = Effect.gen(function* () {
  const audit = yield* Audit
  const broken = (yield* audit.run).filter((check) => check.violations > 0)
  expect(broken).toEqual([])
})
