import { Context, type Effect } from "effect"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import type { MicroUsd } from "../../../domain/money/Money.ts"
import type { Collection } from "../collection/Collection.ts"
import type { Line } from "../collection/plan.ts"
import type { Debtor } from "../debtor/Debtor.ts"
import type { SepaUnavailable } from "../SepaUnavailable.ts"
import type { Topup } from "../topup/Topup.ts"

type Asked<A> = Effect.Effect<A, SepaUnavailable>

/** A month's fee, as it was booked or is to be booked in the ledger. */
export interface Fee extends Line {
  readonly organisation: OrganisationId
}

/** With the time from which it is owed. */
export interface DatedLine extends Line {
  readonly at: number
}

/** Newest first; `before` is an id, which begins with the time it was made at. */
export interface Page {
  readonly before?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly limit: number
}

/**
 * What the rail keeps for itself. Each call is one transaction. `change…` runs its function on the row as it is under its
 * lock, so that two who change one row at once both count.
 */
export interface SepaStoreShape {
  /** The clock that everything here follows, milliseconds since 1970: the database's, which a sandbox may have moved. */
  readonly now: Asked<number>

  readonly debtor: (organisation: OrganisationId) => Asked<Debtor | undefined>
  readonly debtorOfMandate: (mandate: string) => Asked<Debtor | undefined>
  /** In the order of their organisations, behind the one given. */
  readonly debtors: (after: OrganisationId | null, limit: number) => Asked<ReadonlyArray<Debtor>>
  /** Begins with a new one where there is none. */
  readonly changeDebtor: (organisation: OrganisationId, change: (debtor: Debtor) => Debtor) => Asked<Debtor>

  /**
   * Writes a debit down, binds the lines it covers to it and sets what the debtor carries over: all, or nothing and false,
   * where another debit of the organisation is in flight, a line is bound already, or `carried` is not what is carried now.
   * One that claims again what another did binds nothing and takes that one's place.
   */
  readonly begin: (
    collection: Collection,
    bind: { readonly lines: ReadonlyArray<DatedLine>; readonly carried: bigint; readonly carry: bigint } | { readonly instead: string },
  ) => Asked<boolean>
  readonly collection: (id: string) => Asked<Collection | undefined>
  readonly changeCollection: (id: string, change: (collection: Collection) => Collection) => Asked<Collection | undefined>
  readonly collections: (organisation: OrganisationId, page: Page) => Asked<ReadonlyArray<Collection>>
  /** Debits that are not at their end, or whose end the ledger has not been told, behind the one given: oldest first. */
  readonly unfinished: (after: string | null, limit: number) => Asked<ReadonlyArray<Collection>>
  /** Those of an organisation that are in flight, or failed or disputed and not claimed again or given up. */
  readonly open: (organisation: OrganisationId) => Asked<ReadonlyArray<Collection>>

  /** Those of the calls that a claim covers already. */
  readonly bound: (organisation: OrganisationId, calls: ReadonlyArray<string>) => Asked<ReadonlySet<string>>
  /** Calls that a claim covers and whose mark is this. */
  readonly callsOf: (claim: string, settled: boolean, limit: number) => Asked<ReadonlyArray<string>>
  /** How many lines these claims cover, and since when the oldest of them is owed. */
  readonly covered: (
    organisation: OrganisationId,
    claims: ReadonlyArray<string>,
  ) => Asked<{ readonly entries: number; readonly oldestAt: number | null }>
  /** How often the debit of a call has been claimed, newest first: the debits of its claim. */
  readonly collectionsOfCall: (organisation: OrganisationId, call: string) => Asked<ReadonlyArray<Collection>>
  readonly mark: (claim: string, calls: ReadonlyArray<string>, settled: boolean) => Asked<void>

  /** Fees of months, once each, and from which month on the next are due. */
  readonly addFees: (organisation: OrganisationId, fees: ReadonlyArray<DatedLine>, feeFrom: string) => Asked<void>
  readonly unbookedFees: (limit: number) => Asked<ReadonlyArray<Fee>>
  readonly feeBooked: (fee: Fee) => Asked<void>
  /** Booked, and covered by no claim. */
  readonly freeFees: (organisation: OrganisationId) => Asked<ReadonlyArray<DatedLine>>

  /** The one that this key began before, or this one, written down. */
  readonly addTopup: (topup: Topup) => Asked<Topup>
  readonly topup: (id: string) => Asked<Topup | undefined>
  readonly changeTopup: (id: string, change: (topup: Topup) => Topup) => Asked<Topup | undefined>
  readonly topups: (organisation: OrganisationId, page: Page) => Asked<ReadonlyArray<Topup>>
  /** Those that wait for the payer or for their credit. */
  readonly openTopups: (limit: number) => Asked<ReadonlyArray<Topup>>

  readonly knowsEvent: (id: string) => Asked<boolean>
  readonly rememberEvent: (id: string) => Asked<void>
  /** Those that were worked on before this time: Stripe does not list them any more. */
  readonly forgetEvents: (before: number) => Asked<void>
  /** For one of all nodes: undefined unless `everyMs` have passed since somebody took this turn. `mark` is what was kept last. */
  readonly takeTurn: (name: string, everyMs: number) => Asked<{ readonly mark: number | null } | undefined>
  readonly keepMark: (name: string, mark: number) => Asked<void>
}

export class SepaStore extends Context.Service<SepaStore, SepaStoreShape>()("farthing/rails/sepa/store/SepaStore") {}

/** The fee of a month (`2026-11`), owed from the month's last moment. */
export const feeLine = (period: string, amount: MicroUsd, at: number): DatedLine => ({ id: `fee:${period}`, amount, at })
export const isFee = (line: Line): boolean => line.id.startsWith("fee:")
