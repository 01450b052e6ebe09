import type { Effect } from "effect"
import type { KeyId, OrganisationId } from "../../../../domain/money/ids.ts"
import type { KeyLimits, Organisation } from "../../../../domain/ledger/state.ts"
import type { MicroUsd } from "../../../../domain/money/Money.ts"
import { type LedgerFixture, noon } from "../../../support/ledger/LedgerFixture.ts"
import { usd } from "../../../support/ledger/commands.ts"
import type { PlainAccount, PlainKey, PlainOrganisation } from "./ReferenceState.ts"

/** How a store is changed from outside between commands: the same for every store. */
export type StoreChange = (bench: LedgerFixture["Service"]) => Effect.Effect<void>

const limit = (amount: number | null): MicroUsd | null => (amount === null ? null : usd(amount))
const status = (suspended: boolean): Organisation["status"] => (suspended ? "suspended" : "active")

export const putOrganisation = ({ concurrency, id, spending, suspended }: PlainOrganisation): StoreChange => {
  const organisation: Organisation = { id: id as OrganisationId, status: status(suspended), spending, concurrency }
  return (bench) => bench.organisation(organisation)
}

export const putKey = (key: PlainKey): StoreChange => {
  const standing: KeyLimits = {
    id: key.id as KeyId,
    organisation: key.organisation as OrganisationId,
    perRequest: limit(key.perRequest),
    monthly: limit(key.monthly),
    daily: limit(key.daily),
    expiresAt: key.expiresAt,
    revokedAt: key.revoked ? noon : null,
  }
  return (bench) => bench.key(standing)
}

export const putAccount = ({ credit, id, organisation, suspended }: PlainAccount): StoreChange => {
  const account = { organisation: organisation as OrganisationId, id, rail: id, creditLimit: usd(credit), status: status(suspended) }
  return (bench) => bench.account(account)
}
