import { memoryLedgerFixture } from "../../support/ledger/memoryLedgerFixture.ts"
import { ledgerContract } from "../../domain/ledger/ledgerContract.ts"

ledgerContract("the ledger in memory", memoryLedgerFixture)
