import { Effect } from "effect"
import { Audit, type AuditCheck } from "../../domain/ledger/Ledger.ts"
import { RailAudits } from "../../rails/RailModule.ts"

/** `breaks`: one sentence for each violation of a rail's check. `unchecked`: why the outside could not be read. */
interface AuditLine extends AuditCheck {
  readonly rail?: string
  readonly breaks?: ReadonlyArray<string>
  readonly unchecked?: string
}

/**
 * The invariants of the ledger, and each rail's comparisons with its tables and its outside. The components of a sandbox may be
 * stopped, so an unread outside fails the audit in `live` only: there, an audit that could not read it proves nothing.
 */
export const auditBooks = Effect.fnUntraced(function* (mode: "sandbox" | "live") {
  const checks: ReadonlyArray<AuditLine> = [...(yield* Effect.flatMap(Audit, (audit) => audit.run)), ...(yield* auditRails)]
  const complete = checks.every((check) => check.unchecked === undefined)
  return { ok: checks.every((check) => check.violations === 0) && (mode === "sandbox" || complete), complete, checks }
})

const auditRails = Effect.gen(function* () {
  const checks = (yield* RailAudits).flatMap(({ checks, rail }) => Object.entries(checks).map(([name, run]) => ({ name, rail, run })))
  return yield* Effect.forEach(checks, ({ name, rail, run }) =>
    Effect.match(run, {
      onSuccess: (breaks): AuditLine => ({ name, rail, violations: breaks.length, breaks }),
      onFailure: ({ message }): AuditLine => ({ name, rail, violations: 0, unchecked: message }),
    }),
  )
})

const maxShown = 10

/** A check as lines of text, with at most 10 of its breaks. */
export const auditLines = ({ breaks = [], name, rail, unchecked, violations }: AuditLine): ReadonlyArray<string> => {
  const title = rail === undefined ? name : `${rail}: ${name}`
  if (unchecked !== undefined) return [`????  ${title}: not checked. ${unchecked}`]
  if (violations === 0) return [`ok    ${title}`]
  const rest = breaks.length > maxShown ? [`        and ${breaks.length - maxShown} more: see --json`] : []
  return [`FAIL  ${title} (${violations})`, ...breaks.slice(0, maxShown).map((text) => `        ${text}`), ...rest]
}
