import type { OrganisationRecord } from "../../../domain/identity/Organisations.ts"
import { isRefund } from "../../../domain/ledger/refund.ts"
import type { PaymentRecord } from "../../../domain/ledger/LedgerQueries.ts"
import { type Account, available, availableBalance } from "../../../domain/ledger/state.ts"
import { paymentStatus } from "../../../domain/ledger/status.ts"
import type { Listing } from "../../../domain/listing/Listing.ts"
import { sum, toMoney } from "../../../domain/money/Money.ts"
import type { LogEntry } from "../../../domain/operating/OperatorLog.ts"
import type { Hold } from "../../../domain/operating/OperatorQueries.ts"
import { isoTime } from "../../../domain/time.ts"

/** What operators read, on the command line and on their pages. */
export const operatedOrganisation = (organisation: OrganisationRecord) => ({
  organisation_id: organisation.id,
  name: organisation.name,
  email: organisation.email,
  notice_url: organisation.noticeUrl,
  kind: organisation.kind,
  status: shownStatus(organisation),
  spending: organisation.spending,
  rate_per_minute: organisation.rate,
  concurrency: organisation.concurrency,
  preferred_rails: organisation.preference,
  active_keys: organisation.activeKeys,
  created_at: isoTime(organisation.createdAt),
})

export const shownStatus = ({ isErased, status }: OrganisationRecord) => (isErased ? ("erased" as const) : status)

export const operatedAccount = (account: Account) => ({
  account: account.id,
  rail: account.rail,
  status: account.status,
  posted: toMoney(account.posted),
  held: toMoney(account.held),
  credit_limit: toMoney(account.creditLimit),
  available: toMoney(available(account)),
  open_calls: account.open,
})

export const organisationDetail = (organisation: OrganisationRecord, accounts: ReadonlyArray<Account>) => ({
  ...operatedOrganisation(organisation),
  balance: toMoney(availableBalance(accounts)),
  accounts: accounts.map(operatedAccount),
})

const secondsSince = (at: number, now: number) => Math.max(0, Math.floor((now - at) / 1000))

export const holdView = ({ call, nodeAlive, now }: Hold) => ({
  call_id: call.id,
  organisation_id: call.organisation,
  rail: call.rail,
  operation: call.operation,
  held: toMoney(call.max),
  settlement: call.settlement,
  delivered: call.delivered,
  since: isoTime(call.reservedAt),
  age_seconds: secondsSince(call.reservedAt, now),
  overdue_seconds: secondsSince(call.deadline, now),
  node_id: call.node,
  node_alive: nodeAlive,
  last_error: call.lastError,
})

export const operatedCall = ({ call, transfers }: PaymentRecord) => ({
  call_id: call.id,
  organisation_id: call.organisation,
  status: paymentStatus(call),
  state: call.state,
  settlement: call.settlement,
  delivered: call.delivered,
  rail: call.rail,
  operation: call.operation,
  amount: toMoney(call.state === "reserved" ? call.max : call.amount),
  refunded: toMoney(sum(transfers.filter(isRefund).map(({ amount }) => amount))),
  deadline: isoTime(call.deadline),
  created_at: isoTime(call.reservedAt),
})

export const operatedListing = ({ endpoints, name, origin, publisher, slug, status }: Listing) => ({
  slug,
  name,
  publisher,
  origin,
  status,
  endpoints: endpoints.length,
})

export const logView = ({ at, organisation, ...entry }: LogEntry) => ({ ...entry, organisation_id: organisation, at: isoTime(at) })
