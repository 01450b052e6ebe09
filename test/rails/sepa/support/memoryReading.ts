import { Effect } from "effect"
import { LedgerQueries } from "../../../../domain/ledger/LedgerQueries.ts"
import type { MemoryLedgerState } from "../../../support/ledger/MemoryLedger.ts"

const unread = () => Effect.die(new Error("the rail does not ask for this"))

/** As much of the books as the rail reads, from memory. */
export const memoryReading = (books: MemoryLedgerState): LedgerQueries["Service"] =>
  LedgerQueries.of({
    accounts: (organisation) => Effect.sync(() => [...books.accounts.values()].filter((account) => account.organisation === organisation)),
    spendingSummary: unread,
    keyUse: unread,
    bookings: unread,
    spendingSnapshot: unread,
    charges: unread,
    run: unread,
    runStatus: unread,
    payment: unread,
    payments: unread,
  })
