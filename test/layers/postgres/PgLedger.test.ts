import { postgresLedgerFixture } from "../../support/ledger/postgresLedgerFixture.ts"
import { ledgerContract } from "../../domain/ledger/ledgerContract.ts"

ledgerContract("the ledger in PostgreSQL", postgresLedgerFixture)
