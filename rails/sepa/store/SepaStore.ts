import { Context, type Effect } from "effect"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import type { MicroUsd } from "../../../domain/money/Money.ts"
import type { Collection, Line } from "./Collection.ts"
import type { Contact, Debtor, Remainder } from "./Debtor.ts"
import type { Page } from "../../documentTable.ts"
import type { RailUnavailable } from "../../RailUnavailable.ts"

type Query<A> = Effect.Effect<A, RailUnavailable>

/** A month's fee, as it was booked or is to be booked in the ledger. */
export interface MonthlyFee extends Line {
  readonly organisation: OrganisationId
}

/** With the time from which it is owed. */
export interface DatedLine extends Line {
  readonly at: number
}

/**
 * What the rail keeps for itself. Each call is one transaction. `change…` runs its function on the row as it is under its
 * lock, so that two who change one row at once both count.
 */
export interface SepaStoreShape {
  /** The clock that everything here follows, milliseconds since 1970: the database's, which a sandbox may have moved. */
  readonly now: Query<number>

  /** As the organisation's owner or the operator set it now. */
  readonly contact: (organisation: OrganisationId) => Query<Contact | undefined>
  /**
   * Since when an operator keeps the organisation from using this rail: it is suspended, its account is frozen, or the rail is paused. Null: it
   * does not. A block that the log of the operators does not show counts from now on.
   */
  readonly blockedSince: (organisation: OrganisationId) => Query<number | null>
  readonly debtor: (organisation: OrganisationId) => Query<Debtor | undefined>
  readonly debtorOfCustomer: (customer: string) => Query<Debtor | undefined>
  readonly debtorOfMandate: (mandate: string) => Query<Debtor | undefined>
  /** In the order of their organisations, behind the one given. */
  readonly debtors: (after: OrganisationId | null, limit: number) => Query<ReadonlyArray<Debtor>>
  /** Inserts a new debtor first if there is none. */
  readonly changeDebtor: (organisation: OrganisationId, change: (debtor: Debtor) => Debtor) => Query<Debtor>

  /**
   * Writes a debit down, binds the lines it covers to it and sets what the debtor carries over: all, or nothing and false,
   * where another debit of the organisation is in flight, a line is bound already, or `carried` is not what is carried now.
   * One that claims again what another did binds nothing and takes that one's place.
   */
  readonly begin: (
    collection: Collection,
    bind: { readonly lines: ReadonlyArray<DatedLine>; readonly carried: bigint; readonly carry: bigint } | { readonly instead: string },
  ) => Query<boolean>
  /** Binds what is left after the last debit to a claim that no debit has: all lines and what is carried, or nothing and false, as `begin` does. */
  readonly bindRemainder: (
    organisation: OrganisationId,
    bind: { readonly remainder: Remainder; readonly lines: ReadonlyArray<DatedLine>; readonly carried: bigint },
  ) => Query<boolean>
  readonly collection: (id: string) => Query<Collection | undefined>
  readonly changeCollection: (id: string, change: (collection: Collection) => Collection) => Query<Collection | undefined>
  /** Every debit of a claim, oldest first. */
  readonly claimOf: (claim: string) => Query<ReadonlyArray<Collection>>
  readonly collections: (organisation: OrganisationId | null, page: Page) => Query<ReadonlyArray<Collection>>
  /** Debits that are in flight, or whose status is not booked yet, after the given id, oldest first. */
  readonly unfinished: (after: string | null, limit: number) => Query<ReadonlyArray<Collection>>
  /** Debits whose notice is still to be withdrawn, after the given id, oldest first. */
  readonly withdrawing: (after: string | null, limit: number) => Query<ReadonlyArray<Collection>>
  /** Those of an organisation that are in flight, or failed or disputed and not claimed again or given up. */
  readonly open: (organisation: OrganisationId) => Query<ReadonlyArray<Collection>>

  /** Those of the calls that a claim covers already. */
  readonly bound: (organisation: OrganisationId, calls: ReadonlyArray<string>) => Query<ReadonlySet<string>>
  /** Calls that a claim covers and whose mark is this. */
  readonly callsOf: (claim: string, settled: boolean, limit: number) => Query<ReadonlyArray<string>>
  /** How many lines these claims cover, and since when the oldest of them is owed. */
  readonly covered: (
    organisation: OrganisationId,
    claims: ReadonlyArray<string>,
  ) => Query<{ readonly entries: number; readonly oldestAt: number | null }>
  /** How often the debit of a call has been claimed, newest first: the debits of its claim. */
  readonly collectionsOfCall: (organisation: OrganisationId, call: string) => Query<ReadonlyArray<Collection>>
  readonly mark: (claim: string, calls: ReadonlyArray<string>, settled: boolean) => Query<void>

  /** What was written down for this month before: how many lines, and their euro cents. Null cents: a whole fee of the first release. */
  readonly feesOf: (organisation: OrganisationId, period: string) => Query<{ readonly lines: number; readonly cents: bigint | null }>
  /** Fees, once for each id, and from which month on the next are due. */
  readonly addFees: (organisation: OrganisationId, fees: ReadonlyArray<DatedLine>, feeFrom: string) => Query<void>
  readonly unbookedFees: (limit: number) => Query<ReadonlyArray<MonthlyFee>>
  readonly feeBooked: (fee: MonthlyFee) => Query<void>
  /** Booked, and covered by no claim. */
  readonly freeFees: (organisation: OrganisationId) => Query<ReadonlyArray<DatedLine>>
}

export class SepaStore extends Context.Service<SepaStore, SepaStoreShape>()("farthing/rails/sepa/store/SepaStore") {}

/** The fee of a month (`2026-11`), owed from the month's last moment. A mandate that ended and was given again within a month makes a second line. */
export const feeLine = (period: string, amount: MicroUsd, cents: bigint, at: number, earlier = 0): DatedLine => ({
  id: earlier === 0 ? `fee:${period}` : `fee:${period}:${earlier + 1}`,
  amount,
  cents,
  at,
})
export const isFee = (line: Line): boolean => line.id.startsWith("fee:")
